"""Score sheets as data: what their boxes score, and Yahtzee by its three rules, Kniffel, Yatzy and Hooligan."""

import enum
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from solver.errors import OptionError, UnknownNameError

UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")


class BoxKind(enum.StrEnum):
    """What a box asks of the dice."""

    NUMBER = "number"  # an upper box: the dice that show its face
    GROUPS = "groups"  # so many dice alike, and so many alike of another number, and so on
    STRAIGHT = "straight"  # a run of faces
    CHANCE = "chance"  # any dice


class Pays(enum.StrEnum):
    """What a box writes down when the dice are what it asks for."""

    POINTS = "points"  # its own fixed points
    ALL = "all"  # the sum of all dice
    OWN = "own"  # the sum of those dice alone that form it, in the choice that is worth most


@dataclass(frozen=True, slots=True)
class Box:
    """One box of a sheet; make it with `number`, `groups`, `straight` or `chance`.

    `face` is that of a NUMBER. `sizes` are those of GROUPS, falling: (3, 2) is three of one number and two of another,
    (2, 2) two pairs of different numbers, (5,) five alike. A STRAIGHT is `length` faces in a row, which begin with
    `start`, or anywhere if that is 0. `points` is what is written where `pays` is POINTS.
    """

    name: str
    kind: BoxKind
    pays: Pays
    points: int = 0
    face: int = 0
    sizes: tuple[int, ...] = ()
    length: int = 0
    start: int = 0

    def score(self, dice: Sequence[int]) -> int:
        """Return what the dice, in any order, are worth in this box; a joker is not looked for."""
        if self.kind is BoxKind.NUMBER:
            return self.face * sum(die == self.face for die in dice)
        if self.kind is BoxKind.STRAIGHT:
            return self.points if self._runs(frozenset(dice)) else 0
        own = self._own(dice)
        if own is None:
            return 0
        return {Pays.POINTS: self.points, Pays.ALL: sum(dice), Pays.OWN: own}[self.pays]

    def as_joker(self, dice: Sequence[int]) -> int:
        """Return what dice that are all alike are worth in this box as a joker, which is whatever the box asks for."""
        if self.kind is BoxKind.NUMBER:
            return self.score(dice)
        return {Pays.POINTS: self.points, Pays.ALL: sum(dice), Pays.OWN: dice[0] * sum(self.sizes)}[self.pays]

    def needs(self, dice: int, sides: int) -> str | None:
        """Return why no throw of so many dice ever scores here, in a few words, or None if some throw does."""
        if self.kind is BoxKind.NUMBER and not 1 <= self.face <= sides:
            return f"no die shows {self.face}"
        if self.kind is BoxKind.GROUPS and sum(self.sizes) > dice:
            return f"it needs {sum(self.sizes)} dice"
        if self.kind is BoxKind.GROUPS and len(self.sizes) > sides:
            return f"it needs dice with {len(self.sizes)} sides"
        if self.kind is BoxKind.STRAIGHT and self.length > dice:
            return f"it needs {self.length} dice"
        if self.kind is BoxKind.STRAIGHT and max(self.start, 1) + self.length - 1 > sides:
            return f"it needs a die that shows {max(self.start, 1) + self.length - 1}"
        if self.pays is Pays.POINTS and self.points < 1:
            return f"it pays {self.points} points"
        return None

    def _runs(self, faces: frozenset[int]) -> bool:
        starts = [self.start] if self.start else faces
        return any(faces.issuperset(range(start, start + self.length)) for start in starts)

    def _own(self, dice: Sequence[int]) -> int | None:
        """Return the most that dice forming this box show in sum, or None if none do; all dice form a chance."""
        if self.kind is BoxKind.CHANCE:
            return sum(dice)
        counts, own = Counter(dice), 0
        for size in self.sizes:
            # The largest group takes the highest face it can: whatever it takes would do for a smaller one too.
            face = max((face for face, have in counts.items() if have >= size), default=None)
            if face is None:
                return None
            own += face * size
            del counts[face]
        return own


def number(name: str, face: int) -> Box:
    """Return the upper box of a face: the sum of the dice that show it."""
    return Box(name, BoxKind.NUMBER, Pays.OWN, face=face)


def groups(name: str, *sizes: int, pays: int | Pays) -> Box:
    """Return a box for groups of so many dice alike, each of another number, which pays points or a sum of dice."""
    falling = tuple(sorted(sizes, reverse=True))
    if isinstance(pays, Pays):
        return Box(name, BoxKind.GROUPS, pays, sizes=falling)
    return Box(name, BoxKind.GROUPS, Pays.POINTS, points=pays, sizes=falling)


def straight(name: str, length: int, points: int, start: int = 0) -> Box:
    """Return a box for `length` faces in a row, from `start` up or, where that is 0, from any face up."""
    return Box(name, BoxKind.STRAIGHT, Pays.POINTS, points=points, length=length, start=start)


def chance(name: str = "chance") -> Box:
    """Return the box that takes the sum of any dice."""
    return Box(name, BoxKind.CHANCE, Pays.ALL)


class Joker(enum.StrEnum):
    """What a further Yahtzee, one thrown when the Yahtzee box is filled, may do.

    A joker is whatever a lower box asks for. FORCED: a further Yahtzee goes to its upper box if that is open, else as a
    joker to any open lower box, else as a zero to any open upper box. FREE: it goes to any open box, and counts as a
    joker in the lower ones once its upper box is filled. A sheet without the upper box counts it as filled.
    """

    NONE = "none"
    FREE = "free"
    FORCED = "forced"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score-sheet game: its boxes, what they pay together, and how a turn is thrown.

    `bonus` points are paid once the upper boxes hold `bonus_from`, `extra` points for each further Yahtzee once the
    Yahtzee box holds its points. With `commit` the box is chosen after the first throw of a turn, else after the last.
    `name` and `rule` are those of the command line. Raises OptionError for a sheet that no game can be played on.
    """

    name: str
    rule: str
    boxes: tuple[Box, ...]
    bonus: int = 0
    bonus_from: int = 0
    extra: int = 0
    joker: Joker = Joker.NONE
    throws: int = 3
    dice: int = 5
    sides: int = 6
    commit: bool = False

    def __post_init__(self) -> None:
        if not self.boxes or self.throws < 1 or self.dice < 1 or self.sides < 2:
            raise OptionError("a sheet needs a box, a throw, a die, and two sides on it: give at least so many")
        names = self.names
        if twice := next((name for name in names if names.count(name) > 1), None):
            raise OptionError(f"two boxes are called {twice}: give each its own name")
        for box in self.boxes:
            if lack := box.needs(self.dice, self.sides):
                raise OptionError(f"box {box.name} never scores with {self.dice}d{self.sides}: {lack}")
        if min(self.bonus, self.bonus_from, self.extra) < 0:
            raise OptionError("a bonus is no less than 0: give a positive number of points")
        if bool(self.bonus) != bool(self.bonus_from):
            raise OptionError(
                "a bonus needs its points and the upper total that it is paid from: give both, or neither"
            )
        if (self.extra or self.joker is not Joker.NONE) and sum(map(self._is_yahtzee, self.boxes)) != 1:
            raise OptionError(
                f"jokers and further Yahtzees need one box that pays points for {self.dice} alike: add it"
            )
        if self.commit and self.joker is Joker.FORCED:
            raise OptionError("a box chosen after the first throw leaves forced jokers no choice: take another joker")

    def _is_yahtzee(self, box: Box) -> bool:
        return box.kind is BoxKind.GROUPS and box.sizes == (self.dice,) and box.pays is Pays.POINTS

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the boxes in their order."""
        return tuple(box.name for box in self.boxes)

    @property
    def upper(self) -> tuple[int, ...]:
        """Where the upper boxes stand among the boxes, from 0: those of kind NUMBER."""
        return tuple(place for place, box in enumerate(self.boxes) if box.kind is BoxKind.NUMBER)

    @property
    def lower(self) -> tuple[int, ...]:
        """Where the lower boxes stand among the boxes, from 0: all others."""
        return tuple(place for place, box in enumerate(self.boxes) if box.kind is not BoxKind.NUMBER)

    @property
    def yahtzee(self) -> int | None:
        """Where the box stands that pays fixed points for all dice alike, None if there is no such box or several."""
        places = [place for place, box in enumerate(self.boxes) if self._is_yahtzee(box)]
        return places[0] if len(places) == 1 else None

    def spoken(self, name: str) -> str:
        """Return what players of this game call the box of that name: the yahtzee of Kniffel is a kniffel."""
        return self.name if (self.name, name) == (KNIFFEL, YAHTZEE) else name

    def written(self, name: str) -> str:
        """Return the sheet's own name of the box that people call `name`, with blanks or capitals; else `name`."""
        plain = "-".join(name.lower().split())
        return next((own for own in self.names if plain in (own, self.spoken(own))), name)

    def index(self, name: str) -> int:
        """Return where the box called `name` stands. Raises UnknownNameError, which suggests the nearest name."""
        try:
            return self.names.index(name)
        except ValueError:
            raise UnknownNameError.of("box", name, self.names) from None


YAHTZEE, KNIFFEL = "yahtzee", "kniffel"

_NUMBERS = tuple(number(name, face) for face, name in enumerate(UPPER, start=1))

_FORCED = Sheet(
    name=YAHTZEE,
    rule="forced",
    boxes=(
        *_NUMBERS,
        groups("three-of-a-kind", 3, pays=Pays.ALL),
        groups("four-of-a-kind", 4, pays=Pays.ALL),
        groups("full-house", 3, 2, pays=25),
        straight("small-straight", 4, points=30),
        straight("large-straight", 5, points=40),
        groups(YAHTZEE, 5, pays=50),
        chance(),
    ),
    bonus=35,
    bonus_from=63,
    extra=100,
    joker=Joker.FORCED,
)
_FREE = replace(_FORCED, rule="free", joker=Joker.FREE)
_PLAIN = replace(_FORCED, rule="plain", joker=Joker.NONE, extra=0)

_YATZY = Sheet(
    name="yatzy",
    rule="plain",
    boxes=(
        *_NUMBERS,
        groups("one-pair", 2, pays=Pays.OWN),
        groups("two-pairs", 2, 2, pays=Pays.OWN),
        groups("three-of-a-kind", 3, pays=Pays.OWN),
        groups("four-of-a-kind", 4, pays=Pays.OWN),
        straight("small-straight", 5, points=15, start=1),
        straight("large-straight", 5, points=20, start=2),
        groups("full-house", 3, 2, pays=Pays.ALL),
        chance(),
        groups("yatzy", 5, pays=50),
    ),
    bonus=50,
    bonus_from=63,
)

_HOOLIGAN = Sheet(name="hooligan", rule="plain", boxes=(*_NUMBERS, straight("hooligan", 5, points=20)))

# Each game by its name, with its rules; the first is the one that is played when none is named.
SHEETS: Mapping[str, tuple[Sheet, ...]] = MappingProxyType(
    {
        YAHTZEE: (_FORCED, _FREE, _PLAIN),
        KNIFFEL: (replace(_PLAIN, name=KNIFFEL),),
        "yatzy": (_YATZY,),
        "hooligan": (_HOOLIGAN,),
    }
)


def find_sheet(name: str, rule: str | None = None, commit: bool = False) -> Sheet:
    """Return the sheet of a game by its name and rule; no rule is the game's first.

    With `commit`, which Hooligan alone takes, the box is chosen after the first throw. Raises UnknownNameError for a
    name or a rule that does not exist, OptionError for a rule or a choice that the game has not.
    """
    try:
        sheets = SHEETS[name]
    except KeyError:
        raise UnknownNameError.of("score-sheet game", name, SHEETS) from None
    by_rule = {sheet.rule: sheet for sheet in sheets}
    if commit and name != "hooligan":
        raise OptionError(f"{name} has no box chosen after the first throw: leave commit out, or play hooligan")
    if rule is None:
        return replace(sheets[0], commit=commit)
    every = dict.fromkeys(sheet.rule for some in SHEETS.values() for sheet in some)
    if rule not in every:
        raise UnknownNameError.of("rule", rule, by_rule)
    if rule not in by_rule:
        raise OptionError(f"{name} has no {rule} rule: its rules are {', '.join(by_rule)}")
    return replace(by_rule[rule], commit=commit)
