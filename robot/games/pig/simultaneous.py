"""Swine Herd, Skunk and THINK at the table: all say whether they stand, and one throw is for all who do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from robot.games.actions import make_refusal
from robot.games.game import Position, TableGame, check_rules
from robot.games.known_dice import keep_die
from robot.games.pig.rulebooks import herd_rulebook
from robot.games.pig.single_player import SoloGame, SoloPosition
from robot.games.pig.single_player import make as make_alone
from robot.games.reasons import Robot, worth_reason
from robot.games.rulebook import Rulebook
from robot.games.views import RaceView
from robot.language.names import actor
from robot.saying import Saying, Value
from solver.action import ROLL, SIT, STAND, Action
from solver.decision import Decision
from solver.errors import OptionError, RuleError
from solver.explanation import decimals
from solver.race.strategies import NamedStrategy
from solver.simultaneous.states import (
    LEAST_PLAYERS,
    SkunkState,
    SwineHerdState,
    ThinkHerdState,
    check_swine_herd_goal,
)
from solver.simultaneous.strategy import stance
from solver.single.evaluator import SinglePlayerEvaluator
from solver.single.states import check_turns
from solver.throw_distribution import Effect

MOST_PLAYERS = 8


@dataclass(frozen=True, slots=True)
class HerdPosition(Position):
    """The solver's state, and what each of those who stand has said before the next throw.

    All decide at once by the rules; at the table they say it one after the other, in each round beginning with the
    next seat. `said` are those who have, in that order, with True for who sits. `round` counts from 0.
    """

    state: SwineHerdState | SkunkState
    round: int = 0
    said: tuple[tuple[int, bool], ...] = ()

    @property
    def at_risk(self) -> int:
        return self.state.round_total

    @property
    def by_turns(self) -> bool:
        return False

    @property
    def waiting(self) -> tuple[int, ...]:
        """Who still has to say something before the next throw, in order; nobody before the first of a round."""
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
        """Who sits from now on."""
        return tuple(seat for seat, sits in self.said if sits)

    @property
    def forced(self) -> Action | None:
        return None if self.over or self.waiting else ROLL

    @property
    def actions(self) -> tuple[Action, ...]:
        return (STAND, SIT) if self.waiting else ()

    def name_button(self, action: Action) -> Saying:
        return Saying("key-sit", {"up": self.at_risk}) if action == SIT else Saying("key-stand")

    @property
    def dice(self) -> int:
        return self.state.thrown.dice

    @property
    def help(self) -> tuple[str, ...]:
        return ("herd", "scores", "photo")

    @property
    def asks_first(self) -> str:
        return "coach-refused-stand-first"

    def choose_throw(self, _dice: int, /) -> Action:
        if self.waiting:
            raise make_refusal(self.asks_first)
        return self.find_move(ROLL)

    def find_move(self, action: Action) -> Action:
        return action if action == self.forced else Position.find_move(self, action)

    def due(self, pending: Action | None) -> tuple[int, ...]:
        return (self.dice,) if pending or self.forced else ()

    def view(self) -> RaceView:
        return RaceView(self.scores, self.pending, self.goal, self.remark, self.actions)

    @property
    def pending(self) -> tuple[int, ...]:
        """What each player stands to lose."""
        risk = set(self.state.standing) - set(self.sitting)
        return tuple(self.state.round_total * (seat in risk) for seat in range(len(self.scores)))

    @property
    def remark(self) -> Saying | None:
        """Which round this is, and how many points are up."""
        if self.over:
            return None
        arguments = {"round": self.round + 1, "up": self.state.round_total}
        if self.state.rounds is not None:
            return Saying("round-of-rounds", arguments | {"rounds": self.state.rounds})
        return Saying("round", arguments)

    def after(self, action: Action, values: Sequence[int] = ()) -> "HerdPosition":
        if action == self.forced:
            return self._then(self.state.apply(self.sitting, tuple(values)))
        if action not in (STAND, SIT) or not self.waiting or values:
            raise RuleError(f"{action} is not allowed here: players who stand say stand or sit, and then all throw")
        after = replace(self, said=(*self.said, (self.player, action == SIT)))
        if after.waiting or self.state.throws(after.sitting):
            return after
        return self._then(self.state.apply(after.sitting))

    def _then(self, state: SwineHerdState | SkunkState) -> "HerdPosition":
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
        arguments: dict[str, Value] = {"name": actor(name), "values": tuple(values)}
        match self.state.thrown.judge(tuple(values)):
            case Effect.ON, _:
                return Saying("herd-throw", arguments | {"up": self.after(action, values).state.round_total})
            case Effect.BUST, _:
                return Saying("herd-throw-lost", arguments)
        return Saying("herd-throw-ruined", arguments)

    def describe_booking(self, name: str, action: Action) -> Saying:
        if action == STAND:
            return Saying("herd-stand", {"name": actor(name)})
        return Saying("herd-sit", {"name": actor(name), "banked": self.state.round_total})

    @property
    def end(self) -> str:
        return "pig-end"


@dataclass(frozen=True, slots=True)
class HerdGame(TableGame[HerdPosition]):
    """Swine Herd to a goal, or Skunk or THINK in rounds, as the `limit` of its rules says."""

    kind: type[SwineHerdState] | type[SkunkState] = field(kw_only=True)
    reviewable: ClassVar = False
    seats: ClassVar = range(LEAST_PLAYERS, MOST_PLAYERS + 1)

    @property
    def limited(self) -> str:
        """The rule that says when it ends."""
        return "turns" if issubclass(self.kind, SkunkState) else "goal"

    @property
    def limit(self) -> int:
        limit: int = self.rules[self.limited]
        return limit

    @property
    def rulebook(self) -> Rulebook:
        return herd_rulebook(self.title, self.kind, {self.limited: self.limit})

    def begin(self, players: int) -> HerdPosition:
        return HerdPosition(self._state((0,) * players, 0, frozenset(), 0))

    def position(self, standing: Mapping[str, Any], _player: int, /) -> HerdPosition:  # it follows
        played = standing["round"] - 1
        seated = frozenset(seat - 1 for seat in standing["seated"])
        said = tuple((int(seat) - 1, does == str(SIT)) for seat, does in standing["said"].items())
        state = self._state(tuple(standing["scores"]), played, seated, standing["round_total"])
        return HerdPosition(state, played, said)

    def robot(self, strategy: str, chance: Random | None) -> Robot:
        ruled = NamedStrategy(strategy or "optimal", decimals, chance)

        def weigh(position: HerdPosition) -> Decision:
            state, player = position.state, position.player
            rival = max(score for seat, score in enumerate(state.scores) if seat != player)
            best = stance(state, player, self.die)
            return ruled.choose(best, state.scores[player], state.round_total, rival, position.goal)

        return Robot(weigh, worth_reason)

    def chances(self, position: HerdPosition) -> tuple[float, ...]:
        """Return what is sure, each player's share of the win at the end: nobody has solved these games."""
        return position.state.returns() if position.over else ()

    def _state(
        self, scores: tuple[int, ...], played: int, seated: frozenset[int], up: int
    ) -> SwineHerdState | SkunkState:
        if issubclass(self.kind, SkunkState):
            return self.kind(scores, seated, up, taken=played, rounds=self.limit)
        return self.kind(scores, seated, up, self.limit)


@dataclass(frozen=True, slots=True)
class ThinkGame(TableGame[SoloPosition | HerdPosition]):
    """THINK by the same turns and dice for one, who plays `alone`, and for several `together`."""

    alone: SoloGame = field(kw_only=True)
    together: HerdGame = field(kw_only=True)
    seats: ClassVar = range(1, MOST_PLAYERS + 1)

    @property
    def rulebook(self) -> Rulebook:
        return herd_rulebook(self.title, ThinkHerdState, self.alone.limits)

    def begin(self, players: int) -> SoloPosition | HerdPosition:
        return self.alone.begin(players) if players == 1 else self.together.begin(players)

    def position(self, standing: Mapping[str, Any], player: int) -> SoloPosition | HerdPosition:
        whose = self.together if "round" in standing else self.alone
        return whose.position(standing, player)

    def robot(self, strategy: str, chance: Random | None) -> Robot:
        alone, together = self.alone.robot(strategy, chance), self.together.robot(strategy, chance)

        def weigh(position: SoloPosition | HerdPosition) -> Decision:
            return (together if isinstance(position, HerdPosition) else alone).weigh(position)

        return Robot(weigh, worth_reason)

    def evaluators(self, players: int, /) -> tuple[SinglePlayerEvaluator]:
        """Return what weighs the moves of one player. Raises OptionError for several, for whom nobody has solved it."""
        if players > 1:
            raise OptionError(f"{self.name} is reviewed only for one player")
        return self.alone.evaluators(players)

    def chances(self, position: SoloPosition | HerdPosition) -> tuple[float, ...]:
        """Return what is sure, each player's share of the win at the end; () alone."""
        return self.together.chances(position) if isinstance(position, HerdPosition) else ()


def make(name: str, rules: Mapping[str, Any], folder: Path | None) -> HerdGame | ThinkGame:
    """Return Swine Herd by its `goal`, or Skunk or THINK by its `turns`, and `die`, the law of the dice.

    Raises OptionError for other rules, and for turns or a goal that cannot be played, DistributionError for no die.
    """
    if name == ThinkHerdState.game:
        alone = make_alone(name, rules, folder)
        together = HerdGame(name, alone.rules, alone.die, kind=ThinkHerdState)
        return ThinkGame(name, alone.rules, alone.die, alone=alone, together=together)
    kind: type[SwineHerdState] | type[SkunkState] = SkunkState if name == SkunkState.game else SwineHerdState
    limited = "turns" if kind is SkunkState else "goal"
    die = check_rules(name, rules, {"die", limited})
    if die:
        kind.thrown.distribution(die)  # which refuses dice with which nobody could win
    usual = kind((0, 0))
    check = check_turns if usual.rounds else check_swine_herd_goal
    limit = check(rules.get(limited, usual.rounds or usual.goal))
    return HerdGame(name, {limited: limit} | keep_die(die), die, kind=kind)
