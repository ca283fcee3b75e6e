// SPDX-License-Identifier: MIT
// The characters of this visit: the page's own and those that were dropped, one of which is on show. Knows nothing of pictures: it
// reads files, binds, takes corrections, and has the model of the one on show.
import knightText from 'knight.glb.gz';
import { SwivelError } from '../../swivel/index.js';
import { FileFault } from '../body/glb.js';
import { needFiles, needRobots } from '../files.js';
import { FigureModel } from '../figure/model.js';
import { unpack } from '../unpack.js';
import { readCharacter } from './read.js';
import { RobotBody } from './robot_body.js';
import { CharacterShape, obstacle, stature } from './shape.js';

export const sample = 'knight';

/** What is wrong with a file, in words: its own fault as it is said; what only a program understands is not for a reader. */
const reasonOf = (error) => (error instanceof FileFault || error instanceof SwivelError ? error.message : 'it is damaged or of an unknown kind');

export class Cast {
  constructor(swivel) {
    this.swivel = swivel;
    this.characters = new Map();
    this.on = null;
    this.listeners = new Set();
  }

  /** listener(): another character is on show, or the same one bound anew. */
  onChange(listener) {
    this.listeners.add(listener);
  }

  /** The page's own. */
  async needSample() {
    if (!this.characters.has(sample)) this.characters.set(sample, await readCharacter(await unpack(knightText), 'Knight', needFiles, this.swivel));
  }

  /** A visitor's file. Throws what is wrong with it, in words; then the one on show stays. */
  async take(file) {
    try {
      const character = await readCharacter(new Uint8Array(await file.arrayBuffer()), file.name, needFiles, this.swivel);
      if (character.isRobot) this.robots = await needRobots();
      const id = `own${this.characters.size}`;
      this.characters.set(id, character);
      this.show(id);
    } catch (error) {
      console.info(error);
      throw new FileFault(reasonOf(error));
    }
  }

  /** fixes: { part: joint, or null for none }, what the visitor put right. */
  show(id, fixes = {}) {
    const character = this.characters.get(id);
    const { joints, given } = character;
    const rig = this.swivel.rig({ joints, ...(character.motion?.up && { up: character.motion.up }) }, { given: { ...given, ...fixes } });
    const { binding } = rig;
    rig.free();
    const shape = new CharacterShape(character, binding);
    let problem = obstacle(binding, joints, character.isRobot);
    let model = null;
    const makeBody = character.isRobot ? () => new RobotBody(this.robots, character, shape, binding) : null;
    try {
      if (!problem) model = new FigureModel(this.swivel, shape, stature, makeBody);
    } catch (error) {
      problem = `These bones do not make a body: ${reasonOf(error)}.`;
    }
    // A recording is played by a body of balls: of a robot by its skeleton, if nothing is missing.
    let player = model;
    if (makeBody) player = model && !obstacle(binding, joints, false) ? new FigureModel(this.swivel, shape, stature) : null;
    for (const old of new Set([this.on?.model, this.on?.player])) old?.body.free();
    this.on = { id, character, fixes, binding, shape, model, player, problem };
    for (const listener of this.listeners) listener();
  }

  /** The part is that joint (null: none; undefined: as found). Returns what is wrong with that, in words, or null. */
  fix(part, joint) {
    const fixes = { ...this.on.fixes };
    if (joint === undefined) delete fixes[part];
    else {
      // A joint is one part.
      for (const [other, { joint: has }] of Object.entries(this.on.binding.parts)) if (joint !== null && has === joint && other !== part) fixes[other] = null;
      fixes[part] = joint;
    }
    try {
      this.show(this.on.id, fixes);
      return null;
    } catch (error) {
      console.info(error);
      return reasonOf(error);
    }
  }
}
