"""Programs and optional packages that tests need."""

import importlib.util
import os
import shutil
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement


def needs(program: str) -> None:
    """Skip the test where `program` is missing, and fail it where nothing may be: under CI=true."""
    if shutil.which(program) is None:
        _give_up(f"{program} is not installed: 'make system' brings it")


def browser_program() -> str:
    """Return the path of Chromium's headless shell, or else of Chromium, which needs twice the work.

    Skip or fail likewise where there is neither.
    """
    for program in ("chromium-headless-shell", "chromium"):
        if path := shutil.which(program):
            return path
    _give_up("chromium-headless-shell is not installed: 'make system' brings it")
    raise AssertionError("the line above does not return")


def needs_file(path: Path, package: str) -> None:
    """Skip or fail likewise where a file of a system package is missing."""
    if not path.is_file():
        _give_up(f"{package} is not installed: 'make system' brings it")


def needs_package(package: str) -> None:
    """Skip where an optional package is missing, and fail under CI=true; at a module's head it is for all its tests."""
    if importlib.util.find_spec(package) is None:
        _give_up(f"{package} is not installed: 'make check' brings it")


def needs_requirement(requirement: str) -> None:
    """Skip or fail likewise where no package of a version as in `requirement` is installed."""
    wanted = Requirement(requirement)
    try:
        found = wanted.specifier.contains(version(wanted.name))
    except PackageNotFoundError:
        found = False
    if not found:
        _give_up(f"{requirement} is not installed: 'make check' brings it")


def needs_opengl() -> None:
    """Skip or fail likewise where nothing can render."""
    from hardware.twin.posed import check_opengl

    if reason := check_opengl():
        _give_up(f"no OpenGL, {reason}: 'make system' brings it")


def _give_up(what: str) -> None:
    if os.environ.get("CI") == "true":
        pytest.fail(what)
    pytest.skip(what, allow_module_level=True)
