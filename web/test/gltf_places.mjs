// SPDX-License-Identifier: MIT
// A glTF file's motion, worked out by hand.

/** Where the joints are in a frame of a glTF file's motion. */
export function placesOf(json, numbers, frame) {
  const [{ channels, samplers }] = json.animations;
  const tracks = {};
  for (const { sampler, target } of channels) tracks[`${target.node} ${target.path}`] = numbers(samplers[sampler].output);
  const found = {};
  const rotate = ([x, y, z, w], v) => {
    const c = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    const u = c([x, y, z], v).map((k) => 2 * k);
    const q = c([x, y, z], u);
    return v.map((k, i) => k + w * u[i] + q[i]);
  };
  const times = ([ax, ay, az, aw], [bx, by, bz, bw]) => [aw * bx + ax * bw + ay * bz - az * by, aw * by + ay * bw + az * bx - ax * bz, aw * bz + az * bw + ax * by - ay * bx, aw * bw - ax * bx - ay * by - az * bz];
  const visit = (node, place, turn) => {
    const { name, translation = [0, 0, 0], rotation = [0, 0, 0, 1], children = [] } = json.nodes[node];
    const of = (path, width, instead) => (tracks[`${node} ${path}`] ? Array.from(tracks[`${node} ${path}`].subarray(width * frame, width * frame + width)) : instead);
    const at = rotate(turn, of('translation', 3, translation)).map((k, i) => k + place[i]);
    const now = times(turn, of('rotation', 4, rotation));
    found[name] = at;
    for (const child of children) visit(child, at, now);
  };
  for (const node of json.scenes[0].nodes) visit(node, [0, 0, 0], [0, 0, 0, 1]);
  return found;
}
