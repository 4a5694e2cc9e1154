"""Score-sheet games at the table: Yahtzee and its relatives, for one to eight players."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from robot.games.game import OWN, TableGame, check_rules
from robot.games.reasons import Robot
from robot.games.rulebook import Rulebook
from robot.games.sheet.position import SheetPosition, card_of
from robot.games.sheet.rulebook import sheet_rulebook
from robot.language import name_thing
from robot.saying import Saying
from solver.decision import Decision
from solver.errors import OptionError, UnknownNameError
from solver.rules_file import read_text
from solver.sheet.coach.advise import advise_state, bare_values
from solver.sheet.coach.evaluator import SheetEvaluator, SheetPointsEvaluator, SheetWinEvaluator
from solver.sheet.coach.levels import GREEDY, LEVELS, LevelPlayer
from solver.sheet.exact.sheet_files import find_shipped, load_sheet
from solver.sheet.exact.size import is_solvable
from solver.sheet.exact.table import SheetTable, SheetValues, check_sides
from solver.sheet.forecast import find_forecast, outlook_file
from solver.sheet.game.custom_sheet import SHEETS, find_sheet, parse_sheet, read_sheet
from solver.sheet.game.rules import MOST_PLAYERS, SheetState
from solver.sheet.game.sheet import Sheet
from solver.sheet.games import SheetGame
from solver.sheet.policy.prices import values_of
from solver.sheet.policy.strategies import OPTIMAL, decide_by, find_recipe, sheet_strategy, strategies_for
from solver.throw_distribution import Chance, fair_die

if TYPE_CHECKING:
    from solver.sheet.win.winner import Winner


WIN = "win"


Decide: TypeAlias = Callable[[SheetState], Decision]
"""Decides in a state in which there is something to do. Raises SolverError."""


POSITIONS = {SheetState: SheetPosition}


@dataclass(frozen=True, slots=True)
class SheetTableGame(TableGame[SheetPosition]):
    """A game on a sheet.

    People can play on any sheet. One without a table is solved card by card. One that is too large to solve is played
    by prices for its boxes, which estimate the costs of choices.
    """

    sheet: Sheet = field(kw_only=True)
    seats: ClassVar = range(1, MOST_PLAYERS + 1)
    positions: ClassVar = SheetPosition
    levels: ClassVar[tuple[str, ...]] = tuple(level.name for level in LEVELS)

    @property
    def title(self) -> Saying:
        title = name_thing("title", self.name, self.name.replace("-", " ").title())
        if self.sheet.rule != SHEETS.get(self.name, (self.sheet,))[0].rule:
            title = Saying("title-rule", {"title": title, "rule": self.sheet.rule})
        return Saying("title-commit", {"title": title}) if self.sheet.commit else title

    @property
    def rulebook(self) -> Rulebook:
        return sheet_rulebook(self.title, self.sheet)

    def solver_game(self, _players: int, /) -> SheetGame:
        return SheetGame(self.name, self.sheet).with_options(die=self.die, cache=self.folder)

    def law_at(self, _seat: int, _well: int, /) -> tuple[Chance, ...]:
        return self.die or fair_die(self.sheet.sides)

    def position(self, standing: Mapping[str, Any], player: int) -> SheetPosition:
        cards = tuple(card_of(self.sheet, written) for written in standing["cards"])
        dice = tuple(standing["dice"])
        state = SheetState(cards, player, tuple(sorted(dice)), standing["rolls_left"], standing.get("committed"))
        return SheetPosition(state, dice)

    def robot(self, strategy: str, chance: Random | None) -> Robot:
        decide = self._player(strategy, chance)
        return Robot(lambda position: decide(position.state))

    @property
    def _strategies(self) -> tuple[str, ...]:
        return OPTIMAL, GREEDY.name

    def _player(self, strategy: str, chance: Random | None, /) -> Decide:
        """Return the function that decides for a strategy or level; "" is the strategy for the most points."""
        levels, name = {level.name: level for level in (*LEVELS, GREEDY)}, strategy or OPTIMAL
        if name not in (names := (*self._strategies, *self.levels)):
            raise UnknownNameError.of("strategy", name, names)
        values = self._values()
        if name == OPTIMAL:
            return partial(advise_state, values)
        return LevelPlayer(levels[name], values, chance or Random(0)).decide

    def _values(self) -> SheetValues:
        return values_of(self.sheet, self.die, self.folder)

    def evaluators(self, _players: int, /) -> tuple[SheetEvaluator, ...]:
        """Return the evaluator of moves in points."""
        return (SheetPointsEvaluator(self._values()),)

    def approximates(self, _players: int, /) -> bool:
        return not is_solvable(self.sheet)

    def takes_long(self, _players: int, _strategies: Collection[str], /) -> bool:
        return True

    def gambles(self, strategy: str) -> bool:
        return any(level.name == strategy and level.softness for level in LEVELS)

    def chances(self, position: SheetPosition) -> tuple[float, ...]:
        """Return each player's share of the win at the end; () before it, and for one player alone."""
        seats, winners = range(len(position.state.cards)), position.winners
        return tuple((seat in winners) / len(winners) for seat in seats) if len(seats) > 1 and position.over else ()


@dataclass(frozen=True, slots=True)
class TabledSheetGame(SheetTableGame):
    """A game on a sheet with a solved table. Robots play at levels and to win, and chances to win are estimated."""

    estimates: ClassVar[bool] = True
    levels: ClassVar = (*SheetTableGame.levels, WIN)

    @property
    def _strategies(self) -> tuple[str, ...]:
        return strategies_for(self.sheet)

    def _player(self, strategy: str, chance: Random | None, /) -> Decide:
        """Return the function that decides for a strategy, level or `win`; "" is the strategy for the most points."""
        if strategy != OPTIMAL and find_recipe(strategy, self.sheet):
            return partial(decide_by, sheet_strategy(strategy, self.sheet, self.die, self.folder), self._table())
        bare_values(values := self._table())  # found now, not when the first reason is needed
        if strategy != WIN:
            return SheetTableGame._player(self, strategy, chance)
        alone, together = partial(advise_state, values), _winner(values, self.folder)
        return lambda state: together.decide(state) if len(state.cards) > 1 else alone(state)

    def takes_long(self, players: int, strategies: Collection[str], /) -> bool:
        ships = find_shipped(self.sheet, check_sides(self.sheet, self.die))
        return ships is None or (players > 1 and WIN in strategies)

    def evaluators(self, players: int, /) -> tuple[SheetEvaluator, ...]:
        """Return evaluators of moves: in points, and in chances to win if several play on a sheet that allows it."""
        values = self._table()
        in_points = SheetPointsEvaluator(values)
        if players == 1 or self.sheet.commit:
            return (in_points,)
        return in_points, SheetWinEvaluator(lambda: _winner(values, self.folder))

    @property
    def prepared(self) -> bool:
        return outlook_file(self.folder or Path(), self.sheet, self.die).exists()

    def prepare(self) -> None:
        """Compute the distribution of final scores, in a minute of one core, and keep it in `folder`.

        Raises what `load_sheet` raises, OptionError if boxes are chosen early, TableError if the file cannot be
        written.
        """
        if self.sheet.commit:
            raise OptionError("there is no estimate of chances if boxes are chosen early: choose another game")
        find_forecast(self._table(), self.folder or Path())

    def _table(self) -> SheetTable:
        return load_sheet(self.sheet, self.die, self.folder)

    def chances(self, position: SheetPosition) -> tuple[float, ...]:
        """Return estimates of everybody's chance to win, each share of the win at the end; () for one player alone.

        Estimates are () until `prepare` has been called on this machine.
        """
        if len(position.state.cards) == 1 or position.over:
            return SheetTableGame.chances(self, position)
        return find_forecast(self._table(), self.folder or Path()).win(position.state) if self.prepared else ()


def _winner(values: SheetTable, folder: Path | None) -> "Winner":
    from solver.sheet.win.win_table import load_wins
    from solver.sheet.win.winner import Winner

    return Winner(load_wins(values, folder))


def read_own(path: Path) -> tuple[str, str]:
    """Return the name and the text of a sheet in a TOML file; raises OptionError."""
    return read_sheet(path).name, read_text(path)


def make(name: str, rules: Mapping[str, Any], folder: Path | None) -> SheetTableGame:
    """Return a game by its rules `rule` and `commit`, or by `toml`, the text of a custom sheet's file.

    `die` holds the chances of the faces of every die.

    Raises:
        OptionError: this sheet has no such rule, or a custom sheet is not valid.
        UnknownNameError: no sheet has such a rule.
        DistributionError: the die is impossible.

    """
    die = check_rules(name, rules, {"rule", "commit", "die", OWN})
    dice = {"die": rules["die"]} if die else {}
    if OWN not in rules:
        sheet = find_sheet(name, rules.get("rule"), rules.get("commit", False))
        settled = {"rule": sheet.rule} | ({"commit": True} if sheet.commit else {})
        return TabledSheetGame(sheet.name, settled | dice, die, folder, sheet=sheet)
    if rules.keys() & {"rule", "commit"}:
        raise OptionError(f"the rules of {name} are in its own file: leave --rule out")
    sheet = parse_sheet(rules[OWN])
    kind = TabledSheetGame if sheet.tabled and is_solvable(sheet) else SheetTableGame
    return kind(sheet.name, rules, die, folder, sheet=sheet)
