// SPDX-License-Identifier: MIT
// A posture as a word for links: the hips' place to a tenth of a millimetre, then each joint's turn against its parent as the three
// numbers of its rotation vector, to a ten-thousandth of a radian; 16 bits each, in base64 for addresses.

const steps = 1e4;
const isFinger = (name) => /Thumb|Index|Middle|Ring|Little/.test(name);

/** x, y, z of the rotation vector of a quaternion. */
function vectorOf([x, y, z, w]) {
  const sign = w < 0 ? -1 : 1;
  const size = Math.hypot(x, y, z);
  const angle = 2 * Math.atan2(size, sign * w);
  return size < 1e-12 ? [0, 0, 0] : [x, y, z].map((c) => (sign * c * angle) / size);
}

function turnOf(vector) {
  const angle = Math.hypot(...vector);
  if (angle < 1e-12) return [0, 0, 0, 1];
  return [...vector.map((c) => (c * Math.sin(angle / 2)) / angle), Math.cos(angle / 2)];
}

const short = (x) => Math.min(Math.max(Math.round(x * steps), -32767), 32767);

/** How many numbers a posture is. */
export const sizeOf = (names) => 3 + 3 * names.filter((name) => !isFinger(name)).length;

/** A posture as whole numbers. hips: the joint whose place is the body's. */
export function shortsOf(names, locals, hips = 0) {
  const list = [...locals.subarray(7 * hips, 7 * hips + 3)];
  names.forEach((name, j) => isFinger(name) || list.push(...vectorOf(Array.from(locals.subarray(7 * j + 3, 7 * j + 7)))));
  return Int16Array.from(list, short);
}

/** The other way round, into locals; fingers stay as they are. */
export function readShorts(names, shorts, locals, hips = 0) {
  const at = (i) => [shorts[i], shorts[i + 1], shorts[i + 2]].map((x) => x / steps);
  locals.set(at(0), 7 * hips);
  let i = 3;
  names.forEach((name, j) => {
    if (isFinger(name)) return;
    locals.set(turnOf(at(i)), 7 * j + 3);
    i += 3;
  });
}

/** A posture as a word. */
export function pack(names, locals, hips = 0) {
  const bytes = new Uint8Array(shortsOf(names, locals, hips).buffer);
  return `p.${btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** The other way round: writes into locals; false if the word is none. */
export function unpackPosture(names, word, locals, hips = 0) {
  if (typeof word !== 'string' || !/^p\.[\w-]+$/.test(word)) return false;
  const bytes = Uint8Array.from(atob(word.slice(2).replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  if (bytes.length !== 2 * sizeOf(names)) return false;
  readShorts(names, new Int16Array(bytes.buffer), locals, hips);
  return true;
}
