"""Tools know their parts by name, say in one line what they lack, and count what stands in the tree."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from robot.installation import describe_error
from solver.errors import MissingPackageError
from tests.support.repository import REPOSITORY
from tools.bench import __main__ as bench
from tools.campaigns import __main__ as campaigns
from tools.size import MEASURES, family_places, lines, main


def text_of(module: str) -> str:
    return (REPOSITORY / f"tools/{module}.py").read_text(encoding="utf-8")


def test_every_benchmark_and_campaign_has_what_the_command_runs() -> None:
    assert len(bench.BENCHES) == sum(map(len, bench.ROOMS.values())) > 10
    for name, room in bench.BENCHES.items():
        assert f"\ndef {name}() -> Iterator[str]:" in text_of(f"bench/{room}"), name
    for name in campaigns.CAMPAIGNS:
        assert "\ndef add_options(parser: ArgumentParser) -> None:\n" in text_of(f"campaigns/{name}"), name
        assert "\ndef run(options: Namespace) -> Iterator[str]:\n" in text_of(f"campaigns/{name}"), name


def test_what_is_not_there_is_told_from_what_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["tools.bench", "solver", "weather"])
    assert bench.main() == 2
    assert capsys.readouterr() == ("", f"no benchmark weather: choose from {', '.join(sorted(bench.BENCHES))}\n")
    assert campaigns.main(["weather"]) == 2
    assert capsys.readouterr() == ("", f"name one of the campaigns: {', '.join(campaigns.CAMPAIGNS)}\n")


@pytest.mark.check
def test_a_benchmark_prints_its_measurements(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["tools.bench", "rounds"])
    assert bench.main() == 0
    heading, *lines = capsys.readouterr().out.splitlines()
    assert heading == "rounds:"
    assert lines
    assert all(line.startswith("  ") for line in lines)


@pytest.mark.parametrize(
    ("words", "missing", "what"),
    [
        (["tools.train"], "torch", "training"),
        (["tools.train.crossfit"], "onnx", "training"),
        (["tools.second_look"], "torch", "training"),
        (["tools.path_traced", ".", "--count", "1"], "bpy", "rendering"),
        (["tools.board", "--out", "out"], "gerbonara", "the board"),
    ],
    ids=lambda it: it[0] if isinstance(it, list) else it,
)
def test_a_tool_says_in_one_line_what_it_needs(words: list[str], missing: str, what: str, tmp_path: Path) -> None:
    # The one that is not missing is stood in for: here it may be missing too.
    code = f"""
import runpy, sys
from unittest.mock import MagicMock
for name in ("torch", "torch.nn", "torch.nn.functional", "onnx", "bpy", "gerbonara"):
    sys.modules[name] = None if name.split(".")[0] == {missing!r} else MagicMock()
sys.argv = {words!r}
runpy.run_module({words[0]!r}, run_name="__main__")
"""
    run = [sys.executable, "-c", code]
    here = os.environ | {"PYTHONPATH": str(REPOSITORY)}
    done = subprocess.run(run, capture_output=True, text=True, check=False, timeout=120, cwd=tmp_path, env=here)
    assert done.returncode == 1
    assert done.stderr == describe_error(MissingPackageError(f"{what} needs", missing, "make")) + "\n"
    assert [*tmp_path.iterdir()] == []


def test_lines_are_those_of_the_files(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    own = len((REPOSITORY / "tools/size.py").read_text(encoding="utf-8").splitlines())
    assert lines("tools")["tools/size.py"] == own
    monkeypatch.setattr(sys, "argv", ["tools.size", "--list", "tools"])
    main()
    assert f"{own:>6} tools/size.py" in capsys.readouterr().out.splitlines()


def test_no_file_outside_of_games_knows_a_family() -> None:
    assert not family_places()


@pytest.mark.check
@pytest.mark.parametrize("measure", MEASURES)
def test_every_measure_finds_something_to_count(measure: str) -> None:
    _, goal, count = MEASURES[measure]
    assert sum(count().values()) > 0 or goal == 0
