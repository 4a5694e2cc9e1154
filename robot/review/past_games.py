"""Past games: their moves, from the journal, a recording or a line, and their review."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any

from robot.errors import JournalError, RecordingError
from robot.games.game import Position, TableGame
from robot.games.registry import RULES, make_game, table_name
from robot.language.names import clean_name
from robot.match.journal import Entry, Journal
from robot.match.players import names_of
from robot.match.standing import Standing, Step, count_throws, solver_moves, take_throw
from robot.match.throw_off import in_order
from robot.records.recording import lines
from solver.action import Action
from solver.decision import Unit
from solver.errors import MissingNumbaError, OptionError, SolverError

if TYPE_CHECKING:
    from solver.review import Review


@dataclass(frozen=True, slots=True)
class PastGame:
    """A past game or a part of it: the moves that count, and the position after them.

    A game of the journal has the local time at which it was `begun`, and its number of `readings`, including those that
    were taken back. `left` says by seat after how many moves a player left; from then on a robot has chosen there.
    """

    game: TableGame[Any]
    names: tuple[str, ...]
    steps: tuple[Step, ...]
    position: Position
    begun: datetime | None = None
    readings: int | None = None
    left: Mapping[int, int] = field(default_factory=dict)

    @property
    def throws(self) -> int:
        """The number of throws."""
        return sum(bool(made.values) for made in self.steps) if self.readings is None else self.readings

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions before the moves, and the last one."""
        return *(step.before for step in self.steps), self.position


def review(past: PastGame, *, wins: bool = True) -> "Review":
    """Return the review of a past game. Without `wins`, leave out chances to win if the game also has points.

    Raises OptionError for a game that cannot be reviewed, SolverError.
    """
    from solver.review import review_game

    evaluators = past.game.evaluators(len(past.names))
    if not wins:
        evaluators = [one for one in evaluators if one.unit is not Unit.WINS] or evaluators
    start: Any = past.positions[0]
    return review_game(start.state, solver_moves(past.steps), *evaluators)


def review_past(past: PastGame, *, wins: bool) -> "Review | None":
    """Return the review of a game, without chances to win if numba is missing; None if it cannot be reviewed."""
    with suppress(OptionError):
        try:
            return review(past, wins=wins)
        except MissingNumbaError:
            return review(past, wins=False)
    return None


def find_newest(journal: Journal) -> int:
    """Return the number of the newest game with a throw that can be reviewed. Raises JournalError if there is none."""
    for game in reversed(journal.games(listed=True)):
        with suppress(SolverError):  # a game that this program cannot play
            if make_game(game.game, game.rules).reviewable and count_throws(journal, game):
                return game.id
    raise JournalError("the journal holds no game to review: play one with 'pipsqueak play GAME'")


def from_journal(journal: Journal, number: int, cache: Path) -> PastGame:
    """Return game `number` of the journal. Raises JournalError if there is no such game."""
    if journal.begin_time(number) is None:
        raise JournalError(f"the journal holds no game {number}: give another number, or none for the newest game")
    game = journal.game(number)
    rules = make_game(game.game, game.rules, cache)
    log = journal.log(game)
    standing = Standing.of(rules.begin(len(game.players)), log)
    names = tuple(in_order(names_of(game.players), game.first or 0))
    begun = datetime.fromisoformat(game.begun).astimezone()
    steps = tuple(standing.steps)
    return PastGame(rules, names, steps, standing.position, begun, standing.throws, _find_leaves(log))


def from_line(text: str, cache: Path) -> PastGame:
    """Return the game of a line; its players get letters as names. Raises SolverError."""
    from solver.games import parse_game

    line = parse_game(text)
    noted = line.start.noted
    game = make_game(table_name(noted.game), noted.options(), cache)
    names = tuple(ascii_uppercase[: len(noted.scores)])
    position: Any = game.begin(len(names))
    position, steps = position.at(line.start), list[Step]()
    for action, dice in line.moves:
        if not isinstance(action, Action):
            raise OptionError(f"games of {game.name} cannot be reviewed yet: choose another game")
        move = position.with_wells(action)
        if dice:
            unread = position.find_due(move)[0] - len(dice)  # after a 1, the other dice are not thrown
            position, made = take_throw(position, move, (*dice, *(1,) * unread))
            steps += made
        else:
            steps.append(Step(position, move))
            position = position.after(move)
    return PastGame(game, names, tuple(steps), position)


def _find_leaves(log: Iterable[Entry]) -> dict[int, int]:
    """Return, by seat, after how many moves a player left."""
    moves, left = 0, dict[int, int]()
    for entry in log:
        if entry.kind in {"reading", "booking"}:
            moves += 1
        elif entry.kind == "undo":
            moves -= 1
            left = {seat: min(at, moves) for seat, at in left.items()}
        elif entry.kind == "leave":
            left.setdefault(entry.data["seat"], moves)
    return left


def _event_name(action: Action) -> str:
    """Return the name of the event that completes an action."""
    if action.throws:
        return "reading"
    return str(action.verb) if action.tiles is None else "shut"


def from_recording(folder: Path, cache: Path) -> PastGame:
    """Return the game of a recording, which may begin in the middle of a resumed game.

    Raises:
        RecordingError: the recording cannot be used.

    """
    try:
        return _read_recording(folder, cache)
    except (AttributeError, KeyError, IndexError, TypeError, ValueError) as error:
        if isinstance(error, SolverError | RecordingError):
            raise
        raise RecordingError(f"{folder}: a line is incomplete ({error!r}): record it again") from error


def _read_recording(folder: Path, cache: Path) -> PastGame:
    events = iter(lines(folder))
    begin = next((line for line in events if line["event"] == "begin"), None)
    if begin is None:
        raise RecordingError(f"{folder}: no game was started in it: name another recording")
    game = make_game(begin["game"], {rule: begin[rule] for rule in RULES if rule in begin}, cache)
    start: Position | None = None
    made: list[tuple[Action, tuple[int, ...]]] = []
    action: Action | None = None
    for line in events:
        event = line["event"]
        if event == "decision":
            action = Action.of_json(line["action"])
            start = start or game.position(line, line["player"] - 1)
        elif event == "undo":
            if not made:
                start = game.position(line, line["player"] - 1)
            made, action = made[:-1], None
        elif event == "reading" and action is None:
            raise RecordingError(f"{folder} begins between a choice and its throw: review that game by the journal")
        elif action is not None and event == _event_name(action):
            made.append((action, tuple(line["values"]) if event == "reading" else ()))
            action = None
    if start is None:
        raise RecordingError(f"{folder}: it holds no decision: name another recording")
    steps, position = list[Step](), start
    for action, values in made:
        steps.append(Step(position, position.with_wells(action), values))
        position = position.replay(action, values)[2]
    return PastGame(game, tuple(map(clean_name, begin["players"])), tuple(steps), position)
