// SPDX-License-Identifier: MIT
// The bones of a character over its picture, coloured by how sure their part is; the one that a part is looked for can be clicked.
import { Color, ConeGeometry, InstancedMesh, Matrix4, MeshBasicMaterial, Quaternion, SphereGeometry, Vector3 } from 'three';

export const tones = [[0.9, '#2fb36a', 'sure'], [0.6, '#f5a524', 'likely'], [0, '#e5484d', 'a guess']];
export const noTone = '#8a96a3';
const chosenTone = '#c13ad6';
export const toneOf = (confidence) => tones.find(([least]) => confidence >= least)[1];

const along = new Vector3(0, 1, 0);
const [place, turn, size, rest, matrix, way] = [new Vector3(), new Quaternion(), new Vector3(), new Vector3(), new Matrix4(), new Vector3()];
const color = new Color();

export class BindingView {
  priority = 8;
  cursor = 'crosshair';

  /** onPick(joint): clicked while a part is looked for. onTip(text or null, x, y). */
  constructor(stage, { onPick, onTip }) {
    Object.assign(this, { stage, onPick, onTip, isVisible: false, armed: false });
    this.meshes = [];
  }

  /** on: what a Cast shows; null: nothing. chosen: the joint of the part that is looked for. */
  set(on) {
    this.stage.scene.remove(...this.meshes);
    for (const mesh of this.meshes) {
      mesh.geometry.dispose();
      mesh.material.dispose();
      mesh.dispose();
    }
    this.on = on;
    const { joints } = on.character;
    this.places = joints.map(() => new Vector3());
    const make = (geometry, opacity) => {
      const mesh = new InstancedMesh(geometry, new MeshBasicMaterial({ depthTest: false, transparent: true, opacity }), joints.length);
      mesh.frustumCulled = false;
      mesh.renderOrder = 15;
      mesh.userData.isHandle = true;
      return mesh;
    };
    this.bones = make(new ConeGeometry(1, 1, 4).translate(0, 0.5, 0), 0.6);
    this.dots = make(new SphereGeometry(1, 10, 8), 0.95);
    this.dots.renderOrder = 16;
    this.meshes = [this.bones, this.dots];
    this.stage.scene.add(...this.meshes);
    this.partOf = new Map(Object.entries(on.binding.parts).map(([part, { joint }]) => [joint, part]));
    this.paint(null);
  }

  set visible(is) {
    this.isVisible = is;
    for (const mesh of this.meshes) mesh.visible = is;
  }

  /** In the colours of their confidence; the joint of the chosen part apart. */
  paint(chosen) {
    const { parts } = this.on.binding;
    const joint = chosen === null ? -1 : parts[chosen].joint;
    const tone = (j) => (j === joint ? chosenTone : this.partOf.has(j) ? toneOf(parts[this.partOf.get(j)].confidence) : noTone);
    this.sizes = this.places.map((_, j) => (j === joint ? 0.022 : this.partOf.has(j) ? 0.011 : 0.006));
    this.on.character.joints.forEach(({ parent }, j) => {
      this.dots.setColorAt(j, color.set(tone(j)));
      // A bone is its upper joint's.
      this.bones.setColorAt(j, color.set(tone(Math.max(parent, 0))));
    });
    for (const mesh of this.meshes) mesh.instanceColor.needsUpdate = true;
  }

  /** worlds: of the moved joints. */
  update(worlds) {
    const { shape, character } = this.on;
    const { carriers, moved, places } = shape;
    character.joints.forEach(({ parent }, j) => {
      const carrier = carriers[j];
      rest.fromArray(places[moved[carrier]]);
      turn.fromArray(worlds, 7 * carrier + 3);
      this.places[j].fromArray(places[j]).sub(rest).applyQuaternion(turn).add(place.fromArray(worlds, 7 * carrier));
      this.dots.setMatrixAt(j, matrix.makeScale(this.sizes[j], this.sizes[j], this.sizes[j]).setPosition(this.places[j]));
      const from = this.places[Math.max(parent, 0)];
      way.subVectors(this.places[j], from);
      const length = parent < 0 ? 0 : way.length();
      turn.setFromUnitVectors(along, length > 0 ? way.divideScalar(length) : along);
      const wide = Math.min(0.012, 0.1 * length);
      this.bones.setMatrixAt(j, matrix.compose(from, turn, size.set(wide, length, wide)));
    });
    for (const mesh of this.meshes) mesh.instanceMatrix.needsUpdate = true;
  }

  // ---- the pointer ----

  pick(at) {
    if (!this.armed || !this.isVisible) return null;
    let best = null;
    this.places.forEach((point, joint) => {
      const { x, y } = this.stage.toScreen(point, place);
      const away = Math.hypot(x - at.x, y - at.y);
      if (away < Math.max(at.reach, 12) && (!best || away < best.away)) best = { away, joint };
    });
    return best;
  }

  hover(found) {
    const { x, y } = found ? this.stage.toScreen(this.places[found.joint], place) : place;
    this.onTip(found && this.on.character.joints[found.joint].name, x, y);
  }

  down({ joint }) {
    this.onTip(null);
    this.onPick(joint);
  }
}
