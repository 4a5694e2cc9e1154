"""Names of people are gone from all that is kept, and their games stay."""

import json
import os
import shutil
import time
from pathlib import Path

import pytest

from robot.coach.kept import SessionFolder
from robot.coach.session import CoachSetting
from robot.config import Folders
from robot.language.names import NameFilter
from robot.match.journal import Journal
from robot.records.recording import FRESH
from robot.records.stats import Statistics
from robot.verbs.backup import back_up
from robot.verbs.forget import forget
from robot.verbs.restore import restore
from tests.support.robot.command import call

SPECS = ("you:Annabel", "hand:Annabel", "robot:hold20", "you:Annabelle")


@pytest.fixture
def folders(home: Path) -> Folders:
    """Return folders in which names stand wherever the program writes them."""
    folders = Folders(home / "config", home / "data", home / "cache")
    with Journal(folders.journal) as journal:
        game = journal.begin("pig", {}, SPECS, 5)
        journal.write(game, "intention", 1, action="roll")
        journal.end(game, (0,))
        journal.begin("pig", {}, ("you:ANNABEL ", "robot"), None)
    with SessionFolder(folders.coach, folders.cache).begin(CoachSetting("pig", {}, ("B", "Annabel", "Cy"))) as kept:
        kept.save()
    Statistics(folders.journal, folders.cache).figures()
    seats = {"names": {"1f": "Annabel", "2e": "Annabelle"}, "colours": {"Annabel": 3, "Annabelle": 1}}
    folders.phones.write_text(json.dumps({"phones": ["1f", "2e"], "seats": seats}))
    sound = folders.cache / "voice" / "espeak" / "annabel.wav"
    sound.parent.mkdir(parents=True)
    sound.write_bytes(b"Annabel throws")
    for name, age in (("old", 2 * FRESH), ("new", 0.0)):
        session = folders.recordings / name / "session.jsonl"
        session.parent.mkdir(parents=True)
        lines = (
            {"event": "begin", "players": ["Annabel 1", "Annabel 2", "robot:hold20 3", "Annabelle"]},
            {"event": "leave", "player": 2, "name": "Annabel 2"},
            {"event": "decision", "action": "annabel", "reason": "roll"},
            {"event": "end", "winner": "Annabel 1", "winners": ["Annabel 1"]},
        )
        session.write_text("".join(f"{json.dumps(line)}\n" for line in lines) + '{"event": "to')
        os.utime(session, (time.time() - age, time.time() - age))
    return folders


def find_holders(home: Path, name: str) -> list[str]:
    """Return the files that hold a name, in whatever part of them."""
    found = (path for path in home.rglob("*") if path.is_file() and name.encode() in path.read_bytes())
    return [path.relative_to(home).as_posix() for path in found]


def test_a_name_is_gone_and_the_games_stay(folders: Folders, home: Path) -> None:
    old = folders.recordings / "old" / "session.jsonl"
    age = old.stat().st_mtime
    done = forget(folders, NameFilter.of(["annabel"]))
    assert done.taken == ["2 games", "1 coached game", "1 recording", "1 seat of a phone"]
    assert [line.partition(" ")[0] for line in done.left] == [str(folders.recordings / "new")]
    with Journal(folders.journal) as journal:
        first, second = journal.games()
        assert first.players == ("you", "hand", "robot:hold20", "you:Annabelle")
        assert (second.players, len(journal.log(first)), first.winners) == (("you", "robot"), 1, (0,))
    assert json.loads((folders.coach / "1.json").read_text())["players"] == ["B", "A", "Cy"]
    told = [json.loads(line) for line in old.read_text().splitlines()[:-1]]
    assert told[0]["players"] == ["you", "you", "robot:hold20 3", "Annabelle"]
    assert (told[1]["name"], told[3]["winner"], told[3]["winners"]) == ("you", "you", ["you"])
    assert told[2] == {"event": "decision", "action": "annabel", "reason": "roll"}, "what is no name stays"
    assert old.read_text().endswith('\n{"event": "to')
    assert old.stat().st_mtime == age
    os.utime(folders.recordings / "new" / "session.jsonl", (age, age))
    assert forget(folders, NameFilter.of(["Annabelle", "ANNABEL"])).left == []
    assert find_holders(home, "Annabel") == []


def test_all_names_are_gone(folders: Folders, home: Path) -> None:
    (folders.recordings / "new" / "session.jsonl").unlink()
    assert forget(folders, NameFilter()).left == []
    assert find_holders(home, "Annabel") == find_holders(home, "Cy") == []
    assert not forget(folders, NameFilter()).changed, "nothing is left to forget"


def test_a_game_that_is_played_keeps_its_names_and_is_told(folders: Folders, home: Path) -> None:
    sessions = SessionFolder(folders.coach, folders.cache)
    with Journal(folders.journal) as journal, sessions.open(1), journal.seat(journal.game(2)):
        told = call(home, "data", "forget", "Annabel")
    assert told.returncode == 1
    assert "'Annabel' taken out of 1 game, 0 coached games, 1 recording, 1 seat of a phone\n" in told.stdout
    for left in ("game 2 is in use", "coached game 1 is in use", "new was written to within the hour"):
        assert left in told.stderr


def test_a_name_that_nothing_holds_is_told(folders: Folders, home: Path) -> None:
    (folders.recordings / "new" / "session.jsonl").unlink()
    told = call(home, "data", "forget", "Anabel", "annabel", "ANNABEL")
    assert told.returncode == 1
    assert told.stdout.startswith("'ANNABEL' taken out of 2 games, 1 coached game, 1 recording, 1 seat of a phone\n")
    assert told.stderr.startswith("pipsqueak: nothing holds the name 'Anabel': ")
    assert told.stderr.count("\n") == 1
    assert call(home, "data", "forget", "Annabel").returncode == 1, "it is gone already"
    assert [call(home, "data", "forget", "--all").returncode for _ in range(2)] == [0, 0]


def test_what_was_put_aside_is_told(folders: Folders, home: Path, tmp_path: Path) -> None:
    (folders.recordings / "new" / "session.jsonl").unlink()
    back_up(folders, tmp_path / "table.zip")
    restore(folders, tmp_path / "table.zip", replace=True)
    aside = folders.aside(1).data
    shutil.copytree(aside, folders.restoring.data)  # as a power cut leaves it
    told = call(home, "data", "forget", "--all")
    assert told.returncode == 1
    assert told.stderr == f"pipsqueak: {aside} was put aside by 'restore' and keeps its names: delete it\n"
    assert call(home, "data", "forget", "Anabel").stderr.startswith("pipsqueak: nothing holds the name 'Anabel': ")
    shutil.rmtree(aside)
    assert call(home, "data", "forget", "--all").returncode == 0
    assert find_holders(home, "Annabel") == []


@pytest.mark.parametrize("words", [(), ("Ann", "--all"), ("",), ("Ann", " ")])
def test_nobody_is_forgotten_by_mistake(words: tuple[str, ...], home: Path) -> None:
    told = call(home, "data", "forget", *words)
    assert (told.returncode, told.stdout) == (2, "")
    assert "give the names to forget, or --all" in told.stderr
    assert not home.exists()


@pytest.mark.parametrize(
    ("shown", "said", "meant"),
    [
        ("Ann", "ann", True),
        ("Ann 2", "Ann", True),
        ("Ann 2", "Ann 2", True),
        ("“robot” 2", "robot", True),
        ("robot", "robot", False),
        ("robot:hold20 2", "robot:hold20", False),
        ("you", "you", False),
        ("Anna", "Ann", False),
    ],
)
def test_names_as_they_are_shown(shown: str, said: str, *, meant: bool) -> None:
    assert NameFilter.of([said]).has_shown(shown) is meant
