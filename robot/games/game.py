"""What the table asks of a game: positions to move in, players who choose, and words and pictures for people."""

import enum
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeVar, runtime_checkable

from robot.games.choices import MoveChoice, MoveStep, ToldChoice
from robot.games.rulebook import Rulebook
from robot.games.views import MarkedDice, PositionView
from robot.language import Language, english
from robot.saying import Saying, Value
from solver.errors import OptionError
from solver.units import Unit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from rich.text import Text

    from hardware.panel import Button
    from robot.games.frame import BoardFrame
    from robot.table.look import Look

P = TypeVar("P", bound="Position")
P_contra = TypeVar("P_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Move:
    """What a player does.

    `action` is JSON, as the command line writes it: "hold", {"keep": [3, 3]}. A move that throws says in `keep` which
    wells (1 to 6) keep their dice, with the faces that these must show; of one that only books, `keep` is None.
    """

    action: Any
    keep: Mapping[int, int] | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the move as the journal holds it."""
        if self.keep is None:
            return {"action": self.action}
        return {"action": self.action, "keep": {str(well): face for well, face in sorted(self.keep.items())}}

    @classmethod
    def of_json(cls, data: Mapping[str, Any]) -> "Move":
        """Return the move that `to_json` wrote."""
        keep = data.get("keep")
        return cls(data["action"], None if keep is None else {int(well): face for well, face in keep.items()})


class Reasons(Protocol):
    """What stands behind a robot's move."""

    @property
    def unit(self) -> Unit:
        """What worth is counted in."""

    @property
    def why(self) -> str:
        """One sentence in English."""

    @property
    def hint(self) -> Saying:
        """The same in every language, as a hint to whoever is to decide."""

    @property
    def own(self) -> Saying:
        """The same in every language, as the robot says it of itself."""

    def to_json(self) -> dict[str, Any]:
        """Return `action`, its `value`, the `options` with theirs, and `why`."""


def check_rules(name: str, rules: Mapping[str, Any], known: Collection[str]) -> None:
    """Raise OptionError for the first of the `rules` given for the game called `name` that it does not have."""
    for other in rules.keys() - known:
        raise OptionError(f"{name} has no --{other.replace('_', '-')}: leave it out")


class Position(Protocol):
    """Where a game stands; it never changes. A move is described by the position before it."""

    @property
    def player(self) -> int:
        """The seat whose turn it is, from 0."""

    @property
    def over(self) -> bool: ...

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won, more than one where they share; empty while the game is on."""

    @property
    def begins(self) -> bool:
        """Whether the next throw is the first of a turn, so that there is nothing to lose yet."""

    @property
    def chooses(self) -> bool:
        """Whether people choose among actions here that differ in their worth."""

    @property
    def goes_on(self) -> bool:
        """Whether the next throw belongs to a choice that was made before."""

    @property
    def by_turns(self) -> bool:
        """Whether players have their turns one after the other."""

    @property
    def fewest(self) -> bool:
        """Whether the fewest points win."""

    @property
    def choosable(self) -> tuple[int, ...] | None:
        """The dice from which people choose, () before the first throw of a turn, None where they choose no dice."""

    def stays(self, action: Any, /) -> tuple[bool, ...]:
        """Return which of the choosable dice stay with an action, as JSON; () where no dice are chosen."""

    def lies(self, thrown: Sequence[int]) -> tuple[int, ...]:
        """Return the dice on the table after a move that has `thrown` some."""

    def doing(self, manner: str, action: Any) -> Saying:
        """Return an action, as JSON, in words: by "do" an order, by "me" the robot's own, by "doing" a subject."""

    def marked(self, wells: Collection[int], /) -> MarkedDice | None:
        """Return what the dice in these wells come to that are marked to be set aside; None where none are."""

    @property
    def help(self) -> tuple[str, ...]:
        """What people may type to a coach, by the ends of the keys of messages."""

    @property
    def asks_first(self) -> str:
        """The message that says what is chosen first where people tell dice too early."""

    @property
    def all_aside(self) -> tuple[int, ...]:
        """The dice that somebody sets aside who says nothing but to hold, () if there are none."""

    @property
    def written(self) -> int:
        """Points of the player that are counted beside the worth of what comes."""

    def wins_now(self, action: Any, /) -> bool:
        """Return whether an action, as JSON, ends the game and its player has won then."""

    def coach_reasons(self, action: Any, value: float, cache: "Path | None", /) -> "Iterator[Saying] | None":
        """Return the game's own reasons for an action, as JSON, of this worth; None where those of all games serve.

        Tables that are solved for them are kept in the folder. Raises SolverError.
        """

    def told(self) -> Saying | None:
        """Return what lies on the table and what there is to know before a choice, None if nothing needs words."""

    def choose_throw(self, dice: int, /) -> Move:
        """Return the move of whoever throws so many dice and says nothing else.

        Raises IllegalAnswerError where something has to be chosen first.
        """

    def due(self, pending: Move | None) -> tuple[int, ...]:
        """Return how many dice may be told now, after a move that is `pending` or without one; () if none may.

        Dice that are kept may be told too, or left out.
        """

    def in_wells(self, move: Move, dice: Sequence[int], /) -> tuple[int, ...]:
        """Return what all wells of a move show, from its dice in any order. Raises IllegalAnswerError."""

    @property
    def forced(self) -> Move | None:
        """The throw that comes next without anybody's choice, or None if somebody chooses."""

    def wells_for(self, move: Move, /) -> tuple[int, ...]:
        """Return the wells whose dice a move that throws is about, kept ones too, in the order of its values."""

    def after(self, move: Move, values: Sequence[int] = ()) -> Self:
        """Return the position after a move; one that throws comes with the `values` of its wells in their order.

        Raises RuleError if the rules forbid it.
        """

    @property
    def draft(self) -> "Tally | None":
        """What a choice begins with that is made step by step, None if one answer chooses."""

    @property
    def asking(self) -> "Tally | None":
        """The same for people who have three big buttons alone."""

    def goes_back(self, draft: "Tally", /) -> bool:
        """Return whether NEW goes back in the draft; elsewhere it asks to take the last choice back."""

    def drafted(self, draft: "Tally", step: MoveStep, /) -> "Tally":
        """Return the draft of a choice after a step. Raises IllegalAnswerError where it is not possible here."""

    def chosen(self, choice: ToldChoice) -> Move:
        """Return the move that people choose. Raises IllegalAnswerError, with the reason, where it is not legal."""

    def view(self) -> PositionView:
        """Return what screens show of it."""

    def to_json(self) -> dict[str, Any]:
        """Return what everybody may know of the standing."""

    def booking(self, move: Move) -> dict[str, Any]:
        """Return the event, its name first, that a move is which throws nothing."""

    def result(self, names: Sequence[str]) -> dict[str, Any]:
        """Return who has won (`winner`, or None if several share) and the `scores`."""

    def choices(self, name: str, tally: "Tally", told: "Tally | None", /) -> Saying:
        """Return every choice with its button, in sentences for the ear; `name` is the player's.

        `tally` is the choice so far. `told` is the one that people were told of before, None for a new question.
        """

    def name_move(self, move: Move, /) -> Saying:
        """Return what a move is called, as in "takes back the hold"."""

    def describe_throw(self, name: str, move: Move, values: Sequence[int]) -> Saying:
        """Return one sentence for a throw that counts; `name` is the player's."""

    def describe_booking(self, name: str, move: Move) -> Saying:
        """Return one sentence for a move that throws nothing."""

    def describe_end(self, names: Sequence[str], throws: int) -> Saying:
        """Return one sentence for the end of the game."""


class Strategist(Protocol[P_contra]):
    """A robot player's whole behaviour."""

    def decide(self, position: P_contra) -> tuple[Move, Reasons]:
        """Return what to do, and why. Raises SolverError."""


class Wish(enum.Enum):
    """What people can want instead of a move."""

    TAKE_BACK = "take-back"
    HINT = "hint"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class Tally:
    """What a person who has not confirmed yet is about to do.

    `keep` are the wells whose dice would stay in a throw; `box` is the box that would be written instead, for how many
    `points`; `dice` is how many dice would be thrown, where that is chosen. `tiles` would be shut, in rising order.
    `well` is that of the die which the arrow keys have reached, 0 if they have reached none. `asks` says that people
    have three big buttons alone and are asked about one die after the other: `well` is then that of the die that they
    are asked about.
    """

    keep: tuple[int, ...] = ()
    box: str | None = None
    points: int = 0
    dice: int = 0
    tiles: tuple[int, ...] = ()
    well: int = 0
    asks: bool = False


class Dialog(Protocol[P_contra]):
    """What the panel's buttons mean while somebody chooses a move; it remembers nothing."""

    def lit(self, position: P_contra, tally: Tally, /) -> "Collection[Button]":
        """Return the buttons whose lamps show the choice so far."""

    def pressed(self, position: P_contra, tally: Tally, button: "Button", /) -> Tally | MoveChoice | Wish | None:
        """Return the choice after a button was pressed, None if the button means nothing here."""


@dataclass(slots=True)
class BoardScene:
    """What a live view shows: `reason` is why the robot does what it does, or what people are asked.

    `said` are the last sentences in `language`, in which the rest is written too. `values` are those of the last throw,
    None where nobody knows them yet. `keys` says in words which keys work now.
    """

    names: tuple[str, ...] = ()
    people: tuple[bool, ...] = ()
    position: Any = None
    look: "Look | None" = None
    tally: Tally = field(default_factory=Tally)
    reason: str = ""
    said: list[str] = field(default_factory=list)
    values: tuple[int | None, ...] = ()
    keys: tuple[Saying, ...] = ()
    language: Language = field(default_factory=english)

    def say(self, key: str, **values: Value) -> str:
        """Return a message of the screen in its language."""
        return self.language.say(Saying(key, values))


class Board(Protocol):
    """A game on a terminal."""

    def draw(self, scene: BoardScene, width: int, height: int) -> "BoardFrame":
        """Return the whole screen: `height` lines of at most `width` columns."""

    def standing(self, scene: BoardScene, width: int) -> "list[Text]":
        """Return where the game stands, in lines of at most `width` columns."""

    def keys(self, scene: BoardScene) -> tuple[Saying, ...]:
        """Return in words which keys choose a move now."""


class TableGame(Protocol[P]):
    """A game with its rules settled, ready for players."""

    @property
    def name(self) -> str:
        """What the command line and the journal call it."""

    @property
    def title(self) -> Saying:
        """What people call it, as in "A game of Pig to 100"."""

    @property
    def rules(self) -> Mapping[str, Any]:
        """What was settled, as JSON; with the name enough to make this game again."""

    @property
    def seats(self) -> range:
        """How many can play it."""

    @property
    def rulebook(self) -> Rulebook:
        """What people read about how it is played."""

    @property
    def wells(self) -> tuple[int, ...]:
        """The wells whose dice it plays with; () for what is thrown beside the table."""

    def begin(self, players: int, /) -> P:
        """Return the first position."""

    def position(self, standing: Mapping[str, Any], player: int, /) -> P:
        """Return the position of which `to_json` gave this standing."""

    def robot(self, strategy: str, chance: Random | None) -> Strategist[P]:
        """Return the strategy of that name, the game's best for an empty one; those that gamble draw from `chance`.

        Raises UnknownNameError.
        """

    def gambles(self, strategy: str, /) -> bool:
        """Return whether that strategy draws what it does."""

    def dialog(self) -> Dialog[P]:
        """Return what the panel's buttons mean while somebody chooses a move."""

    def board(self) -> Board: ...

    def chances(self, position: P) -> tuple[float, ...]:
        """Return each player's chance to win, () if nobody knows it. Raises SolverError."""


@runtime_checkable
class KnowsEachDie(Protocol):
    """A game that knows the law of each die of each player."""

    @property
    def exchanges(self) -> bool:
        """Whether each player has dice of their own, so that others lie in the wells when the turn changes."""

    def differ(self, seat: int) -> bool:
        """Return whether the dice of the player of `seat` differ, so that it matters which of them are set aside."""


@runtime_checkable
class NeedsPreload(Protocol):
    """A game whose robots may have to compute a strategy for a long time."""

    def takes_long(self, players: int, strategies: Collection[str], /) -> bool:
        """Return whether robots with these `strategies` may, the first time on a machine, among so many `players`."""


@runtime_checkable
class TellsEffort(Protocol):
    """A game whose solution may take so much that people are told before it starts."""

    def effort(self) -> Saying | None:
        """Return how many states, how much memory and time, None where it takes little. Raises SolverError."""


def effort_of(game: "TableGame[Any]") -> Saying | None:
    """Return what people are told before a game is solved for it, None where that takes little. Raises SolverError."""
    return game.effort() if isinstance(game, TellsEffort) else None


@runtime_checkable
class EstimatesChances(Protocol):
    """A game whose chances to win are estimates, for which a table is computed once and then kept."""

    @property
    def prepared(self) -> bool:
        """Whether that has been done, so that `chances` returns estimates before the end too."""

    def prepare(self) -> None:
        """Compute that table: a minute of one core. Raises SolverError."""
