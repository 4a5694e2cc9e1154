"""Dice in doubt: which one it is, why, what people can do about it, and which part of the picture is shown."""

from dataclasses import replace

import numpy as np
import pytest

from robot.language import Language, english
from robot.language.language import places
from robot.saying import Saying
from robot.table.doubts import Where, die_in_doubt, doubt_words, locate, remedy, tell_doubts
from robot.table.look import GRID, Look, cut_of, cut_of_wells, locate_doubts
from tests.support.robot.stubs import look
from tests.support.vision.table_scenes import HUNG, PLATE, table_scenes
from vision.reading import DOUBTS, SCENE_WORDS, Die, Reading
from vision.table.reader import TableReader

NINTHS = {
    (0, 0): ("near the top left", "oben links", "de arriba a la izquierda"),
    (1, 0): ("near the top", "oben", "de arriba"),
    (2, 0): ("near the top right", "oben rechts", "de arriba a la derecha"),
    (0, 1): ("on the left", "links", "de la izquierda"),
    (1, 1): ("in the middle", "in der Mitte", "del centro"),
    (2, 1): ("on the right", "rechts", "de la derecha"),
    (0, 2): ("near the bottom left", "unten links", "de abajo a la izquierda"),
    (1, 2): ("near the bottom", "unten", "de abajo"),
    (2, 2): ("near the bottom right", "unten rechts", "de abajo a la derecha"),
}

SIZE = 900, 600


def lean(x: float, y: float) -> Die:
    """Return a small die around a point that leans."""
    return Die(None, 0.4, (x - 10, y - 10, x + 10, y + 10), 0.0, doubt="leans")


def see(*dice: Die, wells: tuple[int, ...] = ()) -> Look:
    return Look({"picture": np.zeros((SIZE[1], SIZE[0], 3), np.uint8)}, Reading(dice), dice, wells)


def looks(seed: int, throws: int) -> list[Look]:
    """Return looks at throws of the simulated table."""
    reader, found = TableReader(PLATE), []
    for scene in table_scenes(seed, throws, mounting=HUNG):
        exposures = dict(zip(("left", "right"), scene.exposures, strict=True))
        reading = reader.read(*scene.exposures)
        found.append(Look(exposures, reading, tuple(reading.well(well) for well in range(1, 7)), tuple(range(1, 7))))
    return found


def test_every_doubt_has_words_and_a_remedy() -> None:
    said = {words(doubt).key for doubt in (*DOUBTS, *SCENE_WORDS) for words in (doubt_words, remedy)}
    for name in ("en", "de", "es"):
        assert said <= places(Language(name).files).keys()


@pytest.mark.parametrize(("cell", "words"), NINTHS.items())
def test_a_leaning_die_is_told_of_in_three_languages(cell: tuple[int, int], words: tuple[str, str, str]) -> None:
    column, row = cell
    for x in (300 * column + 1, 300 * column + 299):
        for y in (200 * row + 1, 200 * row + 199):
            told = tell_doubts([("leans", locate(lean(x, y), (0, 0, *SIZE)))])
            assert [Language(name).say(told) for name in ("en", "de", "es")] == [
                f"the die {words[0]} leans: lay it flat",
                f"der Würfel {words[1]} liegt schief: leg ihn flach hin",
                f"el dado {words[2]} está inclinado: ponlo plano",
            ]


@pytest.mark.parametrize(("at", "place"), [((0, 0), "place-top-left"), ((900, 600), "place-bottom-right")])
def test_the_very_corners_of_a_picture_have_places(at: tuple[int, int], place: str) -> None:
    corner = Die(None, 0.4, (*at, *at), 0.0, doubt="leans")
    assert locate(corner, (0, 0, *SIZE)) == Saying(place)


LEFT, RIGHT, TOP = (Saying(f"place-{place}") for place in ("left", "right", "top"))


@pytest.mark.parametrize(
    ("doubts", "told"),
    [
        (
            [("leans", RIGHT), ("blur", LEFT), ("cocked", 3)],
            (
                "The die on the right leans: lay it flat; the die on the left is blurred: focus and clean the camera; "
                "the die in well 3 is cocked: lay it flat."
            ),
        ),
        (
            [("dim", LEFT), ("small", TOP), ("dim", RIGHT), ("dim", LEFT)],
            (
                "Each of 3 dice on the left and on the right is too dark in the picture: give it more light; "
                "the die near the top is too small in the picture: move the camera closer."
            ),
        ),
        ([("cocked", 2), ("cocked", 5)], "Each of 2 dice in well 2 and in well 5 is cocked: lay it flat."),
        ([("pattern", 2)], "The die in well 2 shows no clear face: clean the die, or use another one."),
        (
            [("pattern", None)],
            "The die shows no clear face: bring the camera nearer or straight above it, or give more light.",
        ),
    ],
)
def test_each_reason_is_told_once_with_what_to_do(doubts: list[tuple[str | None, Where]], told: str) -> None:
    assert english().say(tell_doubts(doubts, sentence=True)) == told
    for name in ("de", "es"):
        assert Language(name).say(tell_doubts(doubts, sentence=True)).endswith(".")


def test_dice_that_all_still_move_are_told_once() -> None:
    moving: list[tuple[str | None, Where]] = [("moving", well) for well in range(1, 6)]
    assert english().say(tell_doubts(moving, sentence=True)) == "5 dice are still moving."
    mixed = [*moving[:2], ("blur", 6)]
    assert english().say(tell_doubts(mixed, sentence=True)) == (
        "2 dice are still moving; the die in well 6 is blurred: focus and clean the camera."
    )


def test_a_place_is_one_in_the_part_of_the_picture_that_screens_show() -> None:
    near = see(lean(40, 40), Die(5, 0.9, (180, 30, 200, 50), 0.0), lean(190, 190))
    assert locate_doubts(near) == [("leans", Saying("place-top-left")), ("leans", Saying("place-bottom-right"))]
    assert locate_doubts(near, near.whole) == [("leans", Saying("place-top-left"))] * 2


def test_a_die_alone_needs_no_place_and_one_in_a_well_is_told_by_it() -> None:
    assert locate_doubts(see(lean(40, 40))) == [("leans", None)]
    assert english().say(die_in_doubt("leans", first=True)) == "The die leans"
    assert locate_doubts(look(3, None, None)) == [("cocked", 2), ("cocked", 3)]
    assert locate_doubts(look(None)) == [("cocked", None)]
    assert locate(look(None).reading.dice[0], (0, 0, *SIZE)) == 1


def test_wells_are_cut_out_once_and_all_dice_thrown_into_them_lie_within() -> None:
    thrown = looks(5, 2)
    cut = cut_of_wells(thrown[0].exposures["left"], PLATE)
    assert cut is not None
    left, top, right, bottom = cut
    for seen in thrown:
        assert len(seen.reading.dice) == 6
        for die in seen.reading.dice:
            assert left < die.box[0] < die.box[2] < right
            assert top < die.box[1] < die.box[3] < bottom
        assert cut_of(seen, cut) == cut
    assert (right - left) * (bottom - top) < 0.3 * 1280 * 720
    assert all(side % GRID == 0 for side in cut)


def test_dice_that_lie_elsewhere_or_take_up_little_of_it_are_cut_out_anew() -> None:
    look = looks(6, 1)[0]
    whole = 0, 0, 1280, 720
    near = cut_of(look)
    assert cut_of(look, whole) == near
    beside = tuple(
        replace(die, well=None, box=(die.box[0] + 400, die.box[1], die.box[2] + 400, die.box[3]))
        for die in look.reading.dice
    )
    tray = Look(look.exposures, Reading(beside), beside)
    moved = cut_of(tray, near)
    assert moved != near
    assert all(moved[0] < die.box[0] and die.box[2] < moved[2] for die in beside)


def test_without_dice_or_without_a_plate_nothing_new_is_cut_out() -> None:
    look = looks(7, 1)[0]
    empty = replace(look, reading=Reading(()), dice=(None,) * 6)
    assert cut_of(empty) == (0, 0, 1280, 720)
    assert cut_of(empty, (32, 32, 320, 320)) == (32, 32, 320, 320)
    assert cut_of(empty, (32, 32, 4000, 320)) == (0, 0, 1280, 720), "the last picture was a larger one"
    dark = look.exposures["left"] // 32
    assert cut_of_wells(dark, PLATE) is None
