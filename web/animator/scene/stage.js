// SPDX-License-Identifier: MIT
// Canvas, camera, light and floor. A frame is drawn only when something asked for it.
import { Color, Object3D, PerspectiveCamera, Scene, Vector3, WebGLRenderTarget, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { Clay, setLights } from './clay.js';
import { wantsLessMotion } from '../ui/motion.js';
import { Floor } from './floor.js';

Object3D.DEFAULT_UP.set(0, 0, 1);

const looks = {
  light: { background: '#e9edf1', floor: '#f4f6f8', lines: '#c3ccd5', body: '#e4dfd6', sky: 1.7, sun: 1.9 },
  dark: { background: '#15191e', floor: '#20262d', lines: '#36404a', body: '#b9b4ab', sky: 0.9, sun: 1.9 },
};

const panTime = 300;

/** Whether the browser draws without a graphics card: then whatever changes in a frame is paid for dearly. */
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
    this.isSoftware = drawsInSoftware();
    // Then edges are smoothed by drawing larger, once the picture rests.
    this.restQuality = this.isSoftware && window.devicePixelRatio < 2 ? 1.6 : 1;
    this.quality = this.restQuality;
    // Without alpha the page need not be drawn under the picture.
    const context = canvas.getContext('webgl2', { alpha: false, antialias: !this.isSoftware, powerPreference: 'high-performance' });
    this.renderer = new WebGLRenderer({ canvas, context });
    this.scene = new Scene();
    this.camera = new PerspectiveCamera(32, 1, 0.1, 20);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.minDistance = 0.4;
    this.controls.maxDistance = 8;
    this.controls.maxPolarAngle = Math.PI * 0.56;
    this.controls.addEventListener('change', () => this.invalidate());

    this.bodyMaterial = new Clay();
    this.floor = new Floor();
    this.scene.add(this.floor.group);

    this.frameListeners = new Set();
    this.shadowIsOld = true;
    this.pan = null;
    this.lastShadow = -Infinity;
    this.lastFrame = -Infinity;
    this.pending = false;
    this.frames = 0;
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
    this.#fit();
    this.home();
    this.invalidate();
  }

  /** Look at the figure from the front, a little from its right. */
  home() {
    if (this.homeLook) this.look(...this.homeLook(this.camera.aspect));
    // In a small picture the upper body is enough.
    else if (this.canvas.clientHeight < 500) this.look([0.06, 0.06, 1.3], [1.2, 2.05, 1.75]);
    else this.look([0.05, 0.06, 1.24], [1.44, 2.4, 1.72]);
  }

  /** What is returned goes back to looking as now. */
  keep() {
    const before = [this.controls.target.toArray(), this.camera.position.toArray()];
    return () => this.look(...before);
  }

  /** Look at a place from another; what is returned goes back to how it was. */
  look(at, from) {
    const back = this.keep();
    this.pan = null;
    this.controls.target.set(...at);
    this.camera.position.set(...from);
    this.controls.update();
    // What is under the pointer is asked before the next frame, too.
    this.camera.updateMatrixWorld();
    return back;
  }

  /** Pans, not longer than it takes to see it, until points of the scene are well inside the picture. */
  reveal(points) {
    // It may have been turned since the last frame was drawn.
    this.camera.updateMatrixWorld();
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const margin = 0.07 * Math.min(width, height);
    const beyond = (x, size) => x - Math.min(Math.max(x, margin), size - margin);
    const furthest = (list) => list.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a));
    const places = points.map((point) => this.toScreen(point).clone());
    const right = furthest(places.map(({ x }) => beyond(x, width)));
    const down = furthest(places.map(({ y }) => beyond(y, height)));
    if (right === 0 && down === 0) return;
    const pixel = (2 * this.camera.position.distanceTo(points[0]) * Math.tan((this.camera.fov * Math.PI) / 360)) / height;
    const by = new Vector3(right * pixel, -down * pixel, 0).applyQuaternion(this.camera.quaternion);
    this.pan = { from: this.controls.target.clone(), by, start: performance.now() };
    this.invalidate();
  }

  #panOn() {
    const { from, by, start } = this.pan;
    const part = wantsLessMotion() ? 1 : Math.min((performance.now() - start) / panTime, 1);
    const to = from.clone().addScaledVector(by, part * part * (3 - 2 * part));
    this.camera.position.add(to).sub(this.controls.target);
    this.controls.target.copy(to);
    this.controls.update();
    if (part === 1) this.pan = null;
    else this.invalidate();
  }

  theme(name) {
    const look = looks[name];
    this.renderer.setClearColor(look.background);
    this.floor.theme(look);
    this.bodyMaterial.color.set(look.body);
    setLights(look.sky, look.sun);
    this.shadowIsOld = true;
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
      if (this.pan) this.#panOn();
      for (const listener of this.frameListeners) listener(now);
      this.draw();
      this.#adapt(now);
    });
  }

  // Where edges are smoothed by drawing larger, frames in a row are not: only the last, once the picture rests.
  #adapt(now) {
    const isMoving = now - this.lastFrame < 250;
    this.lastFrame = now;
    clearTimeout(this.restTimer);
    if (this.isSharpening) {
      this.isSharpening = false;
      return;
    }
    if (isMoving && this.quality !== 1) {
      this.quality = 1;
      this.resize();
    }
    if (this.quality === this.restQuality && !this.shadowIsOld) return;
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
    const now = performance.now();
    // Without a graphics card the shadow lags a little behind, until the picture rests.
    if (this.shadowIsOld && (!this.isSoftware || this.isSharpening || now - this.lastShadow > 200)) {
      this.floor.drawShadows(this.renderer, this.scene);
      this.shadowIsOld = false;
      this.lastShadow = now;
    }
    this.renderer.render(this.scene, this.camera);
    this.frames++;
  }

  /** Another scene, drawn onto a canvas of its own; nothing behind it. */
  picture(scene, camera, canvas) {
    const { width, height } = canvas;
    const target = new WebGLRenderTarget(2 * width, 2 * height);
    const background = this.renderer.getClearColor(new Color());
    this.renderer.setClearColor(background, 0);
    this.renderer.setRenderTarget(target);
    this.renderer.render(scene, camera);
    const pixels = new Uint8Array(16 * width * height);
    this.renderer.readRenderTargetPixels(target, 0, 0, 2 * width, 2 * height, pixels);
    this.renderer.setRenderTarget(null);
    this.renderer.setClearColor(background, 1);
    target.dispose();
    // Rows from below; four pixels make one, which smooths the edges.
    const image = new ImageData(width, height);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        for (let c = 0; c < 4; c++) {
          const at = (dx, dy) => pixels[4 * ((2 * (height - 1 - y) + dy) * 2 * width + 2 * x + dx) + c];
          image.data[4 * (y * width + x) + c] = (at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1)) / 4;
        }
    canvas.getContext('2d').putImageData(image, 0, 0);
  }

  /** The picture as a PNG blob. */
  async png() {
    this.quality = this.restQuality;
    this.lastShadow = -Infinity;
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
