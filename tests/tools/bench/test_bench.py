"""The command of the benchmarks runs each of them by its name."""

from pathlib import Path

import pytest

import tools.bench
from tools.bench.__main__ import main

FILES = [path for path in sorted(Path(tools.bench.__path__[0]).glob("*.py")) if not path.name.startswith("_")]


def test_every_benchmark_has_what_the_command_runs() -> None:
    assert len(FILES) > 20
    assert [path.name for path in FILES if "\ndef run() -> " not in path.read_text(encoding="utf-8")] == []


def test_a_benchmark_that_is_not_there_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["tools.bench", "solver", "weather"])
    assert main() == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == f"no benchmark weather: known are {', '.join(path.stem for path in FILES)}\n"


@pytest.mark.check
def test_a_benchmark_prints_its_measurements(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["tools.bench", "rounds"])
    assert main() == 0
    heading, *lines = capsys.readouterr().out.splitlines()
    assert heading == "rounds:"
    assert lines
    assert all(line.startswith("  ") for line in lines)
