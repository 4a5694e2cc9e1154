"""The sheets by their names and rules, and what can be none."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from solver.errors import OptionError, SolverError, UnknownNameError
from solver.sheet.game.boxes import Pays, chance, groups, number, straight
from solver.sheet.game.sheet import SHEETS, UPPER, Joker, Sheet, find_sheet


def test_games_are_found_by_name_and_rule() -> None:
    assert find_sheet("yahtzee") == find_sheet("yahtzee", "forced")
    assert [find_sheet("yahtzee", rule).joker for rule in ("forced", "free", "plain")] == [
        Joker.FORCED,
        Joker.FREE,
        Joker.NONE,
    ]
    assert [find_sheet("yahtzee", rule).extra for rule in ("forced", "free", "plain")] == [100, 100, 0]
    assert replace(find_sheet("kniffel"), name="yahtzee") == find_sheet("yahtzee", "plain")
    assert find_sheet("hooligan", commit=True) == replace(find_sheet("hooligan"), commit=True)


@pytest.mark.parametrize(
    ("game", "boxes", "bonus", "from_"),
    [("yahtzee", 13, 35, 63), ("kniffel", 13, 35, 63), ("yatzy", 15, 50, 63), ("hooligan", 7, 0, 0)],
)
def test_a_sheet_has_its_boxes_and_its_bonus(game: str, boxes: int, bonus: int, from_: int) -> None:
    for sheet in SHEETS[game]:
        assert (len(sheet.boxes), sheet.bonus, sheet.bonus_from) == (boxes, bonus, from_)
        assert (sheet.dice, sheet.sides, sheet.throws, sheet.commit) == (5, 6, 3, False)
        assert sheet.names[:6] == UPPER
        assert sheet.upper == tuple(range(6))
        assert sheet.lower == tuple(range(6, boxes))


def test_the_yahtzee_box_is_the_one_for_all_dice_alike() -> None:
    for game, name in (("yahtzee", "yahtzee"), ("yatzy", "yatzy")):
        sheet = find_sheet(game)
        assert sheet.yahtzee == sheet.index(name)
    assert find_sheet("hooligan").yahtzee is None


def sheet_of(*boxes: object, **fields: object) -> Callable[[], Sheet]:
    return lambda: Sheet("own", "plain", boxes, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("refused", "error", "advice"),
    [
        (lambda: find_sheet("yahtze"), UnknownNameError, "did you mean yahtzee"),
        (lambda: find_sheet("yahtzee", "force"), UnknownNameError, "did you mean forced"),
        (lambda: find_sheet("kniffel", "forced"), OptionError, "kniffel has no forced rule: its rules are plain"),
        (lambda: find_sheet("yatzy", "free"), OptionError, "yatzy has no free rule"),
        (lambda: find_sheet("yahtzee", commit=True), OptionError, "leave commit out, or play hooligan"),
        (
            lambda: find_sheet("yahtzee").index("small"),
            UnknownNameError,
            "unknown box 'small': known are ones, .*small-straight",
        ),
        (sheet_of(), OptionError, "needs a box"),
        (sheet_of(chance(), throws=0), OptionError, "a throw"),
        (sheet_of(chance(), dice=0), OptionError, "a die"),
        (sheet_of(chance(), sides=1), OptionError, "two sides"),
        (sheet_of(chance(), chance()), OptionError, "two boxes are called chance"),
        (sheet_of(number("sevens", 7)), OptionError, "box sevens never scores with 5d6: no die shows 7"),
        (sheet_of(groups("six", 6, pays=5)), OptionError, "box six never scores with 5d6: it needs 6 dice"),
        (sheet_of(groups("three", 1, 1, 1, pays=5), sides=2), OptionError, "it needs dice with 3 sides"),
        (sheet_of(straight("run", 4, 5, 4)), OptionError, "box run never scores with 5d6: it needs a die that shows 7"),
        (sheet_of(straight("run", 6, 5)), OptionError, "box run never scores with 5d6: it needs 6 dice"),
        (sheet_of(straight("run", 3, 0)), OptionError, "box run never scores with 5d6: it pays 0 points"),
        (sheet_of(number("ones", 1), bonus=-1), OptionError, "no less than 0"),
        (sheet_of(number("ones", 1), bonus=5), OptionError, "give both, or neither"),
        (sheet_of(chance(), extra=100), OptionError, "need one box that pays points for 5 alike"),
        (sheet_of(groups("y", 5, pays=Pays.ALL), joker=Joker.FREE), OptionError, "need one box that pays points"),
        (sheet_of(groups("y", 5, pays=9), groups("z", 5, pays=9), extra=1), OptionError, "need one box"),
        (sheet_of(groups("y", 5, pays=9), joker=Joker.FORCED, commit=True), OptionError, "take another joker"),
    ],
)
def test_what_is_no_sheet_is_refused_in_one_line(
    refused: Callable[[], object], error: type[SolverError], advice: str
) -> None:
    with pytest.raises(error, match=advice) as refusal:
        refused()
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 200
