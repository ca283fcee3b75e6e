// SPDX-License-Identifier: MIT
// node make_robot_facts.mjs FOLDER: where the links of robots are in one posture each, by others' readers: URDF by urdf-loader, MJCF by MuJoCo
// itself. Writes lines for data/files/robot_facts.txt. Needs, from npm, urdf-loader, three, xmldom and @mujoco/mujoco.
//
//     FILE q JOINT value       FILE link NAME x y z qx qy qz qw
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DOMParser } from 'xmldom';
import * as THREE from 'three';
globalThis.DOMParser = DOMParser;
globalThis.Document = class {};
globalThis.Element = class {};
const { default: URDFLoader } = await import('urdf-loader');
const { default: loadMuJoCo } = await import('@mujoco/mujoco');
const folder = process.argv[2];
const show = (file, name, p, q) =>
    console.log(`${file} link ${name} ${[p.x, p.y, p.z, q.x, q.y, q.z, q.w].map((v) => v.toPrecision(15)).join(' ')}`);
// A number in the range that depends on the place alone.
const between = (lower, upper, i) => lower + (upper - lower) * ((0.37 + 0.6180339887 * i) % 1);

function* files(kind, ending) {
    for (const name of readdirSync(join(folder, kind)).sort())
        if (name.endsWith(ending)) yield `${kind}/${name}`;
}

for (const file of files('urdf', '.urdf')) {
    const loader = new URDFLoader();
    loader.parseVisual = loader.parseCollision = false;
    // xmldom knows neither children nor querySelector.
    const document = new DOMParser().parseFromString(readFileSync(join(folder, file), 'utf8'), 'text/xml');
    const fix = (node) => {
        node.children = Array.from(node.childNodes ?? []).filter((c) => c.nodeType === 1);
        node.children.forEach(fix);
        node.querySelector = (selector) => {
            const [, tag, attribute, value] = selector.match(/^(\w+)\[(\w+)="(.*)"\]$/);
            return Array.from(node.getElementsByTagName(tag)).find((e) => e.getAttribute(attribute) === value) ?? null;
        };
    };
    fix(document);
    globalThis.Element = document.documentElement.constructor;
    const robot = loader.parse(document.documentElement);
    let i = 0;
    for (const [name, joint] of Object.entries(robot.joints)) {
        if (joint.jointType === 'fixed') continue;
        const continuous = joint.jointType === 'continuous';
        const value = between(continuous ? -3 : +joint.limit.lower, continuous ? 3 : +joint.limit.upper, i++);
        joint.setJointValue(value);
        console.log(`${file} q ${name} ${value}`);
    }
    robot.updateMatrixWorld(true);
    for (const [name, link] of Object.entries(robot.links))
        show(file, name, link.getWorldPosition(new THREE.Vector3()), link.getWorldQuaternion(new THREE.Quaternion()));
}

const mujoco = await loadMuJoCo();
for (const file of files('mjcf', '.xml')) {
    // Kinematics need no meshes, geoms, actuators or sensors.
    const text = readFileSync(join(folder, file), 'utf8')
        .replace(/<(asset|actuator|sensor|contact|keyframe)>[\s\S]*?<\/\1>/g, '').replace(/<geom[^>]*\/>/g, '').replace(/<site[^>]*\/>/g, '');
    const model = mujoco.MjModel.from_xml_string(text, new mujoco.MjVFS());
    const data = new mujoco.MjData(model);
    const names = (kind, count) => Array.from({ length: count }, (_, i) => mujoco.mj_id2name(model, kind, i));
    const joints = names(mujoco.mjtObj.mjOBJ_JOINT.value, model.njnt), bodies = names(mujoco.mjtObj.mjOBJ_BODY.value, model.nbody);
    for (let j = 0; j < model.njnt; j++) {
        if (model.jnt_type[j] < 2) continue;  // free, ball
        const value = between(model.jnt_range[2 * j], model.jnt_range[2 * j + 1], j);
        data.qpos[model.jnt_qposadr[j]] = value;
        console.log(`${file} q ${joints[j]} ${value}`);
    }
    mujoco.mj_kinematics(model, data);
    for (let b = 1; b < model.nbody; b++) {
        const p = data.xpos.slice(3 * b, 3 * b + 3), q = data.xquat.slice(4 * b, 4 * b + 4);
        show(file, bodies[b], { x: p[0], y: p[1], z: p[2] }, { x: q[1], y: q[2], z: q[3], w: q[0] });
    }
}
