"""The review of a game after it was played, out of the journal and out of a recording."""

import json
from pathlib import Path
from typing import Any

import pytest

from robot.cli import main
from robot.config import Folders
from robot.errors import RecordingError
from robot.match.journal import Journal, JournalGame
from robot.records.recording import Recorder
from robot.review.past_games import PastGame, find_newest, from_journal, from_recording, review
from tests.support.own_games import SHORT
from tests.support.robot.journaled import play_drawn
from tests.support.solver.acts import keep


def play(
    folders: Folders, folder: Path, *, seed: int = 5, name: str = "hooligan", toml: str | None = None
) -> JournalGame:
    """Play a game between players who do anything that is legal, and record it."""
    rules = {"toml": toml} if toml else {}
    with Journal(folders.journal) as journal, Recorder(folder) as recorder:
        return play_drawn(journal, name, ("robot:a", "robot:b"), rules, seed=seed, listeners=[recorder])


def of_journal(folders: Folders, number: int | None = None) -> PastGame:
    with Journal(folders.journal) as journal:
        return from_journal(journal, number or find_newest(journal), folders.cache)


def moves_of(past: PastGame) -> list[tuple[Any, tuple[int, ...]]]:
    return [(step.action.to_json(), step.values) for step in past.steps]


def test_journal_and_recording_hold_the_same_game(folders: Folders, tmp_path: Path) -> None:
    game = play(folders, tmp_path / "first", seed=5, name="short", toml=SHORT)
    play(folders, tmp_path / "second", seed=6, name="short", toml=SHORT)
    found, recorded = of_journal(folders, game.id), from_recording(tmp_path / "first", folders.cache)
    assert found.positions[0] == recorded.positions[0]
    assert moves_of(found) == moves_of(recorded)
    assert found.names == recorded.names == ("robot:a", "robot:b")
    second = from_recording(tmp_path / "second", folders.cache)
    assert moves_of(found) != moves_of(of_journal(folders)) == moves_of(second)


def test_what_was_taken_back_is_not_reviewed(folders: Folders) -> None:
    with Journal(folders.journal) as journal:
        game = journal.begin("yahtzee", {"rule": "forced"}, ("you", "you:Ada"), 1)
        journal.write(game, "intention", 1, wells=[1, 2, 3, 4, 5], action={"keep": []}, keep={})
        journal.write(game, "reading", 1, values=[6, 6, 6, 6, 1])
        journal.write(game, "booking", action={"score": "chance"})
        journal.write(game, "undo", player=0, agreed=[])
        journal.write(game, "booking", action={"score": "sixes"})
    past = of_journal(folders)
    assert past.names == ("you", "Ada")
    assert [action for action, _ in moves_of(past)] == [{"keep": []}, {"score": "sixes"}]
    throw, score = review(past, wins=False).plays
    assert throw.throw == (6, 6, 6, 6, 1)
    assert score.points is not None
    assert score.points.best == keep(6, 6, 6, 6)
    assert 1 < score.points.loss < 30


def test_a_choice_that_was_recorded_and_taken_back_is_not_reviewed(folders: Folders, tmp_path: Path) -> None:
    play(folders, tmp_path / "game")
    session = tmp_path / "game" / "session.jsonl"
    lines = session.read_text().splitlines(keepends=True)
    whole = from_recording(tmp_path / "game", folders.cache)
    place = next(n for n, line in enumerate(lines) if json.loads(line)["event"] == "score")
    before = next(line for line in reversed(lines[:place]) if json.loads(line)["event"] == "decision")
    undo = json.dumps(json.loads(before) | {"event": "undo", "agreed": []}) + "\n"
    session.write_text("".join([*lines[: place + 1], undo, before, *lines[place:]]))
    assert moves_of(from_recording(tmp_path / "game", folders.cache)) == moves_of(whole)


@pytest.mark.parametrize("number", [0, 7, 2**63 - 1, 2**63, 10**20])
@pytest.mark.usefixtures("folders")
def test_a_number_that_no_game_has_is_said(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(number)]) == 1
    assert f"holds no game {number}:" in capsys.readouterr().err


def test_a_recording_that_lacks_something_is_refused(folders: Folders, tmp_path: Path) -> None:
    play(folders, tmp_path / "game")
    session = tmp_path / "game" / "session.jsonl"
    lines = session.read_text().splitlines(keepends=True)
    for left, said in ((lines[:1], "no game was started"), (lines[:2], "holds no decision")):
        session.write_text("".join(left))
        with pytest.raises(RecordingError, match=said):
            from_recording(tmp_path / "game", folders.cache)
    session.write_text("".join([*lines[:2], '{"event": "reading", "values": [1, 2, 3, 4, 5]}\n', *lines[2:]]))
    with pytest.raises(RecordingError, match="by the journal"):
        from_recording(tmp_path / "game", folders.cache)
    session.write_text("".join([*lines[:2], '{"event": "decision", "player": 1}\n']))
    with pytest.raises(RecordingError, match="lacks"):
        from_recording(tmp_path / "game", folders.cache)
