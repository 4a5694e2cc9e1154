"""The state of a game according to its journal, and the list of unfinished games."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from robot.errors import FileError
from robot.files import keep_file
from robot.games.game import Position
from robot.games.registry import make_game
from robot.language.names import name_player
from robot.match.journal import Entry, Journal, JournalGame
from robot.match.players import names_of
from robot.saying import Saying, Value, chain_parts
from solver.action import Action
from solver.errors import SolverError
from solver.notation import GameLine


@dataclass(frozen=True, slots=True)
class Step:
    """An action that counts, the position `before` it, and the values of all wells after it, () if it threw nothing."""

    before: Position
    action: Action
    values: tuple[int, ...] = ()


@dataclass(slots=True)
class Standing:
    """The position of a game after the entries of its log. A match also applies its new entries.

    `throws` counts all readings, also those that were taken back. An intention without a reading stays open.
    """

    position: Position
    throws: int = 0
    open_throw: int | None = None
    open_action: Action | None = None
    steps: list[Step] = field(default_factory=list)

    @classmethod
    def of(cls, start: Position, log: Iterable[Entry]) -> "Standing":
        """Apply a game's log to its first position."""
        standing = cls(start)
        for entry in log:
            standing.apply(entry)
        return standing

    def apply(self, entry: Entry) -> None:
        """Apply one entry."""
        match entry.kind:
            case "intention":
                self.open_throw, self.open_action = entry.throw, read_action(self.position, entry.data)
            case "void":
                self.open_throw = None
            case "reading":
                assert self.open_action is not None
                action, values = self.open_action, tuple(entry.data["values"])
                self.step(action, self.position.after(action, values), values)
            case "booking":
                action = read_action(self.position, entry.data)
                self.step(action, self.position.after(action))
            case "undo":
                self.position = self.steps.pop().before

    def step(self, action: Action, after: Position, values: tuple[int, ...] = ()) -> None:
        """Let an action count. `after` is the position after it, `values` are the values of its throw."""
        self.steps.append(Step(self.position, action, values))
        self.position = after
        self.throws += bool(values)
        self.open_throw = self.open_action = None


def take_throw(position: Position, action: Action, dice: Sequence[int]) -> tuple[Position, tuple[Step, ...]]:
    """Return the position after an action that throws, and its steps: Hog throws its dice in several steps.

    Raises IllegalAnswerError if the dice are no throw of the action.
    """
    values, steps, after = position.in_wells(action, dice), list[Step](), position
    while values and after.player == position.player and not after.over:  # a 1 ends a turn of Hog early
        wells = len(after.wells_for(action))
        steps.append(Step(after, action, values[:wells]))
        after, values = after.after(action, values[:wells]), values[wells:]
    return after, tuple(steps)


def solver_moves(steps: Iterable[Step]) -> Iterator[tuple[Any, tuple[int, ...]]]:
    """Yield moves in the solver's form: the action, or who sits, and the dice thrown."""
    for made in steps:
        action, thrown, _ = made.before.replay(made.action, made.values)
        if action is not None:
            yield action, thrown


def line_of(steps: Sequence[Step], position: Position) -> str:
    """Return a game as a line of `solver.notation`, from its steps and the position after them."""
    first = steps[0].before if steps else position
    return str(GameLine(first.state, tuple(solver_moves(steps))))


def write_action(position: Position, action: Action) -> dict[str, Any]:
    """Return an action as JSON for the journal; an action that throws, with the wells and faces of the kept dice."""
    kept = {"keep": {str(well): face for well, face in position.find_kept(action).items()}} if action.throws else {}
    return {"action": action.to_json()} | kept


def read_action(position: Position, data: Mapping[str, Any]) -> Action:
    """Return the action that `write_action` wrote. Raises RuleError."""
    action = Action.of_json(data["action"])
    return position.with_wells(replace(action, wells=tuple(map(int, data["keep"]))) if data.get("keep") else action)


def tell_game(game: JournalGame) -> dict[str, Value]:
    """Return a game's number, title, players and begin in local time, as values of a message."""
    begun = datetime.fromisoformat(game.begun).astimezone()
    players = chain_parts("versus", [name_player(name) for name in names_of(game.players)])
    told: dict[str, Value] = {"number": game.id, "title": title_of(game), "players": players}
    return told | {"begun": f"{begun:%Y-%m-%d %H:%M}"}


def resume_command(number: int) -> str:
    """Return the command that resumes a game."""
    return f"pipsqueak play --resume {number}"


def unfinished_games(journal: Journal) -> list[tuple[JournalGame, Saying]]:
    """Return the games that can go on, last played first, each with its text for people. Raises JournalError."""
    games = journal.list_unfinished()
    return [(one, Saying("unfinished-game", tell_game(one) | {"throws": count_throws(journal, one)})) for one in games]


def unfinished_note(journal: Journal, noted: Path) -> Saying | None:
    """Return a note on how many games wait, None if none has been added since the last note.

    The file `noted` keeps the newest game of the last note. Games without a throw end: they are not worth resuming.
    """
    journal.end_abandoned()
    waiting = journal.list_unfinished()
    newest = max((game.id for game in waiting), default=0)
    with suppress(OSError, ValueError):
        if int(noted.read_text()) >= newest:
            return None
    if not waiting:
        return None
    with suppress(FileError):
        keep_file(noted, f"{newest}\n".encode())
    return Saying("unfinished-note", {"count": len(waiting)})


def title_of(game: JournalGame) -> Saying | str:
    """Return the title of a game, or its name if this program cannot play it."""
    try:
        return make_game(game.game, game.rules).title
    except SolverError:
        return game.game


def count_throws(journal: Journal, game: JournalGame) -> int:
    """Return how many readings a game has."""
    return sum(entry.kind == "reading" for entry in journal.log(game))
