// SPDX-License-Identifier: MIT
// The body that the arm's panels move: it stands, and its arms are put where forward kinematics has the bones. Its shoulders are where
// the arms hang, and its arms as long as the model's.
import { Group, Object3D, Quaternion, Vector3 } from 'three';
import { BodySkin } from '../body/skin.js';
import { shoulders } from '../scene/figure.js';
import { lengths, sides } from './model.js';
import { add, cross, dot, minus, normalize, scale } from './vectors.js';

const bones = ['Proximal', 'Intermediate', 'Distal'];
const digits = [
  ['ThumbMetacarpal', 'ThumbProximal', 'ThumbDistal'],
  ...['Index', 'Middle', 'Ring', 'Little'].map((finger) => bones.map((bone) => finger + bone)),
];
// How much of the upper arm's twist and of the forearm's goes on along the skin.
const upperTwists = { UpperArm: 0.35, UpperArmTwist: 0.85 };
const lowerTwists = { LowerArm: 0.2, LowerArmTwist: 0.75 };
const along = new Vector3(0, 0, 1);

/** The rotation whose z lies along one direction and whose y is nearest to another. */
function frameOf(z, near) {
  const [k, j] = [normalize(z), near];
  const y = normalize(j.map((c, i) => c - dot(j, k) * k[i]));
  const x = cross(y, k);
  const turn = new Quaternion().setFromUnitVectors(along, new Vector3(...k));
  const now = new Vector3(1, 0, 0).applyQuaternion(turn);
  const angle = Math.atan2(dot(cross(now.toArray(), x), k), dot(now.toArray(), x));
  return new Quaternion().setFromAxisAngle(new Vector3(...k), angle).multiply(turn);
}

const aboutZ = (angle) => new Quaternion().setFromAxisAngle(along, angle);
const wrapped = (angle) => angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
/** How far a rotation turns about z. */
const twistOf = (q) => wrapped(2 * Math.atan2(q.z, q.w));

/** The body at rest with its shoulders where the arms hang, and arms of the model's lengths: what lies on a bone is stretched along it. */
function fitted(shape) {
  const atOne = shape.rest(1);
  const at = (name) => atOne.joints[shape.names.indexOf(name)];
  const stature = (atOne.stature * shoulders.right[2]) / at('rightUpperArm')[2];
  const rest = shape.rest(1, stature);
  const joints = rest.joints.map((place) => [...place]);
  const stretches = shape.names.map(() => null);
  for (const side of sides) {
    const index = (name) => shape.names.indexOf(side + name);
    const [shoulder, elbow, wrist] = ['UpperArm', 'LowerArm', 'Hand'].map((name) => rest.joints[index(name)]);
    const [upper, lower] = [minus(elbow, shoulder), minus(wrist, elbow)];
    const [upperPart, lowerPart] = [lengths.upper / Math.hypot(...upper), lengths.lower / Math.hypot(...lower)];
    const newElbow = add(shoulders[side], scale(upperPart, upper));
    const newWrist = add(newElbow, scale(lowerPart, lower));
    shape.names.forEach((name, j) => {
      if (!name.startsWith(side) || /Shoulder|Leg|Foot|Toes/.test(name)) return;
      if (/UpperArm/.test(name)) {
        joints[j] = add(shoulders[side], scale(upperPart, minus(rest.joints[j], shoulder)));
        stretches[j] = { direction: normalize(upper), part: upperPart };
      } else if (/LowerArm/.test(name)) {
        joints[j] = add(newElbow, scale(lowerPart, minus(rest.joints[j], elbow)));
        stretches[j] = { direction: normalize(lower), part: lowerPart };
      } else joints[j] = add(newWrist, minus(rest.joints[j], wrist));
    });
  }
  const skin = new Float32Array(rest.skin.length);
  for (let v = 0; v < shape.count; v++) {
    const place = Array.from(rest.skin.subarray(3 * v, 3 * v + 3));
    for (let i = 4 * v; i < 4 * v + 4; i++) {
      const j = shape.joints[i];
      let from = minus(place, rest.joints[j]);
      if (stretches[j]) from = add(from, scale((stretches[j].part - 1) * dot(from, stretches[j].direction), stretches[j].direction));
      for (let k = 0; k < 3; k++) skin[3 * v + k] += shape.weights[i] * (joints[j][k] + from[k]);
    }
  }
  return { skin, joints };
}

/** An arm of the body. Its own objects have no shape: they are where its bones are, for handles and for what is drawn beside them. */
class PersonLimb {
  constructor(person, side, neutral) {
    Object.assign(this, { person, side });
    this.group = new Group();
    this.group.position.fromArray(shoulders[side]);
    [this.upperArm, this.forearm, this.hand, this.handSkin, this.articulated] = Array.from({ length: 5 }, () => new Object3D());
    this.group.add(this.upperArm, this.forearm, this.hand);
    this.hand.add(this.handSkin);
    this.handSkin.add(this.articulated);
    // A left hand is a right one's mirror image.
    this.handSkin.scale.x = side === 'left' ? -1 : 1;
    this.bones = digits.map((digit) => digit.map(() => new Object3D()));
    this.articulated.add(...this.bones.flat());
    this.isArticulated = false;

    const { skin } = person;
    const index = (name) => skin.shape.names.indexOf(side + name);
    const at = (name) => skin.rest[index(name)].toArray();
    const [upper, lower] = [minus(at('LowerArm'), at('UpperArm')), minus(at('Hand'), at('LowerArm'))];
    const hinge = scale(side === 'left' ? -1 : 1, cross(upper, lower));
    this.index = index;
    this.restUpper = frameOf(upper, hinge);
    this.restLower = frameOf(lower, hinge);
    this.restHand = frameOf(minus(at('MiddleProximal'), at('Hand')), minus(at('IndexProximal'), at('LittleProximal')));
    this.neutral = twistOf(new Quaternion().fromArray(neutral.lower.rotation).invert().multiply(new Quaternion().fromArray(neutral.end.rotation)));
    this.restPronation = this.#pronation(this.restLower, this.restHand);
    this.restUpperAxis = new Vector3(...normalize(upper));
    this.restClavicle = new Vector3(...minus(at('UpperArm'), at('Shoulder')));
    const toHand = this.restHand.clone().invert();
    this.restDigits = digits.map((digit) =>
      digit.map((name, i) => {
        const [from, to] = i < 2 ? [name, digit[i + 1]] : [digit[1], name];
        return new Vector3(...minus(at(to), at(from))).applyQuaternion(toHand).normalize();
      }),
    );
  }

  /** Of a hand against a forearm that is not turned about itself. */
  #pronation(lower, hand) {
    return wrapped(twistOf(lower.clone().invert().multiply(hand)) - this.neutral);
  }

  set isArticulated(is) {
    this.articulated.visible = is;
    if (!is && this.relaxed) this.placeFingers(this.relaxed);
  }

  /** For each digit its three joints and its tip, as seen from the wrist of a right hand. */
  placeFingers(fingers) {
    this.fingers = fingers.map((points) => points.map((point) => new Vector3().fromArray(point)));
    this.bones.forEach((digit, d) => digit.forEach((bone, i) => bone.position.copy(this.fingers[d][i])));
    if (this.frames) this.place(this.frames);
  }

  /** bones: poses of upper arm, forearm and hand, as seen from the group. */
  place(frames) {
    this.frames = frames;
    for (const [object, { position, rotation }] of [[this.upperArm, frames.upper], [this.forearm, frames.lower], [this.hand, frames.end]]) {
      object.position.fromArray(position);
      object.quaternion.fromArray(rotation);
    }
    const { skin } = this.person;
    const origin = this.group.position;
    const put = (name, position, rotation) => skin.place(this.index(name), position, rotation);
    const elbow = this.forearm.position.clone().add(origin);
    const wrist = this.hand.position.clone().add(origin);

    const clavicle = skin.rest[this.index('Shoulder')];
    put('Shoulder', clavicle, new Quaternion().setFromUnitVectors(this.restClavicle.clone().normalize(), origin.clone().sub(clavicle).normalize()));

    // The upper arm: where it points, and a part of its twist.
    const turn = this.upperArm.quaternion.clone().multiply(this.restUpper.clone().invert());
    const swing = new Quaternion().setFromUnitVectors(this.restUpperAxis, along.clone().applyQuaternion(this.upperArm.quaternion));
    const twist = swing.clone().invert().multiply(turn);
    const twisted = wrapped(2 * Math.atan2(new Vector3(twist.x, twist.y, twist.z).dot(this.restUpperAxis), twist.w));
    for (const [name, part] of Object.entries(upperTwists)) {
      const way = skin.rest[this.index(name)].clone().sub(skin.rest[this.index('UpperArm')]).length() / lengths.upper;
      put(name, origin.clone().lerp(elbow, way), swing.clone().multiply(new Quaternion().setFromAxisAngle(this.restUpperAxis, part * twisted)));
    }

    // The forearm is half as pronated as the hand.
    const half = this.#pronation(this.forearm.quaternion, this.hand.quaternion);
    for (const [name, part] of Object.entries(lowerTwists)) {
      const way = skin.rest[this.index(name)].clone().sub(skin.rest[this.index('LowerArm')]).length() / lengths.lower;
      const now = this.forearm.quaternion.clone().multiply(aboutZ(2 * half * part - half));
      const rest = this.restLower.clone().multiply(aboutZ(part * this.restPronation));
      put(name, elbow.clone().lerp(wrist, way), now.multiply(rest.invert()));
    }
    this.#placeHand(put, wrist);
    this.person.moved();
  }

  #placeHand(put, wrist) {
    const fromRest = this.restHand.clone().invert();
    put('Hand', wrist, this.hand.quaternion.clone().multiply(fromRest));
    const mirror = this.side === 'left' ? new Vector3(-1, 1, 1) : new Vector3(1, 1, 1);
    this.fingers?.forEach((points, d) => {
      const places = points.map((point) => point.clone().multiply(mirror));
      digits[d].forEach((name, i) => {
        const bend = new Quaternion().setFromUnitVectors(this.restDigits[d][i], places[i + 1].clone().sub(places[i]).normalize());
        put(name, places[i].clone().applyQuaternion(this.hand.quaternion).add(wrist), this.hand.quaternion.clone().multiply(bend).multiply(fromRest));
      });
    });
  }
}

export class Person {
  /** neutral: { right, left }, the bones of arms whose angles are all zero. fingers: points of a relaxed hand. */
  constructor(shape, stage, { neutral, fingers }) {
    this.stage = stage;
    this.skin = new BodySkin(shape);
    this.skin.setRest(fitted(shape));
    stage.scene.add(this.skin.group);
    this.limbs = Object.fromEntries(sides.map((side) => [side, new PersonLimb(this, side, neutral[side])]));
    for (const limb of Object.values(this.limbs)) {
      stage.scene.add(limb.group);
      limb.relaxed = fingers;
      limb.placeFingers(fingers);
    }
  }

  moved() {
    this.stage.shadowIsOld = true;
  }

  set visible(is) {
    this.skin.group.visible = is;
  }

  /** Seen through, to the bones inside. */
  set isGlass(is) {
    Object.assign(this.skin.material, { transparent: is, depthWrite: !is });
    this.skin.material.uniforms.opacity.value = is ? 0.3 : 1;
    this.skin.material.needsUpdate = true;
  }
}
