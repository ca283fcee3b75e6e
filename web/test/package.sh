#!/bin/sh
# SPDX-License-Identifier: MIT
# package.sh: packs the npm package, installs it into an empty project and uses it as a newcomer does: the README's examples
# under tsc --strict and in node, as ESM and as CommonJS. Without what builds the modules nothing is packed.
set -eu
web=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if ! sh "$web/packages.sh" with-tests >"$work/log" 2>&1; then
    echo "The npm packages cannot be fetched here."
    exit 77
fi

# A copy, so that what packing makes does not lie about; with a compiler that fails, and with the real one.
mkdir -p "$work/tree/web" "$work/broken"
cp -r "$web/../src" "$web/../papers" "$web/../include" "$web/../data" "$web/../LICENSE" "$work/tree"
cp -r "$web/swivel" "$web/build_wasm.sh" "$work/tree/web"
rm -rf "$work/tree/web/swivel"/*.wasm "$work/tree/web/swivel/LICENSE" "$work/tree/web/swivel/data"
cd "$work/tree/web/swivel"
printf '#!/bin/sh\nexit 1\n' >"$work/broken/clang"
chmod +x "$work/broken/clang"
if PATH="$work/broken:$PATH" npm pack >/dev/null 2>&1 || ls ./*.tgz >/dev/null 2>&1; then
    echo "packed without the modules"
    exit 1
fi
npm pack >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }

mkdir "$work/project"
cd "$work/project"
echo '{ "private": true }' >package.json
npm install --offline --no-audit --no-fund "$work"/tree/web/swivel/swivel-ik-*.tgz >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
package=node_modules/swivel-ik
for file in LICENSE data/people/LICENSE_reaching data/people/CMU_READMEFIRST.txt data/people/README.md data/hand/README.md data/shoulder/README.md \
    README.md swivel.wasm index.js index.cjs index.d.ts index.d.cts chains.wasm papers/chains.js papers/chains.cjs papers/chains.d.ts papers/chains.d.cts \
    files.wasm files.js files.cjs files.d.ts files.d.cts \
    batch.wasm batch.js batch.cjs batch.d.ts batch.d.cts \
    robots.wasm robots.js robots.cjs robots.d.ts robots.d.cts; do
    [ -s "$package/$file" ] || { echo "$file is not in the package"; exit 1; }
done

# Each of the README's blocks is a program of its own: example1.mts, example2.mts, ... and example1.cjs.
awk '/^```(ts|js)$/ { ending = $0 == "```ts" ? "mts" : "cjs"; file = "example" ++count[ending] "." ending; next }
    /^```$/ { file = "" } file { print >file }' "$package/README.md"
[ -s example7.mts ] && [ -s example1.cjs ]
cp example1.cjs required.cts
cat >>example1.mts <<'TS'
const shown: string = `${outcome} ${arm.angles(posture).length} ${[upper, lower, end].length}`;
console.log(shown);
TS
sed -i "s/const { load } = require('swivel-ik');/import { load } from 'swivel-ik';/" required.cts
node "$web/node_modules/typescript/bin/tsc" --strict --module nodenext --target es2022 --lib es2022,dom --skipLibCheck false \
    --outDir out example*.mts required.cts 2>&1 || exit 1
says() {
    said=$(node "out/example$1.mjs")
    [ "$said" = "$2" ] || { echo "the README's example $1 says: $said"; exit 1; }
}
says 1 "reached 7 3"
says 2 "joint 15 by its name (0.95) is 0.000000 m off"
says 3 "reached 7"
says 4 "reached 6"
says 5 "reached reached 1000"
cat >>out/example6.mjs <<'JS'
import { readFileSync } from 'node:fs';
console.log(new TextDecoder().decode(onAnother(readFileSync('walk.bvh', 'utf8')).subarray(0, 4)));
JS
cp "$web/../data/files/bvh/cmu_02_01_walk.bvh" walk.bvh
says 6 glTF
cat >>out/example7.mjs <<'JS'
console.log(motors(readFileSync('walk.bvh', 'utf8'), readFileSync('g1.xml', 'utf8')).length);
import { readFileSync } from 'node:fs';
JS
cp "$web/../data/files/mjcf/g1.xml" g1.xml
says 7 36
node example1.cjs

cat >lengths.mjs <<'JS'
import assert from 'node:assert/strict';
import { load } from 'swivel-ik';
import { load as loadChains } from 'swivel-ik/chains';
const swivel = await load();
const chains = await loadChains();
const arm = chains.arm7();
const limb = swivel.arm();
const position = [0.2, 0.35, -0.2];
const rotation = [0, -0.707, -0.612, 0.354];
arm.best({ position, rotation }, 0);
assert.throws(() => arm.best({ position, rotation: rotation.slice(0, 3) }, 0), RangeError);
assert.throws(() => arm.best({ position: position.slice(0, 2), rotation }, 0), RangeError);
assert.throws(() => arm.best({ position, rotation: [...rotation, 0] }, 0), RangeError);
assert.throws(() => arm.best({ position, rotation }, 0, [0, 0, 0]), RangeError);
assert.throws(() => arm.forward([0, 0, 0]), RangeError);
assert.throws(() => arm.reach([1, 2], 0), RangeError);
assert.throws(() => limb.solve({ end: { position, rotation: rotation.slice(0, 3) } }), RangeError);
assert.throws(() => limb.posture([0, 0, 0]), RangeError);
assert.throws(() => limb.frames({ upper: [0, 0, 1], lower: rotation, end: rotation, flexion: 1 }), RangeError);
assert.throws(() => limb.setLimits({ hinge: [0] }), RangeError);
assert.throws(() => chains.chain('planar3').forward([0, 0]), RangeError);
assert.throws(() => swivel.hand().points([0]), RangeError);
assert.throws(() => swivel.upperLimb().solve({ end: { position: [0.3, 0.3], rotation: [0, 0, 0, 1] } }), RangeError);
assert.throws(() => swivel.upperLimb().solve({ end: { position: [0.3, 0.3, 0], rotation: [0, 0, 1] } }), RangeError);
JS
node lengths.mjs
echo "packed, installed, used"
