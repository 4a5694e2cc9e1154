"""A custom score-sheet game, read from a TOML file; docs/own-game.md describes the file."""

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from solver.errors import OptionError, SolverError, UnknownNameError
from solver.goal import cost
from solver.rules_file import checked_name, parse_toml, read_text
from solver.sheet.game.card import BONUSES
from solver.sheet.game.dice import MOST_KEEPS
from solver.sheet.game.sheet import SHEETS, Box, BoxKind, Joker, Pays, Sheet, chance, groups, number, straight

MOST_BOXES = 30
MOST_DICE = 20
MOST_SIDES = 100
MOST_THROWS = 10
MOST_POINTS = 1_000
# A table of more than 1 GB, or of more than about ten minutes, is refused.
MOST_MEMORY = 10**9
MOST_SECONDS = 600
# Faces of dice still to fall that one core weighs in a second, measured low.
FACES_A_SECOND = 5e9
BLOCK = 8

_GAME = ("name", "dice", "sides", "throws", "joker", "extra", "commit", "bonus", "box")
_BONUS = ("points", "from")
_BOX: Mapping[str, tuple[str, ...]] = {
    BoxKind.NUMBER: ("name", "kind", "face"),
    BoxKind.GROUPS: ("name", "kind", "groups", "pays"),
    BoxKind.STRAIGHT: ("name", "kind", "length", "start", "pays"),
    BoxKind.CHANCE: ("name", "kind"),
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
    if name in SHEETS:
        raise OptionError(f"{name} is a game already: choose another name")
    bonus = _table("bonus", game["bonus"]) if "bonus" in game else None
    _check_keys("key of bonus", bonus or {}, _BONUS)
    joker = _joker(game.get("joker", Joker.NONE.value))
    commit = game.get("commit", False)
    if not isinstance(commit, bool):
        raise OptionError("commit is true or false: give one of them")
    dice, sides = _count("dice", game, 1, MOST_DICE, default=5), _count("sides", game, 2, MOST_SIDES, default=6)
    sheet = Sheet(
        name=name,
        rule="plain" if joker is Joker.NONE else joker.value,
        boxes=_boxes(game.get("box")),
        bonus=_count("points", bonus, 1, MOST_POINTS, where="the bonus") if bonus is not None else 0,
        bonus_from=_count("from", bonus, 1, 10**6, where="the bonus") if bonus is not None else 0,
        extra=_count("extra", game, 0, MOST_POINTS, default=0),
        joker=joker,
        throws=_count("throws", game, 1, MOST_THROWS, default=3),
        dice=dice,
        sides=sides,
        commit=commit,
    )
    highest = sum(sheet.boxes[place].face for place in sheet.upper) * sheet.dice
    if sheet.bonus_from > highest:
        raise OptionError(
            f"a bonus from {sheet.bonus_from} cannot be reached: the upper boxes hold {highest} at most, give no more"
        )
    check_size(sheet)
    return sheet


def size_of(sheet: Sheet) -> tuple[int, int, float]:
    """Return what solving a sheet takes: how many states at most, bytes for their values, seconds of one core.

    Upper totals lie side by side in memory and are weighed a block at a time.
    """
    sets = 2 ** len(sheet.boxes) * (2 if sheet.extra else 1)
    totals = sheet.bonus_from + 1
    beyond = max((sheet.boxes[place].face for place in sheet.upper), default=0) * sheet.dice
    faces = math.comb(sheet.dice + sheet.sides - 1, sheet.sides) * sheet.sides * sheet.throws
    weighed = sets * math.ceil(totals / BLOCK) * BLOCK * faces
    return (sets * totals, 8 * sets * (totals + beyond + BLOCK), weighed / FACES_A_SECOND)


def check_size(sheet: Sheet) -> None:
    """Raise OptionError for a sheet that is too large to solve, with its states, memory and time."""
    keeps = math.comb(sheet.dice + sheet.sides, sheet.sides)
    if keeps > MOST_KEEPS:
        raise OptionError(
            f"{sheet.dice}d{sheet.sides} can be kept in {keeps:,} ways, too many by more than {MOST_KEEPS:,}:"
            " take fewer dice or sides"
        )
    states, memory, seconds = size_of(sheet)
    if memory > MOST_MEMORY or seconds > MOST_SECONDS:
        need = cost(memory, math.ceil(seconds * 1e9))
        raise OptionError(
            f"{sheet.name} is too large: {states:,} states would need {need}: take fewer boxes, dice or sides"
        )


def _boxes(given: Any) -> tuple[Box, ...]:
    if not isinstance(given, list) or not given:
        raise OptionError("the game has no boxes: give each as a [[box]] with its name and kind")
    if len(given) > MOST_BOXES:
        raise OptionError(
            f"{len(given)} boxes are too many, with {2.0 ** min(len(given), 999):.0e} ways to fill them:"
            f" give {MOST_BOXES} at most"
        )
    return tuple(_box(f"box {place}", entry) for place, entry in enumerate(given, start=1))


def _box(where: str, entry: Any) -> Box:
    table = _table(where, entry)
    _check_keys(f"key of {where}", table, list(dict.fromkeys(key for keys in _BOX.values() for key in keys)))
    name = _name(where, table)
    if name == BONUSES:
        raise OptionError(f"{BONUSES} is no name for a box, it counts the further Yahtzees: choose another")
    where = f"box {name}"
    if "kind" not in table:
        raise OptionError(f"{where} has no kind: give one of {', '.join(BoxKind)}")
    kind = table["kind"]
    if not isinstance(kind, str) or kind not in _BOX:
        raise UnknownNameError.of(f"kind of {where}", str(kind), _BOX)
    _check_keys(f"key of {where}", table, _BOX[kind])
    match BoxKind(kind):
        case BoxKind.NUMBER:
            return number(name, _count("face", table, 1, MOST_SIDES, where=where))
        case BoxKind.GROUPS:
            return groups(name, *_sizes(where, table), pays=_pays(where, table))
        case BoxKind.STRAIGHT:
            length = _count("length", table, 2, MOST_DICE, where=where)
            start = _count("start", table, 1, MOST_SIDES, default=0, where=where)
            return straight(name, length, _count("pays", table, 1, MOST_POINTS, where=where), start)
        case BoxKind.CHANCE:
            return chance(name)


def _sizes(where: str, table: Mapping[str, Any]) -> Sequence[int]:
    sizes = table.get("groups")
    if not isinstance(sizes, list) or not sizes or not all(type(size) is int and size >= 1 for size in sizes):
        raise OptionError(f"groups of {where} are how many dice are alike: give a list such as [3, 2]")
    return sizes


def _pays(where: str, table: Mapping[str, Any]) -> int | Pays:
    pays = table.get("pays")
    if pays in (Pays.ALL, Pays.OWN):
        return Pays(pays)
    if type(pays) is int and 1 <= pays <= MOST_POINTS:
        return pays
    if pays == 0:
        raise OptionError(f"{where} never scores, it pays 0 points: give 1 to {MOST_POINTS}")
    raise OptionError(f'{where} pays 1 to {MOST_POINTS} points, "all" dice or its "own": give pays as one of these')


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
        raise OptionError(f"{key} = {shown} of {where} cannot be: give a whole number from {least} to {most}")
    return value


def _table(where: str, entry: Any) -> Mapping[str, Any]:
    if not isinstance(entry, dict):
        raise OptionError(f"{where} is no table: write it as docs/own-game.md shows")
    return entry


def _check_keys(kind: str, table: Mapping[str, Any], known: Sequence[str]) -> None:
    for key in table:
        if key not in known:
            raise UnknownNameError.of(kind, key, known)
