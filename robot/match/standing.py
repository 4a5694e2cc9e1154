"""The state of a game according to its journal."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from robot.games.game import Move, Position
from robot.match.journal import Entry


@dataclass(frozen=True, slots=True)
class Step:
    """A move that counts, and the position before it."""

    before: Position
    move: Move


@dataclass(slots=True)
class Standing:
    """The position of a game after the entries of its log. A match applies its new entries too.

    `throws` counts readings, also those that were taken back. An intention without a reading stays open.
    """

    position: Position
    throws: int = 0
    open_throw: int | None = None
    open_move: Move | None = None
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
                self.open_throw, self.open_move = entry.throw, Move.of_json(entry.data)
            case "void":
                self.open_throw = None
            case "reading":
                assert self.open_move is not None
                self._step(self.open_move, tuple(entry.data["values"]))
                self.throws += 1
            case "booking":
                self._step(Move.of_json(entry.data))
            case "undo":
                self.position = self.steps.pop().before

    def _step(self, move: Move, values: tuple[int, ...] = ()) -> None:
        self.steps.append(Step(self.position, move))
        self.position = self.position.after(move, values)
        self.open_throw = self.open_move = None
