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

/** numbers and locals in, a word out. */
export function pack(names, locals, numbers) {
  const list = [...numbers, ...locals.subarray(0, 3)];
  names.forEach((name, j) => isFinger(name) || list.push(...vectorOf(Array.from(locals.subarray(7 * j + 3, 7 * j + 7)))));
  const bytes = new Uint8Array(Int16Array.from(list, short).buffer);
  return `p.${btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** The other way round: writes into locals, returns the `count` numbers before them; null if the word is none. */
export function unpackPosture(names, word, locals, count) {
  if (typeof word !== 'string' || !/^p\.[\w-]+$/.test(word)) return null;
  const bytes = Uint8Array.from(atob(word.slice(2).replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  const wanted = count + 3 + 3 * names.filter((name) => !isFinger(name)).length;
  if (bytes.length !== 2 * wanted) return null;
  const list = Array.from(new Int16Array(bytes.buffer), (x) => x / steps);
  locals.set(list.slice(count, count + 3));
  let at = count + 3;
  names.forEach((name, j) => {
    if (isFinger(name)) return;
    locals.set(turnOf(list.slice(at, at + 3)), 7 * j + 3);
    at += 3;
  });
  return list.slice(0, count);
}
