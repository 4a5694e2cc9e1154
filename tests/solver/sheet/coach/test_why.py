"""The sentence that says why on score sheets: every number in it is computed again, in fractions from the rules."""

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from solver.action import Action, Verb
from solver.sheet.coach.advise import advise_state
from solver.sheet.coach.decide import Breakdowns, Weighed, end_chances, moment, weigh
from solver.sheet.coach.explain import amount, box_words, why_missed, why_wins
from solver.sheet.exact.sheet_files import load_sheet
from solver.sheet.game.card import Card, read_card
from solver.sheet.game.custom_sheet import find_sheet
from solver.sheet.game.rules import SheetState
from solver.sheet.game.sheet import Joker, Sheet
from solver.throw_distribution import fair_die
from tests.support.solver.acts import commit, keep, score
from tests.support.solver.reference_states import FEW, ReferencePlay, moments, reference_play, small

LOADED = (Fraction(1, 2), Fraction(1, 12), Fraction(1, 4), Fraction(1, 6))
ITEM = re.compile(r"([A-Za-z0-9][A-Za-z0-9 ]*?) \(([+-][0-9.]+)\)")
CHANCE = re.compile(r"([A-Za-z][A-Za-z ]*?) \(([0-9.]+) %\)")
LINKS = re.compile(r"^((and|it is close but|but|is worth more than|are worth more than) )+")
MADE = re.compile(r"(?:expected to score|that makes) ([0-9.]+) ")
SHARE = re.compile(r"with ([0-9.]+) of the bonus")
COST = re.compile(r"would cost ([0-9.]+) points?\.$")
# A printed number with two decimals is this near to its own.
ROUNDED = 0.00501

GAMES = [
    (small(throws=2, names=FEW), fair_die(4)),
    (small(Joker.FREE, throws=2, names=FEW), LOADED),
    (small(Joker.NONE, throws=2, commit=True, names=FEW), LOADED),
]


class Second:
    """The books of a moment once more, from best play in fractions with and without the bonus."""

    def __init__(self, sheet: Sheet, die: tuple[Fraction, ...]) -> None:
        self.sheet, self.bare = sheet, sheet.bare
        self.exact = reference_play(die)

    def before(self, state: SheetState) -> SheetState:
        """Return the start of this turn without the bonus."""
        card = Card(self.bare, state.card.scores, state.card.extras)
        return SheetState((card,), rolls_left=self.bare.throws)

    def end(self, state: SheetState, box: str, dice: tuple[int, ...]) -> tuple[int, int, Fraction]:
        """Return what an end of this turn writes, what it is paid beside, and what is still to come without a bonus."""
        before = self.before(state).card
        card = before.with_score(box, dice)
        paid = self.sheet.extra * (card.extras - before.extras)
        later = self.exact.value(SheetState((card,), rolls_left=self.sheet.throws))
        return card.total - before.total - paid, paid, later

    def items(self, state: SheetState, action: Action) -> dict[str, Fraction]:
        """Return what each box, a safer turn, further Yahtzees and the bonus bring, in their words."""
        now = self.exact.value(self.before(state))
        items = {box_words(self.sheet, box): Fraction(0) for box in self.sheet.names}
        items |= dict.fromkeys(("a safer turn", "further Yahtzees", "the bonus"), Fraction(0))
        for (box, dice), chance in self.exact.ends(state, action).items():
            points, paid, later = self.end(state, box, dice)
            gain = points + later - now
            items[box_words(self.sheet, box) if gain > 0 else "a safer turn"] += chance * gain
            items["further Yahtzees"] += chance * paid
            items["the bonus"] -= chance * (points + paid + later)
        items["the bonus"] += self.exact.worth(state, action)
        return items

    def differences(self, state: SheetState, action: Action, other: Action) -> dict[str, Fraction]:
        """Return the items by which an action differs from another."""
        if not (action.verb is Verb.SCORE and other.verb is Verb.SCORE):
            mine, theirs = self.items(state, action), self.items(state, other)
            return {name: mine[name] - theirs[name] for name in mine}
        (points, paid, later), (less, _, sooner) = (self.end(state, one.box, state.dice) for one in (action, other))
        more, kept = points - less, other if later > sooner else action
        bonus = self.exact.worth(state, action) - self.exact.worth(state, other) - more - (later - sooner)
        return {
            f"{abs(more)} more point{'' if abs(more) == 1 else 's'} now": Fraction(more),
            f"leaving {box_words(self.sheet, kept.box)} open": later - sooner,
            "the bonus": bonus + 0 * paid,
        }

    def points(self, state: SheetState, action: Action) -> Fraction:
        """Return the points that this turn writes on average."""
        ends = self.exact.ends(state, action)
        return sum((chance * self.end(state, box, dice)[0] for (box, dice), chance in ends.items()), Fraction(0))

    def chance(self, state: SheetState, action: Action, words: str) -> Fraction:
        """Return the chance that this turn ends with points in the box that is called so."""
        return sum(
            (
                chance
                for (box, dice), chance in self.exact.ends(state, action).items()
                if box_words(self.sheet, box) == words and self.end(state, box, dice)[0]
            ),
            Fraction(0),
        )


@pytest.mark.parametrize(("sheet", "die"), GAMES)
def test_every_number_in_every_sentence_is_true(sheet: Sheet, die: tuple[Fraction, ...]) -> None:
    values, plain = load_sheet(sheet, die), load_sheet(sheet.bare, die)
    second = Second(sheet, die)
    seen = dict.fromkeys(("items", "chances", "costs", "made", "shares"), 0)
    for state in moments(sheet, games=12, seed=11):
        decision = advise_state(values, state, plain)
        why, best = decision.why, decision.action
        assert why.endswith(".")
        assert "\n" not in why
        if not state.dice or len(decision.options) == 1:
            continue
        other = decision.ranked()[1][0]
        gap = second.exact.worth(state, best) - second.exact.worth(state, other)
        cost = COST.search(why)
        if cost is None:
            assert gap == 0
            assert "would be worth just as much" in why
            continue
        seen["costs"] += 1
        assert float(cost[1]) == pytest.approx(float(gap), abs=ROUNDED)
        assert float(cost[1]) > 0
        told = [(LINKS.sub("", name), float(number)) for name, number in ITEM.findall(why)]
        if told:
            seen["items"] += len(told)
            _check_items(told, second.differences(state, best, other), float(gap))
        for name, percent in CHANCE.findall(why):
            seen["chances"] += 1
            words = re.sub("^(for|or) ", "", name.split(" for ")[-1].strip())
            assert float(percent) == pytest.approx(float(100 * second.chance(state, best, words)), abs=0.501)
        if made := MADE.search(why):
            seen["made"] += 1
            assert float(made[1]) == pytest.approx(float(second.points(state, best)), abs=ROUNDED)
        if share := SHARE.search(why):
            seen["shares"] += 1
            assert float(share[1]) == pytest.approx(float(second.items(state, best)["the bonus"]), abs=ROUNDED)
    assert seen["items"] > 15
    assert seen["costs"] > 15
    assert seen["made"] > 3
    assert sheet.commit or (seen["chances"] > 10 and seen["shares"] > 0)


def _check_items(told: list[tuple[str, float]], expected: dict[str, Fraction], gap: float) -> None:
    named = {name: number for name, number in told if name != "all else"}
    for name, number in named.items():
        assert number == pytest.approx(float(expected[name]), abs=ROUNDED), (name, told)
    rest = gap - sum(float(expected[name]) for name in named)
    assert dict(told).get("all else", 0.0) == pytest.approx(rest, abs=max(ROUNDED, 0.03 * gap))
    assert max(named.values(), default=1.0) > 0


@pytest.mark.parametrize(("sheet", "die"), GAMES)
def test_accounts_sum_to_what_an_action_is_worth(sheet: Sheet, die: tuple[Fraction, ...]) -> None:
    values, plain = load_sheet(sheet, die), load_sheet(sheet.bare, die)
    exact = reference_play(die)
    for state in moments(sheet, games=1, seed=2):
        weighed = weigh(values, state)
        accounts = Breakdowns(plain, weighed)
        now = plain.at(Card(sheet.bare, state.card.scores, state.card.extras))
        for action, value in weighed.options:
            account = accounts.of(action)
            assert account.sum == pytest.approx(value - now, abs=1e-9)
            assert (account.good >= 0).all()
            assert account.poor <= 0
            _check_ends(weighed, action, exact)


def _check_ends(weighed: Weighed, action: Action, exact: ReferencePlay) -> None:
    chances = end_chances(weighed, action)
    expected = exact.ends(weighed.state, action)
    for (box, dice), chance in expected.items():
        place = weighed.state.sheet.index(box), weighed.lattice.roll_index(dice)
        assert chances[place] == pytest.approx(float(chance), abs=1e-12)
        chances[place] = 0.0
    assert abs(chances).max() == 0.0


YAHTZEE = find_sheet("yahtzee")
LAST = (
    "ones=3,twos=6,threes=9,fours=12,fives=15,three-of-a-kind=20,four-of-a-kind=20,full-house=25,small-straight=30,"
    "large-straight=40,yahtzee=50,chance=20"
)


@pytest.mark.parametrize(
    ("card", "dice", "left", "said"),
    [
        ("", (), 3, "Throw all dice: every turn begins with a throw, and 254.59 points are still to come on average."),
        ("ones=3,sixes=18,yahtzee=50", (3, 3, 4, 5, 6), 2, "Keep 3 3 for threes (55 %) or the small straight (13 %): "),
        ("", (4, 4, 4, 4, 4), 2, "Score 50 in Yahtzee at once: Yahtzee (+45.33) is worth more than the bonus"),
        ("yahtzee=50", (4, 4, 4, 4, 4), 0, "Score 20 in fours, with 100 for the further Yahtzee: dice that are all al"),
        ("yahtzee=0,fours=12", (4, 4, 4, 4, 4), 0, "Score 40 in the large straight as a joker: 20 more points now (+2"),
        (LAST, (3, 3, 6, 6, 6), 0, "Score 18 in sixes: it is the last open box."),
        (
            LAST,
            (2, 3, 3, 6, 6),
            2,
            "Keep 6 6: that makes 17.50 in sixes, with 23.28 of the bonus and 2.85 of further Yahtz",
        ),
        (
            LAST.replace("chance=20", "sixes=18"),
            (1, 1, 1, 1, 2),
            2,
            "Keep 1 1 1 1: that makes 7.08 in chance, with 30.56 of further Yahtzees on average, and keeping 1 1 1 w",
        ),
        (LAST, (3, 3, 3, 3, 3), 1, "Put a zero in sixes at once, with 100 for the further Yahtzee: keeping 3 3 3 3 wo"),
        (LAST.replace("fives=15,", ""), (3, 3, 3, 3, 3), 0, "Put a zero in fives, with 100 for the further Yahtzee, t"),
    ],
)
def test_each_kind_of_moment_has_its_sentence(card: str, dice: tuple[int, ...], left: int, said: str) -> None:
    assert advise_state(load_sheet(YAHTZEE), moment(read_card(YAHTZEE, card), dice, left)).why.startswith(said)


def test_the_coach_is_quoted_as_it_speaks() -> None:
    told = (Path(__file__).parents[4] / "docs" / "coach.md").read_text()
    card = read_card(YAHTZEE, "ones=3,sixes=18,yahtzee=50")
    why = advise_state(load_sheet(YAHTZEE), moment(card, (3, 3, 4, 5, 6), 2)).why
    assert why in " ".join(line.removeprefix("> ") for line in told.splitlines())


def test_a_zero_goes_where_it_is_missed_least() -> None:
    card = read_card(YAHTZEE, "ones=3,twos=6,threes=9,fours=12,fives=15,sixes=18,chance=20")
    table = load_sheet(YAHTZEE)
    decision = advise_state(table, moment(card, (1, 2, 2, 4, 6), 0))
    worth = {box: table.at(card.with_score(box, (1, 2, 2, 4, 6))) for box in card.open}
    box, other = sorted(worth, key=lambda box: -worth[box])[:2]
    assert decision.action == score(box)
    assert decision.why == (
        f"Put a zero in {box_words(YAHTZEE, box)}, the cheapest of 6 zeros: leaving {box_words(YAHTZEE, other)} open "
        f"is what counts, and a zero in {box_words(YAHTZEE, other)} would cost {worth[box] - worth[other]:.2f} points."
    )


def test_differences_too_small_to_name_leave_the_cost_alone() -> None:
    card = read_card(
        YAHTZEE,
        "twos=4,threes=0,fours=0,fives=10,sixes=24,four-of-a-kind=0,full-house=25,small-straight=0,large-straight=40,"
        "yahtzee=0,chance=22",
    )
    why = advise_state(load_sheet(YAHTZEE), moment(card, (1, 3, 4, 5, 6), 2)).why
    assert why == "Keep 6 for three of a kind (47 %): it is close, but keeping 5 6 would cost 0.005 points."


def test_what_is_better_for_winning_than_for_points_is_said() -> None:
    card = Card.blank(YAHTZEE)
    wins = ((keep(6, 6), 0.5432), (keep(5, 5), 0.5391), (score("chance"), 0.4))
    by_points = ((keep(5, 5), 230.5), (keep(6, 6), 229.75), (score("chance"), 200.0))
    assert why_wins(card, (1, 5, 5, 6, 6), wins, by_points) == (
        "Keep 6 6: it wins 54.3 % of games, keeping 5 5 only 53.9 %; counting only points, keeping 5 5 would be better "
        "by 0.75 points"
    )
    assert why_wins(card, (1, 5, 5, 6, 6), wins, (by_points[1], (keep(5, 5), 229.0))) == (
        "Keep 6 6: it wins 54.3 % of games, keeping 5 5 only 53.9 %"
    )
    equal, points = (((score("fives"), 0.5), (score("ones"), 0.499999)), ((score("fives"), 9.0), (score("ones"), 8.5)))
    assert why_wins(card, (1, 5, 5, 6, 6), equal, points) == (
        "Score 10 in fives: it wins 50.0 % of games, scoring 1 in ones just as many and 0.50 points fewer"
    )
    assert why_wins(card, (1, 5, 5, 6, 6), equal, tuple((action, 9.0) for action, _ in points)) == (
        "Score 10 in fives: it wins 50.0 % of games, scoring 1 in ones just as many"
    )
    assert why_wins(card, (1, 5, 5, 6, 6), wins[2:], by_points[2:]) == (
        "Score 23 in chance: it is the only choice, and wins 40.0 % of games"
    )


def test_what_is_overlooked_is_said_with_its_price() -> None:
    state = SheetState((Card.blank(YAHTZEE),), 0, (1, 5, 5, 6, 6), 2)
    options = ((keep(6, 6), 231.0), (commit("ones"), 230.5), (keep(), 229.0))
    assert why_missed("casual", state, keep(), options) == (
        "Throw all dice again: casual overlooks that keeping 6 6 would be worth 2.00 points more"
    )
    assert why_missed("casual", state, commit("ones"), options) == (
        "Choose ones: casual overlooks that keeping 6 6 would be worth 0.50 points more"
    )


@pytest.mark.parametrize(("number", "said"), [(1.0, "1.00"), (0.004, "0.004"), (0.0, "0.00"), (12.345, "12.35")])
def test_small_amounts_are_not_rounded_to_nothing(number: float, said: str) -> None:
    assert amount(number) == said


def test_boxes_are_called_as_people_call_them() -> None:
    assert [box_words(YAHTZEE, box) for box in ("large-straight", "full-house", "three-of-a-kind", "yahtzee")] == [
        "the large straight",
        "the full house",
        "three of a kind",
        "Yahtzee",
    ]
    own = replace(
        YAHTZEE, boxes=tuple(replace(box, name="five-alike") if box.sizes == (5,) else box for box in YAHTZEE.boxes)
    )
    assert box_words(own, "five-alike") == "five alike"
