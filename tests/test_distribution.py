"""A wheel and an sdist, built without a network: what is installed from them elsewhere plays, reads, and serves a page.

It sees the base's packages alone, in an environment of its own, and nothing of the source tree.
"""

import json
import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest

from robot.games.registry import PLAYED
from robot.installation import DISTRIBUTION, VERSION
from robot.verbs import COMMANDS
from tests.support.base_packages import base
from tests.support.repository import DOCS, REPOSITORY
from tests.support.requirements import needs_requirement
from tests.support.robot.programs import start_server, until_ready
from tools.release import build, notes_of

pytestmark = pytest.mark.check

PACKAGES = ("robot", "vision", "solver", "hardware", "forms")
OTHERS = ("firmware", "tools", "tests")
"""What lies beside them: some of the firmware's files are also in the packages, by links."""
SOLIDS = Path("docs/build/machine.glb")
"""Of the guide, and in a package by a link."""
GENERATED = shutil.ignore_patterns("__pycache__", "build")
FURTHER = (
    "pig --goal 50 --players robot,robot",
    "pig --players robot,robot,robot",
    "farkle --goal 5000 --rule opening=500 --players robot,robot",
    f"{DOCS / 'own-game.toml'} --players robot",
)
"""Games of other rules, of more players and of one's own, which are solved as they begin."""
BESIDE = ("CHANGELOG.md", "CITATION.cff", "LICENSE", "README.md", "constraints.txt", "pyproject.toml")
"""The files of the tree's root that an sdist holds."""
MAKEFILE = ".mk"
"""How files are named that only `make` reads, in the firmware's folders."""
HELP = """
import sys
from contextlib import redirect_stdout
from io import StringIO
from robot.cli import main
from robot.verbs import COMMANDS

for command in COMMANDS:
    with redirect_stdout(StringIO()) as said:
        try:
            main([*command.split(), "--help"])
        except SystemExit as left:
            print(left.code, len(said.getvalue()), command, file=sys.stderr)
"""


def hashes(wheel: Path) -> dict[str, str]:
    """Return the hash of each file in a wheel, as it says."""
    with zipfile.ZipFile(wheel) as packed:
        (record,) = (name for name in packed.namelist() if name.endswith(".dist-info/RECORD"))
        lines = packed.read(record).decode().splitlines()
    return {name: digest for name, digest, _ in (line.rsplit(",", 2) for line in lines)}


@dataclass(frozen=True)
class Distributed:
    """A wheel and an sdist of a tree, and a wheel that was built from the sdist."""

    tree: Path
    wheel: Path
    sdist: Path
    again: Path


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Distributed:
    (wanted,) = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    needs_requirement(wanted)
    folder = tmp_path_factory.mktemp("built")
    for name in (*PACKAGES, *OTHERS):
        shutil.copytree(REPOSITORY / name, folder / "tree" / name, symlinks=True, ignore=GENERATED)
    (folder / "tree" / SOLIDS.parent).mkdir(parents=True)
    for file in (*BESIDE, "MANIFEST.in", SOLIDS):
        shutil.copy(REPOSITORY / file, folder / "tree" / file)
    sdist = build("sdist", folder / "tree", folder / "sdist")
    with tarfile.open(sdist) as packed:
        packed.extractall(folder, filter="data")
    again = build("wheel", folder / sdist.name.removesuffix(".tar.gz"), folder / "again")
    return Distributed(folder / "tree", build("wheel", folder / "tree", folder / "wheel"), sdist, again)


@pytest.fixture(scope="module")
def scripts(dist: Distributed, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(dist.wheel, tmp_path_factory.mktemp("elsewhere"))


def install(wheel: Path, folder: Path, *without: str) -> Path:
    """Return the `bin` of a new environment that holds the wheel and the base's packages but some, and nothing else."""
    venv.create(folder, symlinks=True)
    (site,) = folder.glob("lib/python*/site-packages")
    for top in {top for name in base() - {*without} for top in tops(distribution(name))}:
        (site / top.name).symlink_to(top)
    words = [
        "--python",
        str(folder / "bin" / "python"),
        "install",
        "--no-deps",
        "--no-index",
        "--quiet",
        str(wheel),
    ]
    subprocess.run([sys.executable, "-m", "pip", *words], check=True, cwd=folder)
    return folder / "bin"


def tops(one: Distribution) -> Iterator[Path]:
    """Yield what a package has put into the folder of packages, its modules, libraries and metadata."""
    for name in {file.parts[0] for file in one.files or () if file.parts[0] not in {"..", "__pycache__", "bin"}}:
        yield Path(str(one.locate_file(name)))


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder in which programs run, and their home."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    monkeypatch.setenv("PIPSQUEAK_HOME", str(tmp_path / "home"))
    return tmp_path


def run(program: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([program, *words], capture_output=True, text=True, check=False)


def test_the_wheel_holds_the_program_with_its_data_and_nothing_else(dist: Distributed) -> None:
    files = {
        str((Path(folder) / name).relative_to(dist.tree))
        for package in PACKAGES
        for folder, _, names in os.walk(dist.tree / package, followlinks=True)
        for name in names
        if not name.endswith(MAKEFILE)
    }
    assert len(files) > 500
    assert {name for name in hashes(dist.wheel) if ".dist-info/" not in name} == files


def test_the_sdist_holds_what_belongs_to_a_release_and_no_tests(dist: Distributed) -> None:
    with tarfile.open(dist.sdist) as packed:
        inside = {name.partition("/")[2] for name in packed.getnames()}
    assert {*BESIDE} <= inside
    assert not [name for name in inside if name.startswith("tests")]


def test_the_sdist_builds_the_same_wheel(dist: Distributed) -> None:
    assert dist.sdist.name == f"pipsqueak_robot-{VERSION}.tar.gz"
    assert dist.wheel.name == dist.again.name == f"pipsqueak_robot-{VERSION}-py3-none-any.whl"
    assert hashes(dist.again) == hashes(dist.wheel)


def test_notes_are_what_the_change_log_says_of_this_version() -> None:
    text = (REPOSITORY / "CHANGELOG.md").read_text(encoding="utf-8")
    notes = notes_of(text, VERSION)
    assert notes.startswith("In short: ")
    assert f"[{VERSION}]" not in notes
    assert "## [" not in notes
    with pytest.raises(ValueError, match="has no text for"):
        notes_of(text, "9.9.9")


@pytest.mark.usefixtures("elsewhere")
def test_nothing_of_the_source_tree_is_seen(scripts: Path) -> None:
    told = run(scripts / "python", "-c", "import robot, sys; print(robot.__file__, *sys.path)").stdout
    assert str(scripts.parent) in told.split()[0]
    assert str(REPOSITORY) not in told.replace(str(REPOSITORY / ".venv"), "")
    assert run(scripts / "pipsqueak", "--version").stdout == f"{VERSION}\n"
    assert "No module named 'scipy'" in run(scripts / "python", "-c", "import scipy").stderr


@pytest.mark.usefixtures("elsewhere")
def test_every_verb_helps(scripts: Path) -> None:
    told = [line.split(maxsplit=2) for line in run(scripts / "python", "-c", HELP).stderr.splitlines()]
    assert [(command, status) for status, _, command in told] == [(command, "0") for command in COMMANDS]
    assert min(int(length) for _, length, _ in told) > 100


@pytest.mark.usefixtures("elsewhere")
def test_it_plays_a_whole_game_of_pig_on_the_simulated_table(scripts: Path) -> None:
    words = ("--players", "robot:optimal,robot:hold20", "--table", "sim", "--seed", "3", "--fast", "--json")
    played = run(scripts / "pipsqueak", "play", "pig", *words)
    assert (played.returncode, played.stderr) == (0, "")
    assert max(json.loads(played.stdout.splitlines()[-1])["scores"]) >= 100


@pytest.mark.parametrize("without", [(), ("numba", "llvmlite")], ids=["base", "without numba"])
def test_every_game_begins_with_every_level_in_the_terminal_and_on_the_page(
    without: tuple[str, ...], dist: Distributed, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = install(dist.wheel, elsewhere / "environment", *without)
    (elsewhere / "tests").symlink_to(REPOSITORY / "tests")
    monkeypatch.setenv("PYTHONPATH", str(elsewhere))
    told = run(programs / "python", "-m", "tests.support.robot.begun", "home", *(FURTHER if not without else ()))
    begun = dict(json.loads(line) for line in told.stdout.splitlines())
    assert begun.keys() >= {*PLAYED}, told.stderr
    assert {game: said for game, said in begun.items() if said} == {}


@pytest.mark.usefixtures("elsewhere")
def test_it_reads_a_photograph(scripts: Path) -> None:
    picture = shutil.copy(DOCS / "img" / "reading.jpg", "reading.jpg")
    read = run(scripts / "pipsqueak", "read", "--json", str(picture))
    assert read.returncode == 0, read.stderr
    assert json.loads(read.stdout)["dice"]
    assert run(scripts / "pipsqueak", "data", "samples").returncode == 0
    assert "0 differ" in run(scripts / "pipsqueak", "replay", "samples/threes").stdout


def test_it_serves_a_page(scripts: Path, elsewhere: Path) -> None:
    with start_server("serve", elsewhere / "home", program=[str(scripts / "pipsqueak")]) as (_, address):
        assert until_ready(address)["versions"]["pipsqueak"] == VERSION
        with urllib.request.urlopen(f"{address}/new") as answer:
            assert "Pipsqueak" in answer.read().decode()


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize(
    ("command", "extra"),
    [
        ("fairness plan", "solve"),
        ("play pig --players robot,robot --table twin --fast", "twin"),
    ],
)
def test_one_line_names_the_extra_that_is_missing(scripts: Path, command: str, extra: str) -> None:
    done = run(scripts / "pipsqueak", *command.split())
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    wanted = f"""run 'uv pip install --python "{scripts / "python"}" "{DISTRIBUTION}[{extra}]"'\n"""
    assert done.stderr.endswith(wanted), "there is no pip there"
