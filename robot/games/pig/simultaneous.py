"""Swine Herd, Skunk and THINK at the table: all say whether they stand, and one throw counts for all who do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from robot.games.game import Position, TableGame, check_rules
from robot.games.pig.rulebooks import herd_rulebook
from robot.games.pig.single_player import SoloPosition, read_alone, settle_alone
from robot.games.rulebook import Rulebook
from robot.games.thrown import keep_die
from robot.language.names import name_actor
from robot.saying import Saying, Value
from solver.action import ROLL, SIT, STAND, Action
from solver.decision import Decision
from solver.errors import OptionError, RuleError
from solver.evaluator import Evaluator
from solver.goal import check_goal
from solver.simultaneous.states import (
    LEAST_PLAYERS,
    SkunkState,
    SwineHerdState,
    ThinkHerdState,
)
from solver.simultaneous.strategy import stance
from solver.single.states import check_turns
from solver.throw_distribution import Effect

MOST_PLAYERS = 8


@dataclass(frozen=True, slots=True)
class HerdPosition(Position):
    """The solver's state, and what standing players have said before the next throw.

    By the rules all decide at once. At the table they speak one after the other, and each round begins with the next
    seat. `said` has a pair for each who has spoken: the seat, and whether it sits. `round` counts from 0.
    """

    state: SwineHerdState | SkunkState
    round: int = 0
    said: tuple[tuple[int, bool], ...] = ()
    by_turns: ClassVar = False
    dice_help: ClassVar = ("dice-plain", "photo")
    help: ClassVar = ("herd", "scores")
    asks_first: ClassVar = "coach-refused-stand-first"
    end: ClassVar = "pig-end"

    @property
    def at_risk(self) -> int:
        return self.state.round_total

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that still have to speak before the next throw, in order; () before a round's first throw."""
        if self.state.round_total == 0:
            return ()
        seats = len(self.scores)
        order = [(self.round + step) % seats for step in range(seats)]
        done = {seat for seat, _ in self.said}
        return tuple(seat for seat in order if seat in self.state.standing and seat not in done)

    @property
    def player(self) -> int:
        if self.over:
            return 0
        return (
            self.waiting[0] if self.waiting else next(seat for seat in self.state.standing if seat not in self.sitting)
        )

    @property
    def sitting(self) -> tuple[int, ...]:
        """The seats that sit from now on."""
        return tuple(seat for seat, sits in self.said if sits)

    @property
    def forced(self) -> Action | None:
        return None if self.over or self.waiting else ROLL

    @property
    def actions(self) -> tuple[Action, ...]:
        return (STAND, SIT) if self.waiting else ()

    def name_button(self, action: Action) -> Saying:
        return Saying("press-sit", {"up": self.at_risk}) if action == SIT else Saying("press-stand")

    @property
    def dice(self) -> int:
        return self.state.thrown.dice

    def find_move(self, action: Action) -> Action:
        return action if action == self.forced else Position.find_move(self, action)

    def find_due(self, pending: Action | None) -> tuple[int, ...]:
        return (self.dice,) if pending or self.forced else ()

    @property
    def pending(self) -> tuple[int, ...]:
        """What each player stands to lose."""
        risk = set(self.state.standing) - set(self.sitting)
        return tuple(self.state.round_total * (seat in risk) for seat in range(len(self.scores)))

    @property
    def remark(self) -> Saying | None:
        """The round, and the points that are up."""
        if self.over:
            return None
        arguments = {"round": self.round + 1, "up": self.state.round_total}
        if self.state.rounds is not None:
            return Saying("round-of-rounds", arguments | {"rounds": self.state.rounds})
        return Saying("round", arguments)

    def after(self, action: Action, values: Sequence[int] = ()) -> "HerdPosition":
        if action == self.forced:
            return self._move_to(self.state.apply(self.sitting, tuple(values)))
        if action not in (STAND, SIT) or not self.waiting or values:
            raise RuleError(f"{action} is not allowed here: standing players say stand or sit, then all throw")
        after = replace(self, said=(*self.said, (self.player, action == SIT)))
        if after.waiting or self.state.throws(after.sitting):
            return after
        return self._move_to(self.state.apply(after.sitting))

    def replay(
        self, action: Action, values: Sequence[int]
    ) -> tuple[frozenset[int] | None, tuple[int, ...], "HerdPosition"]:
        """Return who sits (None until all have spoken), the thrown dice, and the position after the action."""
        after = self.after(action, values)
        sits = {*self.sitting, *((self.player,) if action == SIT else ())}
        return None if after.state is self.state else frozenset(sits), tuple(values), after

    def _move_to(self, state: SwineHerdState | SkunkState) -> "HerdPosition":
        return HerdPosition(state, self.round + (state.round_total == 0))

    def to_json(self) -> dict[str, Any]:
        return {
            "scores": list(self.scores),
            "round_total": self.at_risk,
            "round": self.round + 1,
            "seated": sorted(seat + 1 for seat in self.state.seated),
            "said": {str(seat + 1): "sit" if sits else "stand" for seat, sits in self.said},
        }

    def booking(self, action: Action) -> dict[str, Any]:
        line = {"event": str(action), "player": self.player + 1}
        return line | ({"banked": self.state.round_total} if action == SIT else {})

    def name_move(self, action: Action) -> Saying:
        return Saying({STAND: "the-standing", SIT: "the-sitting"}.get(action, "the-throw"))

    def describe_throw(self, name: str, action: Action, values: Sequence[int]) -> Saying:
        arguments: dict[str, Value] = {"name": name_actor(name), "values": tuple(values)}
        match self.state.thrown.judge(tuple(values)):
            case Effect.ON, _:
                return Saying("herd-throw", arguments | {"up": self.after(action, values).state.round_total})
            case Effect.BUST, _:
                return Saying("herd-throw-lost", arguments)
        return Saying("herd-throw-ruined", arguments)

    def describe_booking(self, name: str, action: Action) -> Saying:
        if action == STAND:
            return Saying("herd-stand", {"name": name_actor(name)})
        return Saying("herd-sit", {"name": name_actor(name), "banked": self.state.round_total})


@dataclass(frozen=True, slots=True)
class HerdGame(TableGame[HerdPosition]):
    """Swine Herd to the `goal` of its rules, or Skunk or THINK in as many rounds as its `turns`."""

    seats: ClassVar = range(LEAST_PLAYERS, MOST_PLAYERS + 1)
    positions: ClassVar = HerdPosition
    reviewable: ClassVar[bool] = False

    @property
    def rulebook(self) -> Rulebook:
        limits = {rule: limit for rule, limit in self.rules.items() if rule != "die"}
        return herd_rulebook(self.title, type(self.begin(LEAST_PLAYERS).state), limits)

    def position(self, standing: Mapping[str, Any], _player: int, /) -> HerdPosition:  # follows from said
        scores, played = tuple(standing["scores"]), standing["round"] - 1
        seated = frozenset(seat - 1 for seat in standing["seated"])
        said = tuple((int(seat) - 1, does == str(SIT)) for seat, does in standing["said"].items())
        begun, up = self.begin(len(scores)).state, standing["round_total"]
        taken = played if begun.rounds is not None else 0
        return HerdPosition(replace(begun, scores=scores, seated=seated, round_total=up, taken=taken), played, said)

    def decide(self, position: HerdPosition) -> Decision:
        return stance(position.state, position.player, self.die)

    def chances(self, position: HerdPosition) -> tuple[float, ...]:
        """Return each player's share of the win at the end, () before it: these games are not solved."""
        return position.state.returns() if position.over else ()


@dataclass(frozen=True, slots=True)
class ThinkGame(HerdGame):
    """THINK for one player, as a solitaire, or for several."""

    seats: ClassVar = range(1, MOST_PLAYERS + 1)
    reviewable: ClassVar[bool] = True

    def begin(self, players: int, /) -> Any:
        return SoloPosition(self.solver_game(1).start(1)) if players == 1 else HerdGame.begin(self, players)

    def position(self, standing: Mapping[str, Any], player: int) -> Any:
        return HerdGame.position(self, standing, player) if "round" in standing else read_alone(self.begin(1), standing)

    def decide(self, position: Any) -> Decision:
        alone = isinstance(position, SoloPosition)
        return self.solver_game(1).decide(position.state) if alone else HerdGame.decide(self, position)

    def evaluators(self, players: int, /) -> Sequence[Evaluator[Any]]:
        """Return the evaluators of one player's moves. Raises OptionError for several players: that is not solved."""
        if players > 1:
            raise OptionError(f"only games of {self.name} for one player can be reviewed")
        return HerdGame.evaluators(self, players)

    def chances(self, position: Any) -> tuple[float, ...]:
        """Return each player's share of the win at the end; () before it, and for one player alone."""
        return () if isinstance(position, SoloPosition) else HerdGame.chances(self, position)


def make(name: str, rules: Mapping[str, Any], _folder: Path | None, /) -> HerdGame:  # a rule of thumb plays
    """Return Swine Herd by its `goal`, or Skunk or THINK by its `turns`; and by `die`, the chances of the faces.

    Raises OptionError for other rules and for impossible turns or goals, DistributionError for an impossible die.
    """
    if name == ThinkHerdState.game:
        die, limits = settle_alone(name, rules)
        return ThinkGame(name, {**limits, **keep_die(die)}, die)
    start = (SkunkState if name == SkunkState.game else SwineHerdState)((0, 0))
    limited, usual = ("goal", start.goal) if start.rounds is None else ("turns", start.rounds)
    die = check_rules(name, rules, {"die", limited})
    if die:
        start.thrown.distribution(die)  # refuses dice with which nobody could win
    check = check_goal if start.rounds is None else check_turns
    return HerdGame(name, {limited: check(rules.get(limited, usual)), **keep_die(die)}, die)
