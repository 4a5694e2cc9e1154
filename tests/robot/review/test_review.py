"""The review of a game after it was played, out of the journal and out of a recording."""

import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from robot.cli import main
from robot.config import Folders
from robot.errors import RecordingError
from robot.games.registry import make_game
from robot.language import english
from robot.match.events import Ended, event_json
from robot.match.journal import Journal, JournalGame
from robot.match.match import Match
from robot.match.players import make_players
from robot.records.recording import Recorder
from robot.review.past_games import PastGame, from_journal, from_recording, newest, review
from robot.web.game.words import Words
from robot.web.pages.history import tell_game
from tests.support.robot.stubs import DrawnTable, Listening, drawing_robot

SHORT = """
name = "short"
throws = 2

[[box]]
name = "sixes"
kind = "number"
face = 6

[[box]]
name = "chance"
kind = "chance"
"""


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Folders:
    monkeypatch.setenv("PIPSQUEAK_HOME", str(tmp_path / "home"))
    return Folders.of_user()


def play(
    folders: Folders,
    folder: Path,
    players: Sequence[str] = ("robot:a", "robot:b"),
    *,
    seed: int = 5,
    name: str = "hooligan",
    toml: str | None = None,
) -> JournalGame:
    """Play a game between players who do anything that is legal, and record it."""
    with Journal(folders.journal) as journal, Recorder(folder) as recorder:
        rules = make_game(name, {"toml": toml} if toml else {})
        game = journal.begin(name, rules.rules, tuple(players), seed)
        seats = [drawing_robot(name, seed + seat) for seat, name in enumerate(players)]
        Match(game, rules, seats, DrawnTable(random.Random(seed)), journal, [recorder]).play()
        return game


def of_journal(folders: Folders, number: int | None = None) -> PastGame:
    with Journal(folders.journal) as journal:
        return from_journal(journal, number or newest(journal), folders.cache)


def test_journal_and_recording_hold_the_same_game(folders: Folders, tmp_path: Path) -> None:
    game = play(folders, tmp_path / "first", seed=5, name="short", toml=SHORT)
    play(folders, tmp_path / "second", seed=6, name="short", toml=SHORT)
    found, recorded = of_journal(folders, game.id), from_recording(tmp_path / "first", folders.cache)
    assert (found.start, found.moves) == (recorded.start, recorded.moves)
    assert found.names == recorded.names == ("robot:a", "robot:b")
    assert found.moves != of_journal(folders).moves == from_recording(tmp_path / "second", folders.cache).moves


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
    assert [made.action for made in past.moves] == [{"keep": []}, {"score": "sixes"}]
    throw, score = review(past, wins=False).plays
    assert throw.throw == (6, 6, 6, 6, 1)
    assert score.points is not None
    assert score.points.best == {"keep": [6, 6, 6, 6]}
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
    assert from_recording(tmp_path / "game", folders.cache).moves == whole.moves


@pytest.mark.parametrize("number", [0, 7, 2**63 - 1, 2**63, 10**20])
def test_a_number_that_no_game_has_is_said_however_large(
    folders: Folders, number: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", str(number)]) == 1
    assert f"holds no game {number}:" in capsys.readouterr().err
    assert tell_game(folders.journal, number, Words(english())) is None


def test_people_read_whose_luck_it_was(folders: Folders, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play(folders, tmp_path / "game", ["robot:a", "you:Ada"], name="short", toml=SHORT)
    assert main(["review", "--points"]) == 0
    text = capsys.readouterr().out
    assert "Ada: " in text
    assert "Costliest choices:" in text
    assert main(["review", "1", "--points"]) == 0
    assert capsys.readouterr().out == text
    assert main(["review", "--json", "--points"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["game"], printed["players"]) == ("short", ["robot:a", "Ada"])
    assert len(printed["plays"]) == int(text.split(", ")[1].split()[0])


def test_chances_to_win_go_from_the_beginning_to_the_end(
    folders: Folders, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    play(folders, tmp_path / "game", name="short", toml=SHORT)
    assert main(["review", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert len(printed["curve"]) == len(printed["plays"]) + 1
    assert all(sum(chances) == pytest.approx(1) for chances in printed["curve"])
    totals = [standing["end"] for standing in printed["points"]]
    winners = [float(total == max(totals)) for total in totals]
    assert printed["curve"][-1] == [winner / sum(winners) for winner in winners]
    for standing in printed["wins"]:
        assert standing["start"] + standing["luck"] - standing["lost"] + standing["others"] == pytest.approx(
            standing["end"]
        )
    monkeypatch.setitem(sys.modules, "solver.sheet.win.winner", None)
    assert main(["review", "--points", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["wins"] == []


def test_a_game_of_pig_is_reviewed_by_its_chances(
    folders: Folders, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    players, rules, heard = ("robot:hold3", "robot:optimal"), make_game("pig", {"goal": 20}), Listening()
    with Journal(folders.journal) as journal, Recorder(tmp_path / "pig") as recorder:
        game = journal.begin("pig", rules.rules, players, 3)
        seats = make_players(players, rules, None, "3")
        Match(game, rules, seats, DrawnTable(random.Random(3)), journal, [recorder, heard]).play()
    ended = heard.events[-1]
    assert isinstance(ended, Ended)
    end = event_json(ended)
    assert main(["review", str(tmp_path / "pig"), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["game"], printed["rules"], printed["points"]) == ("pig", {"goal": 20}, [])
    assert printed["curve"][-1] == [float(end["seat"] == seat) for seat in (1, 2)]
    assert printed["wins"][0]["lost"] > 0.01
    assert printed["wins"][1]["lost"] == pytest.approx(0, abs=1e-10)
    with Journal(folders.journal) as journal:
        assert from_journal(journal, 1, folders.cache) == from_recording(tmp_path / "pig", folders.cache)


@pytest.mark.parametrize(("words", "said"), [([], "no game"), (["7"], "no game 7"), (["nowhere"], "no recording")])
def test_what_cannot_be_reviewed_is_one_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", *words]) == 1
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert said in err


def test_a_recording_that_lacks_something_is_refused(folders: Folders, tmp_path: Path) -> None:
    play(folders, tmp_path / "game")
    session = tmp_path / "game" / "session.jsonl"
    lines = session.read_text().splitlines(keepends=True)
    for left, said in ((lines[:1], "no game was begun"), (lines[:2], "holds no decision")):
        session.write_text("".join(left))
        with pytest.raises(RecordingError, match=said):
            from_recording(tmp_path / "game", folders.cache)
    session.write_text("".join([*lines[:2], '{"event": "reading", "values": [1, 2, 3, 4, 5]}\n', *lines[2:]]))
    with pytest.raises(RecordingError, match="by the journal"):
        from_recording(tmp_path / "game", folders.cache)
    session.write_text("".join([*lines[:2], '{"event": "decision", "player": 1}\n']))
    with pytest.raises(RecordingError, match="lacks"):
        from_recording(tmp_path / "game", folders.cache)
