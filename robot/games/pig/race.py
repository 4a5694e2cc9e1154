"""Races at the table: Pig for two to eight, and its relatives for two."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from robot.games.game import OWN, Raced, TableGame, check_rules, format_scores
from robot.games.known_dice import die_text, read_given_die
from robot.games.last_round import add_last_round, last_turn
from robot.games.pig.rulebooks import race_rulebook
from robot.games.pig.throwing import RollPosition
from robot.games.reasons import Robot
from robot.games.rulebook import Rulebook
from robot.games.thrown import COIN, PIGS, law_of, wells_for
from robot.language.names import actor
from robot.saying import Saying
from solver.action import Action
from solver.decision import Decision
from solver.errors import OptionError
from solver.evaluator import Evaluator
from solver.goal import MOST_WRITTEN_OUT
from solver.last_round import NONE, read_last_round
from solver.multiplayer.evaluator import CrowdEvaluator, ThreeEvaluator
from solver.multiplayer.games import multiplayer_decision
from solver.multiplayer.states import LEAST_PLAYERS as CROWD
from solver.multiplayer.states import MOST_PLAYERS, MultiplayerState
from solver.multiplayer.three import three_table
from solver.race.evaluator import RaceEvaluator
from solver.race.last_round import LastRoundPlayer, LastRoundValues, last_round_values
from solver.race.race_file import format_race, parse_race
from solver.race.rules import PigState, own_race, race_of, race_rules
from solver.race.state import RaceState
from solver.race.strategies import NamedStrategy, race_strategy
from solver.race.turn_values import race_values
from solver.throw_distribution import FACES, Chance


@dataclass(frozen=True, slots=True)
class RacePosition(Raced, RollPosition):
    """A position of Pig or one of its relatives."""

    state: RaceState | MultiplayerState

    def to_json(self) -> dict[str, Any]:
        return {"scores": list(self.scores), "turn_total": self.state.turn_total}

    @property
    def remark(self) -> Saying | None:
        return last_turn(self.state)

    def describe_booking(self, name: str, action: Action) -> Saying:
        after = self.after(action)
        banked, scores = self.state.turn_total, format_scores(after.scores)
        told = Saying("pig-hold", {"name": actor(name), "banked": banked, "scores": scores})
        return add_last_round(told, self.state, after.state)

    def describe_throw(self, name: str, action: Action, values: Sequence[int]) -> Saying:
        told = RollPosition.describe_throw(self, name, action, values)
        return add_last_round(told, self.state, self.after(action, values).state)


@dataclass(frozen=True, slots=True)
class RaceGame(TableGame[RacePosition]):
    """A race to `goal` by the rules `kind`; what Pig for three needs is kept in `folder`.

    `die` holds the chances of the faces of the die on the table where it is known, of pigs those of their sides, for
    which robots then play. `text` are the rules of a game of one's own as the text of a file, "" for one that ships.
    A last round, as `solver.last_round` names it, is for two.
    """

    kind: type[RaceState]
    goal: int
    folder: Path | None = None
    die: tuple[Chance, ...] | None = None
    text: str = ""
    last_round: str = NONE

    @property
    def name(self) -> str:
        return self.kind.game

    @property
    def rules(self) -> Mapping[str, Any]:
        given = {"last_round": self.last_round} if self.last_round else {}
        given |= {"die": die_text(self.die)} if self.die else {}
        return {"goal": self.goal} | given | ({OWN: self.text} if self.text else {})

    @property
    def seats(self) -> range:
        return range(2, (MOST_PLAYERS if self.kind is PigState and not self.last_round else 2) + 1)

    @property
    def fewer_by(self) -> str:
        return "a last round" if self.kind is PigState and self.last_round else ""

    @property
    def law(self) -> tuple[Chance, ...] | None:
        """The chances of what the dice count as, None as usual."""
        return None if self.die is None else law_of(self.kind, self.die)

    @property
    def rulebook(self) -> Rulebook:
        return race_rulebook(self.title, self.kind, self.goal, self.last_round, own=bool(self.text))

    @property
    def wells(self) -> tuple[int, ...]:
        return () if self.kind.thing == PIGS else wells_for(self.kind.dice)

    def begin(self, players: int) -> RacePosition:
        return self._position((0,) * players, 0, 0)

    def position(self, standing: Mapping[str, Any], player: int) -> RacePosition:
        return self._position(tuple(standing["scores"]), player, standing["turn_total"])

    def robot(self, strategy: str, chance: Random | None) -> Robot:
        if self.last_round:
            last = LastRoundPlayer(strategy or "optimal", self._last_values(), chance)
            return Robot(lambda position: last.decide(position.state))
        for_two = race_strategy(strategy or "optimal", self.kind, self.goal, self.law, chance)
        ruled = NamedStrategy(strategy or "optimal", chance)

        def weigh(position: RacePosition) -> Decision:
            state = position.state
            if isinstance(state, RaceState):
                return for_two.decide(state)
            me, *others = state.in_order
            best = multiplayer_decision(state, self.folder, self.law)
            return ruled.choose(best, me, state.turn_total, max(others), state.goal)

        return Robot(weigh)

    def takes_long(self, players: int, _strategies: Collection[str], /) -> bool:  # people get hints
        return players >= CROWD or self.goal > MOST_WRITTEN_OUT or bool(self.last_round)

    def evaluators(self, players: int, /) -> tuple[Evaluator[Any]]:
        """Return what weighs moves, by their chances to win, approximate for more than three players."""
        if players > CROWD:
            return (CrowdEvaluator(self.law),)
        if players == CROWD:
            return (ThreeEvaluator(three_table(self.goal, self.law, self.folder)),)
        return (RaceEvaluator(self._last_values() if self.last_round else race_values(self.kind, self.goal, self.law)),)

    def chances(self, position: RacePosition) -> tuple[float, ...]:
        (values,) = self.evaluators(len(position.scores))
        return values.worth(position.state)

    def approximates(self, players: int, /) -> bool:
        return players > CROWD

    def _last_values(self) -> LastRoundValues:
        return last_round_values(self.kind, self.goal, self.law, self.last_round)

    def _position(self, scores: tuple[int, ...], player: int, turn_total: int) -> RacePosition:
        if len(scores) >= CROWD:
            return RacePosition(MultiplayerState(scores, self.goal, player, turn_total))
        first, second = scores
        return RacePosition(self.kind(self.goal, (first, second), player, turn_total, last_round=self.last_round))


def read_own(path: Path) -> tuple[str, str]:
    """Return the name and the rules of a race in a TOML file; raises OptionError."""
    played = own_race(path)
    return played.game, format_race(played.form)


def make(name: str, rules: Mapping[str, Any], folder: Path | None) -> RaceGame:
    """Return a race by its rules: `goal`, `last_round`, `die` with the chances of a die's faces, of one's own `toml`.

    Raises OptionError for others and for a goal that cannot be played, DistributionError for no die.
    """
    check_rules(name, rules, {"goal", "last_round", "die", OWN})
    text = rules.get(OWN, "")
    kind = race_of(parse_race(text)) if text else race_rules(name)
    if kind.faces not in {COIN, FACES}:
        raise OptionError(f"{name} is thrown with {kind.faces} sides: on the table lie dice with {FACES}")
    die = read_given_die(rules)
    if die:
        kind.distribution(law_of(kind, die))  # which refuses dice with which nobody could win
    goal = kind.check_goal(rules.get("goal", kind.usual_goal))
    last_round = read_last_round(rules.get("last_round", kind.form.last_round))
    return RaceGame(kind, goal, folder, die, text, last_round)
