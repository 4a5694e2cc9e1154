"""Coached games that are kept to be continued later, each in a file in the user's folder."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any

from robot.coach.lines import Manner, line_json, read_counted
from robot.coach.session import CoachSession, CoachSetting, usual_names
from robot.errors import SESSION_MISSING, FileError, RobotError
from robot.files import keep_file, lock_byte
from robot.language.names import NameFilter, name_player
from robot.saying import Saying, Value
from solver.errors import SolverError

VERSIONS = (1, 2)
"""The versions of files that can be read. In files of version 2, people set up a position."""
SUFFIX = ".json"
MOST_LETTERS = 26
MOST_DIGITS = 9
"""The most digits of a session's number."""


@dataclass(frozen=True, slots=True)
class KeptSession:
    """A coached game that is kept under a `number`, from 1."""

    number: int
    session: CoachSession
    path: Path

    @property
    def told(self) -> Mapping[str, Value]:
        """The values for its line of a list: `number`, `title`, `names`, and the `name` and `turn` that come next."""
        session, seat = self.session, self.session.position.player
        told: dict[str, Value] = {"number": self.number, "title": session.game.title}
        names = tuple(map(name_player, session.names))
        turn = {"name": names[seat], "turn": session.turn_of(seat)}
        return told | turn | {"names": names}

    @property
    def saying(self) -> Saying:
        """The line of a list: what is played, by whom, and whose turn it is."""
        return Saying("coach-listed", self.told)

    def to_json(self) -> dict[str, Any]:
        """Return the same for scripts."""
        setting, seat = self.session.setting, self.session.position.player
        played = {"game": setting.game, "players": list(setting.names), "manner": setting.manner.value}
        return {"session": self.number, **played, "player": setting.names[seat], "turn": self.session.turn_of(seat)}

    def save(self) -> None:
        """Write the game to its file, whole or not at all. Raises FileError."""
        setting = self.session.setting
        data = {
            "version": VERSIONS[not self.session.whole],
            "game": setting.game,
            "rules": dict(setting.rules),
            "players": list(setting.names),
            "manner": setting.manner.value,
            "over": self.session.position.over,
            "lines": [line_json(line) for line in self.session.lines],
        }
        _write(self.path, data)


class SessionFolder:
    """The folder of all coached games; tables that games solve are kept in `cache`."""

    def __init__(self, folder: Path, cache: Path) -> None:
        self._folder, self._cache = folder, cache

    def find_unfinished(self) -> Iterator[KeptSession | FileError]:
        """Yield all unfinished games by their numbers, and an error for each file that cannot be used."""
        for number in self._numbers():
            try:
                kept = self._load(number)
            except FileError as error:
                yield error
                continue
            if not kept.session.position.over:
                yield kept

    def find_last(self) -> int:
        """Return the number of the unfinished game that was saved last. Raises FileError if there is none."""
        kept = [one for one in self.find_unfinished() if isinstance(one, KeptSession)]
        if not kept:
            raise FileError("no session is unfinished: begin one with 'pipsqueak coach GAME'", key=SESSION_MISSING)
        return max(kept, key=lambda one: one.path.stat().st_mtime_ns).number

    @contextmanager
    def begin(self, setting: CoachSetting) -> Iterator[KeptSession]:
        """Begin a game under a new number; there is no file before it is saved. Raises what CoachSession raises."""
        session = CoachSession(setting, self._cache)
        with self._locks() as locks:
            number = max(self._numbers(), default=0) + 1
            while not lock_byte(locks, number):
                number += 1
            yield KeptSession(number, session, self._path(number))

    @contextmanager
    def open(self, number: int, manner: Manner | None = None) -> Iterator[KeptSession]:
        """Open a game to go on with it, in another `manner` if one is given. Raises FileError."""
        if number not in self._numbers():
            raise FileError(f"there is no session {number}: 'pipsqueak coach' lists them", key=SESSION_MISSING)
        with self._locks() as locks:
            if not lock_byte(locks, number):
                raise FileError(
                    f"session {number} is open in another program: end that one first", key="fault-session-taken"
                )
            kept = self._load(number)
            if manner:
                kept.session.setting = replace(kept.session.setting, manner=manner)
            yield kept

    def is_playing(self) -> bool:
        """Return whether another program has one of the games open. Raises FileError."""
        if not self._folder.is_dir():
            return False
        with self._locks() as locks:
            return not all(lock_byte(locks, number) for number in self._numbers())

    def forget(self, forgotten: NameFilter) -> tuple[int, tuple[int, ...]]:
        """Replace forgotten names by letters in all games.

        Returns how many games changed, and the numbers of unchanged ones that are open elsewhere or damaged. Raises
        FileError.
        """
        changed, left = 0, list[int]()
        for number in self._numbers():
            with self._locks() as locks:
                if not lock_byte(locks, number):
                    left.append(number)
                    continue
                path = self._path(number)
                try:
                    data = json.loads(path.read_bytes())
                    names = [str(name) for name in data["players"]]
                except (OSError, ValueError, RecursionError, LookupError, TypeError):
                    left.append(number)
                    continue
                data["players"] = _give_letters(names, forgotten)
                if data["players"] != names:
                    _write(path, data)
                    changed += 1
        return changed, tuple(left)

    @contextmanager
    def _locks(self) -> Iterator[IO[bytes]]:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            locks = (self._folder / "sessions.locks").open("ab")
        except OSError as error:
            raise FileError(
                f"no session can be kept in {self._folder} ({error.strerror}): free some space or correct its "
                "permissions"
            ) from error
        with locks:
            yield locks

    def _path(self, number: int) -> Path:
        return self._folder / f"{number}{SUFFIX}"

    def _numbers(self) -> Sequence[int]:
        names = [path.stem for path in self._folder.glob(f"*{SUFFIX}")]
        return sorted(int(name) for name in names if name.isascii() and name.isdecimal() and len(name) <= MOST_DIGITS)

    def _load(self, number: int) -> KeptSession:
        path = self._path(number)
        try:
            data = json.loads(path.read_bytes())
            if data["version"] not in VERSIONS:
                raise FileError(
                    f"session {number} was kept by another version of this program: use that one",
                    key="fault-session-version",
                )
            return KeptSession(number, self._replay(data), path)
        except FileError:
            raise
        except OSError as error:
            raise FileError(f"session {number} cannot be read ({error.strerror}): correct its permissions") from error
        except (ValueError, RecursionError, LookupError, TypeError, AttributeError, RobotError, SolverError) as error:
            raise FileError(f"session {number} is damaged: move {path} away") from error

    def _replay(self, data: Any) -> CoachSession:
        names = tuple(map(str, data["players"]))
        setting = CoachSetting(str(data["game"]), data["rules"], names, Manner(data["manner"]))
        session = CoachSession(setting, self._cache)
        for line in data["lines"]:
            session.hear(read_counted(line), kept=True)
        return session


def _write(path: Path, data: Mapping[str, Any]) -> None:
    keep_file(path, json.dumps(data, ensure_ascii=False).encode())


def _give_letters(names: Sequence[str], forgotten: NameFilter) -> list[str]:
    """Return the names, with a free letter in place of each forgotten one."""
    stay = [name for name in names if not forgotten.has(name)]
    free = iter(letter for letter in usual_names(MOST_LETTERS) if letter not in stay)
    return [next(free) if forgotten.has(name) else name for name in names]
