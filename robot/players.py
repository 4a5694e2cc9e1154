"""Who plays: people with buttons, robots with a strategy."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from hardware.panel import Button, Panel
from robot.errors import PlayerError
from solver.decision import Decision
from solver.race.pig import Action, PigState
from solver.race.strategies import Strategy, pig_strategy


@dataclass(frozen=True, slots=True)
class Choice:
    """An action, and the decision behind it where the player can give one."""

    action: Action
    decision: Decision | None = None


class Player(Protocol):
    """Whoever chooses."""

    @property
    def name(self) -> str: ...

    def choose(self, state: PigState) -> Choice:
        """Choose one of the legal actions of `state`."""


@dataclass(frozen=True, slots=True)
class RobotPlayer:
    """A strategy that gives its reasons."""

    name: str
    strategy: Strategy

    def choose(self, state: PigState) -> Choice:
        decision = self.strategy.decide(state)
        return Choice(Action(decision.action), decision)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the buttons."""

    name: str
    panel: Panel

    def choose(self, state: PigState) -> Choice:
        """Wait for a button that is legal now; its lamps are lit meanwhile."""
        buttons = {_BUTTONS[action]: action for action in state.legal_actions()}
        self.panel.forget()
        self.panel.lamps(buttons)
        try:
            while (button := self.panel.press()) not in buttons:
                pass
            return Choice(buttons[button])
        finally:
            self.panel.lamps(())


_BUTTONS = {Action.ROLL: Button.ROLL, Action.HOLD: Button.HOLD}


def make_players(specs: Sequence[str], goal: int, panel: Panel | None, seed: str) -> list[Player]:
    """Return the players that `specs` name; two of one name get their seats added. `seed` is of those who gamble."""
    chances = [random.Random(f"player {seat} {seed}") for seat in range(len(specs))]
    players = [make_player(spec, goal, panel, chance) for spec, chance in zip(specs, chances, strict=True)]
    names = [player.name for player in players]
    return [
        player if names.count(player.name) == 1 else replace(player, name=f"{player.name} {seat}")
        for seat, player in enumerate(players, 1)
    ]


def is_person(spec: str) -> bool:
    """Return whether `spec` names a person: `you` or `you:NAME`."""
    return spec.partition(":")[0] == "you"


def make_player(spec: str, goal: int, panel: Panel | None, chance: random.Random | None = None) -> RobotPlayer | Person:
    """Return the player that `you`, `you:NAME`, `robot` or `robot:STRATEGY` names.

    People need a panel, and strategies that gamble (random, careless) a `chance` to draw from.

    Raises:
        PlayerError: the words before the colon are neither.
        UnknownNameError: there is no such strategy.

    """
    kind, _, rest = spec.partition(":")
    if kind == "you" and panel:
        return Person(rest or "you", panel)
    if kind == "robot":
        return RobotPlayer(spec, pig_strategy(rest or "optimal", goal, chance))
    raise PlayerError(f"unknown player '{spec}': write you, you:NAME, robot or robot:STRATEGY (such as robot:hold20)")
