"""What games share at the table in which a player rolls or holds: their positions, and sentences for throws."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

from robot.errors import IllegalAnswerError
from robot.games.actions import make_refusal
from robot.games.named_moves import NamedMoves
from robot.games.thrown import PIGS, faces_of, name_throw
from robot.language.names import actor
from robot.saying import Saying, Value
from solver.action import HOLD, ROLL, Action
from solver.race.state import RaceState, RollOrHold
from solver.throw_distribution import Effect


def describe_throw(name: str, rules: type[RaceState], values: Sequence[int], total: int) -> Saying:
    """Return one sentence for a throw that leaves a turn total of `total`; `name` is the player's."""
    effect, gain = rules.judge(faces_of(rules, values))
    thrown: dict[str, Value] = {"name": actor(name), "values": name_throw(rules, values)}
    match effect:
        case Effect.ON:
            return Saying("pig-throw", thrown | {"total": total})
        case Effect.BUST:
            return Saying("pig-throw-banked", thrown | {"gain": gain}) if gain else Saying("pig-throw-lost", thrown)
    return Saying("pig-throw-ruined", thrown)


@dataclass(frozen=True, slots=True)
class RollPosition(NamedMoves):
    """A position in which a player rolls or holds."""

    state: RollOrHold

    @property
    def rules(self) -> type[RaceState]:
        """The rules of a turn."""
        return self.state.thrown

    @property
    def dice(self) -> int:
        return self.state.thrown.dice

    @property
    def begins(self) -> bool:
        return self.state.turn_total == 0

    @property
    def chooses(self) -> bool:
        return not self.over and not self.begins

    @property
    def at_risk(self) -> int:
        return self.state.turn_total

    @property
    def actions(self) -> tuple[Action, ...]:
        return self.state.legal_actions()

    @property
    def moves(self) -> dict[Action, Saying]:
        hold = Saying("key-hold-wins" if self.holding_wins else "key-hold", {"banked": self.state.turn_total})
        words = {ROLL: Saying("key-throw"), HOLD: hold}
        return {action: words[action] for action in self.actions}

    def refuse(self, action: Action) -> IllegalAnswerError:
        held = action == HOLD and not self.over
        return make_refusal("coach-refused-hold") if held else NamedMoves.refuse(self, action)

    @property
    def help(self) -> tuple[str, ...]:
        return ("pigs", "scores") if self.rules.thing == PIGS else ("race", "scores", "photo")

    def wins_now(self, action: Action) -> bool:
        reached = self.state.banked + self.state.turn_total
        return action == HOLD and self.goal is not None and reached >= self.goal and self.holding_wins

    def after(self, action: Action, values: Sequence[int] = ()) -> Self:
        return type(self)(self.state.apply(action, faces_of(self.rules, values)))

    def replay(self, action: Action, values: Sequence[int]) -> tuple[Action, tuple[int, ...], Self]:
        """Return the action, what the dice that it threw count as, and the position after it."""
        return action, faces_of(self.rules, values), self.after(action, values)

    @property
    def holding_wins(self) -> bool:
        if HOLD not in self.state.legal_actions():
            return False
        held = self.after(HOLD)
        return held.over and self.player in held.winners

    def booking(self, action: Action) -> dict[str, Any]:
        return {"event": str(action), "player": self.player + 1, "banked": self.state.turn_total}

    def name_move(self, action: Action) -> Saying:
        return Saying(f"the-{action}")

    def describe_throw(self, name: str, action: Action, values: Sequence[int]) -> Saying:
        return describe_throw(name, self.rules, values, self.after(action, values).state.turn_total)
