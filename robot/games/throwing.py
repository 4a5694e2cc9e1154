"""What games of throwing on or stopping have in common at the table: wells, faces, buttons, and the sentences."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from hardware.panel import Button, Panel
from robot.games.game import Move, Reasons, Tally
from robot.words import YOU, does, listed
from solver.decision import Decision
from solver.law import Effect
from solver.race.pass_the_pigs import Lie
from solver.race.state import Action, RaceState

ROLL = Move(Action.ROLL.value, {})
HOLD = Move(Action.HOLD.value)
WELLS = (1, 2, 3, 4, 5, 6)
MIDDLE = (2,)
"""The well in the middle, for one die alone."""

COIN = 2
SIDES = ("tails", "heads")
LIES = {lie.value: lie.name.replace("_", " ").lower() for lie in Lie}

P_contra = TypeVar("P_contra", bound="Buttoned", contravariant=True)


def wells_for(dice: int) -> tuple[int, ...]:
    """Return the wells that so many dice, 1 to 6, are thrown in."""
    return MIDDLE if dice == 1 else WELLS[:dice]


def faces_of(rules: type[RaceState], values: Sequence[int]) -> tuple[int, ...]:
    """Return what dice count as: a coin is tossed with a die, and even shows heads."""
    if rules.faces == COIN:
        return tuple(COIN - value % 2 for value in values)
    return tuple(values)


def named(rules: type[RaceState], values: Sequence[int]) -> str:
    """Return a throw in words."""
    if rules.thing == "pigs":
        return listed([LIES[value] for value in values])
    if rules.faces == COIN:
        return listed(
            [f"{value}, {SIDES[face - 1]}" for value, face in zip(values, faces_of(rules, values), strict=True)]
        )
    return listed(values)


def tell_throw(name: str, rules: type[RaceState], values: Sequence[int], total: int) -> str:
    """Return one sentence for a throw that leaves a turn total of `total`; `name` is the player's."""
    effect, gain = rules.judge(faces_of(rules, values))
    match effect:
        case Effect.ON:
            came = f", turn total {total}"
        case Effect.BUST:
            came = f"; the turn total is lost{f', and {gain} is banked' if gain else ''}"
        case Effect.RUIN:
            came = "; the turn total and the whole score are lost"
    return f"{does(name, 'throw')} {named(rules, values)}{came}."


def banks(name: str, points: int) -> str:
    """Return what a hold does, after the name."""
    return f"{'bank' if name == YOU else 'banks'} {points}"


class Buttoned(Protocol):
    """A position in which every move has its button."""

    @property
    def buttons(self) -> Mapping[Button, Move]:
        """The moves that are legal now."""


class ButtonDialog:
    """One button a move."""

    def ask(self, position: Buttoned, panel: Panel, show: Callable[[Tally], None]) -> Move | None:  # noqa: ARG002
        """Wait for a button that is legal now; its lamps are lit meanwhile."""
        buttons = position.buttons
        panel.forget()
        panel.lamps(buttons)
        try:
            while True:
                button = panel.press()
                if button is Button.NEW:
                    return None
                if button and button in buttons:
                    return buttons[button]
        finally:
            panel.lamps(())


@dataclass(frozen=True, slots=True)
class DecidingRobot:
    """A strategy of the solver; `weigh` takes the position, `moves` are its actions at the table."""

    weigh: Callable[[Any], Decision]
    moves: Callable[[str], Move]

    def decide(self, position: Any) -> tuple[Move, Reasons]:
        decision = self.weigh(position)
        return self.moves(decision.action), decision


def roll_or_hold(action: str) -> Move:
    """Return the move of an action of the races."""
    return ROLL if action == Action.ROLL else HOLD


def roll_buttons(actions: Sequence[Action]) -> dict[Button, Move]:
    """Return the buttons of these actions of the races."""
    moves = {Action.ROLL: (Button.ROLL, ROLL), Action.HOLD: (Button.HOLD, HOLD)}
    return dict(moves[action] for action in actions)


def roll_keys(turn_total: int) -> str:
    """Return what these buttons do with so much at risk."""
    return f"r throws, h holds {turn_total}" if turn_total else "r throws"
