"""Score-sheet games at the table: Yahtzee and its relatives, for one to eight players."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from robot.games.game import Board, check_rules
from robot.games.known_dice import given_die
from robot.games.rulebook import Rulebook
from robot.games.sheet.dialog import SheetDialog
from robot.games.sheet.position import SheetPosition, card_of
from robot.games.sheet.robot import WIN, SheetRobot, gambles, strategy_of
from robot.games.sheet.rulebook import sheet_rulebook
from robot.language import named
from robot.saying import Saying
from solver.errors import OptionError, TableError
from solver.sheet.coach.evaluator import SheetEvaluator, SheetPointsEvaluator, SheetWinEvaluator, WinChances
from solver.sheet.exact.sheet_files import load_sheet
from solver.sheet.exact.table import SheetTable
from solver.sheet.forecast import load, make_outlook, outlook_file, save
from solver.sheet.game.custom_sheet import parse_sheet
from solver.sheet.game.rules import MOST_PLAYERS, SheetState
from solver.sheet.game.sheet import SHEETS, Sheet, find_sheet
from solver.throw_distribution import Chance

if TYPE_CHECKING:
    from solver.sheet.forecast import Forecast

WELLS = (1, 2, 3, 4, 5, 6)
SIDES = 6
FORECASTS_KEPT = 4


@dataclass(frozen=True, slots=True)
class SheetTableGame:
    """A game on a sheet; `rules` are what makes it again. Tables that take long to solve are kept in `folder`.

    `die` holds the chances of the faces of the dice where they are known, for which robots then play.
    """

    sheet: Sheet
    rules: Mapping[str, Any]
    folder: Path | None = None
    die: tuple[Chance, ...] | None = None
    seats: range = range(1, MOST_PLAYERS + 1)

    @property
    def name(self) -> str:
        return self.sheet.name

    @property
    def title(self) -> Saying:
        title = named("title", self.name, self.name.replace("-", " ").title())
        if self.sheet.rule != SHEETS.get(self.name, (self.sheet,))[0].rule:
            title = Saying("title-rule", {"title": title, "rule": self.sheet.rule})
        return Saying("title-commit", {"title": title}) if self.sheet.commit else title

    @property
    def rulebook(self) -> Rulebook:
        return sheet_rulebook(self.title, self.sheet)

    @property
    def wells(self) -> tuple[int, ...]:
        return WELLS[: self.sheet.dice]

    def begin(self, players: int) -> SheetPosition:
        return SheetPosition(SheetState.start(self.sheet, players), self.wells)

    def position(self, standing: Mapping[str, Any], player: int) -> SheetPosition:
        cards = tuple(card_of(self.sheet, written) for written in standing["cards"])
        dice = tuple(standing["dice"])
        state = SheetState(cards, player, tuple(sorted(dice)), standing["rolls_left"], standing.get("committed"))
        return SheetPosition(state, self.wells, dice)

    def robot(self, strategy: str, chance: Random | None) -> SheetRobot:
        return SheetRobot(strategy_of(self.sheet, strategy, chance, self.folder, self.die))

    def gambles(self, strategy: str) -> bool:
        return gambles(strategy)

    def takes_long(self, players: int, strategies: Collection[str]) -> bool:
        ships = self.sheet == find_sheet("yahtzee") and self.die is None
        return not ships or (players > 1 and WIN in strategies)

    def dialog(self) -> SheetDialog:
        return SheetDialog()

    def evaluators(self, players: int, /) -> tuple[SheetEvaluator, ...]:
        """Return what weighs moves in points, and by chances to win too where several play and the sheet allows it."""
        values = self._table()
        in_points = SheetPointsEvaluator(values)
        if players == 1 or self.sheet.commit:
            return (in_points,)
        return in_points, SheetWinEvaluator(lambda: _winner(values, self.folder))

    def board(self) -> Board:
        from robot.games.sheet.board import SheetBoard

        return SheetBoard(self.title)

    @property
    def prepared(self) -> bool:
        return self._forecast() is not None

    def prepare(self) -> None:
        """Work out how final scores spread, and keep it in `folder`: a minute of one core.

        Raises what `load_sheet` raises, OptionError where boxes are chosen early, TableError if the disk refuses.
        """
        if self.sheet.commit:
            raise OptionError("chances are not estimated where boxes are chosen early: choose another game")
        table = self._table()
        save(make_outlook(table), table, self._outlook_file)

    def _table(self) -> SheetTable:
        return load_sheet(self.sheet, self.die, self.folder)

    @property
    def _outlook_file(self) -> Path:
        return outlook_file(self.folder or Path(), self.sheet, self.die)

    def chances(self, position: SheetPosition) -> tuple[float, ...]:
        """Return an estimate of everybody's chance to win; who has won when it is over, () for one player alone.

        It is known once `prepare` has been called on this machine.
        """
        players = len(position.state.cards)
        if players == 1:
            return ()
        if position.over:
            return tuple((seat in position.winners) / len(position.winners) for seat in range(players))
        forecast = self._forecast()
        return forecast.win(position.state) if forecast else ()

    def _forecast(self) -> "Forecast | None":
        """Return what estimates, None if it was not prepared yet, or what was kept of it is damaged."""
        path = self._outlook_file
        try:
            return _forecast(self._table(), path, path.stat().st_mtime_ns)
        except (FileNotFoundError, TableError):
            return None


def _winner(values: SheetTable, folder: Path | None) -> WinChances:
    from solver.sheet.win.winner import Winner

    return Winner.of_table(values, folder)


@lru_cache(FORECASTS_KEPT)
def _forecast(table: SheetTable, path: Path, changed: int) -> "Forecast":  # noqa: ARG001  a new file
    from solver.sheet.forecast import Forecast

    return Forecast(table, load(table, path))


def make(name: str, rules: Mapping[str, Any], folder: Path | None) -> SheetTableGame:
    """Return a game by its rules: `rule` and `commit`, or of one's own `toml`, the text of its file.

    `die` holds the chances of the faces of every die.

    Raises:
        OptionError: there is no such rule here, or a sheet of one's own that cannot be played at this table.
        UnknownNameError: there is no such rule at all.
        DistributionError: there is no such die.

    """
    check_rules(name, rules, {"rule", "commit", "die", "toml"})
    die = given_die(rules)
    dice = {"die": rules["die"]} if die else {}
    if "toml" not in rules:
        sheet = find_sheet(name, rules.get("rule"), rules.get("commit", False))
        settled = {"rule": sheet.rule} | ({"commit": True} if sheet.commit else {})
        return SheetTableGame(sheet, settled | dice, folder, die)
    if rules.keys() & {"rule", "commit"}:
        raise OptionError(f"the rules of {name} are in its own file: leave --rule and --commit out")
    sheet = parse_sheet(rules["toml"])
    if sheet.dice > len(WELLS) or sheet.sides != SIDES:
        raise OptionError(
            f"{sheet.name} is for {sheet.dice}d{sheet.sides}: "
            f"this table throws up to {len(WELLS)} dice of {SIDES} sides"
        )
    return SheetTableGame(sheet, rules, folder, die)
