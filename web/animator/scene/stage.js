// SPDX-License-Identifier: MIT
// Canvas, camera, light and floor. A frame is drawn only when something asked for it.
import { Color, Object3D, OrthographicCamera, PerspectiveCamera, Raycaster, Scene, Vector2, Vector3, WebGLRenderTarget, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { Clay, setLights } from './clay.js';
import { wantsLessMotion } from '../ui/motion.js';
import { setDetail } from './detail.js';
import { Floor } from './floor.js';
import { drawsInSoftware } from './software.js';

Object3D.DEFAULT_UP.set(0, 0, 1);

const looks = {
  light: { background: '#e9edf1', floor: '#f4f6f8', lines: '#c3ccd5', body: '#e4dfd6', sky: 1.7, sun: 1.9 },
  dark: { background: '#15191e', floor: '#20262d', lines: '#36404a', body: '#b9b4ab', sky: 0.9, sun: 1.9 },
};

const panTime = 300;

/** From where a view along an axis looks: the body's right is x, it faces y. From above its front is below. */
const sights = { front: [0, 1, 0], back: [0, -1, 0], right: [1, 0, 0], left: [-1, 0, 0], top: [0, 1e-4, 1] };
const isWithin = (list, most) => list.every((x) => Number.isFinite(x) && Math.abs(x) <= most);

export class Stage {
  constructor(canvas) {
    this.canvas = canvas;
    this.isSoftware = drawsInSoftware();
    // Pixels drawn for one shown, each way. Without a graphics card fewer while something moves, with few triangles; edges are
    // smoothed by drawing larger, once the picture rests.
    this.restQuality = this.isSoftware && window.devicePixelRatio < 2 ? 1.6 : 1;
    this.movingQuality = this.isSoftware ? 0.75 : 1;
    // The first picture is there soon, and then fine.
    this.quality = this.movingQuality;
    // Without alpha the page need not be drawn under the picture.
    const context = canvas.getContext('webgl2', { alpha: false, antialias: !this.isSoftware, powerPreference: 'high-performance' });
    this.renderer = new WebGLRenderer({ canvas, context });
    this.scene = new Scene();
    this.perspective = new PerspectiveCamera(32, 1, 0.1, 20);
    // What is behind where it stands is drawn too: how far away it is means nothing but how large the picture is.
    this.orthographic = new OrthographicCamera(-1, 1, 1, -1, -20, 20);
    this.camera = this.perspective;
    /** Orthographic by choice; sight: the axis looked along, which is orthographic until the view is turned. */
    this.wantsOrthographic = false;
    this.sight = null;
    /** Whether the visitor chose the view; else it is as the panel has it. */
    this.isChosen = false;
    this.isTurning = false;
    /** What is dragged moves in whole centimetres and steps of five degrees. */
    this.snaps = false;
    /** Whether arrows and rings have the axes of what they move, or the world's. */
    this.hasLocalAxes = false;
    this.viewListeners = new Set();
    this.raycaster = new Raycaster();
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.minDistance = 0.4;
    this.controls.maxDistance = 8;
    this.controls.maxPolarAngle = Math.PI * 0.56;
    this.controls.addEventListener('change', () => this.#turned());
    this.controls.addEventListener('start', () => (this.isTurning = true));
    this.controls.addEventListener('end', () => {
      this.isTurning = false;
      this.#viewChanged();
    });

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
    const { aspect } = this.perspective;
    if (this.homeLook) this.look(...this.homeLook(aspect, this.canvas.clientHeight));
    // In a small picture the upper body is enough.
    else if (this.canvas.clientHeight < 500) this.look([0.06, 0.06, 1.3], [1.2, 2.05, 1.75]);
    else this.look([0.05, 0.06, 1.24], [1.44, 2.4, 1.72]);
  }

  /** What is returned goes back to looking as now. */
  keep() {
    const before = [this.controls.target.toArray(), this.camera.position.toArray(), null, this.isChosen];
    return () => this.look(...before);
  }

  // ---- views ----

  get isOrthographic() {
    return this.camera === this.orthographic;
  }

  /** Straight at what is looked at now, from 'front', 'back', 'right', 'left' or 'top'. */
  lookFrom(sight) {
    const away = this.camera.position.distanceTo(this.controls.target);
    const from = new Vector3(...sights[sight]).normalize().multiplyScalar(away).add(this.controls.target);
    this.look(this.controls.target.toArray(), from.toArray(), sight, true);
  }

  setOrthographic(is) {
    this.wantsOrthographic = is;
    if (!is) this.sight = null;
    this.#project();
    this.#viewChanged();
  }

  /** Other steps, other axes. */
  setHandling(choices) {
    Object.assign(this, choices);
    this.#viewChanged();
  }

  /** Called when the view was changed, after the visitor lets go of it. */
  onView(listener) {
    this.viewListeners.add(listener);
  }

  #viewChanged() {
    for (const listener of this.viewListeners) listener();
    this.invalidate();
  }

  /** The view that was chosen as numbers for a link: what is looked at, from where, 1 if orthographic. Null if none was. */
  viewNumbers() {
    if (!this.isChosen && !this.isOrthographic) return null;
    const round = (x) => Number(x.toFixed(4));
    return [...this.controls.target.toArray(), ...this.camera.position.toArray()].map(round).concat(this.isOrthographic ? 1 : 0);
  }

  /** The other way round; false, and nothing is done, for what is no view. */
  setViewNumbers(list) {
    if (list.length !== 7 || !isWithin(list, 12)) return false;
    const [at, from] = [list.slice(0, 3), list.slice(3, 6)];
    const away = Math.hypot(...at.map((x, i) => x - from[i]));
    if (away < this.controls.minDistance || away > this.controls.maxDistance) return false;
    this.wantsOrthographic = list[6] === 1;
    this.look(at, from, null, true);
    return true;
  }

  // Of an orthographic picture the wheel changes the zoom: here it is the distance that counts, of either camera.
  #turned() {
    if (this.isTurning) this.isChosen = true;
    const { target } = this.controls;
    if (this.orthographic.zoom !== 1) {
      const away = this.orthographic.position.distanceTo(target) / this.orthographic.zoom;
      this.orthographic.zoom = 1;
      this.orthographic.position.sub(target).setLength(Math.min(Math.max(away, this.controls.minDistance), this.controls.maxDistance)).add(target);
      this.#project();
    }
    if (this.sight) {
      const way = this.camera.position.clone().sub(target).normalize();
      if (way.dot(new Vector3(...sights[this.sight]).normalize()) < 1 - 1e-5) {
        this.sight = null;
        this.#project();
      }
    }
    this.invalidate();
  }

  // Both cameras see what is looked at in the same size.
  #project() {
    const { perspective, orthographic } = this;
    const next = this.wantsOrthographic || this.sight ? orthographic : perspective;
    if (next !== this.camera) {
      next.position.copy(this.camera.position);
      next.quaternion.copy(this.camera.quaternion);
      this.camera = next;
      this.controls.object = next;
    }
    const high = this.camera.position.distanceTo(this.controls.target) * Math.tan((perspective.fov * Math.PI) / 360);
    Object.assign(orthographic, { left: -high * perspective.aspect, right: high * perspective.aspect, top: high, bottom: -high });
    orthographic.updateProjectionMatrix();
    perspective.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
    this.invalidate();
  }

  /** Metres that a CSS pixel is wide where a point is. */
  pixelAt(point) {
    const { camera, perspective } = this;
    const away = this.isOrthographic ? camera.position.distanceTo(this.controls.target) : camera.position.distanceTo(point);
    return (2 * away * Math.tan((perspective.fov * Math.PI) / 360)) / Math.max(1, this.canvas.clientHeight);
  }

  /** What a place of the picture shows: a ray from the viewer. Valid until the next call. */
  rayAt(x, y) {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    this.raycaster.setFromCamera(new Vector2((2 * x) / width - 1, 1 - (2 * y) / height), this.camera);
    return this.raycaster.ray;
  }

  // ---- looking ----

  /** Look at a place from another; what is returned goes back to how it was. */
  look(at, from, sight = null, isChosen = false) {
    const back = this.keep();
    this.pan = null;
    this.isChosen = isChosen;
    this.sight = sight;
    this.controls.target.set(...at);
    this.camera.position.set(...from);
    this.#project();
    this.controls.update();
    // What is under the pointer is asked before the next frame, too.
    this.camera.updateMatrixWorld();
    this.#viewChanged();
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
    const pixel = this.pixelAt(points[0]);
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
    this.perspective.aspect = width / height;
    // A narrow picture needs a wider look, so that both hands stay in it.
    this.perspective.fov = this.perspective.aspect < 0.9 ? 40 : 32;
    this.#project();
  }

  /** Ask for a frame. Listeners of `onFrame` run before it and may ask for the next. */
  invalidate() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame((now) => {
      // A new size wants no other frame than this.
      if (this.isResized) this.#fit();
      this.pending = false;
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
    if (isMoving && this.quality !== this.movingQuality) {
      this.quality = this.movingQuality;
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
    const isFine = this.quality === this.restQuality;
    const isDue = this.shadowIsOld && (!this.isSoftware || this.isSharpening || now - this.lastShadow > 200);
    if (isDue || (isFine && !this.shadowIsFine)) {
      this.floor.drawShadows(this.renderer, this.scene, isFine);
      this.shadowIsOld = false;
      this.shadowIsFine = isFine;
      this.lastShadow = now;
    }
    setDetail(this.camera, isFine);
    this.renderer.render(this.scene, this.camera);
    if (this.frames++ === 0) performance.mark('first picture');
  }

  /** Another scene, drawn onto a canvas of its own; nothing behind it. */
  picture(scene, camera, canvas) {
    const { width, height } = canvas;
    const target = new WebGLRenderTarget(2 * width, 2 * height);
    const background = this.renderer.getClearColor(new Color());
    this.renderer.setClearColor(background, 0);
    this.renderer.setRenderTarget(target);
    // It is small.
    setDetail(camera, false);
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

  /** The picture as a PNG blob, without handles: what has userData.isHandle. */
  async png() {
    const hidden = [];
    this.scene.traverseVisible((object) => object.userData.isHandle && hidden.push(object));
    for (const object of hidden) object.visible = false;
    this.quality = this.restQuality;
    this.lastShadow = -Infinity;
    this.#fit();
    this.draw();
    for (const object of hidden) object.visible = true;
    const blob = new Promise((resolve) => this.canvas.toBlob(resolve, 'image/png'));
    this.invalidate();
    return blob;
  }

  /** Where a point of the scene is in the picture, in CSS pixels from the canvas's corner. */
  toScreen(point, into = new Vector3()) {
    into.copy(point).project(this.camera);
    const { clientWidth: width, clientHeight: height } = this.canvas;
    into.set(((into.x + 1) / 2) * width, ((1 - into.y) / 2) * height, into.z);
    return into;
  }
}
