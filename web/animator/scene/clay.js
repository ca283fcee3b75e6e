// SPDX-License-Identifier: MIT
// The material of every body: clay under a sky and a sun. Light is worked out at the corners, and the colour is carried between
// them ready to show, so that a pixel costs next to nothing: without a graphics card pixels are most of a frame.
import { Color, ShaderMaterial, Vector3 } from 'three';

/** From the floor towards the sun. */
export const sun = new Vector3(1.2, 2.2, 2.7).normalize();

// Shared by all materials: a theme changes them once.
const lights = {
  sun: { value: sun },
  sunLight: { value: new Color() },
  skyLight: { value: new Color() },
  groundLight: { value: new Color() },
};

/** How bright sky and sun are. */
export function setLights(sky, sunshine) {
  lights.sunLight.value.set('#fff6e8').multiplyScalar(sunshine / Math.PI);
  lights.skyLight.value.set('#ffffff').multiplyScalar(sky / Math.PI);
  lights.groundLight.value.set('#9aa3ad').multiplyScalar(sky / Math.PI);
}

/** What a surface of a colour, or of the uniform `color`, looks like whose normal is n, when it sees so much of the sun. */
const shade = `
uniform vec3 color;
uniform vec3 sun;
uniform vec3 sunLight;
uniform vec3 skyLight;
uniform vec3 groundLight;
#include <colorspace_pars_fragment>

vec3 lightOn(vec3 n, float seen) {
  return mix(groundLight, skyLight, 0.5 + 0.5 * n.z) + sunLight * (seen * max(dot(n, sun), 0.0));
}

vec3 shadeOf(vec3 own, vec3 n, float seen) {
  return sRGBTransferOETF(vec4(min(own * lightOn(n, seen), 1.0), 1.0)).rgb;
}

vec3 shade(vec3 n, float seen) {
  return shadeOf(color, n, seen);
}

// Two products with a vector: one of two matrices would be worked out for every corner.
vec4 seenFrom(vec4 place) {
  return projectionMatrix * (viewMatrix * place);
}`;

/** A pixel of what the corners have worked out. */
export const asShown = `
uniform float opacity;
varying vec3 shown;

void main() {
  gl_FragColor = vec4(shown, opacity);
}`;

export class Lit extends ShaderMaterial {
  constructor(vertex, fragment, { color = '#ffffff', uniforms = {}, ...options } = {}) {
    super({ ...options, uniforms: { ...lights, color: { value: new Color(color) }, ...uniforms }, vertexShader: shade + vertex, fragmentShader: fragment });
  }

  get color() {
    return this.uniforms.color.value;
  }
}

/** As a material of three.js: color, transparent, opacity, side, depthWrite and so on. */
export class Clay extends Lit {
  constructor(options = {}) {
    super(
      `
attribute float isJoint;
varying vec3 shown;

void main() {
  mat4 scene_from_body = modelMatrix;
#ifdef USE_INSTANCING
  scene_from_body *= instanceMatrix;
#endif
  vec4 place = scene_from_body * vec4(position, 1.0);
  vec3 n = normalize(mat3(scene_from_body) * normal);
#ifdef DOUBLE_SIDED
  n *= sign(dot(n, cameraPosition - place.xyz));
#endif
  shown = shade(n, 1.0) * (1.0 - 0.26 * isJoint);
  gl_Position = seenFrom(place);
}`,
      asShown,
      { ...options, uniforms: { opacity: { value: options.opacity ?? 1 } } },
    );
  }
}

/** A level floor. The texture `shadow`, 1 where the sun does not come, covers a square of that size from that corner on. */
export class ClayFloor extends Lit {
  constructor(shadow, corner, size) {
    super(
      `
uniform vec2 corner;
uniform float size;
flat varying vec3 sunny;
flat varying vec3 shaded;
varying vec2 where;

void main() {
  sunny = shade(vec3(0.0, 0.0, 1.0), 1.0);
  shaded = shade(vec3(0.0, 0.0, 1.0), 0.0);
  where = (position.xy - corner) / size;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`,
      `
uniform sampler2D shadow;
flat varying vec3 sunny;
flat varying vec3 shaded;
varying vec2 where;

void main() {
  gl_FragColor = vec4(mix(sunny, shaded, texture2D(shadow, where).r), 1.0);
}`,
      { uniforms: { shadow: { value: shadow }, corner: { value: corner }, size: { value: size } } },
    );
  }
}
