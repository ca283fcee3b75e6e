// SPDX-License-Identifier: MIT
// Whether the browser draws without a graphics card: then whatever changes in a frame is paid for dearly.
let known = null;

export function drawsInSoftware() {
  if (known === null) {
    const gl = document.createElement('canvas').getContext('webgl2');
    const info = gl?.getExtension('WEBGL_debug_renderer_info');
    const name = info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : '';
    gl?.getExtension('WEBGL_lose_context')?.loseContext();
    known = /swiftshader|llvmpipe|softpipe|software/i.test(name);
  }
  return known;
}
