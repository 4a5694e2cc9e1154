"""Which phone belongs to which player: a phone answers for its own player alone."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class PhoneSeats:
    """The names under which phones have sat down, by the tokens of their browsers. For the event loop's thread."""

    _names: dict[str, str] = field(default_factory=dict)
    _pages: Counter[str] = field(default_factory=Counter)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all seated phones, in the order in which they sat down."""
        return tuple(self._names.values())

    def name_of(self, token: str | None) -> str:
        """Return the name under which a browser sits, "" if it does not."""
        return self._names.get(token or "", "")

    def sit(self, token: str, name: str) -> bool:
        """Let a phone sit down, or change its name; return False if another one has this name."""
        if any(name == other for phone, other in self._names.items() if phone != token):
            return False
        self._names[token] = name
        return True

    def leave(self, token: str) -> None:
        """Let a phone get up. Harmless if it does not sit."""
        self._names.pop(token, None)

    def opened(self, token: str) -> None:
        """Note that a page of this browser was opened."""
        self._pages[token] += 1

    def closed(self, token: str) -> None:
        """Note that a page of this browser was closed, or has lost the network."""
        self._pages[token] -= 1

    def may_answer(self, token: str | None, asked: Iterable[str], *, table: bool) -> bool:
        """Return whether a browser may answer a question to the players of these names.

        While no phone sits, every browser may. A seated phone answers for its own player, the `table`'s screen for
        those whose phones are not here. Who only watches answers nothing.
        """
        if not self._names:
            return True
        names = set(asked)
        if table:
            return bool(names - self._here())
        return self.name_of(token) in names

    def _here(self) -> set[str]:
        return {name for token, name in self._names.items() if self._pages[token] > 0}


def asked_of(seats: Sequence[int], names: Sequence[str]) -> tuple[str, ...]:
    """Return the names of those whom a question asks: the players of these seats, everybody for none."""
    return tuple(names[seat] for seat in seats if seat < len(names)) or tuple(names)
