"""Which phone belongs to which player: a phone answers for its own player alone, and shows that player's colour."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

COLOURS = 10
"""Colours of players. Each has a mark of its own."""
PALETTE = ("blue", "orange", None, "pink", "grey", "brown", "indigo", None, None, None)
"""The colours that people may choose, by their number. The others have no common name in light and dark."""


@dataclass(slots=True)
class PhoneSeats:
    """The names under which phones have sat down, by the tokens of their browsers. For the event loop's thread.

    A name keeps its colour when its phone gets up, until another person chooses that colour.
    """

    _names: dict[str, str] = field(default_factory=dict)
    _colours: dict[str, int] = field(default_factory=dict)
    _pages: Counter[str] = field(default_factory=Counter)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all seated phones, in the order in which they sat down."""
        return tuple(self._names.values())

    @property
    def taken(self) -> frozenset[int]:
        """The colours of those who sit."""
        return frozenset(self._colours[name] for name in self._names.values() if name in self._colours)

    def name_of(self, token: str | None) -> str:
        """Return the name under which a browser sits, "" if it does not."""
        return self._names.get(token or "", "")

    def colour_of(self, name: str) -> int | None:
        """Return the colour that was chosen under this name, None if none was."""
        return self._colours.get(name)

    def sit(self, token: str, name: str) -> bool:
        """Let a phone sit down, or change its name; return False if another one has this name and shows the game.

        A phone that shows the game no more loses its name to the new one.
        """
        before = next((phone for phone, other in self._names.items() if other == name), token)
        if before != token and self._pages[before] > 0:
            return False
        if before != token:
            del self._names[before]
        self._names[token] = name
        return True

    def paint(self, name: str, colour: int) -> bool:
        """Give a name the colour of this number; return False if it cannot be chosen, or another who sits has it."""
        if colour not in range(COLOURS) or PALETTE[colour] is None:
            return False
        owners = {other for other, its in self._colours.items() if its == colour and other != name}
        if owners & set(self.names):
            return False
        for other in owners:
            del self._colours[other]
        self._colours[name] = colour
        return True

    def colours(self, names: Sequence[str]) -> tuple[int, ...]:
        """Return the colours of a game's players: those that they chose, else that of the seat, else a free one."""
        chosen = {name: self._colours[name] for name in names if name in self._colours}
        free = [colour for colour in range(COLOURS) if colour not in chosen.values()]
        found: list[int] = []
        for seat, name in enumerate(names):
            if name in chosen:
                found.append(chosen.pop(name))
                continue
            colour = seat if seat in free or not free else free[0]
            if colour in free:
                free.remove(colour)
            found.append(colour)
        return tuple(found)

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
