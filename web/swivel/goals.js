// SPDX-License-Identifier: MIT
// swivel/solve.h: goals of the engine.
import { index } from './memory.js';

export const goalKinds = ['pose', 'position', 'rotation', 'direction', 'aim', 'distance'];
export const goalSize = 21;
const origin = [0, 0, 0];
const noTurn = [0, 0, 0, 1];

/** A goal of the engine, at this address. */
export function writeGoal(memory, address, { kind, joint = -1, point = origin, axis = origin, position = origin, rotation = noTurn, direction = origin, distance = 0, weight = 0, priority = 0 }) {
  memory.write(address, [index(goalKinds, kind, 'kind'), joint + 1], 2);
  memory.write(address + 16, point, 3);
  memory.write(address + 40, axis, 3);
  memory.write(address + 64, position, 3);
  memory.write(address + 88, rotation, 4);
  memory.write(address + 120, direction, 3);
  memory.write(address + 144, [distance, weight, priority], 3);
}
