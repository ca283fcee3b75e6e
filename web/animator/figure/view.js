// SPDX-License-Identifier: MIT
// The body in the picture, its pins, handles on one part, and what dragging asks of the model.
import { Mesh, MeshBasicMaterial, PerspectiveCamera, Quaternion, RingGeometry, Scene, SphereGeometry, Vector3 } from 'three';
import { Gizmo } from '../scene/gizmo.js';
import { BodySkin, bodyColors } from '../body/skin.js';
import { BodyGrab } from './grab.js';
import { canTurn, gripNames } from './model.js';

const pinColor = '#3e7bfa';
const place = new Vector3();
const turn = new Quaternion();

/** Puts a skin where a model's worlds say. */
export function placeSkin(skin, worlds) {
  for (let j = 0; j < skin.shape.names.length; j++) skin.place(j, place.fromArray(worlds, 7 * j), turn.fromArray(worlds, 7 * j + 3));
}

/** Where the whole body is looked at from; a narrow picture from further away, and a low one, of which what lies over it takes a part. */
export function wholeBodyLook(aspect, height) {
  const away = height < 400 ? 5.3 : aspect < 0.9 ? 3.9 : 3.75;
  return [[0, 0.05, 0.95], [0.38 * away, 0.92 * away, 0.95 + 0.16 * away]];
}

export class FigureView {
  constructor({ stage, pointer, model, skin = new BodySkin(model.shape), onCommit, onTip }) {
    Object.assign(this, { stage, pointer, model, skin, onCommit, onTip });
    const dress = () => this.skin.setRest(model.body.isRobot ? this.skin.shape.rest() : model.rest);
    dress();
    model.onShape = dress;
    stage.scene.add(this.skin.group);
    this.selected = 'rightHand';
    this.hasHandles = false;
    this.pins = new Map();
    this.mass = new Mesh(new RingGeometry(0.018, 0.028, 24), new MeshBasicMaterial({ transparent: true, opacity: 0.9, depthTest: false }));
    this.mass.renderOrder = 3;
    this.mass.userData.isHandle = true;
    stage.scene.add(this.mass);
    this.grab = pointer.add(
      new BodyGrab(stage, this.skin, {
        onHover: (part, x, y) => this.#hover(part, x, y),
        onStart: (part) => this.#take(part),
        onMove: (by) => model.dragTo(this.from.clone().add(by).toArray()),
        onEnd: () => this.#drop(),
        onCancel: () => this.#cancel(),
      }),
    );
    this.gizmo = pointer.add(
      new Gizmo(stage, {
        onStart: () => this.#take(this.selected),
        onMove: (position, rotation, isTurn) => model.dragTo(position.toArray(), isTurn && canTurn(this.selected) ? rotation.toArray() : null),
        onEnd: () => this.#drop(),
        onCancel: () => this.#cancel(),
      }),
    );
    // A character may have no joint for its chest: then the pelvis is what one holds there.
    this.grab.grips = this.grab.grips.map((part) => (part && model.body.parts[part] < 0 ? 'hips' : part));
    this.visible = false;
    model.onChange(() => {
      this.dirty = true;
      stage.invalidate();
    });
  }

  /** Out of the picture for good; the model is the caller's. */
  remove() {
    this.visible = false;
    this.pointer.remove(this.grab);
    this.pointer.remove(this.gizmo);
    this.gizmo.remove();
    this.stage.scene.remove(this.skin.group, this.mass, ...this.pins.values());
    this.skin.dispose();
  }

  set visible(is) {
    this.isVisible = is;
    this.skin.group.visible = is;
    this.grab.isOn = is;
    this.gizmo.visible = is && this.hasHandles;
    this.mass.visible = is && this.model.settings.balance;
    for (const pin of this.pins.values()) pin.visible = is;
    this.dirty = true;
  }

  #take(part) {
    this.model.take(part);
    this.selected = part;
    this.from = new Vector3().fromArray(this.model.drag.start.position);
    this.onTip(null);
    this.#light(part);
  }

  #drop() {
    this.model.drop();
    this.#light(null);
    this.onCommit();
  }

  #cancel() {
    this.model.cancel();
    this.#light(null);
  }

  #hover(part, x, y) {
    if (this.pointer.dragged) return;
    this.#light(part);
    this.onTip(part && gripNames[part], x, y);
  }

  #light(part) {
    const { grips } = this.grab;
    this.skin.light((j) => (grips[j] === part ? 0.55 : 0));
    this.stage.invalidate();
  }

  theme(name) {
    this.skin.colors(bodyColors[name]);
    this.dirty = true;
  }

  /** Before each frame. */
  update() {
    if (!this.dirty || !this.isVisible) return;
    this.dirty = false;
    const { model, stage } = this;
    stage.shadowIsOld = true;
    placeSkin(this.skin, model.drawn);
    this.grab.moved();
    this.#updatePins();
    const { position, rotation } = model.pose(this.selected);
    this.gizmo.visible = this.hasHandles;
    this.gizmo.turns = canTurn(this.selected);
    const target = model.drag?.part === this.selected ? model.drag : { position, rotation };
    this.gizmo.place(target.position, target.rotation);
    const { mass, overhang } = model.report;
    this.mass.visible = model.settings.balance;
    this.mass.position.set(mass[0], mass[1], 0.004);
    this.mass.material.color.set(overhang > 1e-3 ? '#e0565b' : '#2fb36a');
  }

  #updatePins() {
    const { pins } = this.model;
    for (const [part, pin] of this.pins)
      if (!pins.has(part)) {
        this.stage.scene.remove(pin);
        this.pins.delete(part);
      }
    for (const [part, { position }] of pins) {
      if (!this.pins.has(part)) {
        const pin = new Mesh(new SphereGeometry(0.013, 12, 8), new MeshBasicMaterial({ color: pinColor, depthTest: false, transparent: true, opacity: 0.9 }));
        pin.renderOrder = 19;
        pin.userData.isHandle = true;
        this.stage.scene.add(pin);
        this.pins.set(part, pin);
      }
      this.pins.get(part).position.fromArray(position);
    }
  }

  /** The picture of a posture on a canvas of its own, without floor or handles. */
  picture(locals, canvas) {
    const { stage, model, skin } = this;
    const { parent, visible } = skin.group;
    const { parts } = skin;
    const scene = new Scene();
    const camera = new PerspectiveCamera(22, canvas.width / canvas.height, 0.1, 20);
    const { stature } = model.settings;
    camera.position.set(1.3 * stature, 3.1 * stature, 0.95 * stature);
    camera.lookAt(0, 0, 0.6 * stature);
    scene.add(skin.group);
    skin.group.visible = true;
    skin.light(() => 0);
    placeSkin(skin, model.worldsOf(locals));
    stage.picture(scene, camera, canvas);
    // As it was.
    parent.add(skin.group);
    skin.group.visible = visible;
    if (parts) skin.light((j) => parts[j]);
    placeSkin(skin, model.worlds);
  }
}
