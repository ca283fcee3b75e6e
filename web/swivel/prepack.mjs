// SPDX-License-Identifier: MIT
// Before `npm pack`: builds the modules from the library's sources and fetches the licence, and origin and licence of the
// measurements that tables in the modules are made from. Fails where that is not possible, so that no package without them is
// made. Needs clang, lld and wasi-libc.
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const { status } = spawnSync('sh', [at('../build_wasm.sh'), at('.')], { stdio: ['ignore', 2, 2] });
if (status !== 0) {
  console.error('The modules could not be built: nothing is packed.');
  process.exit(1);
}
copyFileSync(at('../../LICENSE'), at('LICENSE'));
for (const folder of ['hand', 'people', 'shoulder'])
  for (const file of readdirSync(at(`../../data/${folder}`)).filter((name) => /^(README|LICENSE)|READMEFIRST/.test(name)))
    cpSync(at(`../../data/${folder}/${file}`), at(`data/${folder}/${file}`));
