"""Counts how many seeded mutants of what must not break the tests find: `python -m tools.mutants --record FILE`.

All stand in one copy of the tree, each behind a switch, so that one run tells which tests reach which mutant. Then only
these are run with it, the shortest first, in a process of its own.
"""

import argparse
import ast
import copy
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from itertools import zip_longest
from multiprocessing import get_context
from pathlib import Path

import pytest

PLACES = ("robot/match/match", "robot/match/journal", "robot/web/access", "hardware/link", "vision/table/verdict")
TESTS = ("tests/robot", "tests/hardware", "tests/vision", "tests/conformance")
NO_MUTANT, COUNT, SEED, MOST, PATIENCE = -1, 300, 1, 250, 600.0
"""The last two are how many tests are run with each mutant, and for how many seconds in all."""
PAIRS = ((ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.Is, ast.IsNot), (ast.In, ast.NotIn))
OTHER: dict[type[ast.cmpop], type[ast.cmpop]] = {one: other for pair in PAIRS for one, other in (pair, pair[::-1])}
SWITCH = """import functools, os
on = int(os.environ.get("MUTANT", -1))
@functools.cache
def tell(number, test):
    with open(os.environ["MUTANTS"] + "/reached", "a") as reached:
        reached.write(f"{number} {test}\\n")
def mutant(number):
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    if on < 0 and test and "MUTANTS" in os.environ:
        tell(number, test)
    return number == on
"""


def change(node: ast.AST) -> tuple[str, ast.expr] | None:
    """Return the kind of change that a mutant makes, and what takes the node's place."""
    match node:
        case ast.Compare():
            first, *rest = copy.deepcopy(node).ops
            return "compare", ast.Compare(node.left, [OTHER[type(first)](), *rest], node.comparators)
        case ast.BoolOp():
            return "and-or", ast.BoolOp(ast.And() if isinstance(node.op, ast.Or) else ast.Or(), node.values)
        case ast.UnaryOp(op=ast.Not()):
            return "not", node.operand
        case ast.Constant(value=bool() | int() as value):
            return "constant", ast.Constant(not value if isinstance(value, bool) else value + 1)
    return None


class Mutator(ast.NodeTransformer):
    """Names the mutants of a file, and puts those into it that are `chosen`, each with its number."""

    def __init__(self, file: str, chosen: dict[str, int]) -> None:
        self._chosen, self._within, self._functions = chosen, [file], 0
        self._seen, self.names = Counter[str](), list[str]()

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            self._within.append(node.name)
            self._functions += not isinstance(node, ast.ClassDef)
            node.body = [self.visit(one) for one in node.body]  # type: ignore[misc]
            self._functions -= not isinstance(node, ast.ClassDef)
            self._within.pop()
        elif isinstance(node, ast.Return) and not isinstance(node.value, ast.Constant | None):
            node.value = self._switch(node.value, "return", ast.Constant(None))
        elif isinstance(node, ast.expr) and (changed := change(node)):
            return self._switch(node, *changed)
        elif not isinstance(node, ast.MatchValue):
            return self.generic_visit(node)
        return node

    def _switch(self, node: ast.expr, kind: str, other: ast.expr) -> ast.expr:
        name = f"{' '.join(self._within)} {kind}: {ast.unparse(node)}"
        self._seen[name] += 1
        name += f" #{self._seen[name]}"
        self.names += [name] * bool(self._functions)
        node = self.visit(node) if kind == "return" else self.generic_visit(node)  # type: ignore[assignment]
        if name not in self._chosen:
            return node
        return ast.IfExp(ast.Call(ast.Name("mutant"), [ast.Constant(self._chosen[name])], []), other, node)


def plant(root: Path) -> list[str]:
    """Write mutants into the tree below `root`, as many into each file, each behind a switch; return their names."""
    names = list[str]()
    (root / "mutant_switch.py").write_text(SWITCH, encoding="utf-8")
    for file in (f"{place}.py" for place in PLACES):
        tree = ast.parse((root / file).read_text(encoding="utf-8"))
        (mutator := Mutator(file, {})).visit(copy.deepcopy(tree))
        drawn = sorted(mutator.names, key=lambda name: hashlib.sha256(f"{SEED} {name}".encode()).digest())
        names += drawn[: COUNT // len(PLACES)]
        Mutator(file, {name: number for number, name in enumerate(names)}).visit(tree)
        tree.body.insert(1, ast.parse("from mutant_switch import mutant").body[0])
        (root / file).write_text(ast.unparse(ast.fix_missing_locations(tree)), encoding="utf-8")
    return names


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """As a plugin: tell how long a test took, or that it fails without a mutant."""
    if (folder := os.environ.get("MUTANTS")) and (report.failed or report.when == "call"):
        with Path(folder, "seconds").open("a", encoding="utf-8") as seconds:
            seconds.write(f"{1e9 if report.failed else report.duration} {report.nodeid}\n")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """As a plugin: run with each mutant the tests that reach it, and write which of them found it."""
    if not (plan := Path(os.environ.get("MUTANTS", ""), "plan")).is_file():
        return None
    items = {item.nodeid: item for item in session.items}
    for number, tests in json.loads(plan.read_text(encoding="utf-8")):
        left = [items[test] for test in tests]
        while (found := run_with(session, number, left)) and run_with(session, NO_MUTANT, [items[found]]):
            left = [item for item in left if item.nodeid != found]  # it fails by itself
        with plan.with_name("found").open("a", encoding="utf-8") as told:
            told.write(f"{number} {found or ''}\n")
    return True


def run_with(session: pytest.Session, number: int, items: list[pytest.Item]) -> str | None:
    """Return the test at which a process with a mutant failed, died or took too long; None where it passed all."""
    with tempfile.NamedTemporaryFile() as running:
        process = get_context("fork").Process(target=run_all, args=(session, number, items, running.name))
        process.start()
        process.join(PATIENCE)
        assert process.ident
        with suppress(ProcessLookupError):
            os.killpg(process.ident, signal.SIGKILL)
        process.join()
        return None if process.exitcode == 0 else Path(running.name).read_text(encoding="utf-8")


def run_all(session: pytest.Session, number: int, items: list[pytest.Item], running: str) -> None:
    """Run tests with a mutant until one fails, and keep the name of the one that runs in a file."""
    os.setpgid(0, 0)
    sys.modules["mutant_switch"].__dict__["on"] = number
    os.environ["MUTANT"] = str(number)
    for item, following in zip_longest(items, items[1:]):
        Path(running).write_text(item.nodeid, encoding="utf-8")
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed:
            os._exit(1)
    os._exit(0)


def find(root: Path, names: list[str], markers: str) -> dict[str, str]:
    """Return which test found each mutant in the tree below `root`, "" where none did."""
    folder = root.parent
    command = [sys.executable, "-m", "pytest", "-q", "--tb=no", "-p", "tools.mutants", "-m", markers, *TESTS]
    environment = os.environ | {"PYTHONPATH": str(root), "MUTANTS": str(folder)}

    def run(*options: str) -> None:
        subprocess.run([*command, *options], cwd=root, env=environment, check=False)

    def read_pairs(name: str) -> list[list[str]]:
        return [line.split(" ", 1) for line in (folder / name).read_text(encoding="utf-8").splitlines()]

    run("-p", "tests.support.forks", "--forks", "2")
    takes = {test: float(seconds) for seconds, test in read_pairs("seconds")}
    reached = {(int(number), test) for number, test in read_pairs("reached") if test in takes}
    tests = ([test for at, test in reached if at == place] for place in range(len(names)))
    plan = [(place, sorted(some, key=takes.__getitem__)[:MOST]) for place, some in enumerate(tests)]
    (folder / "plan").write_text(json.dumps(plan))
    run("--timeout=40")
    return {names[int(number)]: test for number, test in read_pairs("found")}


def main() -> None:
    """Print how many mutants of each file the tests find, and record which test found which."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--commit", default="HEAD", help="which one is tried (default HEAD)")
    parser.add_argument("--tests", default="not soak", help="their markers (default 'not soak': two tiers)")
    parser.add_argument("--record", type=Path, required=True, help="a JSON file to write: each mutant and its test")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "tree"
        for words in (["clone", "-q", Path(__file__).parents[1], root], ["-C", root, "checkout", "-q", args.commit]):
            subprocess.run(["/usr/bin/env", "git", *words], check=True)
        shutil.copy(__file__, root / "tools" / "mutants.py")  # an older commit does not have it
        found = find(root, plant(root), args.tests)
    args.record.write_text(json.dumps(found, indent=1), encoding="utf-8")
    for file in (*PLACES, ""):
        outcomes = [test for name, test in found.items() if name.startswith(file)]
        print(f"{file or 'all'}: {sum(map(bool, outcomes))} of {len(outcomes)} mutants are found")


if __name__ == "__main__":
    main()
