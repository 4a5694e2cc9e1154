"""What a mistake loses and gains beside the best action: each number again, from all throws and from best play.

`MISTAKES=200 pytest -m check -s tests/conformance/test_reasons.py` prints that many sentences of each game.
"""

import os
from collections.abc import Iterator
from functools import cache
from operator import eq, ge, gt
from random import Random
from typing import Any

import pytest

from robot.coach.advice import CoachAdvice
from robot.games.registry import PLAYED, make_game
from robot.language import english
from solver.action import Action
from solver.environments.model import GameModel
from solver.environments.registry import make_model
from solver.rounds.rules import SHIPPED_ROUNDS
from tests.support.solver.reasons import walk_reasons

pytestmark = pytest.mark.check
MISTAKES = int(os.environ.get("MISTAKES", "20"))
GAMES = sorted(PLAYED.keys() - {"swine-herd", "skunk", "think", "chicago"})
LEVELS = ("beginner", "casual")


def find_mistakes(name: str, seats: int, level: str, most: int) -> Iterator[tuple[CoachAdvice, Action]]:
    """Yield choices of a level that cost something, in games among players of that level."""
    chance, game = Random(f"{name} {level}"), make_game(name, {})
    robot, best = game.robot(level, chance), game.robot("", None)
    while most:
        position = game.begin(seats)
        while most and not position.over:
            action = position.forced or robot.decide(position)[0]
            if position.chooses and not position.forced:
                advice = CoachAdvice.of(position, best)
                if advice.cost(action) > 1e-9:
                    most -= 1
                    yield advice, action
            wells = position.wells_for(action) if action.throws else ()
            kept = position.find_kept(action)
            position = position.after(action, [kept.get(well) or chance.randint(1, 6) for well in wells])


class Second:
    """Chances and points of an action, from all its throws by the rules and from best play after them."""

    def __init__(self, model: GameModel[Any]) -> None:
        self.model = model
        self.ends = cache(self._ends)

    def throws(self, state: Any, action: Action) -> Iterator[tuple[float, Any]]:
        """Yield the states after an action, each with its chance."""
        if not action.throws:
            yield 1.0, state.apply(action)
            return
        falls = self.model.throws(self.model.count_dice(state, action))
        for chance, dice in zip(falls.chances, falls.dice, strict=True):
            yield chance, state.apply(action, dice)

    def goes_on(self, state: Any, after: Any) -> bool:
        return bool(after.player == state.player and not after.over and (after.noted.turn or after.noted.dice))

    def weigh(self, state: Any, thrown: Action, held: Action) -> tuple[float, float, float]:
        """Return what throws that score bring beside a hold, what the others do, and the chance to score."""
        scale = 100.0 if self.model.evaluator.unit.value == "wins" else self.model.sign
        base = self.model.evaluator.worth(state.apply(held))[state.player]
        found, scored = [0.0, 0.0], 0.0
        for chance, after in self.throws(state, thrown):
            on = self.goes_on(state, after)
            found[not on] += scale * chance * (self.model.evaluator.worth(after)[state.player] - base)
            scored += chance * on
        return found[0], found[1], scored

    def _ends(self, state: Any, action: Action, player: int) -> dict[int, float]:
        """Return how likely this turn comes to each score after an action, with best play."""
        found: dict[int, float] = {}
        for chance, after in self.throws(state, action):
            going = not after.over and after.player == player and len(after.results) == len(state.results)
            if going and after.results[player] is None:
                more = self.ends(after, next(iter(self.model.evaluator.options(after)))[0], player)
            else:
                more = {after.results[player]: 1.0}
            for score, share in more.items():
                found[score] = found.get(score, 0.0) + chance * share
        return found

    def numbers(self, state: Any, item: Any, better: Action, worse: Action) -> Iterator[tuple[Any, float]]:
        """Yield each number of an item with what it is by the rules."""
        told, key = item.values, item.key.removeprefix("part-")
        both = worse, better
        if key in {"held-on", "held-end", "thrown-on", "thrown-end"}:
            thrown, held = (better, worse) if key.startswith("held") else (worse, better)
            on, end, scored = self.weigh(state, thrown, held)
            yield told["points"], abs(on if key.endswith("on") else end)
            yield told["share"], 100 * (scored if key.endswith("on") else 1 - scored)
        elif key == "aside":
            yield told["points"], abs(state.total(better.keep) - state.total(worse.keep))
        elif key in {"throw", "risk"}:
            scored = sum(
                chance
                for chance, after in self.throws(state, better if key == "throw" else worse)
                if self.goes_on(state, after)
            )
            yield told["share"], 100 * (scored if key == "throw" else 1 - scored)
        elif key == "safety":
            for name, action in zip(("share", "less"), both, strict=True):
                throws = self.throws(state, action)
                yield told[name], 100 * sum(chance for chance, after in throws if not self.goes_on(state, after))
        elif key in {"clean", "at-once", "score"}:
            names = ("points", "other") if key == "score" else ("share", "less")
            for name, action in zip(names, both, strict=True):
                yield told[name], hog_number(key, action.count, state.goal - state.me)
        elif key == "stuck":
            for name, action in zip(("share", "less"), both, strict=True):
                yield told[name], 100 * self.find_stuck(state, action)
        else:
            worth = [self.ends(state, action, state.player) for action in both]
            means = [sum(score * chance for score, chance in one.items()) for one in worth]
            kept = [0 if action.keep is None else state.total(action.keep) for action in both]
            sign, least = 1 if state.rules.most else -1, told.get("best", told.get("least", 0))
            passes = {"level": eq, "reach": ge}.get(key, gt)
            points = {"turn": means, "kept": kept, "come": [mean - now for mean, now in zip(means, kept, strict=True)]}
            if found := points.get(key.removeprefix("low-")):
                shown = found if key.startswith("low-") else [abs(found[1] - found[0])]
                yield from zip((told[name] for name in ("points", "other") if name in told), shown, strict=True)
            else:
                for name, one in zip(("share", "less"), worth, strict=True):
                    won = (chance for score, chance in one.items() if passes(sign * score, sign * least))
                    yield told[name], 100 * sum(won)

    def find_stuck(self, state: Any, action: Action) -> float:
        """Return the chance that the throw after an action, with the best number of dice, shuts no tile."""
        if not action.throws:
            (_, state), player = next(self.throws(state, action)), state.player
            if state.over or state.player != player:
                return 0.0
            action = next(iter(self.model.evaluator.options(state)))[0]
        return sum(chance for chance, after in self.throws(state, action) if after.over or after.player != state.player)


def hog_number(key: str, dice: int, needed: int) -> float:
    """Return the chance that so many dice score, or win at once, or what they bring if they score."""
    sums = {0: 1.0}
    for _ in range(dice):
        sums = {
            total: sum(sums.get(total - face, 0.0) for face in range(2, 7)) / 6
            for total in range(2 + min(sums), 7 + max(sums))
        }
    if key == "score":
        return sum(total * chance for total, chance in sums.items()) / sum(sums.values())
    return 100 * sum(chance for total, chance in sums.items() if key == "clean" or total >= needed)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", GAMES)
def test_what_a_mistake_loses_and_gains_is_true(name: str, level: str) -> None:
    usual = make_game(name, {}).seats
    seats = 2 if 2 in usual else usual[0]
    second = Second(make_model(name, players=seats if name in SHIPPED_ROUNDS else None))
    for advice, action in find_mistakes(name, seats, level, MISTAKES):
        position, best = advice.position, advice.action
        sentences = [english().sentence(one) for one in advice.tell_against(action)]
        print(f"{position.state}: {' '.join(sentences)}")
        assert len(sentences) + sum(one.count(". ") for one in sentences) <= 3
        if position.view().sheet:
            continue  # tests/solver/sheet/coach/test_why.py
        reason = advice.decision.reason_for(best, action.bare)
        for item in walk_reasons(reason):
            if item.key.startswith("part-"):
                for told, exact in second.numbers(position.state, item, best.bare, action.bare):
                    near = 0.501 if isinstance(told, int) and not item.key.endswith(("aside", "kept")) else 1e-6
                    assert told in {"<1", ">99"} or told == pytest.approx(exact, abs=near), (item, position.state)
