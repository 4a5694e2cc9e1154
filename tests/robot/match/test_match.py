"""The order of a game, what the journal records when, what counts, who plays, and what a full disk refuses."""

import random
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hardware.clock import VirtualClock
from hardware.panel import Button, Panels
from robot.errors import JournalError, VoidThrowError
from robot.games.pig.race import RacePosition
from robot.language.names import is_robot
from robot.match.desk.question_desk import QuestionDesk
from robot.match.events import Announced, Asked, Begun, Booked, Decided, Ended, Event, Looked, Read, Thrown
from robot.match.journal import ROOM, SETTLED, Entry, Journal, JournalGame
from robot.match.match import Match
from robot.match.players import names_of, specs_of
from robot.match.questions import AGREE_UNDO, LEAVE_GAME, ChooseMove
from robot.match.seats import GameSetting
from robot.saying import Saying
from robot.table.table import Observer, Table
from solver.action import HOLD, ROLL
from solver.race.rules import PigState
from tests.support.robot.journaled import match_of
from tests.support.robot.stubs import DrawnTable, Listening, PushedPanel, look

PLAYERS = ("robot:optimal", "robot:hold20")


def play(journal: Journal, game: JournalGame, table: Table, listener: Listening) -> tuple[int, ...] | None:
    """Play to the end; return the winners' places among the players."""
    match_of(game, listeners=[listener]).play(journal, table)
    return journal.game(game.id).winners


def test_plays_to_the_end_and_every_listener_hears_the_same_game(journal: Journal) -> None:
    listener, table = Listening(), DrawnTable(random.Random(5))
    game = journal.begin("pig", {"goal": 100}, PLAYERS, 5)
    winners = play(journal, game, table, listener)

    state = PigState()
    for event in listener.events:
        match event:
            case Decided():
                assert event.position == RacePosition(state)
                assert event.decision is not None
            case Read():
                state = state.apply(ROLL, event.values)
                assert event.position == RacePosition(state)
            case Booked():
                state = state.apply(HOLD)
                assert event.position == RacePosition(state)
    assert (state.winner,) == winners
    assert isinstance(listener.events[0], Begun)
    assert isinstance(listener.events[-1], Ended)
    assert [event.values[0] for event in listener.events if isinstance(event, Read)] == table.thrown


def test_the_decision_is_announced_and_the_intention_committed_before_the_table_moves(journal: Journal) -> None:
    listener = Listening()
    game = journal.begin("pig", {"goal": 20}, ("robot:hold20", "robot:hold20"), None)

    class MatchObserver(DrawnTable):
        def throw(self, wells: tuple[int, ...], keep: Mapping[int, int], observer: Observer) -> tuple[int, ...]:
            assert isinstance(listener.events[-2], Decided)
            assert isinstance(listener.events[-1], Thrown)
            last = journal.log(game)[-1]
            assert (last.kind, last.throw) == ("intention", listener.events[-1].throw)
            return super().throw(wells, keep, observer)

    play(journal, game, MatchObserver(random.Random(3)), listener)
    assert isinstance(listener.events[-1], Ended)


class Interrupted(DrawnTable):
    """Raises after some throws, before the reading."""

    left = 10

    def throw(self, wells: tuple[int, ...], keep: Mapping[int, int], observer: Observer) -> tuple[int, ...]:
        if not self.left:
            raise KeyboardInterrupt
        self.left -= 1
        return super().throw(wells, keep, observer)


def test_an_interrupted_game_goes_on_and_the_open_throw_is_void(journal: Journal) -> None:
    game = journal.begin("pig", {"goal": 100}, PLAYERS, None)
    before, after = Listening(), Listening()
    with pytest.raises(KeyboardInterrupt):
        play(journal, game, Interrupted(random.Random(1)), before)
    play(journal, game, DrawnTable(random.Random(2)), after)

    begun = after.events[0]
    assert isinstance(begun, Begun)
    assert begun.throws == 10
    assert begun.position == next(
        event.position for event in reversed(before.events) if isinstance(event, Read | Booked)
    )
    assert isinstance(after.events[1], Announced)
    assert "does not count" in after.events[1].text
    throws = [event.throw for event in (*before.events, *after.events) if isinstance(event, Read)]
    assert throws == list(range(1, len(throws) + 1))
    assert "void" in [entry.kind for entry in journal.log(game)]


def test_a_throw_whose_outcome_is_unknown_is_made_again_under_its_number(journal: Journal) -> None:
    class Unsure(DrawnTable):
        count = 0

        def throw(self, wells: tuple[int, ...], keep: Mapping[int, int], observer: Observer) -> tuple[int, ...]:
            self.count += 1
            if self.count % 3 == 0:
                raise VoidThrowError(Saying("void-unknown", {}, "the board was reset while it moved"))
            return super().throw(wells, keep, observer)

    listener = Listening()
    game = journal.begin("pig", {"goal": 100}, PLAYERS, None)
    play(journal, game, Unsure(random.Random(8)), listener)
    throws = [event.throw for event in listener.events if isinstance(event, Read)]
    assert throws == list(range(1, len(throws) + 1))
    voids = [entry for entry in journal.log(game) if entry.kind == "void"]
    assert len(voids) == len([event for event in listener.events if isinstance(event, Announced)]) > 5


def test_the_looks_of_a_throw_are_counted_from_1_over_all_its_attempts(journal: Journal) -> None:
    class Void(DrawnTable):
        count = 0

        def throw(self, wells: tuple[int, ...], keep: Mapping[int, int], observer: Observer) -> tuple[int, ...]:
            self.count += 1
            values = super().throw(wells, keep, observer)
            if self.count == 2:
                raise VoidThrowError(Saying("void-unknown", {}, "the board was reset while it moved"))
            return values

    listener = Listening()
    game = journal.begin("pig", {"goal": 20}, PLAYERS, None)
    play(journal, game, Void(random.Random(8)), listener)
    looks = [(event.throw, event.number) for event in listener.events if isinstance(event, Looked)]
    throws = [event.throw for event in listener.events if isinstance(event, Read)]
    assert len(throws) > 2
    assert looks == sorted([(2, 2), *((throw, 1) for throw in throws)])


def test_a_table_that_never_knows_ends_the_sitting_but_not_the_game(journal: Journal) -> None:
    class Lost(DrawnTable):
        def throw(self, *_: object) -> tuple[int, ...]:
            raise VoidThrowError(Saying("void-unknown", {}, "the board was reset while it moved"))

    game = journal.begin("pig", {"goal": 100}, PLAYERS, None)
    with pytest.raises(VoidThrowError):
        play(journal, game, Lost(random.Random(8)), Listening())
    assert journal.game(game.id).ended is None


def test_nobody_to_ask_is_no_answer(journal: Journal) -> None:
    match = match_of(journal.begin("pig", {"goal": 100}, PLAYERS, None))
    assert match.ask_value(0, look(None)) is None


def test_a_won_game_is_entered_even_if_the_process_died_before_that(journal: Journal) -> None:
    game = journal.begin("pig", {"goal": 10}, ("robot:hold20", "robot:hold20"), None)
    for throw, value in enumerate((6, 6), 1):
        journal.write(game, "intention", throw, action="roll", keep={})
        journal.write(game, "reading", throw, values=[value])
    journal.write(game, "booking", action="hold")
    listener = Listening()
    assert play(journal, game, DrawnTable(random.Random(1)), listener) == (0,)
    assert not [event for event in listener.events if isinstance(event, Read)]


def test_names_lose_what_nobody_sees_where_they_enter() -> None:
    specs = specs_of("you:\x1b[31mAnna\r\nB , hand:\u202eEve\u2029\tX,robot ,you:\u200b")
    assert specs == ("you:[31mAnna B", "hand:Eve X", "robot", "you:")
    assert names_of(specs) == ("[31mAnna B", "Eve X", "robot", "you")
    assert specs_of("you:Zoë 👩\u200d🚀") == ("you:Zoë 👩\u200d🚀",)


def test_a_person_who_is_called_like_a_robot_is_none() -> None:
    names = names_of(("you:robot:optimal", "robot:optimal", "hand:robot"))
    assert len(set(names)) == 3
    assert [is_robot(name) for name in names] == [False, True, False]


SCRIPTS = {
    "first": [Button.ROLL],
    "reading": [Button.ROLL],
    "booking": [Button.ROLL, Button.HOLD],
    "undo": [Button.ROLL, Button.HOLD, Button.NEW],
    "leave": [Button.ROLL, Button.LEAVE],
}
"""What people press until there is an entry of a kind."""


class FullJournal(Journal):
    """A journal on a disk that is full whenever an entry of the `kind` is written, until there is room again."""

    kind = ""

    def add(self, game: Any, *entries: Entry) -> None:
        kinds = {entry.kind for entry in entries}
        pages = 1 if self.kind in kinds else 1_000_000  # SQLite itself then says that the disk is full
        self._db.execute(f"PRAGMA max_page_count = {pages}")
        rows = [Entry(entry.kind, entry.throw, {**entry.data, "room": "." * 9_000}) for entry in entries]
        super().add(game, *(rows if self.kind in kinds else entries))


class LeftError(Exception):
    """The people have gone."""


class FullDiskGame:
    """Two people who play Pig at a panel; the dice decide who begins."""

    def __init__(self, folder: Path, kind: str) -> None:
        clock, self.panel, self.script = VirtualClock(), PushedPanel(), list(SCRIPTS[kind])
        self.desk = QuestionDesk(Panels(clock, self.panel, rest=0.0), clock, self.hear)
        self.journal, self.table = FullJournal(folder / "journal.sqlite"), DrawnTable(random.Random(1))
        setting = GameSetting("pig", {}, ("you:Ada", "you:Bob"), first="thrown" if kind == "first" else "1")
        seating = setting.seating(None)
        self.match = Match(seating, seating.make_players(self.desk, "1"), self.desk, [self])

    def hear(self, event: Event) -> None:
        if isinstance(event, Asked):
            if isinstance(event.question.topic, ChooseMove):
                if not self.script:
                    raise LeftError
                self.panel.push(self.script.pop(0))
            elif event.question.topic in {AGREE_UNDO, LEAVE_GAME}:
                self.panel.push(Button.HOLD)


@pytest.fixture
def sitting(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[FullDiskGame]:
    one = FullDiskGame(tmp_path, request.param)
    with one.journal:
        yield one


@pytest.mark.parametrize(("sitting", "kind"), [(kind, kind) for kind in SCRIPTS], indirect=["sitting"])
def test_what_a_full_disk_refuses_is_written_later_and_no_die_is_thrown_again(sitting: FullDiskGame, kind: str) -> None:
    sitting.journal.kind = kind
    for _ in range(3):
        with pytest.raises(JournalError, match=r"full\): free some disk space.* what was written before is safe"):
            sitting.match.play(sitting.journal, sitting.table)
    assert sitting.match.game
    thrown, log = list(sitting.table.thrown), sitting.journal.log(sitting.match.game)
    assert kind not in {entry.kind for entry in log}
    sitting.journal.kind, sitting.script = "", []
    with pytest.raises(LeftError):
        sitting.match.play(sitting.journal, sitting.table)
    after = sitting.journal.log(sitting.match.game)
    assert after[: len(log)] == log
    assert after[len(log)].kind == kind
    read = [value for entry in after for value in entry.data.get("values", [entry.data.get("value")]) if value]
    assert read == sitting.table.thrown
    assert read[: len(thrown)] == thrown
    assert "void" not in {entry.kind for entry in after}


def test_every_kind_of_entry_that_waits_is_tried() -> None:
    assert SCRIPTS.keys() == SETTLED


def test_no_die_is_thrown_whose_reading_would_find_no_room(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    game, table = journal.begin("pig", {"goal": 100}, PLAYERS, None), DrawnTable(random.Random(1))
    with monkeypatch.context() as full:
        full.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(total=10 * ROOM, free=ROOM - 1))
        for _ in range(3):  # as after three starts of the program
            with pytest.raises(JournalError, match=r"No space left on device\): free some disk space"):
                play(journal, game, table, Listening())
    assert table.thrown == []
    play(journal, game, table, Listening())
    assert "void" not in {entry.kind for entry in journal.log(game)}


@pytest.mark.parametrize("sitting", ["reading"], indirect=True)
def test_what_waits_is_dropped_where_another_program_went_on(sitting: FullDiskGame, tmp_path: Path) -> None:
    sitting.journal.kind = "reading"
    with pytest.raises(JournalError):
        sitting.match.play(sitting.journal, sitting.table)
    assert sitting.match.game
    with Journal(tmp_path / "journal.sqlite") as other:
        other.write(sitting.match.game, "void", 1, reason="elsewhere")
    sitting.journal.kind, sitting.script = "", []
    with pytest.raises(LeftError):
        sitting.match.play(sitting.journal, sitting.table)
    kinds = [entry.kind for entry in sitting.journal.log(sitting.match.game)]
    assert kinds[-5:] == ["intention", "void", "sitting", "intention", "reading"]


def test_where_there_is_no_journal_nothing_is_said_to_be_kept(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way of a folder")
    with pytest.raises(JournalError, match="nothing is saved"):
        Journal(tmp_path / "data" / "journal.sqlite")
