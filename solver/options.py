"""Options of games: how a game is to be played, with one dataclass for each family of games."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any, Protocol, TypeVar

from solver.errors import OptionError
from solver.throw_distribution import Chance, check_die, fair_die

# A folder for what takes long to solve: it changes no game, so no message lists it.
CACHE = "cache"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOptions:
    """How a game is to be played; an option that is None takes the game's default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DieOptions(GameOptions):
    """The die of a game: `die` holds the chances of its faces from 1 up, `sides` how many faces a fair die has."""

    die: tuple[Chance, ...] | None = None
    sides: int | None = None

    def chances(self) -> tuple[Chance, ...] | None:
        """Return the chances of the die's faces, None for the usual die. Raises OptionError or DistributionError."""
        if self.sides is not None and self.die is not None:
            raise OptionError("sides are those of a fair die: give either sides or die")
        if self.sides is not None:
            return fair_die(self.sides)
        return None if self.die is None else check_die(self.die)


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalOptions(DieOptions):
    """A game that ends at a `goal`, in points."""

    goal: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnsOptions(DieOptions):
    """A game that ends after a number of `turns`."""

    turns: int | None = None


O_co = TypeVar("O_co", bound=GameOptions, covariant=True)


class TakesOptions(Protocol[O_co]):
    """A game that can say which options it takes."""

    @property
    def name(self) -> str: ...
    @property
    def options_type(self) -> type[O_co]: ...


def option_names(options_type: type[GameOptions]) -> frozenset[str]:
    return frozenset(option.name for option in fields(options_type))


def read_options(game: TakesOptions[O_co], **given: Any) -> O_co:
    """Return the options that are `given` for `game`; None leaves an option out.

    Raises OptionError for an option that the game does not take.
    """
    chosen = {name: choice for name, choice in given.items() if choice is not None}
    refuse_options(game.name, chosen, option_names(game.options_type))
    return game.options_type(**chosen)


def refuse_options(game: str, given: Iterable[str], taken: frozenset[str]) -> None:
    """Raise OptionError if `given` names an option that is not one of those `taken` by the game."""
    for name in given:
        if name == "players" and game == "pig":
            raise OptionError("pig takes no players: Pig for more than two is a game of its own, pig-three to pig-ten")
        if name not in taken:
            known = ", ".join(sorted(_written(option) for option in taken - {CACHE})) or "none"
            raise OptionError(f"{game} takes no {_written(name)}: leave it out (its options: {known})")


def _written(option: str) -> str:
    return option.replace("_", "-")
