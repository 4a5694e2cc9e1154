"""Files in TOML, read by a form: each key with what it takes. One line says what is wrong: file, key, what to write."""

import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

MOST_BYTES = 100_000
MOST_SHOWN = 40
MISSING: Any = object()


class FormError(ValueError):
    """A file that cannot be read, or does not fit its form."""


@dataclass(frozen=True, slots=True)
class Kind:
    """What a key takes: what people are told to write, and what reads its value or raises ValueError.

    A key that is left out has its `usual` value; it is refused if there is none. What is `secret` is never shown.
    """

    write: str
    read: Callable[[Any], Any]
    usual: Any = MISSING
    secret: bool = False

    def usually(self, usual: Any) -> "Kind":
        return replace(self, usual=usual)


Form: TypeAlias = Mapping[str, Kind]


def whole(least: int, most: int) -> Kind:
    """Return the kind of a whole number from `least` to `most`."""
    return Kind(f"a whole number from {least} to {most}", lambda value: _number(value, least, most, (int,)))


def number(least: float = float("-inf"), most: float = float("inf")) -> Kind:
    """Return the kind of a number from `least` to `most`, which is read as a float."""
    bounds = "" if (least, most) == (float("-inf"), float("inf")) else f" from {least:g} to {most:g}"
    return Kind(f"a number{bounds}", lambda value: float(_number(value, least, most, (int, float))))


def text(fits: Callable[[str], bool] = lambda _: True, write: str = "a text", *, secret: bool = False) -> Kind:
    """Return the kind of a text that `fits`."""
    return Kind(write, lambda value: _check(value, isinstance(value, str) and fits(value)), secret=secret)


def among(words: Iterable[str]) -> Kind:
    """Return the kind of one of some `words`."""
    known = [*map(str, words)]
    told = " or ".join(known) if len(known) == 2 else f"one of {', '.join(known)}"
    return Kind(told, lambda value: _check(value, value in known))


def flag() -> Kind:
    """Return the kind of true or false, false where it is left out."""
    return Kind("true or false", lambda value: _check(value, isinstance(value, bool)), False)


def list_of(kind: Kind, least: int, most: int | None = None, of: str = "") -> Kind:
    """Return the kind of a list of `least` to `most` values of a `kind`, all of which are called `of`; as a tuple."""
    most = least if most is None else most
    many = str(least) if least == most else f"{least} to {most}"

    def read(value: Any) -> tuple[Any, ...]:
        _check(value, isinstance(value, list) and least <= len(value) <= most)
        return tuple(map(kind.read, value))

    return Kind(f"a list of {many} {of or kind.write}", read)


def wholes(count: tuple[int, int], size: tuple[int, int]) -> Kind:
    """Return the kind of a list of so many whole numbers, each of such a size."""
    return list_of(whole(*size), *count, of=f"whole numbers from {size[0]} to {size[1]}")


def either(*kinds: Kind) -> Kind:
    """Return what is the first of these kinds that it fits."""

    def read(value: Any) -> Any:
        for kind in kinds[:-1]:
            try:
                return kind.read(value)
            except ValueError:
                pass
        return kinds[-1].read(value)

    return Kind(", or ".join(kind.write for kind in kinds), read)


def table(form: Form) -> Kind:
    """Return the kind of a table with its own form."""
    return Kind("a table [{key}]", lambda value: fill(form, _check(value, isinstance(value, dict))))


def tables(form: Form | Callable[[Mapping[str, Any]], Any], least: int = 0) -> Kind:
    """Return the kind of a list of `least` tables or more, written [[key]], each of this form or read by this."""

    def read(value: Any) -> tuple[Any, ...]:
        _check(value, isinstance(value, list) and len(value) >= least and all(isinstance(one, dict) for one in value))
        found = []
        for place, one in enumerate(value, 1):
            try:
                found.append(form(one) if callable(form) else fill(form, one))
            except ValueError as wrong:
                raise FormError(f"{place} {wrong}") from wrong
        return tuple(found)

    return Kind("[[{key}]] and its keys, once for each", read)


def _check(value: Any, fits: bool) -> Any:
    if not fits:
        raise ValueError
    return value


def _number(value: Any, least: float, most: float, types: tuple[type, ...]) -> Any:
    return _check(value, type(value) in types and least <= value <= most)


def take(written: Mapping[str, Any], key: str, kind: Kind) -> Any:
    """Return what a key holds, or its usual value. Raises FormError."""
    write = kind.write.replace("{key}", key)
    if key not in written:
        if kind.usual is MISSING:
            raise FormError(f"{key} is missing: write {write}")
        return kind.usual
    try:
        return kind.read(written[key])
    except FormError as wrong:
        raise FormError(f"in {key} {wrong}") from wrong
    except (ValueError, OverflowError) as wrong:
        found = "cannot be used" if kind.secret else f"is {repr(written[key])[:MOST_SHOWN]}"
        raise FormError(f"{key} {found}: write {write}") from wrong


def check_keys(written: Mapping[str, Any], known: Collection[str]) -> None:
    """Raise FormError for a key that is not one of those `known`."""
    if odd := sorted(written.keys() - {*known}):
        raise FormError(f"{odd[0][:MOST_SHOWN]} is unknown: the keys are {', '.join(sorted(known))}")


def fill(form: Form, written: Mapping[str, Any], path: Path | None = None) -> dict[str, Any]:
    """Return what all keys of a form hold. Raises FormError, which names the file if it is given."""
    try:
        check_keys(written, form)
        return {key: take(written, key, kind) for key, kind in form.items()}
    except FormError as wrong:
        raise FormError(f"in {path} {wrong}" if path else str(wrong)) from wrong


def read_text(path: Path) -> str:
    """Return the text of a file. Raises FormError for one that cannot be read or is too large."""
    try:
        content = path.read_bytes()
    except OSError as refused:
        raise FormError(f"{path} cannot be read ({refused.strerror}): check its name") from refused
    if len(content) > MOST_BYTES:
        raise FormError(f"{path} has {len(content):,} bytes: give at most {MOST_BYTES:,}")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as wrong:
        raise FormError(f"{path} is not text in UTF-8: give a file in TOML") from wrong


def parse(content: str, called: str) -> dict[str, Any]:
    """Return what the text of a file in TOML holds, which is `called` so in messages. Raises FormError."""
    try:
        return tomllib.loads(content)
    except (tomllib.TOMLDecodeError, RecursionError) as wrong:
        raise FormError(f"{called} is not TOML: {str(wrong).splitlines()[0]}") from wrong


def load(path: Path, form: Form) -> dict[str, Any]:
    """Return what all keys of a form hold in a file. Raises FormError, which names the file."""
    return fill(form, parse(read_text(path), str(path)), path)
