"""The coached games that pages show. One thread takes their lines, and each game stays open while a page shows it.

Another thread reads the cameras that watch their dice, so no game waits for them.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, TypeVar

from hardware.clock import SystemClock
from hardware.pushed import PushedCamera
from robot.coach.kept import KeptSession, SessionFolder
from robot.coach.lines import CoachWish, PositionLine, read_counted, read_line
from robot.coach.session import CoachSession, CoachSetting, CoachStanding
from robot.config import Folders
from robot.errors import SESSION_MISSING, FileError, RefusedError
from robot.games.actions import make_refusal
from robot.saying import Saying
from robot.table.live_dice import LiveDice
from robot.table.look import Image
from robot.web.coach.view import coach_view, due_throw
from robot.web.coach.watch import CoachWatch, DueThrow, WatchedThrow
from robot.web.game.win_chances import prepare
from robot.web.game.words import Words
from solver.apart import ApartCall
from vision.reading import PictureReader

Answer = TypeVar("Answer")
MOST_AWAITED = 4
"""The most pictures that are being read or wait."""


@dataclass(slots=True)
class OpenSession:
    """A session that a number of `pages` show. Its `moment` changes with each line.

    `heard` is the standing after the `last` line, None if that was taken back, or if no page has sent one.
    """

    kept: KeptSession
    closing: ExitStack
    pages: int = 0
    moment: int = 0
    heard: CoachStanding | None = None
    last: Any = None
    views: dict[str, dict[str, Any]] = field(default_factory=dict)
    watch: CoachWatch | None = None


class CoachDesk:
    """The sessions of the user's folder. `ask` runs work in the desk's one thread; most methods are for that thread."""

    def __init__(self, folders: Folders) -> None:
        self._cache = folders.cache
        self._folder = SessionFolder(folders.coach, folders.cache)
        self._thread, self._prepares = (ThreadPoolExecutor(1, name) for name in ("coach", "coach-prepares"))
        self._open: dict[int, OpenSession] = {}

    def ask(self, work: Callable[[], Answer]) -> "Future[Answer]":
        """Run `work` in the desk's thread. For any thread."""
        return self._thread.submit(work)

    def close(self) -> None:
        """Stop the work, and release the sessions for other programs. For any thread but the desk's."""
        self._prepares.shutdown(wait=False, cancel_futures=True)
        self._thread.shutdown(cancel_futures=True)
        for one in self._open.values():
            one.closing.close()

    def find_unfinished(self) -> list[KeptSession | FileError]:
        """Return all unfinished sessions, and an error for each unusable one."""
        return list(self._folder.find_unfinished())

    def begin(self, setting: CoachSetting, line: str = "") -> int:
        """Begin a game, at the position of a line if there is one, save it, and return its number.

        Raises IllegalAnswerError, FileError, and the errors of CoachSession.
        """
        with self._folder.begin(setting) as kept:
            if line:
                kept.session.hear(PositionLine(line))
            kept.save()
        return kept.number

    def enter(self, number: int) -> CoachSession:
        """Open a session for another page, and return it. Raises FileError."""
        if number not in self._open:
            with ExitStack() as stack:
                kept = stack.enter_context(self._folder.open(number))
                self._open[number] = OpenSession(kept, stack.pop_all())
        self._open[number].pages += 1
        session = self.session(number)
        if not session.game.prepared:  # the spread of points is shown once it is known
            given = session.setting.game, dict(session.setting.rules), self._cache
            self._prepares.submit(ApartCall(prepare, *given).run)
        return session

    def leave(self, number: int) -> None:
        """Close a session for a page; after its last page, other programs can use it."""
        one = self._find(number)
        one.pages -= 1
        if not one.pages:
            self._open.pop(number).closing.close()

    def session(self, number: int) -> CoachSession:
        """Return a session that a page shows. Raises FileError."""
        return self._find(number).kept.session

    def view(self, number: int, words: Words) -> dict[str, Any]:
        """Return the JSON that a page shows of a session. Raises FileError, SolverError."""
        one, language = self._find(number), words.language.name
        if language not in one.views:
            session = one.kept.session
            shown = coach_view(session, one.heard, words, self._cache)
            one.views[language] = {"moment": one.moment, "manner": session.setting.manner.value} | shown
        return one.views[language]

    def hear(self, number: int, moment: Any, data: Any) -> None:
        """Take a line, which answers what a page showed at `moment`.

        The same line from two pages at the same moment counts once: both saw the throw. Raises RefusedError if
        something else has changed since, IllegalAnswerError, SolverError, FileError.
        """
        one, session = self._find(number), self.session(number)
        if moment == one.moment - 1 and data == one.last:
            return
        if moment != one.moment:
            raise RefusedError(Saying("refused-late"))
        if read_line(data) is CoachWish.UNDO:
            session.undo()
            one.heard = None
        else:
            one.heard = session.hear(read_counted(data))
        one.moment, one.last = one.moment + 1, data
        one.views.clear()
        one.kept.save()

    def is_free(self, number: int) -> bool:
        """Return whether no camera watches a session. For any thread."""
        return self._open[number].watch is None

    def watch(
        self, number: int, key: str | None, begins: Callable[[], LiveDice] | None
    ) -> tuple[CoachWatch, DueThrow | None]:
        """Return the watch on a session's throws for the camera of the page with this key, and the throw that is due.

        `begins` returns the dice before this camera if it starts now; it then replaces another camera. The table's
        camera has the key None, and replaces none. Raises RefusedError if another camera watches.
        """
        one = self._find(number)
        if one.watch is None or one.watch.key != key:
            if begins is None or (one.watch and key is None):
                raise RefusedError(Saying("page-coach-other-camera"))
            one.watch = CoachWatch(key, begins())
        session, due = one.kept.session, due_throw(one.kept.session)
        name = session.names[session.position.player]
        return one.watch, DueThrow(one.moment, name, *due) if due else None

    def _find(self, number: int) -> OpenSession:
        if number not in self._open:
            raise FileError(f"no page shows session {number}: open it again", key=SESSION_MISSING)
        return self._open[number]


class CoachEyes:
    """Follows the dice of coached games with the reader that `reader` returns, one picture at a time. Few may wait.

    For any thread.
    """

    def __init__(self, reader: Callable[[], PictureReader]) -> None:
        self._reader = cache(reader)
        self._thread = ThreadPoolExecutor(1, "coach-camera")
        self._places = threading.Semaphore(MOST_AWAITED)

    def make_live(self, table: LiveDice | None = None) -> LiveDice:
        """Return the live dice before a table's camera, or, without one, in pictures that a browser sends."""
        reader = self._reader()
        return replace(table, reader=reader) if table else LiveDice(PushedCamera(SystemClock()), reader)

    def watch(
        self, watch: CoachWatch, due: DueThrow | None, image: Image | None, pressed: str, *, photograph: bool = False
    ) -> "Future[WatchedThrow]":
        """Run `CoachWatch.follow` in the reading thread. Raises IllegalAnswerError if too many pictures wait."""
        if not self._places.acquire(blocking=False):
            raise make_refusal("page-coach-busy")
        found = self._thread.submit(lambda: watch.follow(due, image, pressed, photograph=photograph))
        found.add_done_callback(lambda _: self._places.release())
        return found

    def close(self) -> None:
        """Stop reading. For any thread but the one that reads."""
        self._thread.shutdown(cancel_futures=True)
