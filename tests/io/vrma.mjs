// SPDX-License-Identifier: MIT
// node vrma.mjs SWIVEL FOLDER-OF-MODULES VRM FILE ...: each FILE written as VRMA and played by three-vrm on the character VRM. Bones of the character
// are turned against their rest as the joints of the file are, in every tenth frame, to 2e-4 radians; those of the clip are all that a VRMA of it has.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [swivel, modules, character, ...files] = process.argv.slice(2);
const load = (...path) => import(pathToFileURL(join(modules, ...path)));
// three-vrm finds three by its name, beside itself: the same module as here.
const THREE = await load('three', 'build', 'three.module.js');
const { GLTFLoader } = await load('three', 'examples', 'jsm', 'loaders', 'GLTFLoader.js');
const { VRMLoaderPlugin } = await load('@pixiv', 'three-vrm', 'lib', 'three-vrm.module.js');
const { VRMAnimationLoaderPlugin, createVRMAnimationClip } =
    await load('@pixiv', 'three-vrm-animation', 'lib', 'three-vrm-animation.module.js');
globalThis.self ??= globalThis;
globalThis.ProgressEvent ??= class {};
const folder = mkdtempSync(join(tmpdir(), 'swivel-vrma-'));
let failures = 0;

const loader = new GLTFLoader();
loader.register((parser) => new VRMLoaderPlugin(parser));
loader.register((parser) => new VRMAnimationLoaderPlugin(parser));
function read(path) {
    const bytes = readFileSync(path);
    return new Promise((done, fail) =>
        loader.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), '', done, fail));
}

for (const file of files) {
    const vrma = join(folder, basename(file) + '.vrma'), csv = join(folder, 'table.csv');
    execFileSync(swivel, ['motion', 'convert', file, vrma]);
    execFileSync(swivel, ['motion', 'convert', vrma, csv]);
    const [header, ...rows] = readFileSync(csv, 'utf8').trim().split('\n').map((row) => row.split(','));
    const { vrm } = (await read(character)).userData;
    const gltf = await read(vrma);
    const [animation] = gltf.userData.vrmAnimations;
    const clip = createVRMAnimationClip(animation, vrm), mixer = new THREE.AnimationMixer(vrm.scene);
    mixer.clipAction(clip).setLoop(THREE.LoopOnce).play().clampWhenFinished = true;
    // The joints at rest, by the parts that the file says they are.
    const humanBones = gltf.parser.json.extensions.VRMC_vrm_animation.humanoid.humanBones;
    const nodes = new Map();
    gltf.scene.updateMatrixWorld(true);
    for (const [bone, { node }] of Object.entries(humanBones)) {
        const object = await gltf.parser.getDependency('node', node);
        nodes.set(bone, { name: gltf.parser.json.nodes[node].name, rest: object.getWorldQuaternion(new THREE.Quaternion()).invert() });
    }
    let worst = 0, compared = 0, moved = 0;
    for (let f = 0; f < rows.length; f += 10) {
        mixer.setTime(Math.min(Number(rows[f][0]), clip.duration));
        vrm.scene.updateMatrixWorld(true);
        for (const [bone, { name, rest }] of nodes) {
            const at = header.indexOf(name + '_qx'), shown = vrm.humanoid.getNormalizedBoneNode(bone);
            // Above the spine a character may lack parts that the file has, and their turns with them.
            if (at < 0 || !shown || !(bone === 'hips' || bone === 'spine' || /Leg|Foot/.test(bone))) continue;
            const is = shown.getWorldQuaternion(new THREE.Quaternion());
            const said = new THREE.Quaternion(...rows[f].slice(at, at + 4).map(Number)).multiply(rest);
            worst = Math.max(worst, is.angleTo(said));
            moved = Math.max(moved, is.angleTo(new THREE.Quaternion()));
            compared++;
        }
    }
    console.log(`${basename(file)}: ${nodes.size} bones, ${compared} turns compared, off by ${worst.toExponential(1)} rad, moving by ${moved.toFixed(2)}`);
    if (!(compared > 50 && worst < 2e-4 && moved > 0.2 && clip.tracks.length >= 15)) failures++;
}
rmSync(folder, { recursive: true });
process.exit(failures ? 1 : 0);
