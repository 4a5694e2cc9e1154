"""A message that is not yet in a language."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TypeAlias, TypeVar, Union

Value: TypeAlias = Union[int, float, Decimal, str, "Saying", tuple["int | float | Decimal | str | Saying", ...]]


@dataclass(frozen=True, slots=True)
class Saying:
    """A message of the language files by its key, and the values of its variables.

    Numbers are written as in the language, decimals with all their digits, tuples with commas and "and". `english` is a
    ready English text; a language that lacks the key uses it too.
    """

    key: str
    values: Mapping[str, Value] = field(default_factory=dict)
    english: str | None = None


Part = TypeVar("Part", bound=str | Saying)


def chain_parts(key: str, parts: Sequence[Part]) -> Part | Saying:
    """Return parts joined by a message with the variables `first` and `rest`: A against B against C."""
    first, *rest = parts
    return Saying(key, {"first": first, "rest": chain_parts(key, rest)}) if rest else first
