// SPDX-License-Identifier: MIT
// Mouse, pen and touch on the canvas. Handles say whether they lie under the pointer; the one that does, of the highest
// priority, is dragged, and the camera stays where it is meanwhile. Everything else moves the camera.
//
// A handle is { priority, cursor, pick(at), hover(found), down(found, at), move(at), up(at) }; `at` is { x, y, ray, reach }
// with x and y in CSS pixels and `reach` the radius of the pointer: a finger is wider than an arrow. `at.step` is the metres and
// `at.turn` the radians that what is dragged moves in, 0 if it moves freely. A handle with cancel() takes its drag back itself.

export class Pointer {
  constructor(stage) {
    this.stage = stage;
    this.handles = [];
    this.dragged = null;
    this.hovered = null;
    this.captured = null;
    const { canvas } = stage;
    canvas.style.touchAction = 'none';
    canvas.addEventListener('pointerdown', (event) => this.#down(event), { capture: true });
    canvas.addEventListener('pointermove', (event) => this.#move(event));
    canvas.addEventListener('pointerup', (event) => this.#up(event));
    canvas.addEventListener('pointercancel', (event) => this.#up(event));
    canvas.addEventListener('pointerleave', () => this.dragged || this.#hover(null, null));
  }

  add(handle) {
    this.handles.push(handle);
    this.handles.sort((a, b) => b.priority - a.priority);
    return handle;
  }

  remove(handle) {
    this.handles = this.handles.filter((h) => h !== handle);
    if (this.hovered === handle) this.#hover(null, null);
  }

  at(event) {
    const box = this.stage.canvas.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    const snaps = this.stage.snaps !== Boolean(event.ctrlKey || event.metaKey);
    return { x, y, ray: this.stage.rayAt(x, y).clone(), reach: event.pointerType === 'touch' ? 22 : 10, step: snaps ? 0.01 : 0, turn: snaps ? Math.PI / 36 : 0 };
  }

  #find(at) {
    for (const handle of this.handles) {
      const found = handle.pick(at);
      if (found) return [handle, found];
    }
    return [null, null];
  }

  #down(event) {
    if (event.button !== 0 || !event.isPrimary || this.dragged) return;
    const at = this.at(event);
    const [handle, found] = this.#find(at);
    if (!handle) return;
    this.stage.controls.enabled = false;
    this.stage.canvas.setPointerCapture(event.pointerId);
    this.captured = event.pointerId;
    this.dragged = handle;
    this.#hover(handle, found);
    handle.down(found, at);
    event.preventDefault();
    this.stage.canvas.focus({ preventScroll: true });
  }

  #move(event) {
    if (this.dragged) {
      this.dragged.move?.(this.at(event));
      this.stage.invalidate();
    } else if (event.buttons === 0) {
      this.#hover(...this.#find(this.at(event)));
    }
  }

  #up(event) {
    if (!this.dragged) return;
    this.letGo(this.at(event));
  }

  /** What is dragged is let go of; true if something was. */
  letGo(at = null) {
    const handle = this.#release();
    if (!handle) return false;
    handle.up?.(at);
    this.#hover(null, null);
    return true;
  }

  /** As if it had not been dragged. Null if nothing was; else whether the handle took it back itself. */
  cancel() {
    const handle = this.#release();
    if (!handle) return null;
    if (handle.cancel) handle.cancel();
    else handle.up?.(null);
    this.#hover(null, null);
    return { isBack: Boolean(handle.cancel) };
  }

  #release() {
    const handle = this.dragged;
    if (!handle) return null;
    const { canvas, controls } = this.stage;
    this.dragged = null;
    controls.enabled = true;
    if (canvas.hasPointerCapture(this.captured)) canvas.releasePointerCapture(this.captured);
    return handle;
  }

  #hover(handle, found) {
    if (this.hovered && this.hovered !== handle) this.hovered.hover?.(null);
    if (handle || this.hovered) this.stage.invalidate();
    this.hovered = handle;
    handle?.hover?.(found);
    this.stage.canvas.style.cursor = handle ? (handle.cursor ?? 'grab') : '';
  }
}

/** To the nearest whole number of steps; step 0: as it is. */
export const snapped = (x, step) => (step > 0 ? Math.round(x / step) * step : x);

/** A way in the plane of the picture, in whole steps to the side and up. */
export function snappedWay(by, step, camera) {
  if (!(step > 0)) return by;
  const local = by.clone().applyQuaternion(camera.quaternion.clone().invert());
  return local.set(snapped(local.x, step), snapped(local.y, step), local.z).applyQuaternion(camera.quaternion);
}
