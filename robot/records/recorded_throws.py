"""The throws of a game out of a journal, an export of one, a recording, or a text, as lines that people could write."""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from robot.errors import JournalError
from robot.games.registry import throw_lines
from robot.match.journal import Journal
from robot.records.recording import lines
from solver.errors import OptionError
from solver.learning.throws import DOUBT
from vision.paths import printable_path

JOURNAL = "journal"
"""The word that stands for the user's own journal."""
SQLITE = b"SQLite format 3\0"
READ, VOID = "reading", "void"


def recorded_text(game: str, source: Path, own: Path) -> str:
    """Return the throws of `game` in `source`: a line for each, as `read_throws` takes them, ? where one was void.

    `source` is the word journal for the journal `own`, the file of any journal, its export in JSON Lines, the folder of
    a recording, or a text that is returned as it is. A throw that was taken back counts: its dice fell so. Raises
    OptionError, JournalError or RecordingError.
    """
    if source == Path(JOURNAL) and not source.exists():
        source = own
    if source.is_dir():
        return _text(game, _recorded(source))
    try:
        if source.read_bytes().startswith(SQLITE):
            return _text(game, _journalled(source))
        text = source.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(
            f"{printable_path(source)} cannot be read as throws: give a text with a line for each, a journal, "
            "its export, or the folder of a recording"
        ) from error
    return _text(game, _exported(text, source)) if text.lstrip().startswith("{") else text


def _text(game: str, entries: Iterable[tuple[str, str, list[int]]]) -> str:
    """Return the throws among entries: the game, what happened, and the values of the dice that were thrown."""
    return "\n".join(line for name, kind, values in entries if name == game for line in _lines(game, kind, values))


def _lines(game: str, kind: str, values: list[int]) -> Sequence[str]:
    if kind == VOID:
        return [DOUBT]
    return throw_lines(game, values) if kind == READ else []


def _journalled(path: Path) -> Iterator[tuple[str, str, list[int]]]:
    with Journal(path) as journal:
        for game in journal.games():
            for entry in journal.log(game):
                yield game.game, entry.kind, entry.data.get("values", [])


def _recorded(folder: Path) -> Iterator[tuple[str, str, list[int]]]:
    name = ""
    for line in lines(folder):
        name = line["game"] if line["event"] == "begin" else name
        yield name, line["event"], line.get("values") or []


def _exported(text: str, source: Path) -> Iterator[tuple[str, str, list[int]]]:
    names: dict[Any, str] = {}
    for number, written in enumerate(text.splitlines(), 1):
        if not written.strip():
            continue
        try:
            line = json.loads(written)
            if line["kind"] == "game":
                names[line["game"]] = line["name"]
            yield names[line["game"]], line["kind"], line.get("values") or []
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise JournalError(
                f"{printable_path(source)}: line {number} does not belong to an exported journal: export it again"
            ) from error
