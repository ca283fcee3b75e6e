#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""make_robots.py FILE.xml > data/robots/NAME.inc: the tree of joints of an MJCF file, one swv_joint a line.

A body is a link; its joint (a hinge, or the free one of the root) has the body's frame. Quaternions are w, x, y, z in MJCF.
"""
import sys
import xml.etree.ElementTree as xml


def numbers(element, name, otherwise):
    return element.get(name, otherwise).split() if element is not None else otherwise.split()


def braces(values):
    return "{ " + ", ".join(values) + " }"


def write(body, parent, count):
    index, count = count, count + 1
    joints = body.findall("joint")
    is_free = body.find("freejoint") is not None
    if len(joints) > 1 or any(j.get("type", "hinge") != "hinge" or j.get("pos") for j in joints):
        sys.exit(f"make_robots.py: {body.get('name')}: a joint that this program does not know")
    w, x, y, z = numbers(body, "quat", "1 0 0 0")
    inertial = body.find("inertial")
    kind = "FREE" if is_free else "HINGE" if joints else "FIXED"
    line = f'{{ .name = "{body.get("name")}", .parent = {parent}, .kind = SWV_JOINT_{kind}, '
    line += f".rest = {{ {braces(numbers(body, 'pos', '0 0 0'))}, {braces([x, y, z, w])} }}, "
    if joints:
        lower, upper = numbers(joints[0], "range", "0 0")
        line += f".axis = {braces(numbers(joints[0], 'axis', '0 0 1'))}, .lower = {{ {lower} }}, .upper = {{ {upper} }}, "
    mass = inertial.get("mass") if inertial is not None else "0"
    print(line + f".mass = {mass}, .center = {braces(numbers(inertial, 'pos', '0 0 0'))} }},")
    for child in body.findall("body"):
        count = write(child, index, count)
    return count


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.splitlines()[0])
    root = xml.parse(sys.argv[1]).getroot()
    print(f"// {root.get('model')}, made by tools/make_robots.py; origin and licence: README.md")
    for body in root.find("worldbody").findall("body"):
        write(body, -1, 0)


if __name__ == "__main__":
    main()
