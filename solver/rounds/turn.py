"""What a turn is to the engine of rounds: positions before a throw, what may be thrown, and what may be chosen then."""

from typing import NamedTuple, Protocol, TypeAlias

Position: TypeAlias = tuple[int, ...]
"""Where a turn stands before a throw; each kind of turn says what the numbers are."""
Throw: TypeAlias = tuple[int, ...]
"""What counts of thrown dice: their values in rising order, or their sum alone."""
FACES = 6
GREEDY = "greedy"


class TurnOption(NamedTuple):
    """One choice after a throw: the dice that are kept or the tiles that are shut, and what it leads to.

    `then` is the position before the next throw, None where the turn ends with `score`.
    """

    choice: tuple[int, ...]
    then: Position | None
    score: int = 0


class RoundTurn(Protocol):
    """The rules of one player's turn; it comes to an end, since `rank` falls with every throw."""

    @property
    def dice(self) -> int: ...
    @property
    def start(self) -> Position: ...

    def rank(self, position: Position, /) -> int:
        """Return a number that is lower after every throw."""
        ...

    def throws(self, position: Position, /) -> tuple[int, ...]:
        """Return how many dice may be thrown: the usual number, then others."""
        ...

    def seen(self, dice: tuple[int, ...], /) -> Throw:
        """Return what counts of thrown dice."""
        ...

    def options(self, position: Position, throw: Throw, /) -> list[TurnOption]:
        """Return what may be chosen after a throw: at least one option; of equally good ones the first is taken."""
        ...

    @property
    def thumbs(self) -> tuple[str, ...]:
        """The names of players by a rule of thumb, who look no further than a throw; GREEDY is one of them."""
        ...

    def thumb(self, name: str, position: Position, throw: Throw, options: list[TurnOption], /) -> int:
        """Return the place of the option that the player of this name takes."""
        ...

    def thumb_throw(self, position: Position, /) -> int:
        """Return the place among `throws` of the number of dice that such players throw."""
        ...
