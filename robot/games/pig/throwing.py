"""What push-your-luck games share at the table: wells, faces, buttons and sentences."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Self

from hardware.panel import Button
from robot.games.choices import TakeAction, ToldChoice, refused
from robot.games.dialogs import ButtonDialog, choose
from robot.games.game import Move, Reasons, Tally
from robot.games.named_moves import NamedMoves
from robot.games.reasons import Reason, Reasoned, named_done
from robot.games.views import LIES, RaceView
from robot.language.names import actor
from robot.saying import Saying, Value
from solver.decision import Decision
from solver.race.state import Action, RaceState, RollOrHold
from solver.throw_distribution import Effect

ROLL = Move(Action.ROLL.value, {})
HOLD = Move(Action.HOLD.value)
WELLS = (1, 2, 3, 4, 5, 6)
PIGS = "pigs"
MIDDLE = (2,)
"""The well in the middle, for one die alone."""

COIN = 2


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


def format_scores(scores: Sequence[int]) -> str:
    """Return the scores as text."""
    return " : ".join(map(str, scores))


@dataclass(frozen=True, slots=True)
class DecidingRobot:
    """A strategy of the solver.

    `weigh` and `reason` take the position, `moves` are its actions at the table.
    """

    weigh: Callable[[Any], Decision]
    reason: Callable[[Any, Decision], Reason]
    moves: Callable[[str], Move]

    def decide(self, position: Any) -> tuple[Move, Reasons]:
        decision = self.weigh(position)
        done = named_done(decision.action)
        reasons = Reasoned.of(decision, done, lambda: self.reason(position, decision))
        return self.moves(decision.action), reasons


def roll_or_hold(action: str) -> Move:
    """Return the move of an action of the races."""
    return ROLL if action == Action.ROLL else HOLD


ROLL_DIALOG = ButtonDialog({Button.ROLL: ROLL.action, Button.HOLD: HOLD.action})
"""The buttons of the races."""


class RollPosition(NamedMoves):
    """A position in which a player rolls or holds: the solver's `state`, as the table sees it."""

    __slots__ = ()

    @property
    @abstractmethod
    def state(self) -> RollOrHold: ...

    @property
    @abstractmethod
    def player(self) -> int: ...

    @property
    @abstractmethod
    def scores(self) -> tuple[int, ...]: ...

    @property
    @abstractmethod
    def goal(self) -> int | None: ...

    @property
    @abstractmethod
    def winners(self) -> tuple[int, ...]: ...

    @abstractmethod
    def after(self, move: Move, values: Sequence[int] = ()) -> Self: ...

    def replayed(self, written: str, values: Sequence[int]) -> tuple[Action, tuple[int, ...], Self]:
        """Return the solver's action, what the dice that it threw count as, and the position after it."""
        return Action(written), faces_of(self.rules, values), self.after(roll_or_hold(written), values)

    @property
    def rules(self) -> type[RaceState]:
        """The rules of a turn."""
        return self.state.thrown

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def forced(self) -> Move | None:
        return None

    @property
    def begins(self) -> bool:
        return self.state.turn_total == 0

    @property
    def chooses(self) -> bool:
        return not self.over and not self.begins

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(map(roll_or_hold, self.state.legal_actions()))

    def chosen(self, choice: ToldChoice) -> Move:
        if choice == TakeAction(HOLD.action) and self.begins and not self.over:
            raise refused("coach-refused-hold")
        return NamedMoves.chosen(self, choice)

    @property
    def help(self) -> tuple[str, ...]:
        return ("pigs", "scores") if self.rules.thing == PIGS else ("race", "scores", "photo")

    def wins_now(self, action: str) -> bool:
        reached = self.state.banked + self.state.turn_total
        return action == HOLD.action and self.goal is not None and reached >= self.goal

    @property
    def pending(self) -> tuple[int, ...]:
        """What each player stands to lose."""
        return tuple(self.state.turn_total * (seat == self.player) for seat in range(len(self.scores)))

    @property
    def remark(self) -> Saying | None:
        """What else people should know of the standing."""
        return None

    def view(self) -> RaceView:
        return RaceView(self.scores, self.pending, self.goal, self.remark, self.actions, self.holding_wins)

    @property
    def holding_wins(self) -> bool:
        """Whether whose turn it is wins by holding now."""
        if HOLD not in self.moves:
            return False
        held = self.after(HOLD)
        return held.over and self.player in held.winners

    def keys(self, _tally: Tally, /) -> tuple[Saying, ...]:  # nothing is chosen bit by bit
        """Return which keys choose, with the points at risk."""
        hold = Saying("key-hold-wins" if self.holding_wins else "key-hold", {"banked": self.state.turn_total})
        options = {ROLL.action: Saying("key-throw"), HOLD.action: hold}
        return tuple(options[action] for action in self.actions)

    def choices(self, name: str, _tally: Tally, _told: Tally | None, /) -> Saying:
        """Return what ROLL and HOLD do, as far as they may be pressed."""
        hold = Saying("press-bank-wins" if self.holding_wins else "press-bank", {"banked": self.state.turn_total})
        options = {ROLL.action: Saying("press-throw"), HOLD.action: hold}
        return choose(name, [options[action] for action in self.actions])

    def wells_for(self, _move: Move, /) -> tuple[int, ...]:  # every throw is of all dice
        return wells_for(self.rules.dice)

    def name_move(self, move: Move) -> Saying:
        return Saying(f"the-{move.action}")

    def describe_throw(self, name: str, move: Move, values: Sequence[int]) -> Saying:
        return describe_throw(name, self.rules, values, self.after(move, values).state.turn_total)
