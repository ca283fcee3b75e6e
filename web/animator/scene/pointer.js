// SPDX-License-Identifier: MIT
// Mouse, pen and touch on the canvas. Handles say whether they lie under the pointer; the one that does, of the highest
// priority, is dragged, and the camera stays where it is meanwhile. Everything else moves the camera.
//
// A handle is { priority, cursor, pick(at), hover(found), down(found, at), move(at), up(at) }; `at` is { x, y, ray, reach }
// with x and y in CSS pixels and `reach` the radius of the pointer: a finger is wider than an arrow.
import { Raycaster, Vector2 } from 'three';

export class Pointer {
  constructor(stage) {
    this.stage = stage;
    this.handles = [];
    this.dragged = null;
    this.hovered = null;
    this.raycaster = new Raycaster();
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
    this.raycaster.setFromCamera(new Vector2((2 * x) / box.width - 1, 1 - (2 * y) / box.height), this.stage.camera);
    return { x, y, ray: this.raycaster.ray, raycaster: this.raycaster, reach: event.pointerType === 'touch' ? 22 : 10 };
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
    const handle = this.dragged;
    if (!handle) return false;
    this.dragged = null;
    this.stage.controls.enabled = true;
    handle.up?.(at);
    this.#hover(null, null);
    return true;
  }

  #hover(handle, found) {
    if (this.hovered && this.hovered !== handle) this.hovered.hover?.(null);
    if (handle || this.hovered) this.stage.invalidate();
    this.hovered = handle;
    handle?.hover?.(found);
    this.stage.canvas.style.cursor = handle ? (handle.cursor ?? 'grab') : '';
  }
}
