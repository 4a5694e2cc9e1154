"""Statistics that are counted on: games that have ended are counted once, and kept so beside what games solve."""

import json
import threading
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from robot.files import write_whole
from robot.match.journal import Journal, JournalGame
from robot.records.stats import Figures, counted

VERSION = 2
FILE = "figures.json"
STEP = 500
"""After so many games the count so far is kept, so that a process that is stopped can go on from there."""


@dataclass(slots=True)
class CountedGames:
    """What is counted of the games up to number `upto`, which was begun at `begun`.

    `ended` is the sum of those that have ended, whose log does not change any more; of each other one `still` holds how
    long its log was, and its figures.
    """

    upto: int = 0
    begun: str = ""
    ended: Figures = field(default_factory=Figures)
    still: dict[int, tuple[int, Figures]] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        still = {str(number): [length, figures.kept()] for number, (length, figures) in self.still.items()}
        return {
            "version": VERSION,
            "upto": self.upto,
            "begun": self.begun,
            "ended": self.ended.kept(),
            "still": still,
        }

    @classmethod
    def of_json(cls, kept: Mapping[str, Any]) -> "CountedGames":
        """Read what `to_json` wrote. Raises KeyError, TypeError or ValueError where it is damaged."""
        if kept["version"] != VERSION:
            raise ValueError
        still = {int(number): (int(length), Figures.of(line)) for number, (length, line) in kept["still"].items()}
        return cls(int(kept["upto"]), str(kept["begun"]), Figures.of(kept["ended"]), still)


class Statistics:
    """The statistics of all games of the journal `path`; the count is kept in the folder `cache`. For any thread."""

    def __init__(self, path: Path, cache: Path) -> None:
        self._path, self._file = path, cache / FILE
        self._lock = threading.Lock()
        self._asked: Future[Figures] | None = None
        self._counts = False

    def count(self) -> "Future[Figures]":
        """Let a thread that ends with the program count; one count answers all who asked before it began.

        The answer raises what `figures` raises.
        """
        with self._lock:
            if (asked := self._asked) is None:
                asked = self._asked = Future()
                asked.set_running_or_notify_cancel()  # who does not wait for it any more takes it from nobody else
            if not self._counts:
                self._counts = True
                threading.Thread(target=self._answer, name="statistics", daemon=True).start()
        return asked

    def _answer(self) -> None:
        while True:
            with self._lock:
                asked, self._asked = self._asked, None
                self._counts = asked is not None
            if asked is None:
                return
            try:
                asked.set_result(self.figures())
            except Exception as error:  # noqa: BLE001  raised for those who wait for the answer
                asked.set_exception(error)

    def figures(self) -> Figures:
        """Count what has changed since the last time, and return all; in one thread at a time. Raises JournalError."""
        with Journal(self._path) as journal:
            known = self._kept(journal)
            if self._count(journal, known):
                self._keep(known)
        total = Figures()
        for one in (known.ended, *(figures for _, figures in known.still.values())):
            total.add(one)
        return total

    def _count(self, journal: Journal, known: CountedGames) -> bool:
        """Count games that are new or have gone on; return whether there are any."""
        changed = False
        for number, (length, _) in [*known.still.items()]:
            game = journal.game(number)
            if game.ended is not None or journal.length(game) != length:
                changed = True
                del known.still[number]
                self._add(journal, game, known)
        for game in journal.games(after=known.upto):
            changed = True
            known.upto, known.begun = game.id, game.begun
            self._add(journal, game, known)
            if game.id % STEP == 0:
                self._keep(known)
        return changed

    @staticmethod
    def _add(journal: Journal, game: JournalGame, known: CountedGames) -> None:
        log = journal.log(game)
        if game.ended is None:
            known.still[game.id] = len(log), counted(game, log)
        else:
            known.ended.add(counted(game, log))

    def _kept(self, journal: Journal) -> CountedGames:
        """Return what was counted before; nothing if that is damaged or from another journal."""
        try:
            known = CountedGames.of_json(json.loads(self._file.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return CountedGames()
        games = known.ended.games + len(known.still)
        same = journal.begun(known.upto) == (known.begun or None) and journal.count(upto=known.upto) == games
        return known if same else CountedGames()

    def _keep(self, known: CountedGames) -> None:
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._file, json.dumps(known.to_json()).encode())
        except OSError:
            return  # it is counted again the next time
