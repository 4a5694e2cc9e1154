"""The rules of a sheet in words: the throws, the scores of each box and of all together, and throws as examples."""

import itertools
from collections.abc import Iterator

from robot.games.rulebook import Rulebook, RuleExample, list_numbered
from robot.games.views import box_saying, card_saying
from robot.saying import Saying, Value
from solver.sheet.game.sheet import Box, BoxKind, Conversion, Joker, Pays, Sheet

MIXED = (5, 2, 6, 3, 3, 1)
"""Faces of dice that form no combination, for a box that takes any dice."""


def sheet_rulebook(title: Saying, sheet: Sheet) -> Rulebook:
    """Return the rules of a game on a sheet, in which the most points win."""
    wins = tuple(map(Saying, ("rules-win-sheet-over", "rules-win-sheet", "rules-win-shared")))
    examples = tuple(_example(sheet, box) for box in sheet.boxes if box.factor == 1 and not box.again)
    return Rulebook(title, tuple(_does(sheet)), tuple(_scores(sheet)), wins, examples)


def example_dice(sheet: Sheet, box: Box) -> tuple[int, ...]:
    """Return a throw of all dice of the sheet that scores in the box."""
    faces = [*range(sheet.sides, 0, -1)]
    if box.total or box.same or box.kind is BoxKind.FACES:
        throws = itertools.combinations_with_replacement(range(1, sheet.sides + 1), sheet.dice)
        fitting = [throw for throw in throws if box.score(throw)]
        return fitting[len(fitting) // 2]
    match box.kind:
        case BoxKind.NUMBER:
            asked = [box.face] * min(2, sheet.dice)
        case BoxKind.STRAIGHT:
            start = box.start or max(1, min(2, sheet.sides - box.length + 1))
            asked = [*range(start, start + box.length)]
        case BoxKind.GROUPS:
            alike = zip(_spread(faces, len(box.sizes)), box.sizes, strict=True)
            asked = [face for face, size in alike for _ in range(size)]
        case _:
            asked = [face for face in MIXED if face in faces][: sheet.dice]
    others = [face for face in (2, 1, *faces) if face in faces and face not in asked]
    if box.kind is BoxKind.STRAIGHT or not others:
        others = asked[:1]  # another face might make the run longer
    return tuple(sorted([*asked, *(others * sheet.dice)[: sheet.dice - len(asked)]]))


def _spread(faces: list[int], count: int) -> list[int]:
    """Return this many different faces, middle ones if there are enough."""
    return faces[2 : 2 + count] if len(faces) >= count + 2 else faces[:count]


def _does(sheet: Sheet) -> Iterator[Saying]:
    yield Saying("rules-sheet-throw", {"dice": sheet.dice, "throws": sheet.throws})
    if sheet.commit:
        yield Saying("rules-sheet-commit")
    if sheet.throws > 1:
        yield Saying("rules-sheet-keep")
    if not sheet.commit:
        yield Saying("rules-sheet-write")
    yield Saying("rules-sheet-once")
    firsts = [place for place, box in enumerate(sheet.boxes) if not box.again]
    often = {sheet.names[at]: to - at for at, to in itertools.pairwise((*firsts, len(sheet.boxes)))}
    for times in sorted({*often.values()} - {1}):
        boxes = tuple(box_saying(sheet, name) for name, count in often.items() if count == times)
        yield Saying("rules-sheet-times", {"boxes": boxes, "times": times})
    if sheet.saves:
        yield Saying("rules-sheet-saves")


def _scores(sheet: Sheet) -> Iterator[Saying]:
    columns = sheet.columns
    if len(columns) > 1:
        yield Saying("rules-sheet-columns", {"count": len(columns), "factors": columns})
    if sheet.bonus:
        upper = [sheet.boxes[place] for place in sheet.upper]
        boxes = tuple(box_saying(sheet, box.name) for box in upper if box.factor == 1)
        held: dict[str, Value] = {"boxes": boxes, "count": len(boxes)}
        if len(columns) > 1:
            bonuses, least = (tuple(factor * of for factor in columns) for of in (sheet.bonus, sheet.bonus_from))
            yield Saying("rules-sheet-column-bonus", held | {"bonuses": bonuses, "least": least})
        else:
            yield Saying("rules-sheet-bonus", held | {"from": sheet.bonus_from, "bonus": sheet.bonus})
    for first in sorted({box.first for box in sheet.boxes if box.first}):
        some = (box for box in sheet.boxes if box.first == first and box.factor == 1 and not box.again)
        boxes = tuple(box_saying(sheet, box.name) for box in some)
        yield Saying("rules-sheet-first", {"boxes": boxes, "count": len(boxes), "points": first})
    if sheet.converts:
        yield Saying("rules-sheet-converts", {"parts": tuple(_tell_conversion(sheet, one) for one in sheet.converts)})
    if sheet.totals:
        steps = tuple(Saying("rules-sheet-step", {"least": least, "points": points}) for least, points in sheet.totals)
        yield Saying("rules-sheet-totals", {"parts": steps})
    if sheet.yahtzee is None:
        return
    yahtzee = sheet.boxes[sheet.yahtzee]
    alike: dict[str, Value] = {"dice": sheet.dice, "box": box_saying(sheet, yahtzee.name)}
    if sheet.extra:
        yield Saying("rules-sheet-extra", alike | {"points": yahtzee.points, "extra": sheet.extra})
    if sheet.joker is not Joker.NONE:
        yield from list_numbered(f"rules-sheet-{sheet.joker}", alike)


def _tell_conversion(sheet: Sheet, one: Conversion) -> Saying:
    kind = "each" if one.each else "from" if one.least else "all" if len(one.boxes) > 1 else "any"
    told: dict[str, Value] = {"box": box_saying(sheet, one.boxes[0]), "points": one.points, "least": one.least}
    return Saying(f"rules-sheet-convert-{kind}", told)


def _example(sheet: Sheet, box: Box) -> RuleExample:
    dice = example_dice(sheet, box)
    points, words = box.score(dice), _words(box)
    brings = words if box.pays is Pays.POINTS else Saying("rules-box-here", {"what": words, "points": points})
    return RuleExample(dice, points, brings, card_saying(sheet, box.name))


def _words(box: Box) -> Saying:
    """Return what a box scores, from its scoring rule."""
    what = _tell_need(box)
    if box.kind is BoxKind.NUMBER or box.kind is BoxKind.CHANCE:
        words = what
    else:
        words = Saying(f"rules-box-of-{box.pays}", {"what": what, "points": box.points})
    return Saying("rules-box-plus", {"what": words, "plus": box.plus}) if box.plus else words


def _tell_need(box: Box) -> Saying:
    """Return what a box needs of the dice; for a box of numbers or of any dice, what it scores."""
    match box.kind:
        case BoxKind.NUMBER:
            return Saying("rules-box-number", {"face": box.face})
        case BoxKind.CHANCE:
            return Saying("rules-box-all")
        case BoxKind.STRAIGHT if box.start:
            return Saying("rules-run-from", {"first": box.start, "last": box.start + box.length - 1})
        case BoxKind.STRAIGHT:
            return Saying("rules-run", {"length": box.length})
        case BoxKind.FACES:
            return Saying("rules-faces", {"faces": box.faces})
        case BoxKind.SUM:
            return Saying("rules-sum", {"total": box.total})
        case BoxKind.GROUPS:
            groups = _groups(box)
            return Saying("rules-groups-sum", {"groups": groups, "total": box.total}) if box.total else groups


def _groups(box: Box) -> Saying:
    every = tuple(Saying("rules-group", {"size": size}) for size in box.sizes)
    return every[0] if len(every) == 1 else Saying(f"rules-groups{'-same' * box.same}", {"groups": every})
