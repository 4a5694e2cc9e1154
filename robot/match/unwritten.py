"""What a match could not write into the journal: it waits here, and is written before the next sitting begins."""

from dataclasses import dataclass, field

from robot.errors import JournalError
from robot.match.journal import Entry, Journal, JournalGame

SETTLED = frozenset({"first", "reading", "booking", "undo", "leave"})
"""The kinds of entries that dice or people have settled. Another sitting makes all others by itself."""


@dataclass(slots=True)
class Unwritten:
    """The `entries` of one game that the journal has refused, as on a full disk. They last as long as the program.

    No dice are thrown again because of them: what was read counts as soon as it can be written.
    """

    entries: tuple[Entry, ...] = field(default=(), init=False)
    _length: int = field(default=0, init=False)

    def catch_up(self, journal: Journal, game: JournalGame) -> None:
        """Write what waits, unless another program has gone on with the game since. Raises JournalError."""
        length = journal.length(game)
        if self.entries and length == self._length:
            journal.add(game, *self.entries)
            length += len(self.entries)
        self.entries, self._length = (), length

    def write(self, journal: Journal, game: JournalGame, *entries: Entry) -> None:
        """Commit entries, all or none; those that cannot be written wait here. Raises JournalError."""
        try:
            journal.add(game, *entries)
        except JournalError:
            self.entries = tuple(entry for entry in entries if entry.kind in SETTLED)
            raise
        self._length += len(entries)
