"""Races at the table: Pig for two to ten, and its relatives for two, with dice, coins or pigs."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Self

from robot.games.game import OWN, Position, TableGame, check_rules
from robot.games.last_round import Raced
from robot.games.pig.rulebooks import race_rulebook
from robot.games.rulebook import Rulebook
from robot.games.thrown import COIN, PIGS, faces_of, keep_die, law_of, name_throw
from robot.language.names import name_actor
from robot.saying import Saying, Value
from solver.action import Action
from solver.game import Game
from solver.goal import MOST_WRITTEN_OUT, check_goal
from solver.last_round import NONE, read_last_round
from solver.multiplayer.games import find_crowd
from solver.multiplayer.states import LEAST_PLAYERS as CROWD
from solver.multiplayer.states import MOST_PLAYERS, MultiplayerState
from solver.race.games import Race
from solver.race.race_file import format_race, parse_race
from solver.race.rules import PigState, own_race, race_of, race_rules
from solver.race.state import RaceState, RollOrHold
from solver.throw_distribution import FACES, Chance, Effect, fair_die


@dataclass(frozen=True, slots=True)
class RollPosition(Position):
    """A position in which a player rolls or holds."""

    state: RollOrHold
    help: ClassVar = ("race", "scores")

    @property
    def rules(self) -> type[RaceState]:
        """The rules of a turn."""
        return self.state.thrown

    @property
    def dice(self) -> int:
        return self.rules.dice

    @property
    def wells(self) -> tuple[int, ...]:
        return () if self.rules.thing == PIGS else super(RollPosition, self).wells

    @property
    def dice_help(self) -> tuple[str, ...]:
        return ("dice-pigs",) if self.rules.thing == PIGS else ("dice-plain", "photo")

    def after(self, action: Action, values: Sequence[int] = ()) -> Self:
        return type(self)(self.state.apply(action, faces_of(self.rules, values) if values else ()))

    def replay(self, action: Action, values: Sequence[int]) -> tuple[Action, tuple[int, ...], Self]:
        """Return the action, the faces that its dice count as, and the position after it."""
        return action, faces_of(self.rules, values), self.after(action, values)

    def describe_throw(self, name: str, action: Action, values: Sequence[int]) -> Saying:
        effect, gain = self.rules.judge(faces_of(self.rules, values))
        thrown: dict[str, Value] = {"name": name_actor(name), "values": name_throw(self.rules, values)}
        match effect:
            case Effect.ON if not self.state.passes(gain):
                return Saying("pig-throw", thrown | {"total": self.after(action, values).at_risk})
            case Effect.ON | Effect.BUST:
                gain *= effect is Effect.BUST
                return Saying("pig-throw-banked", thrown | {"gain": gain}) if gain else Saying("pig-throw-lost", thrown)
        return Saying("pig-throw-ruined", thrown)


@dataclass(frozen=True, slots=True)
class RacePosition(Raced, RollPosition):
    """A position of Pig or one of its relatives."""

    state: RaceState | MultiplayerState


@dataclass(frozen=True, slots=True)
class RaceGame(TableGame[RacePosition]):
    """A race by the rules `kind`. The `die` of pigs holds the chances of their sides. A last round is for two."""

    kind: type[RaceState] = field(kw_only=True)
    positions: ClassVar = RacePosition

    @property
    def last_round(self) -> str:
        """Who has one more turn after somebody reaches the goal, in the words of `solver.last_round`."""
        return str(self.rules.get("last_round", NONE))

    @property
    def seats(self) -> range:
        return range(2, (MOST_PLAYERS if self.kind is PigState and not self.last_round else 2) + 1)

    @property
    def fewer_by(self) -> str:
        return "a last round" if self.kind is PigState and self.last_round else ""

    @property
    def law(self) -> tuple[Chance, ...] | None:
        """The chances of the faces that the dice count as, None for the default."""
        return None if self.die is None else law_of(self.kind, self.die)

    def law_at(self, _seat: int, _well: int, /) -> tuple[Chance, ...]:
        return self.die or (fair_die(FACES) if self.kind.faces == COIN else self.kind.die())

    @property
    def rulebook(self) -> Rulebook:
        return race_rulebook(self.title, self.kind, self.goal, self.last_round, own=OWN in self.rules)

    def solver_game(self, players: int, /) -> Game:
        if players >= CROWD:
            cache = self.folder if players == CROWD else None
            return find_crowd(players).with_options(goal=self.goal, die=self.law, cache=cache)
        die = {"weights" if self.kind.thing == PIGS else "die": self.law}
        return Race(self.kind).with_options(goal=self.goal, last_round=self.last_round, **die)

    def takes_long(self, players: int, _strategies: Collection[str], /) -> bool:  # people get hints
        return players >= CROWD or self.goal > MOST_WRITTEN_OUT or bool(self.last_round)

    def approximates(self, players: int, /) -> bool:
        return players > CROWD


def read_own(path: Path) -> tuple[str, str]:
    """Return the name and the rules of a race in a TOML file; raises OptionError."""
    played = own_race(path)
    return played.game, format_race(played.form)


def make(name: str, rules: Mapping[str, Any], folder: Path | None) -> RaceGame:
    """Return a race by its rules `goal`, `last_round`, `die` (chances of a die's faces) and `toml` (a custom game).

    Raises OptionError for other rules and for an impossible goal, DistributionError for an impossible die.
    """
    die = check_rules(name, rules, {"goal", "last_round", "die", OWN})
    text = rules.get(OWN, "")
    kind = race_of(parse_race(text)) if text else race_rules(name)
    if die:
        if len(die) not in {kind.faces, FACES}:
            kind = race_of(parse_race(format_race(replace(kind.form, sides=len(die)))))
        kind.distribution(law_of(kind, die))  # refuses dice with which nobody could win
    goal = check_goal(rules.get("goal", kind.usual_goal))
    last_round = read_last_round(rules.get("last_round", kind.form.last_round))
    given = ({"last_round": last_round} if last_round else {}) | keep_die(die) | ({OWN: text} if text else {})
    return RaceGame(kind.game, {"goal": goal, **given}, die, folder, kind=kind)
