"""Positions that people set up. A game asks for the fields that it reads from its own standings."""

from collections import UserDict
from collections.abc import Callable, Container, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from robot.errors import IllegalAnswerError
from robot.games.actions import FACES, make_refusal
from robot.games.game import Position, TableGame
from robot.saying import Saying, Value
from solver.errors import PositionError, RuleError, SolverError, UnknownNameError
from solver.goal import check_scores

EACH = ("scores", "blanks")
"""The fields with a number for each player."""
LEFT = ("rolls_left", "throws_left")
"""The fields for the throws left. None means all throws, or all but the first if dice lie on the table."""
FIELDS = (
    *EACH,
    *("cards", "round", "turns_taken", "throws", "turn_total", "round_total", "dice", "aside", *LEFT),
    *("committed", "tiles", "seated"),
)
"""The fields of a standing that can be set, in the order of the form. Fields of an unfinished throw cannot."""
PLAYER = "player"
MOST = 1_000_000
NO_POSITION = (PositionError, RuleError, UnknownNameError)
"""What the solver raises for a position that no game has."""


class ReadStanding(UserDict[str, Any]):
    """A standing that notes which of its fields are read."""

    def __init__(self, standing: Mapping[str, Any]) -> None:
        self.read: set[str] = set()
        super().__init__(standing)

    def __getitem__(self, key: str) -> Any:
        self.read.add(key)
        return self.data[key]


def _sentence(error: SolverError) -> str:
    return f"{str(error)[:1].upper()}{str(error)[1:]}."


def title_of(field: str) -> Saying:
    """Return what people call a field."""
    return Saying(f"position-{field.replace('_', '-')}")


class PositionForm:
    """The form of a position in a game of `players`: its `fields`, with their values at the beginning.

    `turns` are the seats whose turn it may be; () where the other fields decide it.
    """

    def __init__(self, game: TableGame[Any], players: int) -> None:
        self.game, self.players = game, players
        self._begin: Position = game.begin(players)
        self._start = self._begin.to_json()
        dice = {"dice": [1] * len(game.wells)} if self._start.get("dice") == [] else {}
        seen = ReadStanding(self._start | dice)
        with suppress(SolverError):
            game.position(seen, 0)
        known = seen.read & self._start.keys()
        self.fields = {key: self._start[key] for key in FIELDS if key in known and (key != "dice" or dice)}
        seats = [seat for seat in range(players) if self._has_turn(seat)]
        self.turns = tuple(seats) if len(seats) > 1 else ()

    def position(self, given: Any, weigh: Callable[[Position], None] | None = None) -> Position:
        """Return the position of a line, or of these fields, with the others as at the beginning.

        The field `player`, from 1, says whose turn it is where the others do not. `weigh` may refuse the position.
        Raises IllegalAnswerError, also for a position that the solver refuses: with the solver's words in English, and
        the field to correct in other languages.
        """
        weigh = weigh or (lambda _: None)
        if isinstance(given, str):
            return self._read(given, weigh)
        if not isinstance(given, dict) or given.keys() - {*self.fields, PLAYER}:
            raise make_refusal("coach-refused-fields", fields=", ".join((*self.fields, PLAYER)))
        for field, value in given.items():
            if not self._fits(field, value):
                raise make_refusal("coach-refused-field", field=title_of(field))
        try:
            weigh(position := self._build(given))
            return position
        except NO_POSITION as error:
            said = _sentence(error)
            wrong = self._wrong_field(given, weigh)
            told: dict[str, Value] = {"field": title_of(wrong)} if wrong else {}
            key = "coach-refused-field-here" if wrong else "coach-refused-position"
            raise IllegalAnswerError(Saying(key, told, said)) from error

    def _read(self, line: str, weigh: Callable[[Position], None]) -> Position:
        """Return the position of a line. Raises IllegalAnswerError, also for another number of players."""
        game = self.game.solver_game(self.players)
        try:
            noted = game.note(line)
            if noted.rules and noted.options() != game.start(self.players).noted.options():
                raise PositionError(f"{noted} has other rules than this game: begin another game for it")
            if len(noted.scores) != self.players:
                raise PositionError(f"{noted} is for {len(noted.scores)} players: give scores for {self.players}")
            state = game.read(replace(noted, rules={}))
            game.check_going(state)
            weigh(position := self._begin.at(state))
        except SolverError as error:
            raise IllegalAnswerError(Saying("coach-refused-position", {}, _sentence(error))) from error
        return position

    def _wrong_field(self, given: Mapping[str, Any], weigh: Callable[[Position], None]) -> str:
        """Return the last field without which the others give a position, "" if there is none."""
        for field in sorted(given, key=(PLAYER, *FIELDS).index, reverse=True):
            with suppress(*NO_POSITION, IllegalAnswerError):
                weigh(self._build({other: value for other, value in given.items() if other != field}))
                return field
        return ""

    def _build(self, given: Mapping[str, Any]) -> Position:
        """Return the position of fields with values of their kinds. Raises IllegalAnswerError, SolverError."""
        standing, start = {**self._start, **given}, self._begin
        dice = standing.get("dice")
        if wells := start.offer.wells:
            if dice and len(dice) != len(wells):
                raise make_refusal("coach-refused-number", given=len(dice), due=len(wells))
            if not dice and (standing.get("aside") or ("turn_total" in self.fields and standing["turn_total"])):
                raise make_refusal("coach-refused-no-dice")
        for field in {*LEFT} & {*self.fields}:
            if given.get(field) is None:
                standing[field] = self.fields[field] - bool(dice)
        if start.goal is not None and not self.game.rules.get("last_round"):
            check_scores(start.goal, *standing["scores"])
        faults: list[SolverError] = []
        for seat in [given[PLAYER] - 1] if PLAYER in given else range(self.players):
            try:
                position: Position = self.game.position(standing, seat)
            except SolverError as error:
                faults.append(error)
                continue
            if position.over:
                raise PositionError(f"at {position.score_words} the game is over: give scores before its end")
            if position.player == seat:
                return position
        raise next(iter(faults), PositionError("it is another player's turn: leave out player"))

    def _has_turn(self, seat: int) -> bool:
        """Return whether it can be the turn of a seat at the beginning."""
        with suppress(SolverError):
            return bool(self.game.position(self._start, seat).player == seat)
        return False

    def _fits(self, field: str, value: Any) -> bool:
        """Return whether a value is of its field's kind."""
        start, wells = self._start, len(self.game.wells)
        match field:
            case "scores" | "blanks":
                blank = start[field][0] is None
                return _all(value, lambda one: _whole(one) or (blank and one is None)) and len(value) == self.players
            case "cards":
                return _all(value, _is_card) and len(value) == self.players
            case "dice":
                return _all(value, lambda one: type(one) is int and one in FACES) and len(value) <= wells
            case "aside":
                return _some(value, range(1, wells + 1)) and len(value) < wells
            case "tiles":
                return _some(value, start["tiles"]) and bool(value)
            case "seated":
                return _some(value, range(1, self.players + 1))
            case "committed":
                return value is None or isinstance(value, str)
            case "rolls_left" | "throws_left":
                return value is None or _whole(value)
            case "player" | "round":
                return _whole(value) and 1 <= value <= (self.players if field == PLAYER else MOST)
        return _whole(value)


def _whole(value: Any) -> bool:
    return type(value) is int and 0 <= value <= MOST


def _is_card(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(box, str) and _whole(points) for box, points in value.items())


def _all(value: Any, fits: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and all(map(fits, value))


def _some(value: Any, known: Container[int]) -> bool:
    """Return whether a value is a list of known numbers, each once and ascending."""
    return _all(value, lambda one: type(one) is int and one in known) and value == sorted({*value})
