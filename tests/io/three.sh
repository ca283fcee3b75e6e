#!/bin/sh
# SPDX-License-Identifier: MIT
# three.sh SWIVEL: files that are read and written here, beside three.js and three-vrm, and before Khronos's validator. Skipped where npm's packages
# cannot be fetched.
set -eu
swivel=$1
root=$(cd "$(dirname "$0")/../.." && pwd)
if ! sh "$root/web/packages.sh" with-tests >/dev/null 2>&1; then
    echo "The npm packages cannot be fetched here."
    exit 77
fi
cd "$root/data/files"
own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT
"$swivel" motion retarget bvh/cmu_02_01_walk.bvh --to gltf/debug_robot_vrm1.vrm --out "$own/character.glb" --from-frame 1 >/dev/null
node "$root/tests/io/three.mjs" "$swivel" "$root/web/node_modules" bvh/cmu_111_25_shrug.bvh bvh/pybvh_mixed_orders.bvh bvh/wave_hello.bvh \
    bvh/jumping_jacks_mixed_order.bvh gltf/RobotExpressive.glb gltf/human_skeleton_rigify.glb "$own/character.glb"
# three-vrm speaks of textures that it has no page to show on.
node "$root/tests/io/vrma.mjs" "$swivel" "$root/web/node_modules" gltf/debug_robot_vrm1.vrm bvh/cmu_02_01_walk.bvh bvh/wave_hello.bvh 2>/dev/null
