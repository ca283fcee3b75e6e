// SPDX-License-Identifier: MIT
// Whether the browser can draw in three dimensions, and whether without a graphics card: then whatever changes in a frame is paid
// for dearly. Asked once: it takes a picture of its own.
let known = null;

function look() {
  if (known) return known;
  const gl = document.createElement('canvas').getContext('webgl2');
  const info = gl?.getExtension('WEBGL_debug_renderer_info');
  const name = info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : '';
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  known = { canDraw: Boolean(gl), isSoftware: /swiftshader|llvmpipe|softpipe|software/i.test(name) };
  return known;
}

export const canDraw = () => look().canDraw;
export const drawsInSoftware = () => look().isSoftware;
