"""Score cards: what may be written where, and which cards no play gives."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from solver.errors import PositionError, RuleError, SolverError, UnknownNameError
from solver.sheet.game.card import Card, box_values, read_card, read_short
from solver.sheet.game.custom_sheet import SHEETS, find_sheet
from solver.sheet.game.sheet import Joker, Pays, Sheet
from tests.support.solver.boxes import groups, number
from tests.support.solver.reference_rulebook import choices

SHEET_GAMES = [sheet for sheets in SHEETS.values() for sheet in sheets]
FORCED = find_sheet("yahtzee")

alike = st.integers(1, 6).map(lambda face: (face,) * 5)
handfuls = st.one_of(alike, st.tuples(*[st.integers(1, 6)] * 5))


@st.composite
def yahtzee_scores(draw: st.DrawFn) -> tuple[int | None, ...]:
    """Return scores of which each alone is possible, most of them filled."""
    return tuple(draw(st.one_of(st.none(), st.sampled_from(sorted(box_values(box, 5, 6))))) for box in FORCED.boxes)


@settings(max_examples=50)
@given(st.sampled_from(["forced", "free", "plain"]), yahtzee_scores(), handfuls)
def test_any_dice_go_where_rules_let_them(rule: str, scores: tuple[int | None, ...], dice: tuple[int, ...]) -> None:
    card = Card(find_sheet("yahtzee", rule), scores)
    may = choices(rule, dict(zip(card.sheet.names, scores, strict=True)), dice)
    assert card.boxes_for(dice) == tuple(may)
    for box, (points, hundreds) in may.items():
        after = card.with_score(box, dice)
        assert card.points(box, dice) == points
        assert after.extras == hundreds
        assert after.scores == tuple(
            points if name == box else had for name, had in zip(FORCED.names, scores, strict=True)
        )
        upper = sum(score or 0 for score in after.scores[:6])
        assert after.upper == upper
        assert after.total == sum(score or 0 for score in after.scores) + 35 * (upper >= 63) + 100 * hundreds
    for box in set(FORCED.names) - set(may):
        with pytest.raises(RuleError):
            card.points(box, dice)


def test_a_card_tells_what_is_on_it() -> None:
    card = read_card(FORCED, "ones=3, sixes=30,yahtzee=50,bonuses=1")
    assert (card.upper, card.bonus, card.total, card.extras) == (33, 0, 183, 1)
    assert card.filled == 0b0100000100001
    assert card.open == tuple(name for name in FORCED.names if name not in ("ones", "sixes", "yahtzee"))
    assert card.joker_paid
    assert card.short == "3,,,,,30,,,,,,50,/1"
    assert not read_card(FORCED, "yahtzee=0").joker_paid
    assert read_card(FORCED, "") == read_card(FORCED, "  ") == Card.blank(FORCED)


@settings(max_examples=30)
@given(st.sampled_from(SHEET_GAMES), st.lists(st.tuples(handfuls, st.integers(0, 14)), min_size=15, max_size=15))
def test_every_card_of_any_play_is_read_again(sheet: Sheet, plays: list[tuple[tuple[int, ...], int]]) -> None:
    card = Card.blank(sheet)
    for dice, choice in plays:
        if may := card.boxes_for(dice):
            card = card.with_score(may[choice % len(may)], dice)
            assert read_short(sheet, card.short) == card


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("ones=7", "ones=7 is not a score of this box: it can have 0 to 5"),
        ("threes=4", "it can have 0, 3, 6, 9, 12 or 15"),
        ("full-house=22", "it can have 0 or 25"),
        ("three-of-a-kind=31", "it can have 0 or 5 to 30"),
        ("chance=4", "it can have 5 to 30"),
        ("bonuses=1", "bonuses=1 needs yahtzee=50"),
        ("yahtzee=0,ones=5,bonuses=1", "bonuses=1 needs yahtzee=50"),
        ("yahtzee=50,bonuses=1", "1 filled boxes besides yahtzee: give at most 0"),
        ("yahtzee=50,ones=5,twos=10,bonuses=3", "give at most 2"),
        ("ones=3,ones=3", "ones is given twice"),
        ("ones=", "not a number of points"),
        ("ones", "write box=points"),
        ("ones=3,", "write box=points"),
        ("ones=-3", "not a number of points"),
        ("ones=٣", "not a number of points"),
        ("ones=" + "9" * 5000, "not a number of points"),
        ("ones=3=3", "not a number of points"),
    ],
)
def test_a_card_that_no_play_gives_is_refused_in_one_line(text: str, advice: str) -> None:
    with pytest.raises(PositionError, match=re.escape(advice)) as refusal:
        read_card(FORCED, text)
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 160


@pytest.mark.parametrize(
    ("sheet", "text", "error", "advice"),
    [
        (FORCED, "one=3", UnknownNameError, "unknown box 'one': did you mean ones?"),
        (FORCED, "yahtzee=50,bonus=1", UnknownNameError, "did you mean bonuses?"),
        (find_sheet("yatzy"), "yahtzee=50", UnknownNameError, "did you mean yatzy?"),
        (find_sheet("hooligan"), "chance=9", UnknownNameError, "unknown box 'chance'"),
        (
            find_sheet("kniffel"),
            "yahtzee=50,ones=5,bonuses=1",
            PositionError,
            "kniffel with the plain rule pays no further",
        ),
        (find_sheet("yahtzee", "plain"), "bonuses=0", PositionError, "leave bonuses out"),
        (find_sheet("yatzy"), "full-house=25", PositionError, "it can have 0, 7 to 9, 11 to 24 or 26 to 28"),
        (find_sheet("yatzy"), "two-pairs=4", PositionError, "it can have 0, 6, 8, 10, 12, 14, 16, 18, 20 or 22"),
        (find_sheet("yatzy"), "one-pair=0,four-of-a-kind=25", PositionError, "it can have 0, 4, 8, 12, 16, 20 or 24"),
    ],
)
def test_each_sheet_refuses_what_it_has_not(sheet: Sheet, text: str, error: type[SolverError], advice: str) -> None:
    with pytest.raises(error, match=re.escape(advice)) as refusal:
        read_card(sheet, text)
    assert "\n" not in str(refusal.value)


def test_a_score_that_only_a_joker_leaves_needs_one() -> None:
    boxes = (number("ones", 1), number("sixes", 6), groups("five", 5, pays=50), groups("house", 3, 2, pays=Pays.ALL))
    sheet = Sheet("own", "forced", boxes, joker=Joker.FORCED, extra=100)
    assert read_card(sheet, "house=30,sixes=0,five=0").total == 30
    assert read_card(sheet, "house=30,sixes=6,five=50,bonuses=1").total == 186
    for text, advice in {
        "house=30": "house=30 needs a joker, but box five is open: fill it",
        "house=6,five=0": "house=6 is not a score of this box: it can have 0, 5, 7 to 28 or 30",
    }.items():
        with pytest.raises(PositionError, match=re.escape(advice)):
            read_card(sheet, text)


def test_a_card_has_the_boxes_of_its_sheet() -> None:
    with pytest.raises(PositionError, match="there are 2 scores for 13 boxes"):
        Card(FORCED, (None, 3))


@settings(max_examples=40)
@given(st.one_of(st.text("ones=3,yahtze50 bu", max_size=40), st.text("ones=3, \n\t\0-+.٣½é\u2028🎲", max_size=40)))
@example("ones=3,\ntwos=2")
@example("\0" * 40 + "=")
def test_no_text_is_read_but_one_of_a_card(text: str) -> None:
    try:
        card = read_card(FORCED, text)
    except SolverError as error:
        refusal = str(error)
    else:
        assert read_short(FORCED, card.short) == card
        return
    assert "\n" not in refusal
    assert len(refusal) < 280


def test_a_box_may_be_called_as_people_call_it() -> None:
    kniffel = find_sheet("kniffel")
    assert read_card(kniffel, "Kniffel=50, Small Straight = 30").short == ",,,,,,,,,30,,50,"
    assert read_card(kniffel, "yahtzee=50") == read_card(kniffel, "kniffel=50")
    with pytest.raises(PositionError, match="yahtzee is given twice"):
        read_card(kniffel, "kniffel=50,yahtzee=50")
