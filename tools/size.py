"""Measure the size of the code, and print its goals: `python -m tools.size`; `--list MEASURE` lists what it counts."""

import argparse
import ast
import builtins
import re
import subprocess
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
SHIPPED = ("robot", "solver", "vision", "hardware", "forms")
FAMILIES = ("aside", "keep_and_throw", "multiplayer", "race", "rounds", "sheet", "simultaneous", "single")
FOLDERS = [path.parent.name for path in REPOSITORY.glob("robot/games/*/__init__.py")]
LAYOUTS = re.compile(r"""kind["'\])]*\s*[!=]==?\s*["'](?:race|sheet|hog|keep|box|none)["']""")
"""Code that compares the word in JSON for the layout of a game."""
OF_A_FAMILY = re.compile(rf"solver\.({'|'.join(FAMILIES)})\b|robot\.games\.({'|'.join(FOLDERS)})\b")


@cache
def texts(*folders: str) -> dict[str, str]:
    """Return the text of each Python file that git tracks below these folders, by path."""
    listed = ["git", "ls-files", *(f"{folder}/*.py" for folder in folders)]
    paths = subprocess.run(listed, cwd=REPOSITORY, capture_output=True, text=True, check=True).stdout.split()
    return {path: (REPOSITORY / path).read_text(encoding="utf-8") for path in paths if (REPOSITORY / path).is_file()}


@cache
def nodes(path: str) -> list[ast.AST]:
    return [*ast.walk(ast.parse(texts(*SHIPPED)[path]))]


def lines(*folders: str) -> dict[str, int]:
    return {path: len(text.splitlines()) for path, text in texts(*folders).items()}


def classes() -> Iterator[tuple[str, ast.ClassDef]]:
    """Yield the shipped classes with their places."""
    for path in texts(*SHIPPED):
        for node in nodes(path):
            if isinstance(node, ast.ClassDef):
                yield f"{path}:{node.lineno} {node.name}", node


def find_heirs(known: set[str]) -> dict[str, str]:
    """Return the names of the shipped classes that inherit from `known` classes, directly or not, by place."""
    found, heirs = dict(classes()), dict[str, str]()
    while more := {
        place: node.name
        for place, node in found.items()
        if place not in heirs and known & {re.split(r"[.\[]", ast.unparse(base))[-1] for base in node.bases}
    }:
        heirs |= more
        known = known | {*more.values()}
    return heirs


def error_classes() -> dict[str, int]:
    """Return the classes that can be raised: those that inherit from an exception of Python, directly or not."""
    raised = {name for name, one in vars(builtins).items() if isinstance(one, type) and issubclass(one, BaseException)}
    return dict.fromkeys(find_heirs(raised), 1)


def find_imports(path: str) -> set[str]:
    """Return the modules and names that a shipped file imports, and those that its strings name, with dots."""
    found = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "." in node.value:
            found.add(node.value)
    return found


def lone_modules() -> dict[str, int]:
    """Return the modules that only one shipped module imports, from the same folder."""
    importers = defaultdict(set)
    for path in texts(*SHIPPED):
        for name in find_imports(path):
            importers[name].add(path)
    alone = ((path, *importers[path.removesuffix(".py").replace("/", ".")]) for path in texts(*SHIPPED))
    pairs = (found for found in alone if len(found) == 2)
    return {f"{path} <- {user}": 1 for path, user in pairs if Path(path).parent == Path(user).parent}


def find_asked_types(path: str) -> Iterator[tuple[int, set[str]]]:
    """Yield each line of a shipped file that tests for a type, in isinstance or a pattern, and the names in it."""
    for node in nodes(path):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance":
            yield node.lineno, {*re.findall(r"\w+", ast.unparse(node.args[1]))}
        elif isinstance(node, ast.MatchClass):
            yield node.lineno, {ast.unparse(node.cls)}


def family_places() -> dict[str, int]:
    """Return the places in robot, outside robot/games, that ask for the family of a game.

    They import a part of a family, or test for the type of a position, a game or its view, or for the word in JSON for
    its layout.
    """
    kinds = {*find_heirs({"Position", "TableGame"}).values()}
    kinds |= {node.name for place, node in classes() if place.startswith("robot/games/views.py")}
    found = [path for path in texts("robot") if any(OF_A_FAMILY.match(name) for name in find_imports(path))]
    found += [f"{path}:{line}" for path in texts("robot") for line, asked in find_asked_types(path) if asked & kinds]
    scripts = {
        str(path.relative_to(REPOSITORY)): path.read_text() for path in (REPOSITORY / "robot/web/static").glob("*.js")
    }
    found += [path for path, text in (texts("robot") | scripts).items() if LAYOUTS.search(text)]
    return {place: 1 for place in found if not place.startswith("robot/games/")}


def unused_arguments() -> dict[str, int]:
    return {path: count for path, text in texts(*SHIPPED).items() if (count := text.count("noqa: ARG002"))}


MEASURES: dict[str, tuple[str, int, Callable[[], dict[str, int]]]] = {
    "lines": (f"Python lines in {' '.join(SHIPPED)}", 76_000, lambda: lines(*SHIPPED)),
    "modules": ("modules there", 480, lambda: dict.fromkeys(texts(*SHIPPED), 1)),
    "classes": ("classes there", 700, lambda: {place: 1 for place, _ in classes()}),
    "tools": ("Python lines in tools", 20_000, lambda: lines("tools")),
    "tests": ("Python lines in tests", 62_000, lambda: lines("tests")),
    "lone": ("modules with a single importer, in the same folder", 20, lone_modules),
    "families": ("places in robot outside robot/games that ask for a family", 0, family_places),
    "unused": ("noqa: ARG002 in shipped code", 15, unused_arguments),
    "errors": ("error classes in shipped code", 45, error_classes),
}


def main() -> None:
    """Print the table of all measures, or what one measure counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", choices=MEASURES, metavar="MEASURE", help=f"one of {', '.join(MEASURES)}")
    chosen = parser.parse_args().list
    if chosen:
        for place, count in sorted(MEASURES[chosen][2]().items(), key=lambda entry: (-entry[1], entry[0])):
            print(place if count == 1 else f"{count:>6} {place}")
        return
    for name, (what, goal, count_of) in MEASURES.items():
        print(f"{name:<10} {what:<56} {sum(count_of().values()):>7,}   goal {goal:>6,}")


if __name__ == "__main__":
    main()
