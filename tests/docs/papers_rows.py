#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""papers_rows.py BUILD COMMAND [run]: every item of the five papers is verified. In papers/*/README.md each row of a table whose last
column is "test" names tests of that build (`room.name`, or a test's case by name) or commands (`swivel ...`) there; "the same" means those
of the row above. Rows about speed name a suite of `./run bench`. Cases are looked up in their source. Commands are run with COMMAND, the program swivel, and must exit with 0. With "run"
the tests are run as well. Prints how many rows there are, how many name nothing, and how many name something that is not there or fails."""
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD, COMMAND = sys.argv[1], str(pathlib.Path(sys.argv[2]).resolve())
LIMIT_S = 600  # of a command; the slowest takes seconds

# What there is: the tests of this build, and the test that each case is part of.
listed = subprocess.run(["ctest", "--test-dir", BUILD, "--show-only=json-v1"], capture_output=True, text=True, check=True)
built = {test["name"] for test in json.loads(listed.stdout)["tests"]}
case_of = {}
for path in [*ROOT.glob("papers/*/tests/*.c"), *ROOT.glob("tests/*/*.c")]:
    room = path.parts[-3] if path.parent.name == "tests" else path.parent.name
    for case in re.findall(r"cmocka_unit_test\((\w+)\)", path.read_text()):
        case_of.setdefault(case, set()).add(f"{room}.{path.stem}")


def has_source(test):
    """Whether a test of this name can be built, if not here: some need libraries or programs that a machine may lack."""
    room, name = test.split(".")
    return any(list(ROOT.glob(p)) for p in (f"papers/{room}/tests/{name}.c", f"tests/{room}/{name}.*", f"{room}/test/{name}.*"))


def rows_of(page):
    """The first and the last cell of each row of the tables that have a column "test"."""
    table = None
    for line in page.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if line.startswith("|") else None
        if cells is None:
            table = None
        elif table is None:
            table = cells[-1]
        elif table == "test" and not re.fullmatch(r"[-: ]*", "".join(cells)):
            yield cells[0], cells[-1]


def named_in(cell):
    """The tests, cases and commands that a cell names."""
    quoted = re.findall(r"`([^`]*)`", cell)
    plain = re.sub(r"`[^`]*`", " ", cell)
    return ({q for q in quoted if re.fullmatch(r"\w+\.\w+", q)}, set(re.findall(r"\b[a-z0-9]+(?:_[a-z0-9]+)+\b", plain)),
            {q for q in quoted if re.match(r"swivel |\./run bench ", q)})


ended = {}


def run_command(words):
    """What is wrong with a command, or None. Files it writes are left nowhere. Of a benchmark, only whether there is that suite."""
    if suite := re.match(r"\./run bench (\w+)$", words):
        return None if (ROOT / f"bench/{suite[1]}.c").exists() else "no such benchmark"
    if words not in ended:
        with tempfile.TemporaryDirectory() as folder:
            try:
                done = subprocess.run([COMMAND, *shlex.split(words)[1:]], cwd=folder, capture_output=True, text=True, timeout=LIMIT_S)
                ended[words] = None if done.returncode == 0 else f"exits with {done.returncode}: {done.stderr.strip()[:200]}"
            except subprocess.TimeoutExpired:
                ended[words] = f"takes more than {LIMIT_S} s"
    return ended[words]


rows, without, failing, elsewhere, tests_of_row = 0, [], [], set(), []
for page in sorted(ROOT.glob("papers/*/README.md")):
    last = (set(), set(), set())
    items = list(rows_of(page))
    if not items:
        without.append(f"{page.relative_to(ROOT)}: no table of items")
    for item, cell in items:
        rows += 1
        where = f"{page.relative_to(ROOT)}: {item}"
        tests, cases, commands = last = last if cell == "the same" else named_in(cell)
        if not (tests or cases or commands):
            without.append(where)
        problems = [f"no test {case}" for case in cases if case not in case_of]
        # A case stands for its test: of several with a case of that name, for those the row names, or for all.
        of_cases = {test for case in cases for test in (case_of.get(case, set()) & tests or case_of.get(case, set()))}
        for test in tests | of_cases:
            if test in built:
                tests_of_row.append((where, test))
            elif has_source(test):
                elsewhere.add(test)
            else:
                problems.append(f"no test {test}")
        problems += [f"{c}: {wrong}" for c in commands if (wrong := run_command(c))]
        if problems:
            failing.append(f"{where}: {'; '.join(problems)}")

if "run" in sys.argv[3:]:
    names = sorted({test for _, test in tests_of_row})
    pattern = "^(" + "|".join(re.escape(name) for name in names) + ")$"
    result = subprocess.run(["ctest", "--test-dir", BUILD, "-R", pattern], capture_output=True, text=True)
    broken = set(re.findall(r"^\s*\d+ - (\S+) \(", result.stdout, re.M))
    failing += [f"{where}: {test} fails" for where, test in tests_of_row if test in broken]

print("\n".join([f"without: {w}" for w in without] + [f"failing: {f}" for f in failing]), end="\n" if without or failing else "")
if elsewhere:
    print(f"not in this build: {', '.join(sorted(elsewhere))}")
print(f"{rows} rows, {len(without)} without, {len(failing)} failing; {len({t for _, t in tests_of_row})} tests, {len(ended)} commands")
sys.exit(bool(without or failing or rows == 0))
