// SPDX-License-Identifier: MIT
// Canvas, camera, light and floor. A frame is drawn only when something asked for it.
import {
  CircleGeometry,
  Color,
  DirectionalLight,
  HemisphereLight,
  LineBasicMaterial,
  LineSegments,
  BufferGeometry,
  Float32BufferAttribute,
  Mesh,
  MeshLambertMaterial,
  Object3D,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

Object3D.DEFAULT_UP.set(0, 0, 1);

const looks = {
  light: { background: '#e9edf1', floor: '#f4f6f8', lines: '#c3ccd5', body: '#e4dfd6', joint: '#a9a69f', sky: 1.7, sun: 1.9 },
  dark: { background: '#15191e', floor: '#20262d', lines: '#36404a', body: '#b9b4ab', joint: '#7d7b77', sky: 0.9, sun: 1.9 },
};

/** Rings a half metre apart and a cross: how far is far. */
function floorLines() {
  const points = [];
  for (const radius of [0.5, 1, 1.5]) {
    for (let i = 0; i < 96; i++) {
      for (const k of [i, i + 1]) {
        const angle = (Math.PI * 2 * k) / 96;
        points.push(radius * Math.cos(angle), radius * Math.sin(angle), 0.001);
      }
    }
  }
  points.push(-1.5, 0, 0.001, 1.5, 0, 0.001, 0, -1.5, 0.001, 0, 1.5, 0.001);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(points, 3));
  return geometry;
}

/** Whether the browser draws without a graphics card: smooth edges then cost more than half of each frame. */
function drawsInSoftware() {
  const gl = document.createElement('canvas').getContext('webgl2');
  const info = gl?.getExtension('WEBGL_debug_renderer_info');
  const name = info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : '';
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software/i.test(name);
}

export class Stage {
  constructor(canvas) {
    this.canvas = canvas;
    const software = drawsInSoftware();
    // Then edges are smoothed by drawing larger, once the picture rests.
    this.restQuality = software && window.devicePixelRatio < 2 ? 1.6 : 1;
    this.quality = this.restQuality;
    this.renderer = new WebGLRenderer({ canvas, antialias: !software, powerPreference: 'high-performance' });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false;
    this.scene = new Scene();
    this.camera = new PerspectiveCamera(32, 1, 0.1, 20);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.minDistance = 0.4;
    this.controls.maxDistance = 8;
    this.controls.maxPolarAngle = Math.PI * 0.56;
    this.controls.addEventListener('change', () => this.invalidate());

    this.sky = new HemisphereLight('#ffffff', '#9aa3ad', 1);
    this.sun = new DirectionalLight('#fff6e8', 1);
    this.sun.position.set(1.2, 2.2, 3.6);
    this.sun.target.position.set(0, 0, 0.9);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(1024, 1024);
    this.sun.shadow.radius = 4;
    this.sun.shadow.bias = -0.0006;
    this.sun.shadow.normalBias = 0.012;
    Object.assign(this.sun.shadow.camera, { left: -1.3, right: 1.3, top: 1.5, bottom: -1.3, near: 1, far: 7 });
    this.scene.add(this.sky, this.sun, this.sun.target);

    this.bodyMaterial = new MeshLambertMaterial();
    this.jointMaterial = new MeshLambertMaterial();
    this.floor = new Mesh(new CircleGeometry(1.9, 48), new MeshLambertMaterial());
    this.floor.receiveShadow = true;
    this.lines = new LineSegments(floorLines(), new LineBasicMaterial({ transparent: true, opacity: 0.7 }));
    this.scene.add(this.floor, this.lines);

    this.frameListeners = new Set();
    this.motionQuality = 1;
    this.lastFrame = 0;
    this.shadowIsOld = true;
    this.pending = false;
    this.frames = 0;
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
    this.#fit();
    this.home();
    this.invalidate();
  }

  /** Look at the figure from the front, a little from its right. */
  home() {
    // In a small picture the upper body is enough.
    if (this.canvas.clientHeight < 500) this.look([0.06, 0.06, 1.3], [1.2, 2.05, 1.75]);
    else this.look([0.08, 0.06, 1.18], [1.7, 2.9, 1.8]);
  }

  /** What is returned goes back to looking as now. */
  keep() {
    const before = [this.controls.target.toArray(), this.camera.position.toArray()];
    return () => this.look(...before);
  }

  /** Look at a place from another; what is returned goes back to how it was. */
  look(at, from) {
    const back = this.keep();
    this.controls.target.set(...at);
    this.camera.position.set(...from);
    this.controls.update();
    return back;
  }

  theme(name) {
    const look = looks[name];
    this.scene.background = new Color(look.background);
    this.floor.material.color.set(look.floor);
    this.lines.material.color.set(look.lines);
    this.bodyMaterial.color.set(look.body);
    this.jointMaterial.color.set(look.joint);
    this.sky.intensity = look.sky;
    this.sun.intensity = look.sun;
    this.invalidate();
  }

  /** The picture gets a new size before the next frame: a new size empties it. */
  resize() {
    this.isResized = true;
    this.invalidate();
  }

  #fit() {
    this.isResized = false;
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement;
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2) * this.quality);
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    // A narrow picture needs a wider look, so that both hands stay in it.
    this.camera.fov = this.camera.aspect < 0.9 ? 40 : 32;
    this.camera.updateProjectionMatrix();
  }

  /** Ask for a frame. Listeners of `onFrame` run before it and may ask for the next. */
  invalidate() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame((now) => {
      this.pending = false;
      if (this.isResized) this.#fit();
      for (const listener of this.frameListeners) listener(now);
      this.draw();
      this.#adapt(now);
    });
  }

  // Where frames come too slowly, a moving picture gets fewer pixels; once it rests it is drawn again with all of them.
  #adapt(now) {
    const interval = now - this.lastFrame;
    this.lastFrame = now;
    clearTimeout(this.restTimer);
    if (this.isSharpening) {
      this.isSharpening = false;
      return;
    }
    const before = this.quality;
    if (interval < 250) this.slowness = 0.8 * (this.slowness ?? 16) + 0.2 * interval;
    if (this.slowness > 22 && this.motionQuality > 0.5) {
      this.motionQuality *= 0.85;
      this.slowness = 16;
    }
    if (interval < 250 && this.quality !== this.motionQuality) this.quality = this.motionQuality;
    if (this.quality !== before) this.resize();
    if (this.quality !== this.restQuality)
      this.restTimer = setTimeout(() => {
        this.quality = this.restQuality;
        this.isSharpening = true;
        this.resize();
      }, 220);
  }

  onFrame(listener) {
    this.frameListeners.add(listener);
    return () => this.frameListeners.delete(listener);
  }

  draw() {
    this.renderer.shadowMap.needsUpdate = this.shadowIsOld;
    this.shadowIsOld = false;
    this.renderer.render(this.scene, this.camera);
    this.frames++;
  }

  /** The picture as a PNG blob. */
  async png() {
    this.quality = this.restQuality;
    this.#fit();
    this.draw();
    return new Promise((resolve) => this.canvas.toBlob(resolve, 'image/png'));
  }

  /** Where a point of the scene is in the picture, in CSS pixels from the canvas's corner. */
  toScreen(point, into = new Vector3()) {
    into.copy(point).project(this.camera);
    const { clientWidth: width, clientHeight: height } = this.canvas;
    into.set(((into.x + 1) / 2) * width, ((1 - into.y) / 2) * height, into.z);
    return into;
  }
}
