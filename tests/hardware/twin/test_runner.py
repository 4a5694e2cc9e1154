"""The twin's runner is built from its sources the first time that somebody wants it."""

import os
import stat
from pathlib import Path

import pytest

from hardware.errors import Failure
from hardware.twin import runner as runners
from hardware.twin.runner import Runner, ensure_runner
from tests.support.hardware.failures import raises
from tests.support.requirements import needs, needs_file


@pytest.mark.check
def test_it_is_built_once_and_runs_the_packages_firmware(tmp_path: Path) -> None:
    needs("cc")
    needs_file(Path("/usr/include/simavr/sim_avr.h"), "libsimavr-dev")
    runner = ensure_runner(tmp_path / "cache")
    made = runner.stat().st_mtime_ns
    assert ensure_runner(tmp_path / "cache").stat().st_mtime_ns == made
    assert list((tmp_path / "cache").iterdir()) == [runner]
    with Runner(runner) as board:
        board.advance(1_600_000)
        assert board.runs


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("fatal error: simavr/sim_avr.h: No such file or directory", "libsimavr or libelf is not installed"),
        ("/usr/bin/ld: cannot find -lelf", "libsimavr or libelf is not installed"),
        ("runner.c:7: error: it is broken", "cannot be built: runner.c:7: error: it is broken"),
    ],
)
def test_a_failed_compiler_is_told_of(word: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiler = tmp_path / "cc"
    compiler.write_text(f"#!/bin/sh\necho '{word}' >&2\nexit 1\n")
    compiler.chmod(stat.S_IRWXU)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.delenv("CC", raising=False)
    with raises(Failure.TWIN_MISSING, match=said) as raised:
        ensure_runner(tmp_path / "cache")
    assert "\n" not in str(raised.value)
    assert "libsimavr-dev" in raised.value.remedy


def test_sources_that_are_not_there_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runners, "SOURCES", tmp_path / "nowhere")
    with raises(Failure.TWIN_MISSING, match=r"nowhere; install the package again"):
        ensure_runner(tmp_path)


@pytest.mark.parametrize(("mode", "why"), [(0o755, "Exec format error"), (0o644, "Permission denied")])
def test_a_runner_that_cannot_be_executed_is_named_for_deletion(mode: int, why: str, tmp_path: Path) -> None:
    runner = tmp_path / "runner"
    runner.write_bytes(b"damaged")
    runner.chmod(mode)
    with raises(Failure.TWIN_MISSING, match=rf"\({why}\); delete {runner}: the program builds it again"):
        Runner(runner)


def test_every_kind_of_machine_has_a_runner_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def touch(_: object, runner: Path) -> None:
        runner.touch()

    monkeypatch.setattr(runners, "_build", touch)
    names = set()
    for machine in ("x86_64", "aarch64"):
        monkeypatch.setattr("platform.machine", lambda machine=machine: machine)
        names.add(ensure_runner(tmp_path).name)
    assert len(names) == 2
