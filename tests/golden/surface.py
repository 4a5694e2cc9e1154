"""What a golden copy is: a command in a user's home, and all that it printed; both are kept as lines of JSON.

Commands run in this process through `robot.cli.main`. Only the table is not the program's own: its dice are drawn from
the seed, for a simulated table takes a second a throw.
"""

import json
import lzma
import math
import random
import re
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from tests.support.robot.command import call
from tests.support.robot.stubs import DrawnTable

GOLDEN = Path(__file__).parent
HOME = GOLDEN / "home"
"""What a user has: settings, words, dice, rules and games, all as an earlier version wrote them."""
JOURNAL = HOME / "journal.sql.xz"
RECORDINGS = HOME / "recordings.jsonl.xz"
MEASURED = re.compile(r'"(seconds|games_per_second|made)": ("[^"]*"|[-+.e\d]+)')
"""What depends on the machine and the day."""
TOLERANCE = 1e-9


def prints_of(kind: str) -> Path:
    """Return the file of what was printed of a kind."""
    return GOLDEN / "prints" / f"{kind}.jsonl.xz"


@dataclass(frozen=True, slots=True)
class Command:
    """The words of a command line, and what is typed to it."""

    words: tuple[str, ...]
    typed: str = ""


def write_lines(path: Path, lines: Iterable[Mapping[str, Any]]) -> None:
    """Write lines of JSON, compressed."""
    text = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """Return the lines that `write_lines` wrote."""
    return map(json.loads, lzma.decompress(path.read_bytes()).decode().splitlines())


@contextmanager
def at_home(folder: Path) -> Iterator[Path]:
    """Put a copy of the golden home into a new `folder`, work in it, and let drawn tables be opened."""
    copytree(HOME, folder, ignore=lambda _, names: [name for name in names if name.endswith(".xz")])
    (folder / "data").mkdir(exist_ok=True)
    with closing(sqlite3.connect(folder / "data" / "journal.sqlite")) as journal:
        journal.executescript(lzma.decompress(JOURNAL.read_bytes()).decode())
    for line in read_lines(RECORDINGS):
        recording = folder / "recordings" / line["recording"]
        recording.mkdir(parents=True)
        text = "".join(f"{json.dumps(one, ensure_ascii=False)}\n" for one in line["lines"])
        (recording / "session.jsonl").write_text(text, encoding="utf-8")
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(folder)
            patch.setenv("TZ", "UTC")
            patch.setenv("LC_ALL", "C.UTF-8")
            time.tzset()
            patch.setattr("robot.session.open_table", _drawn_table)
            yield folder
    finally:
        time.tzset()


def _drawn_table(choice: Any, *_: Any) -> DrawnTable:
    return DrawnTable(random.Random(f"{choice.seed} {choice.sitting}"))


def capture(home: Path, command: Command) -> dict[str, Any]:
    """Return a command with what it printed, as a golden copy keeps it.

    What a command that succeeds says beside its answer, of slow solutions and of games that wait, is left out.
    """
    done = call(home, *command.words, typed=command.typed)
    said = done.stderr if done.returncode else ""
    out = MEASURED.sub(r'"\1": 0', done.stdout).splitlines()
    assert str(home) not in done.stdout + said, command
    kept = {"words": command.words, "typed": command.typed, "status": done.returncode, "out": out, "said": said}
    return {key: value for key, value in kept.items() if value not in ("", [])}


def command_of(kept: Mapping[str, Any]) -> Command:
    """Return the command of a golden copy."""
    return Command(tuple(kept["words"]), kept.get("typed", ""))


def difference(then: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """Return where two golden copies of a command differ first, "" if they do not."""
    if then["status"] != now["status"] or then.get("said") != now.get("said"):
        return f"then {then['status']} {then.get('said', '')!r}, now {now['status']} {now.get('said', '')!r}"
    before, after = then.get("out", []), now.get("out", [])
    for number, (old, new) in enumerate(zip(before, after, strict=False), 1):
        if old != new and not same(_parse(old), _parse(new)):
            place = next((at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), 0)
            shown = slice(max(0, place - 60), place + 120)
            return f"line {number}: then …{old[shown]}…, now …{new[shown]}…"
    return "" if len(before) == len(after) else f"then {len(before)} lines, now {len(after)}"


def _parse(line: str) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return line


def same(then: Any, now: Any) -> bool:
    """Return whether two values of JSON are the same, numbers within the tolerance."""
    match then, now:
        case dict(), dict():
            return then.keys() == now.keys() and all(same(value, now[key]) for key, value in then.items())
        case list(), list():
            return len(then) == len(now) and all(map(same, then, now))
        case float() | int(), float() | int() if not isinstance(then, bool) and not isinstance(now, bool):
            return math.isclose(then, now, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return type(then) is type(now) and bool(then == now)
