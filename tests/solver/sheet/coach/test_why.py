"""Reasons on score sheets: every number in them is computed again, in fractions from the rules."""

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from solver.action import Action, Verb
from solver.reason import Reason
from solver.sheet.coach.advise import SheetReasons, advise_state
from solver.sheet.coach.decide import Weighed, end_chances, weigh
from solver.sheet.exact.sheet_files import load_sheet
from solver.sheet.game.card import Card, read_card
from solver.sheet.game.custom_sheet import find_sheet
from solver.sheet.game.rules import SheetState
from solver.sheet.game.sheet import Joker, Sheet
from solver.throw_distribution import fair_die
from tests.support.solver.acts import keep, moment, score
from tests.support.solver.reasons import walk_reasons
from tests.support.solver.reference_states import FEW, ReferencePlay, make_small, moments, reference_play

LOADED = (Fraction(1, 2), Fraction(1, 12), Fraction(1, 4), Fraction(1, 6))
LEFT_OUT = 0.05
"""Parts are left out that are less, or less than three hundredths of what the other action costs."""

GAMES = [
    (make_small(throws=2, names=FEW), fair_die(4)),
    (make_small(Joker.FREE, throws=2, names=FEW), LOADED),
    (make_small(Joker.NONE, throws=2, commit=True, names=FEW), LOADED),
]


class Second:
    """The parts of what actions are worth once more, from best play in fractions with and without the bonus."""

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

    def parts(self, state: SheetState, action: Action) -> Counter[str]:
        """Return what each box, poor ends, further Yahtzees and the bonus bring."""
        now = self.exact.value(self.before(state))
        parts: Any = Counter[str]()
        for (box, dice), chance in self.exact.ends(state, action).items():
            points, paid, later = self.end(state, box, dice)
            gain = points + later - now
            parts[box if gain > 0 else "part-poor"] += chance * gain
            parts["part-further"] += chance * paid
            parts["part-bonus"] -= chance * (points + paid + later)
        parts["part-bonus"] += self.exact.worth(state, action)
        found: Counter[str] = parts
        return found

    def differences(self, state: SheetState, action: Action, other: Action) -> Counter[str]:
        """Return the parts by which an action differs from another."""
        found = Counter[str]()
        if not (action.verb is Verb.SCORE and other.verb is Verb.SCORE):
            found.update(self.parts(state, action))
            found.subtract(self.parts(state, other))
            return found
        (points, _, later), (less, _, sooner) = (self.end(state, one.box, state.dice) for one in (action, other))
        gap = self.exact.worth(state, action) - self.exact.worth(state, other)
        now, after = points - less, later - sooner
        found.update({"part-now": now, "part-later": after, "part-bonus": gap - now - after})
        return found

    def chance(self, state: SheetState, action: Action, box: str) -> Fraction:
        """Return the chance that this turn ends with points in a box."""
        ends = self.exact.ends(state, action).items()
        return sum(
            (chance for (end, dice), chance in ends if end == box and self.end(state, box, dice)[0]), Fraction(0)
        )

    def poor(self, state: SheetState, action: Action) -> Fraction:
        """Return the chance that this turn brings less than an average one, without the bonus and what is paid."""
        now = self.exact.value(self.before(state))
        ends = [(self.end(state, *end), chance) for end, chance in self.exact.ends(state, action).items()]
        return sum((chance for (points, _, later), chance in ends if points + later < now), Fraction(0))


def keys(reason: Reason) -> list[str]:
    """Return the keys of a reason and of all its parts."""
    return [one.key for one in walk_reasons(reason)]


@pytest.mark.parametrize(("sheet", "die"), GAMES)
def test_every_number_in_every_reason_is_true(sheet: Sheet, die: tuple[Fraction, ...]) -> None:
    values = load_sheet(sheet, die)
    second, chance, seen = Second(sheet, die), Random(1), Counter[str]()
    for state in moments(sheet, games=12, seed=11):
        decision = advise_state(values, state)
        if not state.dice or len(decision.options) == 1:
            continue
        some = chance.choice([*decision.options]), chance.choice([*decision.options])
        for reason in (decision.reason, decision.reason_for(*some)):
            action = next(one for part in walk_reasons(reason) if isinstance(one := part.values.get("action"), Action))
            other = reason.values["other"]
            assert isinstance(other, Action)
            gap = float(second.exact.worth(state, action) - second.exact.worth(state, other))
            seen[reason.key] += 1
            if "points" not in reason.values:
                assert (reason.key, gap) == ("even", 0) or (reason.key.endswith("close") and 0 < abs(gap) < 0.1)
                continue
            assert reason.values["points"] == pytest.approx(abs(gap))
            assert reason.key.startswith("costs" if gap > 0 else "misses")
            better, worse = (action, other) if gap > 0 else (other, action)
            _check_parts(reason, second.differences(state, better, worse), abs(gap))
            seen["shares"] += _check_shares(reason, second, state, better, worse)
            for aim in walk_reasons(reason):
                if aim.key == "aim":
                    seen["aim"] += 1
                    box: Any = aim.values["box"]
                    told: Any = aim.values["share"]
                    exact = second.chance(state, action, box.box)
                    assert told in {"<1", ">99"} or told == pytest.approx(float(100 * exact), abs=0.501)
    assert min(seen["costs-by"], seen["misses-by"]) > 5
    assert sheet.commit or seen["aim"] > 10
    assert seen["shares"] > 20


def _check_shares(reason: Reason, second: Second, state: SheetState, better: Action, worse: Action) -> int:
    """Check the chances of boxes and of turns below the average, and return how many were told."""
    told = [one for one in walk_reasons(reason) if "less" in one.values]
    for one in told:
        box: Any = one.values.get("box")
        for name, action in (("share", worse), ("less", better)):
            exact = 100 * (second.chance(state, action, box.box) if box else second.poor(state, action))
            shown: Any = one.values[name]
            assert shown in {"<1", ">99"} or shown == pytest.approx(float(exact), abs=0.501)
    return len(told)


def _check_parts(reason: Reason, expected: Counter[str], gap: float) -> None:
    parts = reason.values.get("parts", Reason("loses", {"loses": ()}))
    assert isinstance(parts, Reason)
    rest, others = gap, set[int]()
    for side, sign in (("loses", 1), ("gains", -1)):
        ones: Any = parts.values.get(side, ())
        named = {getattr(one.values.get("box"), "box", one.key): one.values.get("points", 0.0) for one in ones}
        others |= {sign} if named.pop("part-others", None) is not None else set()
        told = {one.replace("stop", "poor").removesuffix("-more").removesuffix("-fewer"): named[one] for one in named}
        for name, points in told.items():
            near = 0.5 if name == "part-now" else 1e-9
            assert points == pytest.approx(sign * float(expected[name]), abs=near), (name, reason)
        assert [*told.values()] == sorted(told.values(), reverse=True), "the largest first"
        rest -= sign * sum(told.values())
    small = parts.values["loses"] == () or abs(rest) < max(LEFT_OUT, 0.2 * gap)
    assert others == (set() if small else {1 if rest > 0 else -1})


@pytest.mark.parametrize(("sheet", "die"), GAMES)
def test_parts_sum_to_what_two_actions_differ_by(sheet: Sheet, die: tuple[Fraction, ...]) -> None:
    values, plain = load_sheet(sheet, die), load_sheet(sheet.bare, die)
    for state in moments(sheet, games=1, seed=2):
        weighed = weigh(values, state)
        reasons = SheetReasons(weighed, lambda: plain)
        best, value = weighed.options[0]
        for action, worth in weighed.options:
            _check_ends(weighed, action, reference_play(die))
            if state.dice:
                assert sum(gain for _, gain in reasons.compare(best, action)) == pytest.approx(value - worth, abs=1e-9)


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
SMALL = (
    "twos=4,threes=0,fours=0,fives=10,sixes=24,four-of-a-kind=0,full-house=25,small-straight=0,large-straight=40,"
    "yahtzee=0,chance=22"
)
PAID = ["scoring-paid", "scoring-at-once"]


@pytest.mark.parametrize(
    ("card", "dice", "left", "said", "other"),
    [
        ("", (), 3, ["alone", "beginning", "worth-points"], None),
        ("ones=3,sixes=18,yahtzee=50", (3, 3, 4, 5, 6), 2, ["costs-by", "aiming-two", "aim", "aim"], keep(3, 4, 5, 6)),
        ("", (4, 4, 4, 4, 4), 2, ["costs-by", "scoring-at-once", "loses-gains"], score("fours")),
        ("", (4, 4, 4, 1, 2), 2, ["costs-by", "aiming-two", "aim"], keep(4)),  # not 2 4 4 4, which is for fours too
        ("yahtzee=50", (4, 4, 4, 4, 4), 0, ["only-alike", "scoring-paid"], None),
        ("yahtzee=0,fours=12", (4, 4, 4, 4, 4), 0, ["costs-by", "scoring-joker"], score("four-of-a-kind")),
        (LAST, (3, 3, 6, 6, 6), 0, ["only-box"], None),
        (LAST, (2, 3, 3, 6, 6), 2, ["costs-by", "loses", "part-bonus"], keep(3, 3, 6, 6)),
        (LAST, (3, 3, 3, 3, 3), 1, ["costs-by", *PAID], keep(3, 3, 3, 3)),
        (
            LAST.replace("fives=15,", ""),
            (3, 3, 3, 3, 3),
            0,
            ["costs-by", "scoring-cheapest", "scoring-paid"],
            score("sixes"),
        ),
        (SMALL, (1, 3, 4, 5, 6), 2, ["costs-by", "aiming"], score("ones")),
    ],
)
def test_each_kind_of_moment_has_its_reason(
    card: str, dice: tuple[int, ...], left: int, said: list[str], other: Action | None
) -> None:
    reason = advise_state(load_sheet(YAHTZEE), moment(read_card(YAHTZEE, card), dice, left)).reason
    assert keys(reason)[: len(said)] == said
    assert reason.values.get("other") == other


def test_what_is_better_for_winning_than_for_points_is_said() -> None:
    state = SheetState((Card.blank(YAHTZEE),) * 2, 0, (1, 5, 5, 6, 6), 2)
    by_points = weigh(load_sheet(YAHTZEE), state)
    for best, said in ((keep(5, 5), ["counting-points", "better"]), (by_points.options[0][0], ["better"])):
        wins = ((best, 0.54), *((one, 0.5) for one, _ in by_points.options if one != best))
        weighed = Weighed(by_points.state, by_points.lattice, by_points.ends, by_points.turn, wins, by_points.ends)
        reasons = SheetReasons(weighed, by_points=lambda: by_points)
        assert keys(reasons.decide().reason)[: len(said)] == said
