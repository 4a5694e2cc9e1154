"""A score-sheet game, read from a TOML file; docs/own-game.md describes the file. Those that ship are such files."""

import itertools
import math
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from forms.toml import Form, Kind, among, either, fill, flag, list_of, parse, table, tables, take, whole, wholes
from solver.card import BESIDE, list_games
from solver.errors import OptionError, UnknownNameError, look_up
from solver.rules_file import NAME, convert_errors, read_text
from solver.sheet.game.card import BONUSES, SAVED
from solver.sheet.game.dice import MOST_KEEPS
from solver.sheet.game.sheet import HOOLIGAN, Box, BoxKind, Conversion, Joker, Pays, Sheet

SHIPPED = Path(__file__).parent.parent
MOST_BOXES = 60
MOST_DICE = 20
MOST_SIDES = 100
MOST_THROWS = 10
MOST_SUM = MOST_DICE * MOST_SIDES
MOST_POINTS = 1_000
MOST_TIMES = 10
MOST_SAME = 4
MOST_FACTOR = 10

_POINTS = whole(1, MOST_POINTS)
_ALL, _OWN = '"all" for the sum of all dice', '"own" for the sum of the dice that form it'
_SUM_OR_POINTS = either(_POINTS, replace(among((Pays.ALL,)), write=_ALL))
_OWN_OR_POINTS = either(_SUM_OR_POINTS, replace(among((Pays.OWN,)), write=_OWN))
_FACES = wholes((1, MOST_DICE), (1, MOST_SIDES))
_CONVERT = {"points": _POINTS, "from": whole(1, 10**6).usually(0), "each": flag()}
_EVERY: Form = {
    "name": NAME,
    "kind": among(BoxKind),
    "first": whole(0, MOST_POINTS).usually(0),
    "times": whole(1, MOST_TIMES).usually(1),
    "convert": table(_CONVERT).usually(None),
}
_PLUS = {"plus": whole(0, MOST_POINTS).usually(0)}
_TOTAL = whole(1, MOST_SUM)
_BOX: Mapping[str, Form] = {
    BoxKind.NUMBER: {"face": whole(1, MOST_SIDES)},
    BoxKind.GROUPS: {"groups": _FACES, "pays": _OWN_OR_POINTS, **_PLUS, "same": flag(), "total": _TOTAL.usually(0)},
    BoxKind.STRAIGHT: {
        "length": whole(2, MOST_DICE),
        "start": whole(1, MOST_SIDES).usually(0),
        "pays": _SUM_OR_POINTS,
        **_PLUS,
    },
    BoxKind.FACES: {"faces": _FACES, "pays": _OWN_OR_POINTS, **_PLUS},
    BoxKind.SUM: {"total": _TOTAL, "pays": _SUM_OR_POINTS, **_PLUS},
    BoxKind.CHANCE: _PLUS,
}


def read_sheet(path: Path) -> Sheet:
    """Return the sheet that a TOML file describes.

    Raises OptionError, which begins with the file's name, if the file cannot be read or its game cannot be played and
    solved.
    """
    content = read_text(path)
    with convert_errors(f"in {path} "):
        return parse_sheet(content, BESIDE if path.parent == SHIPPED else ())


def parse_sheet(content: str, but: Collection[str] = ()) -> Sheet:
    """Return the sheet that a text in TOML describes, with all keys `but` some. Raises OptionError, in one line."""
    with convert_errors():
        written = parse(content, "the text")
        return _sheet(fill(_GAME, {key: value for key, value in written.items() if key not in but}))


def _sheet(it: Mapping[str, Any]) -> Sheet:
    joker, columns, bonus = Joker(it["joker"]), it["columns"], it["bonus"]
    boxes, converts = _boxes(it["box"], columns)
    _check_dice(it["dice"], it["sides"])
    sheet = Sheet(
        name=it["name"],
        rule="plain" if joker is Joker.NONE else joker.value,
        boxes=boxes,
        bonus=bonus["points"],
        bonus_from=bonus["from"],
        joker=joker,
        converts=converts,
        **{key: it[key] for key in ("extra", "throws", "dice", "sides", "commit", "saves", "columns", "totals")},
    )
    highest = sum(sheet.boxes[place].face for place in sheet.upper if sheet.boxes[place].factor == 1) * sheet.dice
    if sheet.bonus_from > highest:
        raise OptionError(
            f"a bonus from {sheet.bonus_from} cannot be reached: give at most {highest}, the maximum of the upper boxes"
        )
    for conversion in sheet.converts:
        if conversion.least and joker is Joker.NONE:
            _check_conversion(sheet, conversion)
    return sheet


def _check_conversion(sheet: Sheet, conversion: Conversion) -> None:
    """Raise OptionError if no dice can give the boxes the points from which they are converted."""
    box = sheet.boxes[sheet.index(conversion.boxes[0])]
    throws = itertools.combinations_with_replacement(range(1, sheet.sides + 1), sheet.dice)
    most = len(conversion.boxes) * max(box.score(throw, first=True) for throw in throws)
    if conversion.least > most:
        raise OptionError(f"{box.name} is converted from {conversion.least} points: give at most {most}, its maximum")


def _check_dice(dice: int, sides: int) -> None:
    """Raise OptionError for dice with too many ways to keep them."""
    keeps = math.comb(dice + sides, sides)
    if keeps > MOST_KEEPS:
        raise OptionError(
            f"{dice}d{sides} can be kept in {keeps:,} ways, too many by more than {MOST_KEEPS:,}:"
            " take fewer dice or sides"
        )


def _boxes(
    read: tuple[tuple[Box, int, Conversion | None], ...], columns: tuple[int, ...]
) -> tuple[tuple[Box, ...], tuple[Conversion, ...]]:
    """Return all boxes, those of each column one after another, and what some are converted to."""
    count = len(columns) * sum(times for _, times, _ in read)
    if count > MOST_BOXES:
        raise OptionError(
            f"{count} boxes are too many, with {2.0 ** min(count, 999):.0e} ways to fill them:"
            f" give {MOST_BOXES} at most"
        )
    boxes: list[Box] = []
    converts: list[Conversion] = []
    for factor in columns:
        for box, times, convert in read:
            name = box.name if factor == 1 else f"{box.name}-x{factor}"
            names = (name, *(f"{name}-{time}" for time in range(2, times + 1)))
            boxes += [replace(box, name=one, factor=factor, again=one != name) for one in names]
            if convert:
                converts.append(replace(convert, boxes=names))
    return tuple(boxes), tuple(converts)


def _box(written: Mapping[str, Any]) -> tuple[Box, int, Conversion | None]:
    """Return a box, how often it is filled, and what it is converted to."""
    kind = take(written, "kind", _EVERY["kind"])
    it = fill({**_EVERY, **_BOX[kind]}, written)
    if it["name"] in (BONUSES, SAVED):
        raise OptionError(f"{it['name']} cannot be the name of a box, because it counts something else: choose another")
    box = _plain_box(BoxKind(kind), it)
    plus = it.get("plus", 0)
    if plus and box.pays is Pays.POINTS:
        raise OptionError(f"plus is for a sum of dice, but pays is {box.points} points: add it to these points")
    return replace(box, first=it["first"], plus=plus), it["times"], _conversion(it["convert"])


def _plain_box(kind: BoxKind, it: Mapping[str, Any]) -> Box:
    """Return a box with the keys of its kind: a NUMBER pays the dice that show it, and a CHANCE all dice."""
    sizes, given = it.get("groups", ()), it.get("pays", Pays.OWN if kind is BoxKind.NUMBER else Pays.ALL)
    if it.get("same") and len(sizes) > MOST_SAME:
        raise OptionError(f"same = true is for at most {MOST_SAME} groups: this box has {len(sizes)}")
    points, pays = (0, Pays(given)) if isinstance(given, str) else (given, Pays.POINTS)
    shape = {key: it[key] for key in ("face", "length", "start", "same", "total") if key in it}
    falling, faces = tuple(sorted(sizes, reverse=True)), tuple(sorted(it.get("faces", ())))
    return Box(it["name"], kind, pays, points, sizes=falling, faces=faces, **shape)


def _conversion(it: Mapping[str, Any] | None) -> Conversion | None:
    if it is None:
        return None
    if it["each"] and it["from"]:
        raise OptionError("convert has from and each: give one of them, or neither if all boxes must have points")
    return Conversion((), it["points"], it["from"], it["each"])


def _columns(given: Any) -> tuple[int, ...]:
    factors: tuple[int, ...] = wholes((1, MOST_FACTOR), (1, MOST_FACTOR)).read(given)
    if factors[0] != 1 or [*factors] != sorted(set(factors)):
        raise ValueError
    return factors


_GAME: Form = {
    "name": NAME,
    "dice": whole(1, MOST_DICE).usually(5),
    "sides": whole(2, MOST_SIDES).usually(6),
    "throws": whole(1, MOST_THROWS).usually(3),
    "joker": among([joker.value for joker in Joker]).usually(Joker.NONE.value),
    "extra": whole(0, MOST_POINTS).usually(0),
    "commit": flag(),
    "saves": flag(),
    "columns": Kind(f"the factors of columns, rising from 1 to at most {MOST_FACTOR}, as [1, 2, 3]", _columns, (1,)),
    "totals": list_of(
        list_of(whole(-(10**6), 10**6), 2), 0, MOST_POINTS, of="pairs such as [[0, -2], [300, -1]]"
    ).usually(()),
    "bonus": table({"points": _POINTS, "from": whole(1, 10**6)}).usually({"points": 0, "from": 0}),
    "box": tables(_box, least=1),
}


def _read_shipped(name: str) -> tuple[Sheet, ...]:
    """Return the sheet of a shipped game; if it forces jokers, also the sheets with free jokers and without jokers."""
    sheet = read_sheet(SHIPPED / f"{name}.toml")
    if sheet.joker is not Joker.FORCED:
        return (sheet,)
    others = replace(sheet, rule="free", joker=Joker.FREE), replace(sheet, rule="plain", joker=Joker.NONE, extra=0)
    return sheet, *others


SHEETS: Mapping[str, tuple[Sheet, ...]] = {name: _read_shipped(name) for name in list_games("sheet")}
"""Each shipped game with its rules; the first rule is the default."""


def find_sheet(name: str, rule: str | None = None, commit: bool = False) -> Sheet:
    """Return the sheet of a game by its name and rule; no rule is the game's first.

    With `commit`, which Hooligan alone takes, the box is chosen after the first throw. Raises UnknownNameError for a
    name or a rule that does not exist, OptionError for a rule or a choice that the game has not.
    """
    sheets = look_up("score-sheet game", name, SHEETS)
    by_rule = {sheet.rule: sheet for sheet in sheets}
    if commit and name != HOOLIGAN:
        raise OptionError(f"players of {name} choose no box after the first throw: leave commit out, or play hooligan")
    if rule is None:
        return replace(sheets[0], commit=commit)
    every = dict.fromkeys(sheet.rule for some in SHEETS.values() for sheet in some)
    if rule not in every:
        raise UnknownNameError.of("rule", rule, by_rule)
    if rule not in by_rule:
        raise OptionError(f"{name} has no {rule} rule: choose from {', '.join(by_rule)}")
    return replace(by_rule[rule], commit=commit)
