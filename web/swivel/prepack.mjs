// SPDX-License-Identifier: MIT
// Before `npm pack`: builds the modules from the library's sources and fetches the licence. Fails where that is not possible, so
// that no package without them is made. Needs clang, lld and wasi-libc.
import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const { status } = spawnSync('sh', [at('../build_wasm.sh'), at('.')], { stdio: ['ignore', 2, 2] });
if (status !== 0) {
  console.error('The modules could not be built: nothing is packed.');
  process.exit(1);
}
copyFileSync(at('../../LICENSE'), at('LICENSE'));
