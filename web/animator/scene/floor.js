// SPDX-License-Identifier: MIT
// The floor: rings to tell how far is far, and the shadows on it. Only the floor receives shadows, so they are not looked up in
// a map of depths but drawn flat: everything that casts one is slid along the sun's rays down to the floor, into a texture.
import { BufferGeometry, Camera, CircleGeometry, Color, Float32BufferAttribute, Group, LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, RedFormat, ShaderMaterial, Vector2, WebGLRenderTarget } from 'three';
import { FullScreenQuad } from 'three/addons/postprocessing/Pass.js';
import { ClayFloor, sun } from './clay.js';

const shadowLayer = 1;
// What the texture covers: a square about where shadows of a person fall.
const corner = new Vector2(-1.95, -2.25);
const size = 3.1;
const [fine, coarse] = [256, 128];
/** From one place taken for the blur to the next, in parts of the texture. */
const blurStep = 1 / fine;
const black = new Color(0);

/** Rings half a metre apart, and a cross. */
function ringLines() {
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

/** The body, which from now on throws a shadow. */
export function castShadow(body) {
  body.layers.enable(shadowLayer);
  return body;
}

/** The body, which from now on is its shadow and nothing else. */
export function shadowOnly(body) {
  body.layers.set(shadowLayer);
  return body;
}

/** Sees the square of the texture, every point where its shadow is. */
function shadowCamera() {
  const camera = new Camera();
  camera.layers.set(shadowLayer);
  const k = 2 / size;
  camera.projectionMatrix.set(
    k, 0, (-k * sun.x) / sun.z, -k * corner.x - 1,
    0, k, (-k * sun.y) / sun.z, -k * corner.y - 1,
    0, 0, -0.25, 0,
    0, 0, 0, 1,
  );
  camera.projectionMatrixInverse.copy(camera.projectionMatrix).invert();
  return camera;
}

/** One way of a blur as wide as a few centimetres: `by` is the way from one pixel taken to the next. */
function blurMaterial() {
  return new ShaderMaterial({
    depthTest: false,
    depthWrite: false,
    uniforms: { sharp: { value: null }, by: { value: new Vector2() } },
    vertexShader: 'varying vec2 where; void main() { where = 0.5 * position.xy + 0.5; gl_Position = vec4(position.xy, 0.0, 1.0); }',
    fragmentShader: `
uniform sampler2D sharp;
uniform vec2 by;
varying vec2 where;

void main() {
  float sum = 0.28 * texture2D(sharp, where).r;
  sum += 0.22 * (texture2D(sharp, where - by).r + texture2D(sharp, where + by).r);
  sum += 0.10 * (texture2D(sharp, where - 2.0 * by).r + texture2D(sharp, where + 2.0 * by).r);
  sum += 0.04 * (texture2D(sharp, where - 3.0 * by).r + texture2D(sharp, where + 3.0 * by).r);
  gl_FragColor = vec4(sum);
}`,
  });
}

export class Floor {
  constructor() {
    this.group = new Group();
    const target = () => new WebGLRenderTarget(fine, fine, { format: RedFormat, depthBuffer: false });
    this.target = target();
    this.halfway = target();
    this.blur = new FullScreenQuad(blurMaterial());
    this.camera = shadowCamera();
    this.shadowMaterial = new MeshBasicMaterial({ color: '#ffffff', depthTest: false, depthWrite: false });
    this.disc = new Mesh(new CircleGeometry(1.9, 48), new ClayFloor(this.target.texture, corner, size));
    this.lines = new LineSegments(ringLines(), new LineBasicMaterial({ transparent: true, opacity: 0.7 }));
    // What stands on it hides it: then it need not be drawn.
    this.disc.renderOrder = 1;
    this.group.add(this.disc, this.lines);
  }

  theme({ floor, lines }) {
    this.disc.material.color.set(floor);
    this.lines.material.color.set(lines);
  }

  /** The shadows of what casts one, as it stands now; of fewer pixels, if they need not be fine. */
  drawShadows(renderer, scene, isFine) {
    const pixels = isFine ? fine : coarse;
    for (const target of [this.target, this.halfway]) target.setSize(pixels, pixels);
    const background = renderer.getClearColor(new Color());
    renderer.setClearColor(black);
    renderer.setRenderTarget(this.target);
    scene.overrideMaterial = this.shadowMaterial;
    renderer.render(scene, this.camera);
    scene.overrideMaterial = null;
    this.#soften(renderer, this.target, this.halfway, 1, 0);
    this.#soften(renderer, this.halfway, this.target, 0, 1);
    renderer.setRenderTarget(null);
    renderer.setClearColor(background);
  }

  #soften(renderer, from, to, x, y) {
    const { sharp, by } = this.blur.material.uniforms;
    sharp.value = from.texture;
    by.value.set(x, y).multiplyScalar(blurStep);
    renderer.setRenderTarget(to);
    this.blur.render(renderer);
  }
}
