"""The live picture shows each die with intervals that hold at every look, and says when the machine rests."""

import io
from dataclasses import dataclass, field

import numpy as np
import pytest
from rich.console import Console

from robot.fairness.likelihood import anytime_extent
from robot.fairness.log import LogEvent, LogRow, StudyRecord
from robot.fairness.plan import StudyPlan
from robot.fairness.reader import exact_reader
from robot.fairness.run import (
    BAR,
    BEFOREHAND,
    BY_HANDS,
    BY_PEOPLE,
    LINES,
    DiceLaying,
    StudyPicture,
    bar,
    dice_counts,
    looked_at,
)
from robot.language import Language, english
from tests.support.robot.studies import small_plan

PLAN = small_plan()
SEALED = LogRow("now", LogEvent.SEALED, 0)


def shown(
    *,
    terminal: bool,
    plan: StudyPlan = PLAN,
    language: Language | None = None,
    laying: DiceLaying | None = None,
) -> tuple[StudyPicture, io.StringIO]:
    told = io.StringIO()
    console = Console(file=told, force_terminal=terminal, width=140)
    picture = StudyPicture(
        plan, StudyRecord((SEALED,), ""), language or english(), laying or DiceLaying(str), lambda: 0, console
    )
    return picture, told


def test_the_picture_names_dice_faces_and_intervals() -> None:
    picture, _ = shown(terminal=True)
    rng = np.random.default_rng(1)
    counts = np.zeros((2, 7))
    for throw in range(1, 90):
        cells = tuple("?cocked" if value == 0 else str(value) for value in rng.integers(0, 7, size=2))
        for die, cell in enumerate(cells):
            counts[die, 6 if cell == "?cocked" else int(cell) - 1] += 1
        picture.shown(cells, throw, 0)
    picture.close()
    told = io.StringIO()
    Console(file=told, width=140).print(picture.picture(89))
    text = told.getvalue()
    found = looked_at(counts, PLAN)
    assert f"{100 * found.low[1, 2]:4.1f} – {100 * found.high[1, 2]:4.1f} %" in text
    assert f"red ({int(counts[0, 6])} in doubt)" in text
    assert f"Throw 89 of {PLAN.throws}." in text


def test_intervals_of_all_dice_hold_together_and_doubts_are_left_out() -> None:
    counts = np.array([[20.0, 30, 25, 22, 18, 35, 9], [20, 30, 25, 22, 18, 35, 0]])
    found = looked_at(counts, PLAN)
    assert np.allclose(found.low[0], found.low[1])
    assert np.allclose(found.low[1:], anytime_extent(counts[1:], exact_reader(), 0.975).low)


@pytest.mark.parametrize(("ends", "marks"), [((0, 1 / 6, 1 / 3), "●"), ((0.1, 0.12, 0.14), "●"), ((0.5, 0.6, 1), "●")])
def test_a_bar_has_one_width(ends: tuple[float, float, float], marks: str) -> None:
    drawn = bar(*ends)
    assert len(drawn) == BAR
    assert drawn.count(marks) == 1


def test_without_a_terminal_a_line_now_and_then_is_enough() -> None:
    picture, told = shown(terminal=False)
    for throw in range(1, LINES + 2):
        picture.shown(("1", "2"), throw, 0)
    picture.shown(None, LINES + 1, 600)
    assert told.getvalue().count("\n") == 1
    assert picture._note == "The machine rests for about 10 min."


def test_people_are_asked_in_their_language_to_lay_the_dice() -> None:
    asked: list[str] = []

    def answered(prompt: str) -> str:
        asked.append(prompt)
        return "\n"

    picture, _ = shown(terminal=True, language=Language("de"), laying=DiceLaying(answered))
    assert picture.moved((6, 1)) == BY_PEOPLE
    assert asked == ["Legt red in Mulde 6, blue in Mulde 1. Hände weg, dann drückt die Eingabetaste."]


def test_counts_go_by_the_names_of_the_dice() -> None:
    row = LogRow("now", LogEvent.THROW, 1, (1, 2), ("3", "?glare"))
    assert dice_counts(StudyRecord((SEALED, row), ""), PLAN.dice) == {
        "red": [0, 0, 1, 0, 0, 0, 0],
        "blue": [0, 0, 0, 0, 0, 0, 1],
    }


@dataclass(slots=True)
class DiceLayer:
    """Hands that take down where they laid dice."""

    laid: list[tuple[int, ...]] = field(default_factory=list)

    def lay_dice(self, wells: tuple[int, ...]) -> None:
        self.laid.append(wells)


def nobody(prompt: str) -> str | None:
    raise AssertionError(f"nobody is asked: {prompt}")


def test_hands_of_the_table_lay_dice_and_nobody_is_asked() -> None:
    hands = DiceLayer()
    assert DiceLaying(nobody, hands=hands).laid((2, 3), "lay") == BY_HANDS
    assert hands.laid == [(2, 3)]


def test_what_people_did_beforehand_counts_once_and_for_these_wells_alone() -> None:
    asked: list[str] = []

    def answered(prompt: str) -> str | None:
        asked.append(prompt)
        return "" if len(asked) < 3 else None

    laying = DiceLaying(answered, (1, 2))
    assert laying.laid((1, 2), "first") == BEFOREHAND
    assert laying.laid((1, 2), "again") == BY_PEOPLE
    assert DiceLaying(answered, (1, 2)).laid((2, 3), "other") == BY_PEOPLE
    assert laying.laid((2, 3), "gone") == ""
    assert asked == ["again", "other", "gone"]
