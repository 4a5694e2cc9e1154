"""Throws are learned from as they were recorded: in a journal, its export, a recording, or a text."""

import json
import random
from collections import Counter
from pathlib import Path

import pytest

from robot.cli import main
from robot.config import Folders
from robot.errors import JournalError
from robot.games.registry import make_game
from robot.match.events import Listener, Read
from robot.match.journal import Journal
from robot.match.match import Match
from robot.match.players import make_players
from robot.records.export import json_lines
from robot.records.recorded_throws import recorded_text
from robot.records.recording import Recorder
from solver.errors import OptionError
from solver.learning.throws import read_throws
from tests.support.robot.short_games import SHORT
from tests.support.robot.stubs import DrawnTable, Listening


@pytest.mark.parametrize(("game", "faces"), [("two-dice-pig", 6), ("piglet", 2), ("hog", 6)])
def test_journal_export_and_recording_hold_the_dice_that_fell(
    game: str, faces: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIPSQUEAK_HOME", str(tmp_path / "home"))
    own, heard = Folders.of_user().journal, Listening()
    with Journal(own) as journal, Recorder(tmp_path / "recording") as recorder:
        rules = make_game(game, {})
        for seed, name in enumerate((game, "pig", game)):  # games beside it do not count
            played = make_game(name, SHORT[name])
            players = make_players(("robot", "robot:random"), played, None, str(seed))
            entry = journal.begin(name, played.rules, ("robot", "robot:random"), seed)
            listeners: list[Listener] = [heard, recorder] if seed == 0 else [heard] if name == game else []
            Match(entry, played, players, DrawnTable(random.Random(seed)), journal, listeners).play()
        (tmp_path / "all.jsonl").write_text("\n".join(json_lines(journal)), encoding="utf-8")
    found = recorded_text(game, own, own)
    assert recorded_text(game, Path("journal"), own) == found
    assert recorded_text(game, tmp_path / "all.jsonl", own) == found
    assert found.startswith(recorded_text(game, tmp_path / "recording", own) + "\n")
    fell = Counter(
        2 - value % 2 if faces == 2 else value
        for event in heard.events
        if isinstance(event, Read)
        for value in event.values
    )
    die = read_throws(game, found).die()
    assert rules.wells
    assert [float(chance) for chance in die] == [fell[face] / fell.total() for face in range(1, faces + 1)]


def test_pigs_of_the_journal_are_learned_from_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PIPSQUEAK_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    words = "learn pass-the-pigs --goal 5 --method sarsa --episodes 200 --json --throws journal"
    with Journal(Folders.of_user().journal) as journal:
        game = journal.begin("pass-the-pigs", {"goal": 100}, ("you:Anna", "robot"), None)
        for throw, lies in enumerate(((1, 2), (1, 1), (3, 1), (2, 5), (1, 2), (2, 2)), 1):
            journal.write(game, "intention", throw, wells=[1, 2], action="roll", keep={})
            journal.write(game, "reading", throw, values=list(lies))
        journal.write(game, "intention", 7, wells=[1, 2], action="roll", keep={})
        journal.write(game, "void", 7, reason="a pig lies on its side on the other")
    assert main(words.split()) == 0
    line = json.loads(capsys.readouterr().out)
    assert (line["throws"], line["in_doubt"]) == (6, 1)
    assert main([word.replace("pass-the-pigs", "big-pig") for word in words.split()]) == 2
    assert "no throws of big-pig are given" in capsys.readouterr().err


def test_what_holds_no_throws_is_one_line(tmp_path: Path) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text('{"kind": "game", "game": 1, "name": "pig"}\n{"kind": "reading"}\n')
    with pytest.raises(JournalError, match="line 2 does not belong to an exported journal"):
        recorded_text("pig", broken, tmp_path)
    with pytest.raises(OptionError, match="cannot be read as throws"):
        recorded_text("pig", tmp_path / "none.txt", tmp_path)
    text = tmp_path / "throws.txt"
    text.write_text("3\n?\n")
    assert recorded_text("pig", text, tmp_path) == "3\n?\n"
