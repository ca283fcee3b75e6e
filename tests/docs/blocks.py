#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""blocks.py LIBSWIVEL_PAPERS.a LIBSWIVEL.a COMMAND [CC]: every code block in public headers, README.md, docs/**.md and papers/**.md is what happens.

Headers   An example is an indented block in a /// comment, after an empty line, as Markdown has it. It is compiled with all warnings on;
          NAMES below declares what it takes for granted. What looks like code elsewhere in a comment is a failure.
```c      A whole program. It is compiled and run, and prints what the block after it shows (```text, or indented).
```sh     Every line is run and prints something; so are indented lines that start with `swivel`. ./run stands for COMMAND. bench and
          report, which tests/cli/report.sh runs, are left out.
usage     Indented lines of `swivel VERB` with a word in capitals (FILE): the help of the verb knows their options.
build     Indented lines of cmake, ctest or build/: presets, tests and programs of these names are there.
others    Formulas in docs/derivations and papers/. Lines and programs of docs/install.md, which tests/install/install.sh runs.
A block of any other form is a failure, so that none is skipped."""
import glob
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
FOLDERS = ["swivel", "swivel_io", "swivel_papers"]
FLAGS = ["-std=c17", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]

# What examples of headers take for granted, by header and section (`// ======== name`), if it has some: declarations of the names that they use.
THREE_POINTS = "static swv_pose head, left, right;"
RIG = "static swv_skeleton skeleton; static char scratch[9]; static swv_binding binding;"
CLIP = "static swv_pose clip[100]; static int frame_count; static double dt, memory[1000];"
NAMES = {
    "swivel/body.h: the whole body": RIG + THREE_POINTS + "static swv_body body; static swv_pose animation[22], locals[22], door_handle, there;"
                     "static swv_body_report report; static swv_body_reach_report reached;",
    "swivel/body.h: calibration of devices": "static swv_body body; static swv_body_point devices[3], points[3]; static swv_calibration calibration;"
                            "static swv_body_track track; static swv_pose locals[22]; static double dt; static swv_body_report report;",
    "swivel/body.h: crowds": "static swv_crowd_member members[100]; static int count; static swv_crowd_report report; static swv_body bodies[100];"
                      "static swv_body_goal goals[100][2]; static swv_pose locals[100][22]; double distance_to_camera(int member);",
    "swivel/body.h: arms clear of the body": "static swv_body body; static swv_flesh flesh; static swv_pose locals[22]; static swv_clearance reports[2];",
    "swivel/hand.h: hands": "static swv_pose wrist; static swv_vec3 on_the_pen, under_the_pen; static swv_hand_posture posture;"
                     "static swv_hand_report report;",
    "swivel/body.h: the built-in human": RIG + "static char memory[9];",
    "swivel/limb.h: limbs": "static swv_pose hand;",
    "swivel/limb.h: following a moving hand or foot": "static swv_limb arm; static swv_pose hand; static swv_limb_posture posture;"
                           "static swv_limb_track_report report; bool next(swv_pose *hand);",
    "swivel/body.h: limbs on your skeleton": RIG + "static swv_mount mount; static swv_pose where, animation[22], locals[22]; static swv_limb_report report;",
    "swivel/body.h: fingers on your skeleton": "static swv_mount mount; static swv_binding binding; static swv_mount_hand fingers; static swv_mount_goal goal;"
                           "static swv_pose animation[22], locals[22]; static swv_vec3 button; static swv_hand_posture posture;",
    "swivel/body.h: where people's joints are": THREE_POINTS + "static double size;",
    "swivel/skeleton.h: rest poses": RIG + "static swv_pose clip[100]; static int frame_count; static swv_joint joints[22];",
    "swivel/skeleton.h: parts of a body": RIG + "static char memory[9];",
    "swivel/retarget.h: motion on another body": CLIP + "static swv_body recorded, mine; static swv_retarget retarget; static swv_pose locals[22], out[100];"
                         "static swv_retarget_report report;",
    "swivel/retarget.h: motion on a humanoid robot": CLIP + "static swv_skeleton skeleton; static swv_binding binding; static swv_robot_body robot; static swv_body recorded;"
                           "static swv_retarget retarget; static swv_pose locals[100]; static double previous[30], posture[30];"
                           "static swv_robot_body_report report;",
    "swivel/shoulder.h: the shoulder": "static swv_pose hand; static swv_upper_limb_posture posture; static swv_upper_limb_report report;"
                         "static double c[6][7], t, p, F, angles[6]; static int i;",
    "swivel/solve.h: the engine": "static swv_pose pose; static swv_skeleton skeleton; static double previous[8], posture[8]; static swv_solve_report report;",
    "swivel_papers/track.h": "static swv_arm arm; static swv_pose hand; static double q[7]; bool next(swv_pose *hand);",
    "swivel/skeleton.h: skeletons": "static swv_pose below, frames[8]; static double posture[8];",
    "swivel/skeleton.h: serial chains": "static swv_dh_row rows[6]; static char memory[9]; static swv_skeleton skeleton;",
    "swivel/shoulder.h: following a moving hand": "static swv_upper_limb limb; static swv_pose hand; static swv_upper_limb_posture posture;"
                                 "static swv_limb_track_report report; bool next(swv_pose *hand);",
    "swivel_io/markers.h": "static swv_motion markers, body; static swv_markers_report report; static swv_io_error error;",
    "swivel_io/motion.h": RIG + "static char memory[9]; static swv_joint joints[100]; static swv_pose locals[100];",
}
# What looks like code though it stands in a sentence: a statement, a call with an argument taken by address, a fence.
CODE_IN_TEXT = re.compile(r"\w\([^)]*\);$|\};$|\s=\s.*;$|\bswv_\w+\([^)]*&|```|[@\\]code|^\s*#include")

failures = []


def fail(file, line, text):
    failures.append("%s:%d: %s" % (file, line, text.strip()))


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True, **options)


# ---- headers ----

def examples(file, lines):
    """(line, text) of each example in the comments of a header; all else in them that looks like code is a failure."""
    at, block, before = 0, [], ""
    for number, line in enumerate(lines + [""], 1):
        comment = re.match(r"\s*/// ?(.*)$", line)
        text = comment.group(1).rstrip() if comment else None
        if text is not None and block and (text.startswith("    ") or not text):
            block.append(text[4:])
        elif text is not None and text.startswith("    ") and not text.startswith("     ") and not before:
            at, block = number, [text[4:]]
        else:
            if block:
                yield at, "\n".join(block)
            block = []
            if text and text.startswith("    ") and not text.startswith("     "):
                fail(file, number, "an example without an empty line before it")
            elif text and CODE_IN_TEXT.search(text):
                fail(file, number, "code in a sentence: make it an indented example after an empty line")
        before = text if text is not None else ""


def check_headers(compiler, work):
    count, seen = 0, set()
    for folder in FOLDERS:
        for path in sorted(glob.glob(os.path.join(ROOT, "include", folder, "*.h"))):
            name, shown = "%s/%s" % (folder, os.path.basename(path)), os.path.relpath(path, ROOT)
            with open(path) as file:
                lines = file.read().split("\n")
            blocks = list(examples(shown, lines))
            used = {}
            for number, text in blocks:
                count += 1
                section = [m.group(1) for m in (re.match(r"// ======== (.*) ========", line) for line in lines[:number]) if m][-1:]
                key = ": ".join([name] + section)
                used[key] = used.get(key, "") + text
                source = os.path.join(work, "example.c")
                with open(source, "w") as file:
                    file.write('#include "%s"\n#include <stdbool.h>\n#include <stdio.h>\n#include <stdlib.h>\n' % name)
                    file.write('#include "swivel/swivel.h"\n#include "swivel_papers/swivel_papers.h"\n%s\nvoid example(void);\nvoid example(void)\n{\n' % NAMES.get(key, ""))
                    file.write('#line %d "%s"\n%s\n}\n' % (number, shown, text))
                done = run(compiler + FLAGS + ["-Wno-unused-variable", "-Wno-unused-but-set-variable", "-fsyntax-only", "-I",
                                               os.path.join(ROOT, "include"), source])
                if done.returncode:
                    fail(shown, number, "this example does not compile\n" + done.stdout)
            seen |= used.keys()
            for key, text in used.items():
                for declared in re.findall(r"(\w+)(?:\[\w+\])*(?:\([^)]*\))?(?=[,;])", re.sub(r"\([^)]*\)", "()", NAMES.get(key, ""))):
                    if not re.search(r"\b%s\b" % declared, text):
                        fail(shown, 1, "NAMES of blocks.py declares %s, which no example of '%s' uses" % (declared, key))
    for key in NAMES.keys() - seen:
        failures.append("blocks.py: NAMES has '%s', which has no example" % key)
    return count


# ---- Markdown ----

class Block:
    def __init__(self, kind, line, text, follows=None):
        self.kind, self.line, self.text, self.follows = kind, line, text, follows


def blocks_of(file, lines):
    """Fenced and indented blocks in their order; `follows` is the one before, if nothing but empty lines lies between."""
    found, i, last = [], 0, None
    is_list = False
    while i < len(lines):
        line = lines[i]
        fence = re.match(r"```(.*)$", line)
        if fence:
            start = i + 1
            i = start
            while i < len(lines) and not lines[i].startswith("```"):
                i += 1
            if i == len(lines):
                fail(file, start, "a block without an end")
            last = Block(fence.group(1).strip(), start, lines[start:i], last)
            found.append(last)
        elif line.startswith("    ") and line.strip() and not is_list and (i == 0 or not lines[i - 1].strip()):
            start = i
            while i < len(lines) and (lines[i].startswith("    ") or not lines[i].strip()):
                i += 1
            i -= 1
            text = [t[4:] for t in lines[start:i + 1]]
            while not text[-1].strip():
                text.pop()
            last = Block("", start + 1, text, last)
            found.append(last)
        elif line.strip():
            last = None
            is_list = bool(re.match(r"\s*([-*]|\d+\.) ", line)) or (is_list and line.startswith(" "))
        i += 1
    return found


def run_program(file, block, answer, library, compiler, work):
    source, program = os.path.join(work, "program.c"), os.path.join(work, "program")
    with open(source, "w") as out:
        out.write('#line %d "%s"\n%s\n' % (block.line + 1, file, "\n".join(block.text)))
    done = run(compiler + FLAGS + ["-O1", "-I", os.path.join(ROOT, "include"), source] + library + ["-lm", "-o", program])
    if done.returncode:
        fail(file, block.line, "this program does not compile\n" + done.stdout)
        return
    printed = run([program]).stdout
    if answer is None:
        fail(file, block.line, "no block after this program shows what it prints")
    elif printed != "\n".join(answer.text) + "\n":
        fail(file, answer.line, "the program above prints something else:\n" + printed)


def run_line(file, number, line, command, work):
    """A line of a shell; the files it writes are there for those after it."""
    if re.search(r"\./run (bench|report)\b", line):
        return
    line = re.sub(r"(^|\| )(\./run|swivel) ", lambda m: "%s'%s' " % (m.group(1), command), line)
    done = run(["sh", "-ec", line], cwd=work)
    if done.returncode:
        fail(file, number, "this line fails:\n" + done.stdout)
    elif not done.stdout and not re.search(r">|--out|--svg", line):
        fail(file, number, "this line prints nothing")


def check_usage(file, block, command):
    """Lines `swivel VERB WORD ... --option`, and what they do, which begins after two blanks."""
    for number, line in enumerate(block.text, block.line):
        if not line.startswith("swivel "):
            continue
        verb = line.split()[1]
        text = run([command, "help", verb])
        if text.returncode:
            fail(file, number, "no verb %s" % verb)
        first = re.split(r"  +", line)[0].split()
        words = [w for w in first[2:] if re.match(r"[a-z]+$", w)][:1] + re.findall(r"--[a-z-]+", line)
        for word in words:
            if not re.search(r"(^|[^\w-])%s\b" % re.escape(word), text.stdout):
                fail(file, number, "'swivel help %s' does not know %s" % (verb, word))


def check_build(file, block):
    """Lines of a build and its tests: presets, tests and programs of that name are there."""
    with open(os.path.join(ROOT, "CMakePresets.json")) as presets:
        known = set(re.findall(r'"name": "([\w-]+)"', presets.read()))
    for number, line in enumerate(block.text, block.line):
        for preset in re.findall(r"--preset (\S+)|build/([\w-]+)", line):
            if not set(preset) & known:
                fail(file, number, "no preset %s" % "".join(preset))
        for test in re.findall(r"tests/test\.([\w.]+)", line):
            if not os.path.exists(os.path.join(ROOT, "tests", test.replace(".", "/") + ".c")):
                fail(file, number, "no test %s" % test)
        for test in re.findall(r" -R (\S+)", line):
            if not os.path.exists(os.path.join(ROOT, "tests", test.split(".")[0])):
                fail(file, number, "no tests %s" % test)


def check_markdown(library, command, compiler, work):
    count = 0
    os.symlink(os.path.join(ROOT, "data"), os.path.join(work, "data"))
    with open(os.path.join(ROOT, "tests/install/install.sh")) as file:
        runs_install = "docs/install.md" in file.read()
    pages = [page for folder in ("docs", "papers") for page in glob.glob(os.path.join(ROOT, folder, "**/*.md"), recursive=True)]
    for path in [os.path.join(ROOT, "README.md")] + sorted(pages):
        name = os.path.relpath(path, ROOT)
        with open(path) as file:
            blocks = blocks_of(name, file.read().split("\n"))
        answers = {}
        for block in blocks:
            if block.follows and block.follows.kind == "c" and block.kind in ("", "text"):
                answers[block.follows] = block
        for block in blocks:
            count += 1
            lines = [line for line in block.text if line.strip()]
            if name == "docs/install.md" and runs_install:
                continue
            if block.kind == "c":
                run_program(name, block, answers.get(block), library, compiler, work)
            elif block in answers.values():
                pass
            elif block.kind == "sh":
                for number, line in enumerate(block.text, block.line + 1):
                    run_line(name, number, line, command, work)
            elif block.kind == "" and lines[0].startswith("swivel ") and re.search(r" [A-Z]{3,}\b", lines[0]):
                check_usage(name, block, command)
            elif block.kind == "" and all(line.startswith("swivel ") for line in lines):
                for number, line in enumerate(block.text, block.line):
                    run_line(name, number, line, command, work)
            elif name == "README.md" and all(re.match(r"\./(run|test)\b", line) for line in lines):
                if not all(os.access(os.path.join(ROOT, line.split()[0]), os.X_OK) for line in lines):
                    fail(name, block.line, "no such command")
            elif block.kind == "" and all(re.match(r"cmake |ctest |build/", line) for line in lines):
                check_build(name, block)
            elif name.startswith(("docs/derivations/", "papers/")) and block.kind == "" and not any(CODE_IN_TEXT.search(t) for t in lines):
                pass
            else:
                fail(name, block.line, "a block of a form that blocks.py does not know")
    return count


def main():
    library, command, compiler = [os.path.abspath(p) for p in sys.argv[1:3]], os.path.abspath(sys.argv[3]), sys.argv[4:] or ["cc"]
    with tempfile.TemporaryDirectory() as work:
        headers = check_headers(compiler, work)
        pages = check_markdown(library, command, compiler, work)
    for failure in failures:
        print(failure)
    if not headers or not pages:
        sys.exit("no blocks found")
    print("%d examples in headers, %d blocks in pages, %d failures" % (headers, pages, len(failures)))
    sys.exit(bool(failures))


main()
