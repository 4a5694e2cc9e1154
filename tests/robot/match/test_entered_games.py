"""Whole games of dice that people throw and enter: every game, to its end, with what was entered and nothing else."""

import random
import re
from collections import deque
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from hardware.panel import KEEPS, Button
from robot.games.game import Position
from robot.games.kept_dice import AsidePosition
from robot.games.registry import make_game
from robot.language import english
from robot.match.desk.question_desk import QuestionDesk
from robot.match.events import Announced, Begun, Read, Thrown
from robot.match.journal import Entry, Journal
from robot.match.narration import describe
from robot.match.people import PeopleAtTheDesk
from robot.match.players import make_players
from robot.match.questions import ChooseMove, EnterDice, Question
from robot.table.hands import HandsTable
from tests.support.robot.journaled import match_of
from tests.support.robot.stubs import Listening, Pressing, PushedPanel, desk_of, first_draft, look

ENTERED = ("pig", "hog", "skunk", "farkle", "shut-the-box", "chicago", "yahtzee")
"""A game of each kind."""
MOST_PRESSES = 20_000


@dataclass
class Typist(PushedPanel):
    """A person at the buttons who throws dice, enters them, and chooses at random."""

    chance: random.Random = field(default_factory=random.Random)
    desk: QuestionDesk | None = None
    entered: list[tuple[int, ...]] = field(default_factory=list)
    presses: int = 0
    _answered: Question | None = None

    def press(self, timeout: float | None = None) -> Button | None:
        self.presses += 1
        assert self.presses < MOST_PRESSES
        assert self.desk is not None
        question = self.desk.question
        assert question is not None
        if question is not self._answered:
            self._answered = question
            self.pushed = deque(self._answer(question))
        return super().press(timeout) or self.chance.choice((Button.ROLL, Button.HOLD))

    def _answer(self, question: Question) -> list[Button]:
        if isinstance(question.topic, EnterDice):
            values = tuple(self.chance.randint(1, 6) for _ in question.topic.values)
            self.entered.append(values)
            return [*(KEEPS[value - 1] for value in values), Button.HOLD]
        if isinstance(question.topic, ChooseMove):
            last = self.chance.choice((Button.ROLL, Button.ROLL, Button.HOLD))
            return [*_marks(question.topic.position), last]
        return [Button.HOLD]


def _marks(position: Position) -> list[Button]:
    """Return the buttons that mark all that scores, where dice are set aside."""
    if not isinstance(position, AsidePosition):
        return []
    return [KEEPS[well - 1] for well in position.wells_of(position.all_aside) if well not in first_draft(position).keep]


def enter(
    folder: Path, name: str, specs: tuple[str, ...], seed: int | str, first: int | None, **rules: int
) -> tuple[Typist, Listening, list[Entry]]:
    """Play a whole game in which everything is entered; return who entered it, what was heard, and its log."""
    typist, heard, made = Typist(chance=random.Random(seed)), Listening(), make_game(name, rules)
    typist.desk = desk_of(typist)
    with Journal(folder / "journal.sqlite") as journal:
        game = journal.begin(name, made.rules, specs, 1, first)
        players = make_players(specs, made, typist.desk, "1")
        match_of(game, players, [heard], typist.desk).play(journal, HandsTable(ExitStack()))
        return typist, heard, journal.log(journal.game(game.id))


@pytest.mark.parametrize("name", ENTERED)
def test_a_whole_game_counts_what_was_entered_for_people_and_robots(name: str, tmp_path: Path) -> None:
    seats = max(1, make_game(name, {}).seats.start)
    specs = ("you", "robot:casual" if name in {"pig"} else "robot")[:seats]
    typist, heard, log = enter(tmp_path, name, specs, name, 0)
    reads = [event for event in heard.events if isinstance(event, Read)]
    assert len(reads) == len(typist.entered) == len([entry for entry in log if entry.kind == "reading"]) > 0
    for event, values in zip(reads, typist.entered, strict=True):
        kept, wells = event.before.find_kept(event.action), event.before.wells_for(event.action)
        thrown = [value for well, value in zip(wells, event.values, strict=True) if well not in kept]
        assert tuple(thrown) == values
    for thrown_event in (event for event in heard.events if isinstance(event, Thrown) and event.kept):
        said = describe(thrown_event, specs)
        assert said
        assert not re.search(r"\bwell", english().say(said))


def test_who_begins_is_thrown_for_one_player_after_the_other(tmp_path: Path) -> None:
    typist, heard, log = enter(tmp_path, "pig", ("you:Anna", "robot"), 5, None, goal=10)
    firsts = [entry.data["value"] for entry in log if entry.kind == "first"]
    begun = next(place for place, event in enumerate(heard.events) if isinstance(event, Begun))
    said = [english().say(event.saying) for event in heard.events[:begun] if isinstance(event, Announced)]
    assert len(firsts) >= 2
    assert [(value,) for value in firsts] == typist.entered[: len(firsts)]
    assert [text for text in said if "one die" in text][:3] == [
        "Who begins? Everybody throws one die, and the highest begins.",
        "Anna: throw one die.",
        "Throw one die for the robot.",
    ]


@pytest.mark.parametrize(
    ("keys", "read", "said"),
    [
        ("356 h", (None, None, None), (3, 5, 6)),
        ("35 h 6 h", (None, None, None), (3, 5, 6)),
        ("4 h", (3, None), (3, 4)),
        ("r 2 4 h", (None, 6), (4, 2)),
        ("2 r 5 h", (None, 6), (2, 5)),
        ("h h 1 h", (None,), (1,)),
    ],
)
def test_digits_set_die_after_die(keys: str, read: tuple[int | None, ...], said: tuple[int, ...] | None) -> None:
    people = PeopleAtTheDesk(desk_of(Pressing.of(keys)), lambda *_: None)
    shown: list[tuple[tuple[int | None, ...], int]] = []
    assert people.ask_dice(read, lambda values, chosen: shown.append((values, chosen)), look=look(*read)) == said
    assert shown[0] == (read, read.index(None))


def test_only_a_camera_can_look_again() -> None:
    there, none = (PeopleAtTheDesk(desk_of(Pressing.of("u 4 h")), lambda *_: None) for _ in range(2))
    assert there.ask_dice((None,), lambda *_: None, look=look(None)) is None
    assert none.ask_dice((None,), lambda *_: None) == (4,)
