"""What installs a missing package, in a checkout and elsewhere; no stranger's package is ever named."""

import re
import sys
import tomllib
from collections.abc import Mapping
from functools import cache, partial
from importlib.metadata import packages_distributions, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from robot import installation
from robot.cli import main
from robot.host.status import versions
from robot.installation import DISTRIBUTION, EXTRAS, VERSION, describe_error, describe_import, install_command
from solver.errors import MissingNumbaError
from tests.support.base_packages import canonical
from tests.support.repository import REPOSITORY

PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
ELSEWHERE = {"pyspiel": "open_spiel"}
"""The package that brings a module of another name, for where it is not installed."""
EXTRAS_OF_PROJECT: dict[str, list[str]] = PROJECT["optional-dependencies"]


def brought_by(extra: str) -> set[str]:
    """Return the packages that an extra names, those of this project's extras that it names included."""
    found: set[str] = set()
    for one in map(Requirement, EXTRAS_OF_PROJECT[extra]):
        found.update(*map(brought_by, one.extras)) if one.name == DISTRIBUTION else found.add(canonical(one.name))
    return found


@cache
def list_packages() -> Mapping[str, list[str]]:
    """Return the packages that bring each module."""
    return packages_distributions()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for file in ("Makefile", "pyproject.toml"):
        (tmp_path / file).touch()
    return tmp_path


def test_a_checkout_s_own_environment_and_the_system_s_python_are_told_of_make(checkout: Path) -> None:
    for prefix in (str(checkout / ".venv"), sys.base_prefix):
        assert install_command("scipy", code=checkout, prefix=prefix) == f'make -C "{checkout}" add EXTRA=solve'
    assert install_command("numba", code=checkout, prefix=sys.base_prefix) == f'make -C "{checkout}" setup'


def test_an_environment_of_the_user_s_own_or_one_that_make_takes_for_complete_is_told_what_adds_to_it(
    checkout: Path,
) -> None:
    pip, of = f'"{sys.executable}" -m pip install -e', f'-c "{checkout}/constraints.txt"'
    assert install_command("mujoco", code=checkout, prefix="/home/me/mine") == f'{pip} "{checkout}[twin]" {of}'
    assert install_command("numba", code=checkout, prefix=str(checkout / ".venv")) == f'{pip} "{checkout}" {of}'


def test_a_wheel_is_told_of_its_own_name_and_of_what_made_its_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = partial(install_command, code=tmp_path, prefix=str(tmp_path))
    assert command("gymnasium") == f'"{sys.executable}" -m pip install "{DISTRIBUTION}[learn]"'
    assert command("numba") == f'"{sys.executable}" -m pip install "{DISTRIBUTION}"'
    monkeypatch.setattr(installation, "find_spec", {}.get)
    assert command("scipy") == f'uv pip install --python "{sys.executable}" "{DISTRIBUTION}[solve]"'
    (tmp_path / "pipx_metadata.json").touch()
    assert command("scipy") == f'pipx runpip "{tmp_path.name}" install "{DISTRIBUTION}[solve]"'


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ImportError("libGL.so.1: cannot open shared object file", name="cv2"), "apt install libgl1 libg"),
        (ImportError("libgthread-2.0.so.0: cannot open shared object file"), "apt install libgl1 libglib2.0-0'"),
        (ImportError("libX11.so.6: cannot open shared object file: No such file"), "apt install libx11-6'"),
        (
            ModuleNotFoundError("No module named 'termios'", name="termios"),
            "termios, which Windows does not have: run it in ",
        ),
        (ModuleNotFoundError("No module named '_sqlite3'", name="_sqlite3"), "built without sqlite3: use another"),
        (ModuleNotFoundError("No module named 'rich.x'", name="rich.x"), "rich is not installed: run '"),
        (ModuleNotFoundError("No module named 'robot.x'", name="robot.x"), ""),
        *((ImportError("cannot import name 'x'", name=name), "") for name in ("robot.app", "typing")),
    ],
)
def test_what_cannot_be_imported_is_told_in_a_line_unless_it_is_ours(error: ImportError, told: str) -> None:
    assert told in describe_import(error)
    assert bool(told) == bool(describe_import(error))


def test_what_needs_a_package_names_the_command() -> None:
    run = f"run '{install_command('numba')}'"
    assert describe_error(MissingNumbaError()) == f"solving a game afresh needs numba: {run}"
    assert (
        describe_error(MissingNumbaError("old"))
        == f"solving a game afresh needs numba, which does not start (old): {run}"
    )


def test_the_package_has_the_name_and_the_version_that_the_program_tells(capsys: pytest.CaptureFixture[str]) -> None:
    assert [main([word]) for word in ("version", "--version")] == [0, 0]
    assert capsys.readouterr().out == f"{VERSION}\n" * 2
    assert (PROJECT["name"], PROJECT["dynamic"]) == (DISTRIBUTION, ["version"])
    assert versions()["pipsqueak"] == VERSION


@pytest.mark.parametrize("module", EXTRAS)
def test_the_extra_that_is_named_brings_the_module(module: str) -> None:
    assert brought_by(EXTRAS[module]) & {
        canonical(name) for name in list_packages().get(module, [ELSEWHERE.get(module, module)])
    }


def test_every_version_is_pinned_once() -> None:
    lines = (REPOSITORY / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = [
        canonical(line.partition("==")[0]) for line in lines if re.fullmatch(r"[A-Za-z0-9._-]+==[0-9][0-9a-z.]*", line)
    ]
    assert len(pinned) == len(lines) - 1, "a comment, and a name and a version in each line"
    assert len(pinned) == len({*pinned})
    named = {canonical(Requirement(one).name) for one in PROJECT["dependencies"]}.union(
        *map(brought_by, EXTRAS_OF_PROJECT)
    )
    assert named <= {*pinned}


EXTRA = re.compile(r"^\| (?:`\[(\w+)\]`|none) \|.*\| (?:\+ )?(\d+) \| [^|]* \|$", re.MULTILINE)
ROWS = EXTRA.findall((REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8"))
HERE = [row for row in ROWS if row[0] not in {"agent", "train"}]
"""What `make check` installs."""


def test_the_page_tells_what_each_extra_is_for() -> None:
    assert [extra for extra, _ in ROWS] == ["", *(extra for extra in EXTRAS_OF_PROJECT if extra != "pi")]


def packages_of(extra: str) -> set[str]:
    """Return the names of all packages that an install with an extra brings, by those that are installed here."""
    found, waiting = set[str](), [(DISTRIBUTION, extra)]
    while waiting:
        name, extra = waiting.pop()
        for one in map(Requirement, requires(name) or ()):
            if not one.marker or one.marker.evaluate({"extra": extra}):
                more = [(one.name, wanted) for wanted in ("", *sorted(one.extras))]
                waiting += [it for it in more if f"{canonical(it[0])}[{it[1]}]" not in found]
                found.update(f"{canonical(name)}[{wanted}]" for name, wanted in more)
    return {name.partition("[")[0] for name in found} - {canonical(DISTRIBUTION)}


@pytest.mark.check
@pytest.mark.parametrize(("extra", "told"), HERE, ids=[extra or "none" for extra, _ in HERE])
def test_the_page_counts_the_packages_of_an_extra(extra: str, told: str) -> None:
    base = packages_of("")
    assert int(told) == (len(packages_of(extra) - base) if extra else len(base) + 1), "count them again"


def test_nothing_names_the_stranger_s_package() -> None:
    named = re.compile(r"pipsqueak\[[a-z]|(pip|pipx|uv) (install|add) ['\"]?pipsqueak(?!-robot)")
    shipped = ("robot", "vision", "solver", "hardware", "docs", "tools")
    files = [
        path for room in shipped for path in (REPOSITORY / room).rglob("*") if path.suffix in {".py", ".ftl", ".md"}
    ]
    assert len(files) > 300
    assert [str(path) for path in (*files, REPOSITORY / "README.md") if named.search(path.read_text("utf-8"))] == []
