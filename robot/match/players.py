"""Players: people with buttons, robots with a strategy."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from robot.games.dialog import begin_draft
from robot.games.game import Position, TableGame, Tally, Wish
from robot.games.reasons import Robot
from robot.language.names import YOU, clean_name, is_robot, read_name
from robot.match.desk.question_desk import QuestionDesk
from robot.match.questions import ChooseMove, Draft
from robot.saying import Saying
from solver.action import Action
from solver.decision import Decision

ROBOT = "robot"
HAND = "hand"
PEOPLE = frozenset({YOU, HAND})


@dataclass(frozen=True, slots=True)
class Choice:
    """An action, and the decision behind it, None for people."""

    action: Action
    decision: Decision | None = None


@dataclass(frozen=True, slots=True)
class RobotPlayer:
    """A strategy that gives its reasons. `by_hand` says that people throw its dice in the open tray."""

    name: str
    strategy: Robot
    person: bool = False
    by_hand: bool = False

    def choose(self, position: Position, _show: Callable[[Tally], None], _objection: Saying | None = None, /) -> Choice:
        return Choice(*self.strategy.decide(position))


@dataclass(slots=True)
class Person:
    """A person who chooses with buttons or on a page when a desk asks.

    If the desk asks again at the same position, as after a hint, the person continues the move that they prepared.
    """

    name: str
    desk: QuestionDesk
    person: bool = True
    by_hand: bool = False
    _before: tuple[Position, Draft | None] | None = field(default=None, init=False)

    def choose(
        self, position: Position, show: Callable[[Tally], None], objection: Saying | None = None
    ) -> Choice | Wish:
        """Return a legal move, or a wish. `show` receives the drafts of the move.

        `objection` says why the last choice cannot be taken back, None if it can.
        """

        def show_draft(draft: Draft) -> None:
            assert isinstance(draft, Tally)
            show(draft)

        goes_on = self._before is not None and self._before[0] is position
        first = begin_draft(position, big=not self.desk.small_buttons, enters=self.desk.enters)
        draft = self._before[1] if self._before and goes_on else first
        given = self.desk.ask(ChooseMove(position, objection), asked=(self.name,), draft=draft, show=show_draft)
        if isinstance(given.reply, Wish):
            self._before = position, given.draft
            return given.reply
        self._before = None
        assert isinstance(given.reply, Action)
        return Choice(given.reply)


Player: TypeAlias = RobotPlayer | Person
"""A player who chooses moves."""


def make_players(specs: Sequence[str], game: TableGame[Any], desk: QuestionDesk | None, seed: str) -> list[Player]:
    """Return the players that `specs` name; equal names get their seats added. `seed` seeds random strategies."""
    chances = [random.Random(f"player {seat} {seed}") for seat in range(len(specs))]
    players = [make_player(spec, game, desk, chance) for spec, chance in zip(specs, chances, strict=True)]
    return [replace(player, name=name) for player, name in zip(players, names_of(specs), strict=True)]


def specs_of(text: str) -> tuple[str, ...]:
    """Split a text such as `you:Anna,robot` into players, with their names cleaned. Raises RefusedError."""
    specs = tuple(map(plain_spec, text.split(",")))
    for spec in specs:
        read_name(name_in(spec))
    return specs


def plain_spec(spec: str) -> str:
    """Return `spec` without invisible characters."""
    kind, colon, name = spec.partition(":")
    return f"{clean_name(kind)}{colon}{clean_name(name)}"


def names_of(specs: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the players in `specs`; equal names get their seats added."""
    names = [_persons_name(spec.partition(":")[2]) if is_person(spec) else spec for spec in specs]
    return tuple(name if names.count(name) == 1 else f"{name} {seat}" for seat, name in enumerate(names, 1))


def people_of(specs: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the people among the players in `specs`."""
    return tuple(name for spec, name in zip(specs, names_of(specs), strict=True) if is_person(spec))


def _persons_name(name: str) -> str:
    """Return the name of a person, in quotes if it could be a robot's."""
    return f"“{name}”" if is_robot(name) else name or YOU


def is_person(spec: str) -> bool:
    """Return whether `spec` names a person: `you` or `you:NAME`, and `hand:NAME` for a person who throws by hand."""
    return spec.partition(":")[0] in PEOPLE


def name_in(spec: str) -> str:
    """Return the name in a person's `spec`, "" for nameless people and for robots."""
    return spec.partition(":")[2] if is_person(spec) else ""


def without_name(spec: str) -> str:
    """Return the `spec` of the same person without a name."""
    return spec.partition(":")[0]


def strategy_of(name: str) -> str:
    """Return the strategy, maybe "", in a robot's name, `robot:STRATEGY` and maybe a seat."""
    return name.partition(" ")[0].partition(":")[2]


def make_player(
    spec: str, game: TableGame[Any], desk: QuestionDesk | None, chance: random.Random | None = None
) -> Player:
    """Make the player of a spec: `you`, `you:NAME`, `hand:NAME`, `robot` or `robot:STRATEGY`.

    People need a desk. Random strategies (random, careless) need `chance`, a generator. Raises UnknownNameError if
    there is no such strategy.
    """
    kind, _, rest = spec.partition(":")
    if kind == ROBOT:
        return RobotPlayer(spec, game.robot(rest, chance))
    assert desk is not None, "people answer at a desk"
    return Person(rest or YOU, desk, by_hand=kind == HAND)
