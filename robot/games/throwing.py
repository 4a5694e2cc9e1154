"""What push-your-luck games share at the table: wells, faces, buttons and sentences."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hardware.panel import Button
from robot.games.dialogs import ButtonDialog
from robot.games.game import Move, Reasons, Unit
from robot.games.reasons import Reasoned
from robot.language.names import actor, called
from robot.saying import Saying, Value
from solver.decision import Decision
from solver.race.pass_the_pigs import Lie
from solver.race.state import Action, RaceState
from solver.throw_distribution import Effect

ROLL = Move(Action.ROLL.value, {})
HOLD = Move(Action.HOLD.value)
WELLS = (1, 2, 3, 4, 5, 6)
PIGS = "pigs"
MIDDLE = (2,)
"""The well in the middle, for one die alone."""

COIN = 2
LIES = tuple(f"lie-{lie.name.replace('_', '-').lower()}" for lie in Lie)


def wells_for(dice: int) -> tuple[int, ...]:
    """Return the wells for a throw of this number of dice, 1 to 6."""
    return MIDDLE if dice == 1 else WELLS[:dice]


def faces_of(rules: type[RaceState], values: Sequence[int]) -> tuple[int, ...]:
    """Return what dice count as: a die stands for a coin, and an even value is heads."""
    if rules.faces == COIN:
        return tuple(COIN - value % 2 for value in values)
    return tuple(values)


def named(rules: type[RaceState], values: Sequence[int]) -> Value:
    """Return a throw in words."""
    if rules.thing == PIGS:
        return tuple(Saying(LIES[value - 1]) for value in values)
    if rules.faces == COIN:
        (value,), (side,) = values, faces_of(rules, values)
        return Saying("coin-heads" if side == COIN else "coin-tails", {"value": value})
    return tuple(values)


def describe_throw(name: str, rules: type[RaceState], values: Sequence[int], total: int) -> Saying:
    """Return one sentence for a throw that leaves a turn total of `total`; `name` is the player's."""
    effect, gain = rules.judge(faces_of(rules, values))
    thrown: dict[str, Value] = {"name": actor(name), "values": named(rules, values)}
    match effect:
        case Effect.ON:
            return Saying("pig-throw", thrown | {"total": total})
        case Effect.BUST:
            return Saying("pig-throw-banked", thrown | {"gain": gain}) if gain else Saying("pig-throw-lost", thrown)
    return Saying("pig-throw-ruined", thrown)


def told_scores(scores: Sequence[int]) -> str:
    """Return the scores as text."""
    return " : ".join(map(str, scores))


@dataclass(frozen=True, slots=True)
class DecidingRobot:
    """A strategy of the solver.

    `weigh` and `reason` take the position, `moves` are its actions at the table, `unit` is what they are weighed in.
    """

    weigh: Callable[[Any], Decision]
    reason: Callable[[Any, Decision], Saying]
    moves: Callable[[str], Move]
    unit: Unit = Unit.WINS

    def decide(self, position: Any) -> tuple[Move, Reasons]:
        decision = self.weigh(position)
        return self.moves(decision.action), Reasoned(decision, self.reason(position, decision), self.unit)


def roll_or_hold(action: str) -> Move:
    """Return the move of an action of the races."""
    return ROLL if action == Action.ROLL else HOLD


def roll_moves(actions: Sequence[Action]) -> tuple[Move, ...]:
    """Return the moves of these actions of the races."""
    return tuple(roll_or_hold(action) for action in actions)


ROLL_DIALOG = ButtonDialog({Button.ROLL: ROLL.action, Button.HOLD: HOLD.action})
"""The buttons of the races."""


def roll_prompt(name: str, turn_total: int) -> Saying:
    """Return the meaning of the buttons with these points at risk."""
    if turn_total:
        return Saying("pig-prompt-hold", {"name": called(name), "banked": turn_total})
    return Saying("pig-prompt", {"name": called(name)})
