#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""make_file_facts.py FACTS.json: the facts of data/files/facts.txt, one a line, from those that an independent reader wrote as JSON.

    FILE joints 31          FILE world FRAME NAME x y z     FILE refused
"""
import json
import sys

facts = json.load(open(sys.argv[1]))
for name, fact in facts.items():
    kind = fact["kind"]
    if kind == "bvh":
        if str(fact.get("reference_reader", "")).startswith("REFUSED"):
            print(name, "refused")
            continue
        for key in ("joints", "end_sites", "channels", "frames", "frame_time"):
            print(name, key, repr(fact[key]))
        print(name, "added", int(fact["fk_mode"].startswith("OFFSET +")))
        for order, count in fact["rotation_orders"].items():
            print(name, "order", order or "-", count)
        if "up_axis_frame0" in fact:
            print(name, "up", fact["up_axis_frame0"])
        for frame, joints in fact.get("fk_world", {}).items():
            for joint, place in joints.items():
                print(name, "world", frame, joint, *place)
    elif kind == "gltf":
        if str(fact.get("reference_reader", "")).startswith("REFUSED"):
            print(name, "refused")
            continue
        if fact["joints"]:
            print(name, "joints", max(fact["joints"]))
        if "human_bones" in fact:
            print(name, "human_bones", fact["human_bones"])
        print(name, "clips", fact["animations"])
        for joint, place in fact.get("rest_world", {}).items():
            print(name, "world", -1, joint, *place)
    elif kind == "urdf":
        print(name, "joints", fact["links"])
        print(name, "dof", fact["dof"])
        print(name, "mimic", fact["mimic"])
        for joint, (lower, upper) in fact["limits_first10"].items():
            if lower is not None:
                print(name, "limits", joint, lower, upper)
        for link, place in fact.get("fk_zero", {}).items():
            print(name, "world", -1, link, *place)
