"""A custom score-sheet game, read from a TOML file; docs/own-game.md describes the file."""

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from solver.errors import OptionError, SolverError, UnknownNameError
from solver.rules_file import checked_name, parse_toml, read_text
from solver.sheet.game.card import BONUSES, SAVED
from solver.sheet.game.dice import MOST_KEEPS
from solver.sheet.game.sheet import (
    Box,
    BoxKind,
    Conversion,
    Joker,
    Pays,
    Sheet,
    chance,
    groups,
    number,
    some_faces,
    straight,
    sum_of,
)

MOST_BOXES = 60
MOST_DICE = 20
MOST_SIDES = 100
MOST_THROWS = 10
MOST_SUM = MOST_DICE * MOST_SIDES
MOST_POINTS = 1_000
MOST_TIMES = 10
MOST_SAME = 4
MOST_FACTOR = 10

_GAME = ("name", "dice", "sides", "throws", "joker", "extra", "commit", "saves", "columns", "totals", "bonus", "box")
_BONUS = ("points", "from")
_CONVERT = ("points", "from", "each")
_EVERY = ("name", "kind", "first", "times", "convert")
_BOX: Mapping[str, tuple[str, ...]] = {
    BoxKind.NUMBER: (*_EVERY, "face"),
    BoxKind.GROUPS: (*_EVERY, "groups", "pays", "plus", "same", "total"),
    BoxKind.STRAIGHT: (*_EVERY, "length", "start", "pays", "plus"),
    BoxKind.FACES: (*_EVERY, "faces", "pays", "plus"),
    BoxKind.SUM: (*_EVERY, "total", "pays", "plus"),
    BoxKind.CHANCE: (*_EVERY, "plus"),
}


def read_sheet(path: Path) -> Sheet:
    """Return the sheet that a TOML file describes.

    Raises OptionError for a file that cannot be read or describes no game that can be played and solved,
    UnknownNameError for a key, kind or rule that does not exist; each begins with the file's name.
    """
    text = read_text(path)
    try:
        return parse_sheet(text)
    except UnknownNameError as error:
        raise UnknownNameError(f"{path}: {error}") from None
    except SolverError as error:
        raise OptionError(f"{path}: {error}") from None


def parse_sheet(text: str) -> Sheet:
    """Return the sheet that a text in TOML describes. Raises OptionError and UnknownNameError, each in one line."""
    game = parse_toml(text, "this")
    _check_keys("key", game, _GAME)
    name = _name("the game", game)
    bonus = _table("bonus", game["bonus"]) if "bonus" in game else None
    _check_keys("key of bonus", bonus or {}, _BONUS)
    joker = _joker(game.get("joker", Joker.NONE.value))
    columns = _columns(game.get("columns", [1]))
    boxes, converts = _boxes(game.get("box"), columns)
    dice, sides = _count("dice", game, 1, MOST_DICE, default=5), _count("sides", game, 2, MOST_SIDES, default=6)
    _check_dice(dice, sides)
    sheet = Sheet(
        name=name,
        rule="plain" if joker is Joker.NONE else joker.value,
        boxes=boxes,
        bonus=_count("points", bonus, 1, MOST_POINTS, where="the bonus") if bonus is not None else 0,
        bonus_from=_count("from", bonus, 1, 10**6, where="the bonus") if bonus is not None else 0,
        extra=_count("extra", game, 0, MOST_POINTS, default=0),
        joker=joker,
        throws=_count("throws", game, 1, MOST_THROWS, default=3),
        dice=dice,
        sides=sides,
        commit=_yes("commit", game),
        saves=_yes("saves", game),
        columns=columns,
        converts=converts,
        totals=_totals(game.get("totals", [])),
    )
    highest = sum(sheet.boxes[place].face for place in sheet.upper if sheet.boxes[place].factor == 1) * sheet.dice
    if sheet.bonus_from > highest:
        raise OptionError(
            f"a bonus from {sheet.bonus_from} cannot be reached: the upper boxes hold {highest} at most, give no more"
        )
    for conversion in sheet.converts:
        if conversion.least and joker is Joker.NONE:
            _check_conversion(sheet, conversion)
    return sheet


def _check_conversion(sheet: Sheet, conversion: Conversion) -> None:
    """Raise OptionError where no dice fill the boxes with the points from which they are converted."""
    box = sheet.boxes[sheet.index(conversion.boxes[0])]
    throws = itertools.combinations_with_replacement(range(1, sheet.sides + 1), sheet.dice)
    most = len(conversion.boxes) * max(box.score(throw, first=True) for throw in throws)
    if conversion.least > most:
        raise OptionError(
            f"{box.name} is converted from {conversion.least} points, and holds {most} at most: give no more"
        )


def _check_dice(dice: int, sides: int) -> None:
    """Raise OptionError for dice that can be kept in more ways than anybody can weigh."""
    keeps = math.comb(dice + sides, sides)
    if keeps > MOST_KEEPS:
        raise OptionError(
            f"{dice}d{sides} can be kept in {keeps:,} ways, too many by more than {MOST_KEEPS:,}:"
            " take fewer dice or sides"
        )


def _boxes(given: Any, columns: tuple[int, ...]) -> tuple[tuple[Box, ...], tuple[Conversion, ...]]:
    """Return all boxes, those of each column one after another, and what some are converted to."""
    if not isinstance(given, list) or not given:
        raise OptionError("the game has no boxes: give each as a [[box]] with its name and kind")
    read = [_box(f"box {place}", entry) for place, entry in enumerate(given, start=1)]
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


def _box(where: str, entry: Any) -> tuple[Box, int, Conversion | None]:
    """Return a box, how often it is filled, and what it is converted to."""
    table = _table(where, entry)
    _check_keys(f"key of {where}", table, list(dict.fromkeys(key for keys in _BOX.values() for key in keys)))
    name = _name(where, table)
    if name in (BONUSES, SAVED):
        raise OptionError(f"{name} is not a name for a box: it counts what is not in a box: choose another")
    where = f"box {name}"
    if "kind" not in table:
        raise OptionError(f"{where} has no kind: give one of {', '.join(BoxKind)}")
    kind = table["kind"]
    if not isinstance(kind, str) or kind not in _BOX:
        raise UnknownNameError.of(f"kind of {where}", str(kind), _BOX)
    _check_keys(f"key of {where}", table, _BOX[kind])
    first, plus = (_count(key, table, 0, MOST_POINTS, default=0, where=where) for key in ("first", "plus"))
    times = _count("times", table, 1, MOST_TIMES, default=1, where=where)
    convert = _convert(where, table["convert"]) if "convert" in table else None
    box = _plain_box(where, name, kind, table)
    if plus and box.pays is Pays.POINTS:
        raise OptionError(f"{where} pays {box.points} points, and plus is for a sum of dice: add it to these points")
    return replace(box, first=first, plus=plus), times, convert


def _plain_box(where: str, name: str, kind: str, table: Mapping[str, Any]) -> Box:
    match BoxKind(kind):
        case BoxKind.NUMBER:
            return number(name, _count("face", table, 1, MOST_SIDES, where=where))
        case BoxKind.GROUPS:
            sizes = _list("groups", where, table, "how many dice are alike: give a list such as [3, 2]")
            total = _count("total", table, 1, MOST_SUM, default=0, where=where)
            same = _yes("same", table, where)
            if same and len(sizes) > MOST_SAME:
                raise OptionError(
                    f"{where} has {len(sizes)} groups that may be of one number: give {MOST_SAME} at most"
                )
            return groups(name, *sizes, pays=_pays(where, table), same=same, total=total)
        case BoxKind.STRAIGHT:
            length = _count("length", table, 2, MOST_DICE, where=where)
            start = _count("start", table, 1, MOST_SIDES, default=0, where=where)
            pays = _pays(where, table, (Pays.ALL,))
            return straight(name, length, pays, start)
        case BoxKind.FACES:
            faces = _list("faces", where, table, "those that some dice must show: give a list such as [1, 3, 5]")
            return some_faces(name, *faces, pays=_pays(where, table))
        case BoxKind.SUM:
            total = _count("total", table, 1, MOST_SUM, where=where)
            return sum_of(name, total, pays=_pays(where, table, (Pays.ALL,)))
        case BoxKind.CHANCE:
            return chance(name)


def _convert(where: str, entry: Any) -> Conversion:
    table = _table(f"convert of {where}", entry)
    _check_keys(f"key of convert of {where}", table, _CONVERT)
    here = f"convert of {where}"
    points = _count("points", table, 1, MOST_POINTS, where=here)
    least = _count("from", table, 1, 10**6, default=0, where=here)
    each = _yes("each", table, here)
    if each and least:
        raise OptionError(f"{here} has from and each: give one of them, or neither where all must hold points")
    return Conversion((), points, least, each)


def _columns(given: Any) -> tuple[int, ...]:
    whole = isinstance(given, list) and all(type(factor) is int and 1 <= factor <= MOST_FACTOR for factor in given)
    if not whole or not given or given[0] != 1 or given != sorted(set(given)):
        raise OptionError(
            f"columns are the factors of columns, the first one 1, rising up to {MOST_FACTOR}: give a list as [1, 2, 3]"
        )
    return tuple(given)


def _totals(given: Any) -> tuple[tuple[int, int], ...]:
    pairs = isinstance(given, list) and all(isinstance(pair, list) and len(pair) == 2 for pair in given)
    if not pairs or not all(type(number) is int and abs(number) <= 10**6 for pair in given for number in pair):
        raise OptionError("totals are points and what they become: give a list of pairs such as [[0, -2], [300, -1]]")
    return tuple((least, points) for least, points in given)


def _list(key: str, where: str, table: Mapping[str, Any], what: str) -> Sequence[int]:
    given = table.get(key)
    if not isinstance(given, list) or not given or not all(type(one) is int and one >= 1 for one in given):
        raise OptionError(f"{key} of {where} are {what}")
    return given


def _yes(key: str, table: Mapping[str, Any], where: str = "") -> bool:
    value = table.get(key, False)
    if not isinstance(value, bool):
        raise OptionError(f"{key}{where and f' of {where}'} is true or false: give one of them")
    return value


def _pays(where: str, table: Mapping[str, Any], sums: Sequence[Pays] = (Pays.ALL, Pays.OWN)) -> int | Pays:
    if "pays" not in table:
        raise OptionError(f"{where} has no pays: {_payments(sums)}")
    pays = table["pays"]
    if pays in sums:
        return Pays(pays)
    if type(pays) is int and 1 <= pays <= MOST_POINTS:
        return pays
    if pays == 0:
        raise OptionError(f"{where} never scores, it pays 0 points: give 1 to {MOST_POINTS}")
    raise OptionError(f"pays = {repr(pays)[:40]} of {where} is impossible: {_payments(sums)}")


def _payments(sums: Sequence[Pays]) -> str:
    words = {Pays.ALL: 'or "all" for the sum of all dice', Pays.OWN: 'or "own" for that of the dice that form it'}
    return ", ".join((f"give 1 to {MOST_POINTS} points", *(words[pays] for pays in sums)))


def _joker(rule: Any) -> Joker:
    if not isinstance(rule, str) or rule not in tuple(Joker):
        raise UnknownNameError.of("joker", str(rule), [joker.value for joker in Joker])
    return Joker(rule)


def _name(where: str, table: Mapping[str, Any]) -> str:
    name = table.get("name")
    if name is None:
        raise OptionError(f"{where} has no name: give it one")
    return checked_name(name)


def _count(
    key: str, table: Mapping[str, Any], least: int, most: int, *, default: int | None = None, where: str = "the game"
) -> int:
    if key not in table and default is not None:
        return default
    if key not in table:
        raise OptionError(f"{where} has no {key}: give a whole number from {least} to {most}")
    value = table[key]
    if type(value) is not int or not least <= value <= most:
        shown = repr(value)[:40]
        raise OptionError(f"{key} = {shown} of {where} is impossible: give a whole number from {least} to {most}")
    return value


def _table(where: str, entry: Any) -> Mapping[str, Any]:
    if not isinstance(entry, dict):
        raise OptionError(f"{where} is not a table: write it as docs/own-game.md shows")
    return entry


def _check_keys(kind: str, table: Mapping[str, Any], known: Sequence[str]) -> None:
    for key in table:
        if key not in known:
            raise UnknownNameError.of(kind, key, known)
