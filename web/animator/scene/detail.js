// SPDX-License-Identifier: MIT
// What a body has of triangles: all of them, or a third. Few are drawn only while something moves and there is no graphics card.
const [fineLayer, coarseLayer] = [2, 3];

/** The body, which from now on is seen only in fine pictures, or only in coarse ones. */
export function seenIn(body, isFine) {
  body.layers.set(isFine ? fineLayer : coarseLayer);
  return body;
}

/** Which pictures a camera takes. */
export function setDetail(camera, isFine) {
  camera.layers.enable(isFine ? fineLayer : coarseLayer);
  camera.layers.disable(isFine ? coarseLayer : fineLayer);
}
