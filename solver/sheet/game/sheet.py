"""Score sheets as data: what boxes need and score, bonuses and jokers."""

import enum
import functools
import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from solver.errors import OptionError, UnknownNameError


class BoxKind(enum.StrEnum):
    """The dice that a box needs."""

    NUMBER = "number"  # an upper box: the dice that show its face
    GROUPS = "groups"  # a number of dice alike, a number alike that show another face, and so on
    STRAIGHT = "straight"  # a run of faces
    CHANCE = "chance"  # any dice
    FACES = "faces"  # these faces, whatever the other dice show
    SUM = "sum"  # a sum of all dice


class Pays(enum.StrEnum):
    """The score of a box when the dice fit."""

    POINTS = "points"  # its own fixed points
    ALL = "all"  # the sum of all dice
    OWN = "own"  # the sum of only the dice that form it, in the best choice


@dataclass(frozen=True, slots=True)
class Box:
    """One box of a sheet.

    `face` is that of a NUMBER. `sizes` are those of GROUPS, falling: (3, 2) is three of one number and two of another,
    (2, 2) two pairs of different numbers, (5,) five alike. With `same`, groups may be of one number too where exactly
    as many dice show it as these groups have: four alike are two pairs then, and five alike are none. A STRAIGHT is
    `length` faces in a row, which begin with `start`, or anywhere if that is 0. FACES are the `faces`, rising, of some
    of the dice. All dice must sum to `total` where that is not 0. `points` is what is written where `pays` is POINTS,
    and `plus` is added to a sum of dice. Dice that score with the first throw of a turn write `first` points more. All
    of it is multiplied by the `factor` of the box's column. Where a box is filled several times, all but the first of
    its boxes are there `again`, and are filled in their order.
    """

    name: str
    kind: BoxKind
    pays: Pays
    points: int = 0
    face: int = 0
    sizes: tuple[int, ...] = ()
    length: int = 0
    start: int = 0
    same: bool = False
    faces: tuple[int, ...] = ()
    total: int = 0
    plus: int = 0
    first: int = 0
    factor: int = 1
    again: bool = False

    def score(self, dice: Sequence[int], *, first: bool = False) -> int:
        """Return what the dice, in any order, are worth in this box, also with the `first` throw of a turn.

        A joker is not looked for.
        """
        own = self._own(dice)
        return 0 if own is None else self._count_points(own, sum(dice), first)

    def as_joker(self, dice: Sequence[int], *, first: bool = False) -> int:
        """Return what equal dice are worth in this box as a joker, which fits every box."""
        if self.kind is BoxKind.NUMBER:
            return self.score(dice, first=first)
        return self._count_points(dice[0] * sum(self.sizes), sum(dice), first)

    def _count_points(self, own: int, whole: int, first: bool) -> int:
        """Return the score of dice that fit the box; the dice that form it sum to `own`, all dice to `whole`."""
        sums = {Pays.POINTS: self.points, Pays.ALL: whole + self.plus, Pays.OWN: own and own + self.plus}
        points = sums[self.pays]
        return self.factor * (points + self.first) if points and first else self.factor * points

    def _runs(self, faces: frozenset[int]) -> bool:
        starts = [self.start] if self.start else faces
        return any(faces.issuperset(range(start, start + self.length)) for start in starts)

    def _own(self, dice: Sequence[int]) -> int | None:
        """Return the most that dice forming this box show in sum, or None if none do; all dice form a chance."""
        if self.total and sum(dice) != self.total:
            return None
        match self.kind:
            case BoxKind.NUMBER:
                return self.face * sum(die == self.face for die in dice)
            case BoxKind.STRAIGHT:
                return sum(dice) if self._runs(frozenset(dice)) else None
            case BoxKind.FACES:
                return None if Counter(self.faces) - Counter(dice) else sum(self.faces)
            case BoxKind.GROUPS:
                return self._sum_groups(Counter(dice))
            case BoxKind.CHANCE | BoxKind.SUM:
                return sum(dice)

    def _sum_groups(self, counts: Counter[int]) -> int | None:
        """Return the most that dice forming the groups show in sum, or None if none do, from how many show a face."""
        if self.same:
            ways = (self._sum_shared(counts, faces) for faces in itertools.product(counts, repeat=len(self.sizes)))
            return max((own for own in ways if own is not None), default=None)
        counts, own = counts.copy(), 0
        for size in self.sizes:
            # The largest group takes the highest face it can: whatever it takes would do for a smaller one too.
            face = max((face for face, have in counts.items() if have >= size), default=None)
            if face is None:
                return None
            own += face * size
            del counts[face]
        return own

    def _sum_shared(self, counts: Counter[int], faces: tuple[int, ...]) -> int | None:
        """Return what the groups show in sum if they are of these faces, or None if they cannot be."""
        taken, groups = Counter[int](), Counter(faces)
        for face, size in zip(faces, self.sizes, strict=True):
            taken[face] += size
        fits = all(counts[face] >= taken[face] if groups[face] == 1 else counts[face] == taken[face] for face in groups)
        return sum(face * size for face, size in taken.items()) if fits else None


@functools.lru_cache(1024)
def _ever_scores(box: Box, dice: int, sides: int) -> bool:
    return any(map(box.score, itertools.combinations_with_replacement(range(1, sides + 1), dice)))


class Joker(enum.StrEnum):
    """What a further Yahtzee, thrown when the Yahtzee box is filled, may do.

    A joker fits every lower box. FORCED: a further Yahtzee goes to its upper box if that is open, else as a joker to
    any open lower box, else as a zero to any open upper box. FREE: it goes to any open box, and counts as a joker in
    the lower ones once its upper box is filled. A sheet without the upper box counts it as filled.
    """

    NONE = "none"
    FREE = "free"
    FORCED = "forced"


ONE_COLUMN = (1,)


@dataclass(frozen=True, slots=True)
class Conversion:
    """What the points of some `boxes` become at the end.

    That is `points` once they hold `least` points, or where `each` is true as often as one of them holds points.
    Without both, all of them must hold points.
    """

    boxes: tuple[str, ...]
    points: int
    least: int = 0
    each: bool = False

    def points_for(self, scores: Sequence[int]) -> int:
        """Return what these boxes are converted to with their `scores`, one for each box, 0 for an open one."""
        held = sum(map(bool, scores))
        if self.each:
            return self.points * held
        return self.points * (sum(scores) >= self.least if self.least else held == len(scores))


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score-sheet game: its boxes, what they pay together, and how a turn is thrown.

    `bonus` points are paid once the upper boxes hold `bonus_from`, `extra` points for each further Yahtzee once the
    Yahtzee box holds its points. With `commit` the box is chosen after the first throw of a turn, else after the last.
    With `saves`, throws that were not used may be made in later turns. The `columns` are the factors of boxes; each
    column has a bonus of its own, times its factor. Where `converts` or `totals` are given, all points are converted in
    the end: each conversion counts, and of the `totals`, rising pairs of points and what they become, the last that is
    reached.
    `name` and `rule` are those of the command line. Raises OptionError for a sheet that cannot be played.
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
    saves: bool = False
    columns: tuple[int, ...] = ONE_COLUMN
    converts: tuple[Conversion, ...] = ()
    totals: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        if not self.boxes or self.throws < 1 or self.dice < 1 or self.sides < 2:
            raise OptionError(
                "a sheet needs at least one box, one throw, and one die with two sides: give at least these"
            )
        names = self.names
        if twice := next((name for name in names if names.count(name) > 1), None):
            raise OptionError(f"two boxes are called {twice}: give each a different name")
        for box in self.boxes:
            if not _ever_scores(box, self.dice, self.sides):
                raise OptionError(
                    f"box {box.name} never scores with {self.dice}d{self.sides}: ask for other dice in it"
                )
        if min(self.bonus, self.bonus_from, self.extra) < 0:
            raise OptionError("a bonus cannot be below 0: give a positive number of points")
        if bool(self.bonus) != bool(self.bonus_from):
            raise OptionError("a bonus needs points and the upper total that earns it: give both, or neither")
        if (self.extra or self.joker is not Joker.NONE) and sum(map(self._is_yahtzee, self.boxes)) != 1:
            raise OptionError(
                f"jokers and further Yahtzees need one box that pays points for {self.dice} alike: add it"
            )
        if self.commit and self.joker is Joker.FORCED:
            raise OptionError("forced jokers do not work with a box chosen after the first throw: choose another joker")
        if self.totals and any(low[0] >= high[0] for low, high in itertools.pairwise(self.totals)):
            raise OptionError("totals are pairs of points and what they become: give them by rising points")

    def _is_yahtzee(self, box: Box) -> bool:
        return box.kind is BoxKind.GROUPS and box.sizes == (self.dice,) and box.pays is Pays.POINTS

    @property
    def bare(self) -> "Sheet":
        """The sheet without its bonus."""
        return replace(self, bonus=0, bonus_from=0)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the boxes in their order."""
        return tuple(box.name for box in self.boxes)

    @property
    def upper(self) -> tuple[int, ...]:
        """Where the upper boxes stand among the boxes, from 0: those of kind NUMBER."""
        return tuple(place for place, box in enumerate(self.boxes) if box.kind is BoxKind.NUMBER)

    @property
    def bonus_places(self) -> dict[int, int]:
        """The place of the last upper box of each column, and the column's factor; empty without a bonus."""
        last = {self.boxes[place].factor: place for place in self.upper} if self.bonus else {}
        return {place: factor for factor, place in last.items()}

    @property
    def lower(self) -> tuple[int, ...]:
        """Where the lower boxes stand among the boxes, from 0: all others."""
        return tuple(place for place, box in enumerate(self.boxes) if box.kind is not BoxKind.NUMBER)

    @property
    def yahtzee(self) -> int | None:
        """Where the box stands that pays fixed points for all dice alike, None if there is no such box or several."""
        places = [place for place, box in enumerate(self.boxes) if self._is_yahtzee(box)]
        return places[0] if len(places) == 1 else None

    @property
    def tabled(self) -> bool:
        """Whether future points depend only on the filled boxes, one upper total and the Yahtzee box.

        Then it stands in a SheetTable.
        """
        first = any(box.first for box in self.boxes)
        return not (first or self.saves or self.converts or self.totals or (self.bonus and len(self.columns) > 1))

    def first_of(self, name: str) -> tuple[str, str]:
        """Return the box that is filled again or in another column, and which of its boxes `name` is, "" if the first.

        That is "x3" in the column of factor 3, and the second time "2", or both with a blank between them.
        """
        place = self.index(name)
        if self.columns == ONE_COLUMN and not self.boxes[place].again:
            return name, ""
        start = next(before for before in range(place, -1, -1) if not self.boxes[before].again)
        times, factor = place - start + 1, self.boxes[place].factor
        marks = [f"x{factor}"] * (factor > 1) + [str(times)] * (times > 1)
        return self.names[start % (len(self.boxes) // len(self.columns))], " ".join(marks)

    def call_box(self, name: str) -> str:
        """Return what players of this game call the box: the yahtzee of Kniffel is a kniffel."""
        return self.name if (self.name, name) == (KNIFFEL, YAHTZEE) else name

    def box_words(self, name: str) -> str:
        """Return the name of a box in a sentence: three of a kind, the large straight, Yahtzee."""
        place, spoken = self.index(name), self.call_box(name)
        box, words = self.boxes[place], spoken.replace("-", " ")
        if place == self.yahtzee and words == spoken:
            return words.capitalize()
        return f"the {words}" if box.kind is BoxKind.STRAIGHT or len(set(box.sizes)) > 1 else words

    def read_box(self, name: str) -> str:
        """Return the sheet's own name of the box that people call `name`, with blanks or capitals; else `name`."""
        plain = "-".join(name.lower().split())
        return next((own for own in self.names if plain in (own, self.call_box(own))), name)

    def index(self, name: str) -> int:
        """Return where the box called `name` stands. Raises UnknownNameError, which suggests the nearest name."""
        try:
            return self.names.index(name)
        except ValueError:
            raise UnknownNameError.of("box", name, self.names) from None


YAHTZEE, KNIFFEL, HOOLIGAN = "yahtzee", "kniffel", "hooligan"
