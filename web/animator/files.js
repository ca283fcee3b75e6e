// SPDX-License-Identifier: MIT
// The modules that read and write files, and that move robots, each unpacked when it is first needed.
import filesText from 'files.wasm.gz';
import robotsText from 'robots.wasm.gz';
import { load } from '../swivel/files.js';
import { load as loadRobots } from '../swivel/robots.js';
import { unpack } from './unpack.js';

let files = null;
let robots = null;

export const needFiles = () => (files ??= unpack(filesText).then(load));
export const needRobots = () => (robots ??= unpack(robotsText).then(loadRobots));
