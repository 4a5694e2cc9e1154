"""The table of sizes counts what stands in the tree."""

import sys

import pytest

from tests.support.repository import REPOSITORY
from tools.size import MEASURES, family_places, lines, main


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
