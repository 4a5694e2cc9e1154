"""Keep-and-throw games at the table, for two: Ten Thousand, Farkle, and the dice game of Kingdom Come."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Protocol

from robot.games.game import Board, Move, Reasons, check_rules
from robot.games.keep_and_throw.aside import AsidePosition
from robot.games.keep_and_throw.dialog import AsideDialog
from robot.games.keep_and_throw.position import KeepPosition
from robot.games.keep_and_throw.reasons import aside_done, aside_reason
from robot.games.keep_and_throw.rulebook import aside_rulebook
from robot.games.known_dice import given_die, read_dice
from robot.games.reasons import Reasoned
from robot.games.rulebook import Rulebook
from robot.saying import Saying, Value
from solver.aside import KeepDecision
from solver.keep_and_throw.evaluator import KeepEvaluator
from solver.keep_and_throw.games import KeepGame, KeepOptions, effort_to_solve
from solver.keep_and_throw.hands import Laws
from solver.keep_and_throw.keep_files import load_keep, ships
from solver.keep_and_throw.keep_table import KeepTable
from solver.keep_and_throw.player import keep_player, keeper_gambles, win_chances
from solver.keep_and_throw.rules import KeepRules, find_rules, parse_rules
from solver.keep_and_throw.state import KeepState
from solver.keep_and_throw.strategies import OPTIMAL


@dataclass(frozen=True, slots=True)
class AsideReasons(Reasoned):
    """A decision on dice that are set aside, which can be explained in every language."""

    decision: KeepDecision

    def to_json(self) -> dict[str, Any]:
        options = [
            {"action": one.action.to_json(), "value": one.value, "cost": one.cost} for one in self.decision.choices
        ]
        return self.decision.to_json() | {"options": options}


class AsidePlayer(Protocol):
    """A complete strategy of a player who sets dice aside."""

    def decide(self, state: Any) -> KeepDecision:
        """Return what to do in a state that is not over, with every option valued for perfect play afterwards."""


@dataclass(frozen=True, slots=True)
class AsideRobot:
    """A strategy whose dice are wells."""

    player: AsidePlayer

    def decide(self, position: AsidePosition[Any]) -> tuple[Move, Reasons]:
        decision = self.player.decide(position.state)
        state, done = position.state, aside_done(position.state, decision.taken.action)
        reasons = AsideReasons.of(decision, done, lambda: aside_reason(state, decision))
        return position.move(decision.taken.action), reasons


@dataclass(frozen=True, slots=True)
class KeepTableGame:
    """A game by the rules `played`; a table that does not ship is solved once and kept in `folder`.

    Each seat has the dice of its `laws`, and those of the player whose turn it is lie in the wells, the first one in
    well 1.
    """

    played: KeepRules
    rules: Mapping[str, Any]
    laws: tuple[Laws, Laws]
    folder: Path | None = None
    seats: range = range(2, 3)

    @property
    def name(self) -> str:
        return self.played.name

    @property
    def title(self) -> Saying:
        goal = {"goal": self.played.goal}
        if "toml" not in self.rules:
            return Saying(f"title-{self.name}", goal)
        return Saying("title-own-goal", goal | {"words": self.name.replace("-", " ").title()})

    @property
    def rulebook(self) -> Rulebook:
        return aside_rulebook(self.title, self.played)

    @property
    def wells(self) -> tuple[int, ...]:
        return self.begin(2).wells

    def begin(self, _players: int, /) -> KeepPosition:  # two, as the seats say
        return KeepPosition(KeepState(self.played), apart=self.apart)

    def position(self, standing: Mapping[str, Any], player: int) -> KeepPosition:
        first, second = standing["scores"]
        mine, theirs = standing.get("blanks", (0, 0))
        faces, aside = tuple(standing["dice"]), tuple(standing["aside"])
        thrown = tuple(face for well, face in enumerate(faces, 1) if well not in aside)
        total = standing["turn_total"]
        free = tuple(well for well in self.wells if well not in aside) if self.apart and aside else ()
        state = KeepState(self.played, (first, second), player, total, thrown, (mine, theirs), free)
        return KeepPosition(state, faces, aside, self.apart)

    def robot(self, strategy: str, chance: Random | None) -> AsideRobot:
        return AsideRobot(keep_player(strategy or OPTIMAL, self._table(), chance))

    def gambles(self, strategy: str) -> bool:
        return keeper_gambles(strategy)

    def takes_long(self, _players: int, _strategies: Collection[str], /) -> bool:  # people get hints
        return not ships(self.played, self.laws)

    def effort(self) -> Saying | None:
        """Return what a game takes that has a penalty or dice that differ, and is not kept yet. Raises SolverError."""
        found = effort_to_solve(self.played, self.laws, self.folder)
        if found is None:
            return None
        takes: dict[str, Value] = {"states": found.states, "megabytes": found.megabytes}
        return Saying("effort", takes | {"title": self.title, "seconds": found.whole_seconds})

    def dialog(self) -> AsideDialog:
        return AsideDialog()

    def evaluators(self, _players: int, /) -> tuple[KeepEvaluator]:
        return (KeepEvaluator(self._table()),)

    def board(self) -> Board:
        from robot.games.track_board import TrackBoard

        return TrackBoard(self.title, self.chances)

    def chances(self, position: KeepPosition) -> tuple[float, ...]:
        """Return both players' chances to win."""
        return win_chances(self._table(), position.state)

    @property
    def apart(self) -> bool:
        """Whether a player has dice that differ, so that it matters which of them are set aside."""
        return any(map(self.differ, range(len(self.laws))))

    def differ(self, seat: int) -> bool:
        """Return whether the dice of the player of `seat` differ."""
        return len(set(self.laws[seat])) > 1

    @property
    def exchanges(self) -> bool:
        """Whether each player has dice of their own, so that others lie in the wells when the turn changes."""
        return self.laws[0] != self.laws[1]

    def _table(self) -> KeepTable:
        return load_keep(self.played, self.laws, self.folder)


def make(name: str, rules: Mapping[str, Any], folder: Path | None) -> KeepTableGame:
    """Return a game by its rules: `goal`, `opening` and `penalty`, or of one's own `toml`, the text of its file.

    `die` is the law of all dice, `dice_of` that of each die of a seat. Raises OptionError, GoalError, or
    DistributionError for dice that are none.
    """
    check_rules(name, rules, {"goal", "opening", "penalty", "die", "dice_of", "toml"})
    bare = parse_rules(rules["toml"]) if "toml" in rules else find_rules(name)
    played = bare.changed(rules.get("goal"), rules.get("opening"), rules.get("penalty"))
    given = {"goal": played.goal, "opening": played.opening, "penalty": played.penalty}
    settled = {rule: value for rule, value in given.items() if value or rule == "goal"}
    dice_of = read_dice(rules["dice_of"]) if "dice_of" in rules else None
    laws = KeepGame(played.name, played).laws(KeepOptions(die=given_die(rules), dice_of=dice_of))
    kept = {rule: rules[rule] for rule in ("die", "dice_of", "toml") if rule in rules}
    return KeepTableGame(played, settled | kept, laws, folder)
