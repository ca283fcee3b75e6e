// SPDX-License-Identifier: MIT
// The module that reads and writes files, unpacked when it is first needed.
import filesText from 'files.wasm.gz';
import { load } from '../swivel/files.js';
import { unpack } from './unpack.js';

let files = null;

export const needFiles = () => (files ??= unpack(filesText).then(load));
