"""Rules of games in TOML files, read with care: each thing that is wrong with one is said in one line."""

import json
import operator
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from solver.errors import OptionError

MOST_BYTES = 100_000
NAME = re.compile(r"[a-z][a-z0-9-]{0,29}")
Rules = TypeVar("Rules")
Described = Callable[[Mapping[str, Any]], Rules]
"""Makes rules of what files hold; raises OptionError."""
Merged = Callable[[dict[str, Any], dict[str, Any]], dict[str, Any]]
"""Puts what a file holds over what its base holds."""


def engine_of(path: Path) -> str | None:
    """Return the engine that a TOML file names, None if it names none or cannot be read."""
    try:
        return engine_of_text(read_text(path))
    except OptionError:
        return None


def engine_of_text(text: str) -> str | None:
    """Return the same of the text of a TOML file."""
    try:
        named = parse_toml(text, "it").get("engine")
    except OptionError:
        return None
    return None if named is None else str(named)


def read_toml(path: Path) -> dict[str, Any]:
    """Return what a TOML file holds. Raises OptionError."""
    return parse_toml(read_text(path), str(path))


def read_text(path: Path) -> str:
    """Return the text of a file with rules. Raises OptionError for one that cannot be read or is too large."""
    try:
        content = path.read_bytes()
    except OSError as refused:
        raise OptionError(f"{path} cannot be read ({refused.strerror}): check its name") from refused
    if len(content) > MOST_BYTES:
        raise OptionError(f"{path} has {len(content):,} bytes and is no game: give at most {MOST_BYTES:,}")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as wrong:
        raise OptionError(f"{path} is not text in UTF-8: give a TOML file of a game") from wrong


def parse_toml(text: str, called: str) -> dict[str, Any]:
    """Return what the text of a TOML file holds, which is `called` so in messages. Raises OptionError."""
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as wrong:
        raise OptionError(f"{called} is not TOML: {str(wrong).splitlines()[0]}") from wrong


def read_chain(path: Path, shipped: Path) -> list[tuple[Path, dict[str, Any]]]:
    """Return what a file of rules holds, then its base's, and so on, each with its path.

    A base is a name of rules in the folder `shipped`, or a file beside the one that names it. Raises OptionError for
    rules that are their own base.
    """
    chain: list[tuple[Path, dict[str, Any]]] = []
    following: Path | None = path
    while following is not None:
        if following.resolve() in [above.resolve() for above, _ in chain]:
            raise OptionError(f"{following} is its own base: let base name other rules, or leave it out")
        written = read_toml(following)
        chain.append((following, written))
        named = written.get("base")
        known = sorted(file.stem for file in shipped.glob("*.toml"))
        if named is not None and not (isinstance(named, str) and (named in known or named.endswith(".toml"))):
            raise OptionError(
                f"in {following} base is {named!r}: name one of {', '.join(known)}, or a file that ends with .toml"
            )
        here, following = following, None
        if named is not None:
            following = here.parent / named if named.endswith(".toml") else shipped / f"{named}.toml"
    return chain


def read_rules(path: Path, shipped: Path, described: Described[Rules], merged: Merged = operator.or_) -> Rules:
    """Return the rules in a file, which may have a base as in `read_chain`. Raises OptionError with the file's name."""
    held: dict[str, Any] = {}
    for file, written in reversed(read_chain(path, shipped)):
        try:
            held = merged(held, written)
            rules = described(held)
            read_name(written)
        except OptionError as wrong:
            raise OptionError(f"in {file} {wrong}") from wrong
    return rules


def parse_rules(text: str, described: Described[Rules], merged: Merged = operator.or_) -> Rules:
    """Return the rules in the text of a file that has no base. Raises OptionError."""
    written = parse_toml(text, "the text of the rules")
    if "base" in written:
        raise OptionError("these rules have a base: write down all that they take from it")
    return described(merged({}, written))


def write_rules(keys: Mapping[str, Any], table: str = "", rows: Iterable[Mapping[str, Any]] = ()) -> str:
    """Return the text of a TOML file with these keys, and tables of the name `table`."""
    parts = [keys, *rows]
    lines = [[f"{key} = {json.dumps(value)}\n" for key, value in part.items()] for part in parts]
    return f"[[{table}]]\n".join(map("".join, lines))


def check_keys(written: Mapping[str, Any], known: frozenset[str], engine: str) -> None:
    """Raise OptionError for a key that is not one of those `known`, and for rules of another engine."""
    if odd := sorted(written.keys() - known):
        raise OptionError(f"{odd[0]} is unknown: the keys are {', '.join(sorted(known))}")
    if written.get("engine") != engine:
        raise OptionError(f'the engine is {written.get("engine")!r}: write engine = "{engine}"')


def read_name(written: Mapping[str, Any]) -> str:
    """Return the name that rules give the game. Raises OptionError."""
    if written.get("name") is None:
        raise OptionError('name is missing: write name = "…"')
    return checked_name(written["name"])


def checked_name(name: Any) -> str:
    """Return the name of a game, which files are named after, too. Raises OptionError for what is none."""
    if not isinstance(name, str) or not NAME.fullmatch(name):
        shown = repr(name)[:40]
        raise OptionError(
            f"{shown} is not a name: take up to 30 lower-case letters, digits and hyphens, a letter first"
        )
    return name


def read_number(written: Mapping[str, Any], key: str, usual: int | None, least: int, most: int) -> int:
    """Return the whole number of a key, or the usual one, None if it must be given. Raises OptionError."""
    value = written.get(key, usual)
    if value is None:
        raise OptionError(f"{key} is missing: write {key} = N")
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise OptionError(f"{key} is {value!r}: write a whole number from {least} to {most}")
    return value


def read_list(
    written: Mapping[str, Any], key: str, usual: tuple[int, ...] | None, count: tuple[int, int], size: tuple[int, int]
) -> tuple[int, ...]:
    """Return the list of a key, that many whole numbers, each from the least to the most `size`. Raises OptionError."""
    if usual is not None and key not in written:
        return usual
    value, (least, most) = written.get(key), count
    many = str(least) if least == most else f"{least} to {most}"
    wanted = f"write a list of {many} whole numbers from {size[0]} to {size[1]}"
    if not isinstance(value, list) or not least <= len(value) <= most:
        raise OptionError(f"{key} is {'missing' if value is None else repr(value)}: {wanted}")
    if not all(type(number) is int and size[0] <= number <= size[1] for number in value):
        raise OptionError(f"{key} is {value!r}: {wanted}")
    return tuple(value)
