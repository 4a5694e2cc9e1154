"""How well people choose: what choices cost with the error, a level in words, kinds, and drills and tests of these."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from robot.cli import main
from robot.coach.drill import SpacedErrors, pick_test
from robot.games.registry import make_game
from robot.language import english
from robot.match.journal import Journal
from robot.review.past_games import from_journal, review_past
from robot.review.rating import Rating
from robot.review.summary import rate_players
from solver.action import HOLD, ROLL, Action, Verb
from solver.decision import Unit
from solver.mistakes import kind_of
from tests.support.robot.journaled import play_drawn
from tests.support.solver.acts import keep, score


def aside(*dice: int, then: Verb = Verb.THROW) -> Action:
    return Action(then, dice)


@pytest.mark.parametrize(
    ("better", "worse", "kind"),
    [
        (ROLL, HOLD, "held"),
        (HOLD, ROLL, "threw-on"),
        (aside(1), aside(1, then=Verb.HOLD), "held"),
        (aside(1, 5, then=Verb.HOLD), aside(1), "threw-on"),
        (score("yahtzee"), keep(4, 4), "threw-on"),
        (keep(4, 4), score("fours"), "stopped"),
        (score("ones"), score("chance"), "chance"),
        (score("ones"), score("twos"), "other-box"),
        (keep(3, 3), keep(3, 4, 5), "broke"),
        (keep(5, 5, 5), keep(5, 5), "broke"),
        (keep(3, 3), keep(3, 3, 6), "kept-more"),
        (keep(2, 3, 4, 5), keep(2, 3, 4), "kept-fewer"),
        (keep(6), keep(5), "kept-other"),
        (aside(1), aside(1, 5), "kept-more"),
        (aside(1, 1), aside(1), "kept-fewer"),
        (aside(1), aside(5), "kept-other"),
        (Action(Verb.ROLL, count=6), Action(Verb.ROLL, count=8), "more-dice"),
        (Action(Verb.THROW, count=2), Action(Verb.THROW, count=1), "fewer-dice"),
        (Action(Verb.THROW, tiles=(9,)), Action(Verb.THROW, tiles=(4, 5)), "other-tiles"),
    ],
)
def test_a_mistake_is_of_one_kind(better: Action, worse: Action, kind: str) -> None:
    assert kind_of(better, worse, behind=False) == kind
    assert kind_of(better, worse, behind=True) == ("held-behind" if kind == "held" else kind)
    assert english().knows(f"mistake-{kind}")


def rate_level(game: str, level: str, choices: int) -> Rating:
    """Return the rating of a robot from its choices in a game against itself."""
    table, chance = make_game(game, {}), Random(f"{game} {level}")
    robot, position = table.robot(level, chance), table.begin(2)
    best = table.robot("", None)
    rating = Rating(best.weigh(position).unit)
    while len(rating.costs) < choices:
        position = table.begin(2) if position.over else position
        action, decision = robot.decide(position)
        if position.chooses:
            rating.add(position, decision.best, action, -decision.loss(decision.best))
        kept = position.find_kept(action)
        wells = position.wells_for(action) if action.throws else ()
        position = position.after(action, [kept.get(well) or chance.randint(1, 6) for well in wells])
    return rating


@pytest.mark.parametrize(("game", "choices"), [("pig", 1500), ("yahtzee", 400)])
@pytest.mark.parametrize("level", ["child", "beginner", "casual", "strong", "perfect"])
def test_a_level_is_rated_as_itself(game: str, choices: int, level: str) -> None:
    rating = rate_level(game, level, choices)
    assert rating.level == level, (rating.mean, rating.error)
    assert rating.error == pytest.approx(np.std(rating.costs, ddof=1) / np.sqrt(choices))
    assert sum(map(sum, rating.kinds.values())) == pytest.approx(choices * rating.mean)


def test_the_games_of_the_journal_are_rated_by_player(tmp_path: Path, capsys: Any, monkeypatch: Any) -> None:
    monkeypatch.setenv("PIPSQUEAK_HOME", str(tmp_path))
    (tmp_path / "data").mkdir()
    with Journal(tmp_path / "data" / "journal.sqlite") as journal:
        games = [play_drawn(journal, "pig", ["robot:beginner", "you:Ann"], {"goal": 30}, first=1).id for _ in range(3)]
        found = rate_players(tmp_path / "data" / "journal.sqlite", "pig", tmp_path)
        costs: dict[str, list[float]] = {}
        for number in games:
            past = from_journal(journal, number, tmp_path)
            reviewed = review_past(past, wins=True)
            assert reviewed
            for play in reviewed.plays:
                if "before the first throw" not in play.place:
                    assert play.wins
                    costs.setdefault(past.names[play.player], []).append(play.wins.loss)
    assert {name: (one.games, one.costs) for (name, _), one in found.items()} == {
        name: (len(games), losses) for name, losses in costs.items()
    }
    assert main(["stats", "pig", "--json"]) == 0
    told = {one["name"]: one for one in json.loads(capsys.readouterr().out)}
    assert told["Ann"]["mean"] == pytest.approx(np.mean(costs["Ann"]))
    assert main(["stats", "pig"]) == 0
    assert ", which gave away " in capsys.readouterr().out


def test_a_drill_comes_back_to_what_was_wrong_and_waits_for_what_was_right(tmp_path: Path) -> None:
    errors = [replace(one, number=1) for one in pick_test(make_game("yahtzee", {}), 3)[:6]]
    totals: dict[str, float] = {}
    for error in errors:
        totals[error.kind] = totals.get(error.kind, 0) + error.advice.cost(error.action)
    picked = SpacedErrors(tmp_path / "drill.json").pick(errors)
    assert picked[0].kind == max(totals, key=totals.__getitem__), "the worst kind first"
    assert {id(one) for one in picked} == {id(one) for one in errors}
    asked: list[int] = []
    for drill in range(1, 9):
        spaced = SpacedErrors(tmp_path / "drill.json")
        due = spaced.pick(errors)
        asked += [drill] * (picked[0] in due)
        assert picked[1] in due, "what was wrong comes back at once"
        spaced.keep([(one, one is not picked[1]) for one in due])
    assert asked == [1, 3, 7], "2, then 4 drills later"
    (tmp_path / "drill.json").write_text("[]")
    assert len(SpacedErrors(tmp_path / "drill.json").pick(errors)) == len(errors)


def test_a_test_is_the_same_for_a_seed(tmp_path: Path) -> None:
    tests = [pick_test(make_game("pig", {}, tmp_path), seed) for seed in (1, 1, 2)]
    first, again, other = ([str(one.advice.position.state) for one in asked] for asked in tests)
    assert first == again != other
    assert len(first) == 20
    assert all(one.advice.costs_much(one.action) for one in tests[0])
    assert (Rating(Unit.WINS).level, Rating(Unit.WINS).saying.key) == ("", "rating-few")
