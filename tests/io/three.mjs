// SPDX-License-Identifier: MIT
// node three.mjs SWIVEL FOLDER-OF-MODULES FILE ...: joints as three.js has them. Each FILE (GLB) is read by both; other formats are written as GLB
// first, which Khronos's validator then looks at too, if it is there. Positions in the world of every joint, in every tenth frame, to 1e-5 of
// a metre, or of how far away they are.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [swivel, modules, ...files] = process.argv.slice(2);
const require = createRequire(join(modules, 'x.js'));
const load = (name) => import(pathToFileURL(join(modules, 'three', name)));
const THREE = await load('build/three.module.js');
const { GLTFLoader } = await load('examples/jsm/loaders/GLTFLoader.js');
let validator = null;
try {
    validator = require('gltf-validator');
} catch {
    console.log('gltf-validator is not here');
}
globalThis.self ??= globalThis;
globalThis.ProgressEvent ??= class {};
const folder = mkdtempSync(join(tmpdir(), 'swivel-three-'));
let failures = 0;

// Rows of numbers by the names of columns.
function readTable(path) {
    const [header, ...rows] = readFileSync(path, 'utf8').trim().split('\n');
    return { names: header.split(','), rows: rows.map((row) => row.split(',').map(Number)) };
}

for (const file of files) {
    let glb = file;
    if (!/\.(glb|vrm)$/.test(file)) {
        glb = join(folder, basename(file) + '.glb');
        execFileSync(swivel, ['motion', 'convert', file, glb]);
        const { issues } = validator ? await validator.validateBytes(new Uint8Array(readFileSync(glb))) : { issues: {} };
        if (issues.numErrors || issues.numWarnings) {
            console.log(basename(file), issues.messages.slice(0, 5));
            failures++;
        }
    }
    execFileSync(swivel, ['motion', 'convert', glb, join(folder, 'table.csv')]);
    const table = readTable(join(folder, 'table.csv'));
    const bytes = readFileSync(glb);
    const gltf = await new Promise((done, fail) =>
        new GLTFLoader().parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), '', done, fail));
    const clip = gltf.animations[0], mixer = new THREE.AnimationMixer(gltf.scene);
    const start = Math.min(...clip.tracks.map((track) => track.times[0]));
    const action = mixer.clipAction(clip);
    action.setLoop(THREE.LoopOnce);
    action.clampWhenFinished = true;
    action.play();
    const bones = [];
    gltf.scene.traverse((node) => node.isBone && bones.push(node));
    if (bones.length === 0) gltf.scene.traverse((node) => bones.push(node));  // a character of stiff parts
    let worst = 0, compared = 0;
    for (let f = 0; f < table.rows.length; f += 10) {
        mixer.setTime(Math.min(start + table.rows[f][0], clip.duration));
        gltf.scene.updateMatrixWorld(true);
        for (let c = 1; c < table.names.length; c += 7) {
            const name = table.names[c].replace(/_px$/, '');
            const wanted = THREE.PropertyBinding.sanitizeNodeName(name);
            const node = bones.find((bone) => bone.name === wanted);
            if (!node) continue;
            const p = node.getWorldPosition(new THREE.Vector3()), [x, y, z] = table.rows[f].slice(c, c + 3);
            worst = Math.max(worst, Math.hypot(p.x - x, p.y - y, p.z - z) / Math.max(1, p.length()));
            compared++;
        }
    }
    console.log(`${basename(file)}: ${compared} places, off by ${worst.toExponential(1)}`);
    if (!(compared > 0 && worst < 1e-5)) failures++;
}
rmSync(folder, { recursive: true });
process.exit(failures ? 1 : 0);
