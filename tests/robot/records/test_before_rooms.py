"""A journal and a recording that an earlier version made: they open, count and replay as they did then.

`before_rooms/` holds the journal of six games (two of them unfinished), what `export` and `stats --json` printed of it
at commit de4c36f, and a recording of one throw.
"""

import json
import shutil
from pathlib import Path

import pytest

from robot.cli import main
from robot.config import Folders
from robot.games.registry import make_game
from robot.match.journal import Journal
from robot.match.standing import Standing

BEFORE = Path(__file__).parent / "before_rooms"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PIPSQUEAK_HOME", str(tmp_path))
    journal = Folders.of_user().journal
    journal.parent.mkdir(parents=True)
    shutil.copy(BEFORE / "journal.sqlite", journal)
    return tmp_path


def test_every_game_and_entry_is_exported_as_then(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "--format", "jsonl"]) == 0
    assert capsys.readouterr().out == (BEFORE / "export.jsonl").read_text(encoding="utf-8")


def test_the_statistics_are_those_of_then(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads((BEFORE / "stats.json").read_text(encoding="utf-8"))


def test_a_game_that_was_left_then_can_go_on_now() -> None:
    with Journal(Folders.of_user().journal) as journal:
        game = journal.unfinished()
        assert game is not None
        standing = Standing.of(make_game(game.game, game.rules).begin(len(game.players)), journal.log(game))
    assert (game.game, game.rules, game.players) == ("pig", {"goal": 40}, ("you:Ben", "robot:optimal"))
    assert standing.throws == 1
    assert standing.position.to_json() == {"scores": [0, 0], "turn_total": 2}


def test_the_recording_replays_without_a_difference(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(BEFORE / "recording")]) == 0
    assert capsys.readouterr().out == "1 readings and 2 decisions compared: 0 differ\n"
