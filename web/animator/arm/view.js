// SPDX-License-Identifier: MIT
// The model in the picture: both arms, the gizmo, the elbow's circle, the ghosts; and what dragging them asks of the model.
import { Vector3 } from 'three';
import { Clay } from '../scene/clay.js';
import { shoulders } from '../scene/figure.js';
import { Gizmo } from '../scene/gizmo.js';
import { ElbowCircle, contains, union } from '../scene/circle.js';
import { GhostLimb, Ghosts, Limb, limbShapes } from '../scene/limb.js';
import { lengths, sides } from './model.js';
import { reasonText, verdict } from './words.js';
import { cross, dot, normalize, scale, wrap } from './vectors.js';

const tones = { good: '#2fb36a', warn: '#f5a524', bad: '#e0565b' };
const maxGhosts = 4;

/** The elbow's circle about the line from shoulder to wrist, and how swivels run along it. */
function circleOf(arm, q) {
  const { hand, elbow } = arm.forward(q);
  const wrist = hand.position;
  const d = Math.hypot(...wrist);
  const normal = d > 1e-9 ? scale(1 / d, wrist) : [0, 0, 1];
  const along = d > 1e-9 ? (d * d + lengths.upperArm ** 2 - lengths.forearm ** 2) / (2 * d) : 0;
  const radius = Math.sqrt(Math.max(0, lengths.upperArm ** 2 - along ** 2));
  // From the line to the elbow; where the arm is straight, any direction.
  let first = elbow.map((x, i) => x - dot(elbow, normal) * normal[i]);
  if (Math.hypot(...first) < 1e-6) first = cross(normal, Math.abs(normal[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]);
  first = normalize(first);
  const zero = arm.swivelTowards(wrist, first);
  const sense = wrap(arm.swivelTowards(wrist, cross(normal, first)) - zero) > 0 ? 1 : -1;
  return { center: scale(along, normal), normal, radius, first, zero, sense };
}

export class ArmView {
  priority = 4;
  cursor = 'pointer';

  constructor({ stage, pointer, model, onCommit, onTip }) {
    Object.assign(this, { stage, pointer, model, onCommit, onTip });
    this.limbs = {};
    const hand = model.swivel.hand();
    this.shapes = limbShapes(hand.points(hand.shape('relaxed')));
    hand.free();
    this.materials = {};
    for (const side of sides) {
      this.materials[side] = new Clay();
      this.limbs[side] = new Limb(side, this.shapes, this.materials[side]);
      this.limbs[side].group.position.fromArray(shoulders[side]);
      stage.scene.add(this.limbs[side].group);
    }
    this.showGhosts = true;
    // What other postures there are, and the one under the pointer in another colour.
    this.solutions = [];
    this.ghosts = new Ghosts(this.shapes, new Clay({ transparent: true, opacity: 0.16, depthWrite: false, color: '#6aa9ff' }), maxGhosts);
    this.litGhost = new GhostLimb(this.shapes, new Clay({ transparent: true, opacity: 0.5, depthWrite: false, color: '#ffd166' }));
    this.litGhost.group.visible = false;
    for (const { group } of [this.ghosts, this.litGhost]) {
      group.traverse((object) => (object.renderOrder = 5));
      stage.scene.add(group);
    }
    this.gizmo = pointer.add(
      new Gizmo(stage, {
        onMove: (position, rotation) => this.#moveHand(position, rotation),
        onEnd: () => onCommit(),
      }),
    );
    this.circle = pointer.add(
      new ElbowCircle(stage, {
        onSwivel: (swivel) => {
          model.setSwivel(swivel);
          onTip(null);
        },
        onEnd: () => onCommit(),
        onHover: (swivel, x, y) => {
          if (swivel === null) onTip(null);
          else onTip(contains(this.green, swivel) ? reasonText([]) : reasonText(model.reasons(swivel)), x, y);
        },
      }),
    );
    pointer.add(this.circle.grip);
    pointer.add(this);
    this.interactive = true;
    this.green = [];
    this.dirty = true;
    model.onChange(() => {
      this.dirty = true;
      stage.invalidate();
    });
  }

  /** Panels with a scene of their own hide the handles, and place the arms themselves, beginning with the model's postures. */
  setInteractive(is) {
    this.interactive = is;
    this.gizmo.visible = is;
    this.circle.group.visible = is;
    for (const side of sides) {
      const { arm, q } = this.model.arms[side];
      this.limbs[side].group.position.fromArray(shoulders[side]);
      this.limbs[side].place(arm.forward(q).frames);
    }
    this.dirty = true;
    this.stage.invalidate();
  }

  /** Where the hand went out of the picture, the picture follows. */
  reveal() {
    if (!this.interactive) return;
    const { hand } = this.limbs[this.model.settings.side];
    hand.updateWorldMatrix(true, false);
    this.stage.reveal([this.gizmo.position, hand.localToWorld(new Vector3(0, 0, 0.19))]);
  }

  shoulder() {
    return shoulders[this.model.settings.side];
  }

  #moveHand(position, rotation) {
    const from = this.shoulder();
    this.model.setTarget({ position: position.toArray().map((x, i) => x - from[i]), rotation: rotation.toArray() });
  }

  theme(name) {
    this.colors = name === 'dark' ? { active: '#c9d6ea', idle: '#b9b4ab' } : { active: '#d3dff0', idle: '#e4dfd6' };
    this.dirty = true;
  }

  /** Before each frame. */
  update() {
    if (!this.dirty) return;
    this.dirty = false;
    this.stage.shadowIsOld = true;
    const { model } = this;
    for (const side of sides) {
      const state = model.arms[side];
      if (this.interactive) this.limbs[side].place(state.arm.forward(state.q).frames);
      const isActive = this.interactive && (side === model.settings.side || model.settings.mirror);
      this.materials[side].color.set(isActive ? this.colors.active : this.colors.idle);
    }
    if (!this.interactive) {
      this.#placeGhosts([]);
      return;
    }
    const state = model.active;
    const from = new Vector3().fromArray(this.shoulder());
    this.gizmo.place(new Vector3().fromArray(state.target.position).add(from).toArray(), state.target.rotation);
    this.gizmo.tone = tones[verdict(model, state).tone];
    this.#updateCircle(state, from);
    this.#updateGhosts(state);
  }

  #updateCircle(state, from) {
    const geometry = circleOf(state.arm, state.q);
    const { hand } = state.arm.forward(state.q);
    this.green = union(state.arm.feasible(hand));
    this.circle.update(
      {
        ...geometry,
        center: new Vector3().fromArray(geometry.center).add(from),
        normal: new Vector3().fromArray(geometry.normal),
        first: new Vector3().fromArray(geometry.first),
      },
      this.green,
      state.arm.swivelOf(state.q),
    );
  }

  #updateGhosts(state) {
    const isShown = this.showGhosts && this.circle.radius >= 0.03;
    this.#placeGhosts(isShown ? this.model.otherSolutions(state).slice(0, maxGhosts) : []);
  }

  #placeGhosts(solutions) {
    this.solutions = solutions;
    this.litGhost.group.visible = false;
    for (const { group } of [this.ghosts, this.litGhost]) group.position.fromArray(this.shoulder());
    this.ghosts.place(solutions.map(({ q }) => this.model.active.arm.forward(q).frames));
  }

  // ---- the ghosts under the pointer ----

  pick(at) {
    if (!this.interactive) return null;
    const hit = at.raycaster.intersectObjects(this.ghosts.parts, false)[0];
    if (!hit) return null;
    const limb = this.limbs[this.model.settings.side];
    const own = at.raycaster.intersectObjects([limb.upperArm, limb.forearm, limb.hand], true)[0];
    return own && own.distance < hit.distance ? null : { solution: this.solutions[hit.instanceId], x: at.x, y: at.y };
  }

  hover(found) {
    this.litGhost.group.visible = found !== null;
    if (found) this.litGhost.place(this.model.active.arm.forward(found.solution.q).frames);
    this.onTip(found ? `${found.solution.label}. Click to take it.` : null, found?.x, found?.y);
  }

  down({ solution }) {
    this.model.setSwivel(solution.swivel);
    this.onCommit();
  }
}
