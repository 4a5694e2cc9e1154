"""The rules of a score sheet for people, written from the sheet: every box, the bonus, jokers, throws and dice."""

from collections.abc import Iterator

from robot.games.box_names import box_saying, card_saying
from robot.games.rulebook import Rulebook, RuleExample, numbered
from robot.saying import Saying, Value
from solver.sheet.game.sheet import Box, BoxKind, Joker, Pays, Sheet

MIXED = (5, 2, 6, 3, 3, 1)
"""Faces of dice that form nothing, for a box that takes any dice."""


def sheet_rulebook(title: Saying, sheet: Sheet) -> Rulebook:
    """Return the rules of a game on a sheet."""
    wins = (Saying("rules-win-sheet-over"), Saying("rules-win-sheet"), Saying("rules-win-shared"))
    examples = tuple(_example(sheet, box) for box in sheet.boxes)
    return Rulebook(title, tuple(_does(sheet)), tuple(_scores(sheet)), wins, examples)


def example_dice(sheet: Sheet, box: Box) -> tuple[int, ...]:
    """Return a throw of all dice of the sheet that scores in the box."""
    faces = [*range(sheet.sides, 0, -1)]
    match box.kind:
        case BoxKind.NUMBER:
            asked = [box.face] * min(2, sheet.dice)
        case BoxKind.STRAIGHT:
            start = box.start or max(1, min(2, sheet.sides - box.length + 1))
            asked = [*range(start, start + box.length)]
        case BoxKind.GROUPS:
            alike = zip(_spread(faces, len(box.sizes)), box.sizes, strict=True)
            asked = [face for face, size in alike for _ in range(size)]
        case BoxKind.CHANCE:
            asked = [face for face in MIXED if face in faces][: sheet.dice]
    others = [face for face in (2, 1, *faces) if face in faces and face not in asked]
    if box.kind is BoxKind.STRAIGHT or not others:
        others = asked[:1]  # another face might make the run longer
    return tuple(sorted([*asked, *(others * sheet.dice)[: sheet.dice - len(asked)]]))


def _spread(faces: list[int], count: int) -> list[int]:
    """Return so many different faces: middling ones where there are enough."""
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


def _scores(sheet: Sheet) -> Iterator[Saying]:
    if sheet.bonus:
        boxes = tuple(box_saying(sheet, sheet.names[place]) for place in sheet.upper)
        held: dict[str, Value] = {"boxes": boxes, "count": len(boxes), "from": sheet.bonus_from, "bonus": sheet.bonus}
        yield Saying("rules-sheet-bonus", held)
    if sheet.yahtzee is None:
        return
    yahtzee = sheet.boxes[sheet.yahtzee]
    alike: dict[str, Value] = {"dice": sheet.dice, "box": box_saying(sheet, yahtzee.name)}
    if sheet.extra:
        yield Saying("rules-sheet-extra", alike | {"points": yahtzee.points, "extra": sheet.extra})
    if sheet.joker is not Joker.NONE:
        yield from numbered(f"rules-sheet-{sheet.joker}", alike)


def _example(sheet: Sheet, box: Box) -> RuleExample:
    dice = example_dice(sheet, box)
    points, words = box.score(dice), _words(box)
    brings = words if box.pays is Pays.POINTS else Saying("rules-box-here", {"what": words, "points": points})
    return RuleExample(dice, points, brings, card_saying(sheet, box.name))


def _words(box: Box) -> Saying:
    """Return what a box scores, from its scoring rule."""
    points: dict[str, Value] = {"points": box.points}
    match box.kind:
        case BoxKind.NUMBER:
            return Saying("rules-box-number", {"face": box.face})
        case BoxKind.CHANCE:
            return Saying("rules-box-all")
        case BoxKind.STRAIGHT if box.start:
            return Saying("rules-box-run-from", points | {"first": box.start, "last": box.start + box.length - 1})
        case BoxKind.STRAIGHT:
            return Saying("rules-box-run", points | {"length": box.length})
        case BoxKind.GROUPS:
            return Saying(f"rules-box-groups-{box.pays}", points | {"groups": _groups(box.sizes)})


def _groups(sizes: tuple[int, ...]) -> Saying:
    every = tuple(Saying("rules-group", {"size": size}) for size in sizes)
    return every[0] if len(every) == 1 else Saying("rules-groups", {"groups": every})
