// SPDX-License-Identifier: MIT
// The model in the picture: both arms, the gizmo, the elbow's circle; and what dragging them asks of the model.
import { Vector3 } from 'three';
import { shoulders } from '../scene/figure.js';
import { Gizmo } from '../scene/gizmo.js';
import { ElbowCircle, contains } from '../scene/circle.js';
import { LimitsView } from '../scene/limits.js';
import { Skeleton } from '../scene/skeleton.js';
import { Person } from './person.js';
import { sides } from './model.js';
import { bodyColors } from '../body/skin.js';
import { reasonText, verdict } from './words.js';

const tones = { good: '#2fb36a', warn: '#f5a524', bad: '#e0565b' };

export class ArmView {
  constructor({ stage, pointer, model, shape, onCommit, onTip }) {
    Object.assign(this, { stage, pointer, model, onCommit, onTip });
    const hand = model.swivel.hand();
    const fingers = hand.points(hand.shape('relaxed'));
    hand.free();
    const neutral = Object.fromEntries(sides.map((side) => [side, model.arms[side].hard.frames(model.arms[side].hard.posture([0, 0, 0, 0, 0, 0, 0]))]));
    this.person = new Person(shape, stage, { neutral, fingers });
    this.limbs = this.person.limbs;
    this.skeleton = new Skeleton(stage);
    this.gizmo = pointer.add(
      new Gizmo(stage, {
        onStart: () => (this.bend = model.active.q.slice(4)),
        onMove: (position, rotation, isTurn) => this.#moveHand(position, rotation, isTurn),
        onEnd: () => {
          // The rings turn as the hand has turned.
          this.dirty = true;
          onCommit();
        },
      }),
    );
    // Whether a hand that is moved stays turned in the world as it is; else its wrist is relaxed.
    this.keepsTurn = false;
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
    this.limits = new LimitsView(stage);
    this.showsLimits = false;
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
    this.limits.group.visible = is && this.showsLimits;
    for (const side of sides) {
      this.limbs[side].group.position.fromArray(shoulders[side]);
      this.limbs[side].place(this.model.seen(this.model.arms[side]).frames);
    }
    this.dirty = true;
    this.stage.invalidate();
  }

  /** The body of glass, and its bones in it; they are placed by who moves the arms. */
  set isXray(is) {
    this.person.isGlass = is;
    this.skeleton.group.visible = is;
    if (is) this.skeleton.place(this.limbs);
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

  #moveHand(position, rotation, isTurn) {
    const from = this.shoulder();
    const at = position.toArray().map((x, i) => x - from[i]);
    const isKept = isTurn || this.keepsTurn;
    this.model.setTarget({ position: at, rotation: isKept ? rotation.toArray() : this.model.relaxedAt(at, this.bend) });
  }

  theme(name) {
    this.person.skin.colors({ ...bodyColors[name], light: '#8fb6e8' });
    this.dirty = true;
  }

  /** Before each frame. */
  update() {
    if (!this.dirty) return;
    this.dirty = false;
    this.stage.shadowIsOld = true;
    const { model } = this;
    for (const side of sides) {
      if (this.interactive) this.limbs[side].place(model.seen(model.arms[side]).frames);
    }
    // The arms that are moved are told from the rest by their colour.
    const isMoved = (name) => this.interactive && (model.settings.mirror || name.startsWith(model.settings.side)) && /Arm|Hand/.test(name);
    this.person.skin.light((j) => (isMoved(this.person.skin.shape.names[j]) ? 0.35 : 0));
    if (!this.interactive) return;
    const state = model.active;
    const from = new Vector3().fromArray(this.shoulder());
    this.gizmo.place(new Vector3().fromArray(state.target.position).add(from).toArray(), state.target.rotation);
    this.gizmo.tone = tones[verdict(model, state).tone];
    this.#updateCircle(state, from);
    this.limits.group.visible = this.showsLimits;
    if (this.showsLimits) this.limits.update(state.hard, model.seen(state), state.q, from.toArray());
  }

  #updateCircle(state, from) {
    const { forward, feasible, swivel } = this.model.seen(state);
    const { centre, zero, quarter, radius } = state.hard.circle(forward.end.position);
    this.green = feasible;
    const first = new Vector3().fromArray(zero);
    this.circle.update(
      {
        center: new Vector3().fromArray(centre).add(from),
        normal: first.clone().cross(new Vector3().fromArray(quarter)),
        radius,
        first,
      },
      this.green,
      swivel,
    );
  }
}
