"""What installs a missing package, in a checkout and elsewhere; no stranger's package is ever named."""

import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from robot.host.versions import versions
from robot.installation import DISTRIBUTION, EXTRAS, VERSION, install_command, told
from tests.support.repository import REPOSITORY
from vision.errors import MissingHeifReaderError

PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def plain(name: str) -> str:
    """Return a package's name as pip compares it."""
    return re.split(r"[<>=; ]", name)[0].lower().replace("_", "-")


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for file in ("Makefile", "pyproject.toml"):
        (tmp_path / file).touch()
    return tmp_path


def test_a_checkout_s_own_environment_and_the_system_s_python_are_told_of_make(checkout: Path) -> None:
    for prefix in (str(checkout / ".venv"), sys.base_prefix):
        assert install_command("scipy", code=checkout, prefix=prefix) == f'make -C "{checkout}" setup'


def test_an_environment_of_the_user_s_own_is_told_what_adds_to_it(checkout: Path) -> None:
    command = install_command("nicegui", code=checkout, prefix="/home/me/mine")
    assert command == f'"{sys.executable}" -m pip install -e "{checkout}[serve]" -c "{checkout}/constraints.txt"'


def test_a_wheel_is_told_of_pip_by_its_own_name(tmp_path: Path) -> None:
    command = install_command("gymnasium", code=tmp_path, prefix="/home/me/mine")
    assert command == f'"{sys.executable}" -m pip install "{DISTRIBUTION}[gym]"'


def test_a_picture_that_needs_a_package_names_the_command() -> None:
    line = told(MissingHeifReaderError("a.heic"))
    assert line == f"a.heic is a HEIC picture, which only pillow_heif can read: run '{install_command('pillow_heif')}'"


def test_the_package_has_the_name_and_the_version_that_the_program_tells() -> None:
    assert (PROJECT["name"], PROJECT["dynamic"]) == (DISTRIBUTION, ["version"])
    assert versions()["pipsqueak"] == VERSION


@pytest.mark.parametrize("module", EXTRAS)
def test_the_extra_that_is_named_brings_the_module(module: str) -> None:
    brought = {plain(one) for one in PROJECT["optional-dependencies"][EXTRAS[module]]}
    assert brought & {plain(name) for name in packages_distributions().get(module, [module])}


def test_nothing_names_the_stranger_s_package() -> None:
    named = re.compile(r"pipsqueak\[[a-z]|(pip|pipx|uv) (install|add) ['\"]?pipsqueak(?!-robot)")
    shipped = ("robot", "vision", "solver", "hardware", "docs", "tools")
    files = [
        path for room in shipped for path in (REPOSITORY / room).rglob("*") if path.suffix in {".py", ".ftl", ".md"}
    ]
    assert len(files) > 300
    assert [str(path) for path in (*files, REPOSITORY / "README.md") if named.search(path.read_text("utf-8"))] == []
