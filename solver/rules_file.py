"""Reads rules of games from TOML files; each error is one line that says what is wrong."""

import json
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from forms import toml
from forms.toml import Form, FormError
from solver.card import BESIDE
from solver.errors import OptionError

NAMED = re.compile(r"[a-z][a-z0-9-]{0,29}")
NAME = toml.text(
    lambda name: NAMED.fullmatch(name) is not None,
    "a name of up to 30 lower-case letters, digits and hyphens, a letter first",
)
"""The name of a game, also part of the names of its files."""
Rules = TypeVar("Rules")
Described = Callable[[Mapping[str, Any]], Rules]
"""Makes rules from the content of files; raises OptionError."""
Merged = Callable[[dict[str, Any], dict[str, Any]], dict[str, Any]]
"""Merges a file into its base."""


@contextmanager
def convert_errors(where: str = "") -> Iterator[None]:
    """Raise errors in rules as OptionError, after the words that say `where`."""
    try:
        yield
    except (FormError, OptionError) as wrong:
        raise OptionError(f"{where}{wrong}") from wrong


def engine_of(path: Path) -> str | None:
    """Return the engine that a TOML file names, None if it names none or cannot be read."""
    try:
        return engine_of_text(read_text(path))
    except OptionError:
        return None


def engine_of_text(text: str) -> str | None:
    """Return the engine that the text of a TOML file names."""
    try:
        named = toml.parse(text, "it").get("engine")
    except FormError:
        return None
    return None if named is None else str(named)


def read_text(path: Path) -> str:
    """Return the text of a file with rules. Raises OptionError if it cannot be read or is too large."""
    with convert_errors():
        return toml.read_text(path)


def read_chain(path: Path, shipped: Path) -> list[tuple[Path, dict[str, Any]]]:
    """Return the content of a file of rules, then of its base, and so on, each with its path.

    A base is a name of rules in the folder `shipped`, or a file beside the one that names it. Raises OptionError if
    rules are their own base.
    """
    chain: list[tuple[Path, dict[str, Any]]] = []
    following: Path | None = path
    while following is not None:
        if following.resolve() in [above.resolve() for above, _ in chain]:
            raise OptionError(f"{following} is its own base: let base name other rules, or leave it out")
        with convert_errors():
            written = toml.parse(toml.read_text(following), str(following))
        if following.parent == shipped:
            written = {key: value for key, value in written.items() if key not in BESIDE}
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
        with convert_errors(f"in {file} "):
            held = merged(held, written)
            rules = described(held)
            toml.take(written, "name", NAME)
    return rules


def parse_rules(text: str, described: Described[Rules], merged: Merged = operator.or_) -> Rules:
    """Return the rules in the text of a file that has no base. Raises OptionError."""
    with convert_errors():
        written = toml.parse(text, "the text of the rules")
        if "base" in written:
            raise OptionError("these rules have a base: copy all that they take from it into them")
        return described(merged({}, written))


def write_rules(keys: Mapping[str, Any], table: str = "", rows: Iterable[Mapping[str, Any]] = ()) -> str:
    """Return the text of a TOML file with these keys, and with tables called `table`."""
    parts = [keys, *rows]
    lines = [[f"{key} = {json.dumps(value)}\n" for key, value in part.items()] for part in parts]
    return f"[[{table}]]\n".join(map("".join, lines))


def heading(engine: str) -> Form:
    """Return the form of the keys that rules for every engine have."""
    named = toml.text(lambda given: given == engine, f'engine = "{engine}"')
    return {"engine": named, "name": NAME, "base": toml.text().usually(None)}
