"""Languages: files of messages that the program, its games and its users bring."""

import copy
import functools
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import zip_longest
from pathlib import Path
from typing import Any

from fluent.runtime import FluentBundle
from fluent.runtime.types import fluent_number
from fluent.syntax import FluentParser, ast

from robot.config import check_language
from robot.errors import UsageError
from robot.language.lines import UNBROKEN
from robot.saying import Saying, Value
from solver.card import list_files

ENGLISH = "en"
SHIPPED = Path(__file__).parent
GAMES = SHIPPED.parent / "games"
"""The folder of the games' messages, at any depth; each language has a file of its name."""
SUFFIX = ".ftl"
KEYS = {"title": "title-{game}", "card": "page-game-{game}", "rules": "rules-{game}"}
"""The keys of the messages that a game's own file holds as words; the parts of a list are numbered."""
DIGITS = 12
"""The most decimals of a written number."""
CONTROLS = {"hold": "HOLD (h)", "roll": "ROLL (r)", "new": "NEW (u)"}
"""The variables of messages that name what people press: buttons and keys. Other displays set other names."""
KEYBOARD = {"hold": "h", "roll": "r", "new": "u"}
"""The same for people who have only a keyboard."""
MARK = "\0"
"""A character that no message contains."""
BEFORE_UNIT = re.compile(r"(?<=\d) (?=%|[^\W\d_])|(?<=±) ")
"""The space between a number and the word after it, or between ± and a number."""
BREAKS = re.compile(r"[ \n]+")
ENTRY = re.compile(r"^(-?[a-zA-Z][\w-]*) *=", re.MULTILINE)
"""The beginning of a message or a term."""
NAMED = re.compile(r"\{ *(-?[a-zA-Z][\w-]*)")
"""A message or a term that another message refers to."""
I_SOUNDS = tuple("iíIÍ")
"""Before these letters, some languages have another word for "and"."""


class Language:
    """Says things in one language, with English for missing messages.

    `folder` holds files of the user, whose messages replace those of the program. With a kind of `machine`, a message
    `key-machine` replaces `key`, if there is one.

    Raises:
        UsageError: there is no such language, or a file cannot be used.

    """

    def __init__(self, name: str = ENGLISH, folder: Path | None = None, machine: str = "") -> None:
        self.name, self._machine = name, machine
        check_language(name, folder)
        theirs, ours = (tuple((path, path.stat().st_mtime_ns) for path in files) for files in _files(name, folder))
        self._files = (*theirs, *ours)
        for file in theirs:
            _parse(name, *file)  # raises an error that says what is wrong
        own = [_messages(name, files) for files in (theirs, ours) if files]
        self._bundles: list[_Messages] = own if name == ENGLISH else [*own, *english()._bundles]
        self._controls: Mapping[str, str] = CONTROLS
        self._unbroken = False

    @property
    def files(self) -> list[ast.Resource]:
        """All messages of this language, the user's files first."""
        return [_parse(self.name, *file) for file in self._files]

    def name_controls(self, controls: Mapping[str, str]) -> "Language":
        """Return this language with other names for the controls, in the form of `CONTROLS`."""
        other = copy.copy(self)
        other._controls = controls
        return other

    def on_screens(self) -> "Language":
        """Return this language for screens: no line breaks between a number and the word after it."""
        other = copy.copy(self)
        other._unbroken = True
        return other

    def presses(self, saying: Saying) -> bool:
        """Return whether a saying names something to press."""
        return MARK in self.name_controls(dict.fromkeys(CONTROLS, MARK)).say(saying)

    def say(self, saying: Saying) -> str:
        """Return a saying in this language."""
        said = self._word(saying)
        return BEFORE_UNIT.sub(UNBROKEN, said) if self._unbroken else said

    def sentence(self, saying: Saying) -> str:
        """Return a saying in this language, with a capital first letter."""
        return capitalize(self.say(saying))

    def _word(self, saying: Saying) -> str:
        if saying.english is not None and self.name == ENGLISH:
            return saying.english
        places: dict[str, Any] = {**self._controls}
        places |= {name: self._place(value) for name, value in saying.values.items()}
        keys = (f"{saying.key}-{self._machine}", saying.key) if self._machine else (saying.key,)
        for messages in self._bundles:
            for key in keys:
                said = messages.fill(key, places)
                if said is not None:
                    return said
        return saying.key if saying.english is None else saying.english

    def knows(self, key: str) -> bool:
        """Return whether there is such a message, in this language or in English."""
        return any(messages.has(key) for messages in self._bundles)

    def holes(self) -> tuple[str, ...]:
        """Return the keys that this language lacks, or has with variables that English does not have."""
        need, have = places(english().files), places(self.files)
        return tuple(key for key, names in need.items() if not have.get(key, {""}) <= names)

    def _place(self, value: Value) -> Any:
        match value:
            case Saying():
                return self.say(value)
            case tuple():
                return self._list([self._write(part) for part in value])
            case str():
                return value
            case Decimal():
                digits = max(0, -int(value.as_tuple().exponent))
                return fluent_number(
                    value, useGrouping=False, minimumFractionDigits=digits, maximumFractionDigits=digits
                )
        return fluent_number(value, useGrouping=False, maximumFractionDigits=DIGITS)

    def _write(self, value: Value) -> str:
        return value if isinstance(value, str) else self.say(Saying("written", {"value": value}))

    def _list(self, parts: list[str]) -> str:
        if len(parts) < 2:
            return "".join(parts)
        *most, last = parts
        key = "list-before-i" if last[:1] in I_SOUNDS else "list"
        return self.say(Saying(key, {"most": ", ".join(most), "last": last}))


@functools.cache
def english() -> Language:
    """Return English, without messages of the user."""
    return Language()


def capitalize(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def one_line(text: str) -> str:
    """Return a text with its lines joined to one. Keep no-break spaces."""
    return BREAKS.sub(" ", text).strip()


def _files(name: str, folder: Path | None) -> tuple[list[Path], list[Path]]:
    """Return the files of a language: the user's, and those of the program."""
    file = f"{name}{SUFFIX}"
    own = [folder / file] if folder and (folder / file).is_file() else []
    return own, [*SHIPPED.glob(file), *sorted(GAMES.rglob(file)), *list_files()]


def _read_messages(path: Path, language: str) -> str:
    """Return the messages of a file of messages, or those that a game's own file has in a language."""
    content = path.read_text(encoding="utf-8")
    if path.suffix == SUFFIX or "[words." not in content:
        return content if path.suffix == SUFFIX else ""
    messages = []
    for key, said in tomllib.loads(content)["words"].get(language, {}).items():
        named = KEYS.get(key, f"rules-{{game}}-{key}" if isinstance(said, list) else f"{{game}}-{key}")
        each = [("", said)] if isinstance(said, str) else [(f"-{number}", one) for number, one in enumerate(said, 1)]
        messages += [f"{named.format(game=path.stem)}{number} = {one}" for number, one in each]
    return "\n".join(one.replace("\n", "\n ") for one in messages)


@functools.lru_cache(maxsize=32)
def _parse(name: str, path: Path, changed: int) -> ast.Resource:  # noqa: ARG001  a changed file is parsed again
    try:
        resource = FluentParser(with_spans=False).parse(_read_messages(path, name))
    except (OSError, ValueError) as error:
        raise UsageError(
            f"{path} cannot be used ({error}): correct it or move it away", key="fault-language"
        ) from error
    for entry in resource.body:
        if isinstance(entry, ast.Junk):
            line = (entry.content or "").strip().partition("\n")[0]
            raise UsageError(
                f"{path} is not a language file near '{line[:60]}': correct that message or remove it",
                key="fault-language",
            )
    return resource


class _Messages:
    """The messages in the `texts` of some files. Each is parsed at its first use: to parse all takes long."""

    def __init__(self, name: str, texts: Iterable[str]) -> None:
        try:
            self._bundle = FluentBundle([name, ENGLISH], use_isolating=False)
        except ValueError:  # no known language: use English plurals and numbers
            self._bundle = FluentBundle([ENGLISH], use_isolating=False)
        self._sources: dict[str, str] = {}
        for text in texts:
            begins = list(ENTRY.finditer(text))
            for entry, after in zip_longest(begins, begins[1:]):
                self._sources.setdefault(entry[1], text[entry.start() : after.start() if after else None])

    def has(self, key: str) -> bool:
        """Return whether there is such a message."""
        return key in self._sources

    def fill(self, key: str, places: dict[str, Any]) -> str | None:
        """Return a message with its variables filled, None if it is missing or a variable cannot be filled."""
        if not self.has(key):
            return None
        self._add(key)
        if not self._bundle.has_message(key) or (pattern := self._bundle.get_message(key).value) is None:
            return None  # it could not be parsed
        said, errors = self._bundle.format_pattern(pattern, places)
        return None if errors else str(said)

    def _add(self, key: str) -> None:
        """Parse a message after those that it refers to: other threads see it only when it is complete."""
        wanted = [] if self._bundle.has_message(key) else [key]
        for one in wanted:
            wanted += {*NAMED.findall(self._sources.get(one, ""))} - {*wanted}
        for one in reversed(wanted):
            self._bundle.add_resource(FluentParser(with_spans=False).parse(self._sources.get(one, "")))


@functools.lru_cache(maxsize=32)
def _messages(name: str, files: tuple[tuple[Path, int], ...]) -> _Messages:
    """Return the messages of some files; all `Language` objects with this name share them."""
    return _Messages(name, [_read_messages(path, name) for path, _ in files])


def _variables(node: object) -> Iterator[str]:
    """Yield the names of the variables in a part of a message. The library's visitor takes five times as long."""
    match node:
        case ast.VariableReference():
            yield node.id.name
        case list():
            for part in node:
                yield from _variables(part)
        case ast.SyntaxNode():
            for part in vars(node).values():
                yield from _variables(part)


def places(files: Sequence[ast.Resource]) -> dict[str, frozenset[str]]:
    """Return, by key, the variables that sayings fill in each message; the first file with the key counts."""
    return {key: names for resource in reversed(files) for key, names in _places(resource).items()}


@functools.lru_cache(maxsize=32)
def _places(resource: ast.Resource) -> Mapping[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for entry in resource.body:
        if isinstance(entry, ast.Message) and entry.id.name not in found:
            found[entry.id.name] = frozenset(_variables(entry)) - CONTROLS.keys()
    return found


def name_thing(kind: str, name: str, in_english: str | None = None) -> Saying:
    """Return the message "kind-name"; if English has none, "kind-own" with the name's words, for users' own things."""
    key = f"{kind}-{name}"
    if english().knows(key):
        return Saying(key, {}, in_english)
    return Saying(f"{kind}-own", {"words": name.replace("-", " ")}, in_english)
