"""A solved game with its options: what all games offer, and what only some have."""

import math
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self

from solver.decision import Decision, count_in_words
from solver.errors import OptionError, PositionError, SolverError
from solver.evaluator import Evaluator
from solver.layout import Layout, Views
from solver.notation import Noted
from solver.rule_card import RuleCard, ToldCard
from solver.spread import Spread
from solver.throw_distribution import Chance, Laws, check_die, fair_die

DICE = re.compile("[1-6]{2,}")
WIN = "win probability of the player who begins"
# A folder for tables that take long to solve: it changes no game, so no message lists it.
CACHE = "cache"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOptions:
    """How a game is played. None stands for the game's default, or for an option that the game does not take.

    A game ends at a `goal` in points, or after a number of `turns`. `die` holds the chances of the faces of every die
    from 1 up, or of a coin's tails and heads. `sides` is how many faces a fair die has. `weights` are how often a
    rubber pig fell on each of its sides. `dice_of` gives the chances of each die of a seat, 1 or 2. `players` is how
    many play; `solo` is for one.

    In games that set dice aside, a player's first points must be the `opening` or more, and three turns without points
    cost the `penalty`. With a `last_round`, the player who reaches the goal first gives others one more turn: "all", or
    "second" for the second player alone. On a sheet, `rule` is the rule for further Yahtzees; with `commit` a player
    chooses the box after the first throw of a turn. `cache` is a folder for solved tables.
    """

    goal: int | None = None
    turns: int | None = None
    die: tuple[Chance, ...] | None = None
    sides: int | None = None
    weights: tuple[float, ...] | None = None
    dice_of: Mapping[int, Laws] | None = None
    players: int | None = None
    solo: bool | None = None
    opening: int | None = None
    penalty: int | None = None
    last_round: str | None = None
    rule: str | None = None
    commit: bool | None = None
    cache: Path | None = None

    def chances(self) -> tuple[Chance, ...] | None:
        """Return the chances of the die's faces, None for the usual die. Raises OptionError or DistributionError."""
        if self.sides is not None and self.die is not None:
            raise OptionError("sides is for fair dice: give either sides or die")
        if self.sides is not None:
            return fair_die(self.sides)
        return None if self.die is None else check_die(self.die)


OPTIONS = tuple(option.name for option in fields(GameOptions) if option.name != CACHE)
DIE = frozenset({"die", "sides"})


@dataclass(frozen=True, slots=True)
class Solution:
    """The exact value of a game's beginning, and how it was found.

    `value` is in `unit`. `states` is how many positions the solver decided, `seconds` how long that took without
    compilation. `policy_sha256` is the hash of the packed roll bits if the game has any. `extra` holds other numbers of
    the game.
    """

    game: str
    value: float
    unit: str
    states: int
    seconds: float
    policy_sha256: str | None = None
    extra: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    def to_json(self) -> dict[str, Any]:
        """Return the solution as the command line prints it, with all digits."""
        line = {
            "game": self.game,
            "value": self.value,
            "unit": self.unit,
            "states": self.states,
            "seconds": self.seconds,
        }
        if self.policy_sha256 is not None:
            line["policy_sha256"] = self.policy_sha256
        return line | dict(self.extra)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Strategies compared: `lines` for scripts, with all digits, and a table with a title for people."""

    lines: tuple[Mapping[str, Any], ...]
    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class TurnOutcomes:
    """How one turn ends: `chances` gives each possible score, rising, with its probability; often 0 is a lost turn.

    `player` names the strategy, and `more` holds other results, both as the command line prints them.
    """

    player: Mapping[str, Any]
    chances: Mapping[int, float]
    more: Mapping[str, float] = field(default_factory=dict)

    @property
    def mean(self) -> float:
        """The mean score in points."""
        return sum(score * chance for score, chance in self.chances.items())

    @property
    def sd(self) -> float:
        """The standard deviation of the score."""
        mean = self.mean
        return math.sqrt(sum((score - mean) ** 2 * chance for score, chance in self.chances.items()))

    def to_json(self) -> dict[str, Any]:
        """Return the outcomes as the command line prints them, with all digits; scores are keys."""
        chances = {str(score): chance for score, chance in self.chances.items()}
        return {**self.player, "outcomes": chances, "mean": self.mean, **self.more}


class Game(ABC):
    """A solved game with its `options`, and what else it offers.

    `takes` are the names of its options; `limited` gives the acts that an option is for, if not for all. `instead` says
    what to use in place of some options that it does not take. `unit` is the unit of the game's value. With
    `sets_aside` a throw has only the dice that the player has not set aside. `strategies` are the forms of the names of
    strategies that it compares, and `turns` the ways to play a turn whose outcomes it knows, both in words. Its dice
    have `faces` faces, and a photograph of a throw shows at most `seen` dice, 0 if photographs cannot be read.

    What only some games offer is None in the others.
    """

    name: str
    unit: str
    takes: frozenset[str] = frozenset()
    limited: Mapping[str, frozenset[str]] = MappingProxyType({})
    instead: Mapping[str, str] = MappingProxyType({})
    sets_aside: bool = False
    strategies: str = ""
    turns: str = ""
    faces: int = 6
    seen: int = 0
    tabled: bool = True
    """Whether the game compares strategies exactly and simulates them in one act."""
    options: GameOptions = GameOptions()

    values: Callable[[], Evaluator[Any]] | None = None
    """Return what states and actions are worth. Raises SolverError."""
    views: Callable[[], Views] | None = None
    """Return the pictures of the game, which is solved when one is made. Raises SolverError."""
    text: Callable[[], Layout] | None = None
    """Return the printed table of the game: what is best at scores of the whole range. Raises SolverError."""
    lines: Callable[[int, int], Iterator[str]] | None = None
    """Yield lines that say where to hold at the scores of two players. Raises SolverError."""
    compare: Callable[[Sequence[str] | None], Comparison] | None = None
    """Compare the strategies with these names exactly, with None all. Raises SolverError."""
    simulate: Callable[[str, int, int, str | None], Mapping[str, Any]] | None = None
    """Play games with a strategy and a seed, or with two strategies in turn; return the results by name.

    The same seed gives the same dice. Raises SolverError.
    """
    spread: Callable[[Decision], Spread | None] | None = None
    """Return how final points spread after the best actions of a decision, None if that is unknown.

    This is an estimate, and takes long the first time. Raises SolverError.
    """
    outcomes: Callable[[str | None], TurnOutcomes] | None = None
    """Return the scores of one turn by a strategy, by default the game's usual one. Raises SolverError."""

    tell_card: Callable[[RuleCard], ToldCard] | None = None
    """Return the text of a rule card of the game."""

    @abstractmethod
    def solve(self) -> Solution:
        """Solve the game afresh. Raises SolverError."""

    @abstractmethod
    def start(self, players: int = 0) -> Any:
        """Return the beginning of a game for this many players, 0 for the usual number. Raises SolverError."""

    @abstractmethod
    def decide(self, state: Any) -> Decision:
        """Return the best action in a state, from a shipped table or a solution. Raises SolverError."""

    def advise(self, line: str) -> Decision:
        """Return the best action in the position of a line. Raises SolverError."""
        state = self.parse(line)
        self.check_going(state)
        return self.with_rules(state.noted).decide(state)

    def check_players(self, players: int, known: int) -> None:
        """Raise OptionError unless the number of players is `known`, or 0 for the usual number."""
        if players not in {0, known}:
            told, form = count_in_words(known, "player", "players"), ("30:45:" * known)[: 3 * known - 1]
            raise OptionError(f"{self.name} is for {told}: give the points of {told}, such as {form}")

    def check_going(self, state: Any) -> None:
        """Raise PositionError where the game is over."""
        if state.over:
            wrong = PositionError(f"in {state} the game is over: give a position before its end")
            raise self._dice_first(state.noted) or wrong

    def read(self, noted: Noted) -> Any:
        """Return the state that a line describes, with the rules of this game. Raises SolverError."""
        noted.check(turn=True)
        scores, start = noted.points, self.start(len(noted.scores))
        return replace(start, scores=scores, player=noted.player, turn_total=noted.turn)

    def parse(self, line: str) -> Any:
        """Return the state of a line, with the rules that it says. It need not begin with the game's name.

        Other rules are those of the game. Raises SolverError.
        """
        noted = self.note(line)
        try:
            return self.with_rules(noted).read(noted)
        except SolverError as wrong:
            raise self._dice_first(noted) or wrong from None

    def _dice_first(self, noted: Noted) -> PositionError | None:
        """Return what is wrong with a position that has dice in place of what players have, "" if nothing."""
        word = noted.scores[0]
        if len(noted.scores) > 1 or noted.dice or not DICE.fullmatch(word):
            return None
        try:
            self.read(Noted.read(f"{self.start()} {word}"))
        except SolverError:
            return None
        return PositionError(f"{word} stands for what players have: dice come behind it, as in '{self.start()} {word}'")

    def with_rules(self, noted: Noted) -> Self:
        """Return the game with the rules of a line. Raises OptionError for rules that the game does not have."""
        given = {option: getattr(self.options, option) for option in self.takes}
        told = noted.options()
        for option, choice in told.items():
            if given.get(option) not in (None, choice):
                raise OptionError(f"the position has another {_spell_option(option)}", do=f"leave out {{{option}}}")
        return self.with_options(**given | told)

    def note(self, line: str) -> Noted:
        """Return the words of a line, which need not begin with the game's name. Raises PositionError."""
        return Noted.read(line if line.split()[:1] == [self.name] else f"{self.name} {line}")

    def count_edges(self) -> int:
        """Return about how many actions and outcomes of dice lead between states at least; 0 if unknown."""
        return 0

    def find_taken(self, act: str) -> frozenset[str]:
        """Return the options that the game takes for an act, such as "solve" or "compare"."""
        return frozenset(option for option in self.takes if act in self.limited.get(option, {act}))

    def with_options(self, **given: Any) -> Self:
        """Return the game with the options that are `given`; None leaves an option out.

        Raises OptionError for one that the game does not take.
        """
        chosen = {name: choice for name, choice in given.items() if choice is not None}
        for name in chosen:
            if name not in self.takes:
                raise OptionError(f"{self.name} takes no {{{name}}}", do=self.instead.get(name, "leave it out"))
        game = copy(self)
        game.options = GameOptions(**chosen)
        return game

    def check_act(self, act: str) -> None:
        """Raise OptionError for a given option that is not for this act."""
        for option, acts in self.limited.items():
            if act not in acts and getattr(self.options, option) is not None:
                known = " or ".join(sorted(acts))
                raise OptionError(f"{self.name} takes {{{option}}} to {known} alone", do=f"leave out {{{option}}}")


def _spell_option(option: str) -> str:
    return option.replace("_", "-")
