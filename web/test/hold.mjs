// SPDX-License-Identifier: MIT
// Where the pointer gets hold of a part of the body on show.

/** A place on the page: of the skin that belongs to the part, the middle of what is in front. */
export function hold(page, part) {
  return page.evaluate((name) => {
    const { stage, pointer, tabs } = window.animator;
    const { grab, skin } = tabs.active.view;
    const box = stage.canvas.getBoundingClientRect();
    const places = skin.places();
    const { joints, count } = skin.shape;
    const V = stage.camera.position.constructor;
    for (let v = 0; v < count; v += 3) {
      if (grab.grips[joints[4 * v]] !== name) continue;
      const vertex = stage.toScreen(new V(places[3 * v], places[3 * v + 1], places[3 * v + 2]));
      // Beside the vertex, where triangles meet, and not at the part's edge.
      const [x, y] = [vertex.x + 1.3, vertex.y + 0.7];
      const isIts = [[0, 0], [3, 0], [-3, 0], [0, 3], [0, -3]].every(([dx, dy]) => {
        const at = pointer.at({ clientX: x + dx + box.left, clientY: y + dy + box.top, pointerType: 'mouse' });
        return pointer.handles.find((handle) => handle.pick(at)) === grab && grab.pick(at).part === name;
      });
      if (isIts) return { x: x + box.left, y: y + box.top };
    }
    return null;
  }, part);
}
