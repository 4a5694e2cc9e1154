"""Who plays: people with buttons, robots with a strategy."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from hardware.panel import Panel
from robot.errors import PlayerError
from robot.games.game import Dialog, Move, Position, Reasons, Strategist, TableGame, Tally, Wish
from robot.language.names import YOU, plain

ROBOT = "robot"
HAND = "hand"
PEOPLE = frozenset({YOU, HAND})


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, and the decision behind it where the player can give one."""

    move: Move
    decision: Reasons | None = None


class Player(Protocol):
    """Whoever chooses."""

    @property
    def name(self) -> str: ...

    @property
    def person(self) -> bool: ...

    @property
    def by_hand(self) -> bool:
        """Whether they throw dice of their own in the open tray."""

    def choose(self, position: Position, show: Callable[[Tally], None]) -> Choice | Wish:
        """Choose one of the legal moves, or want something else; `show` takes what a person is about to do."""


@dataclass(frozen=True, slots=True)
class RobotPlayer:
    """A strategy that gives its reasons."""

    name: str
    strategy: Strategist[Any]
    person: bool = False
    by_hand: bool = False

    def choose(self, position: Position, show: Callable[[Tally], None]) -> Choice:  # noqa: ARG002
        return Choice(*self.strategy.decide(position))


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the buttons."""

    name: str
    panel: Panel
    dialog: Dialog[Any]
    person: bool = True
    by_hand: bool = False

    def choose(self, position: Position, show: Callable[[Tally], None]) -> Choice | Wish:
        move = self.dialog.ask(position, self.panel, show)
        return move if isinstance(move, Wish) else Choice(move)


def make_players(specs: Sequence[str], game: TableGame[Any], panel: Panel | None, seed: str) -> list[Player]:
    """Return the players that `specs` name; two of one name get their seats added. `seed` is of those who gamble."""
    chances = [random.Random(f"player {seat} {seed}") for seat in range(len(specs))]
    players = [make_player(spec, game, panel, chance) for spec, chance in zip(specs, chances, strict=True)]
    return [replace(player, name=name) for player, name in zip(players, names_of(specs), strict=True)]


def specs_of(text: str) -> tuple[str, ...]:
    """Return the players that a text like `you:Anna,robot` names, their names made plain."""
    return tuple(map(plain_spec, text.split(",")))


def plain_spec(spec: str) -> str:
    """Return a player as `spec` names it, without letters that nobody sees."""
    kind, colon, name = spec.partition(":")
    return f"{plain(kind)}{colon}{plain(name)}"


def names_of(specs: Sequence[str]) -> tuple[str, ...]:
    """Return what the players that `specs` name are called; two of one name get their seats added."""
    names = [(spec.partition(":")[2] or YOU) if is_person(spec) else spec for spec in specs]
    return tuple(name if names.count(name) == 1 else f"{name} {seat}" for seat, name in enumerate(names, 1))


def is_person(spec: str) -> bool:
    """Return whether `spec` names a person: `you` or `you:NAME`, and `hand:NAME` for who throws by hand."""
    return spec.partition(":")[0] in PEOPLE


def strategy_of(name: str) -> str:
    """Return the strategy in a robot's name as the game tells it, `robot:STRATEGY` and maybe a seat; may be empty."""
    return name.partition(" ")[0].partition(":")[2]


def make_player(
    spec: str, game: TableGame[Any], panel: Panel | None, chance: random.Random | None = None
) -> RobotPlayer | Person:
    """Return the player that `you`, `you:NAME`, `hand:NAME`, `robot` or `robot:STRATEGY` names.

    People need a panel, and strategies that gamble (random, careless) a `chance` to draw from.

    Raises:
        PlayerError: the words before the colon are neither.
        UnknownNameError: there is no such strategy.

    """
    kind, _, rest = spec.partition(":")
    if kind in PEOPLE and panel:
        return Person(rest or YOU, panel, game.dialog(), by_hand=kind == HAND)
    if kind == ROBOT:
        return RobotPlayer(spec, game.robot(rest, chance))
    raise PlayerError(
        f"unknown player '{spec}': write you, you:NAME, hand:NAME, robot or robot:STRATEGY (as robot:optimal)"
    )
