"""What the table's own screen shows while nobody plays, and the cards of past games, without a browser."""

import itertools
import random
import re
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from robot.games.game import TableGame
from robot.games.registry import make_game
from robot.language import Language, languages
from robot.match.journal import Journal
from robot.match.seats import QUICK
from robot.records.stats import DaysBest, Today
from robot.review.summary import after_game
from robot.web.game.attract import attract_view
from robot.web.game.card import card_view
from robot.web.game.words import Words
from solver.games import parse_game
from tests.support.robot.journaled import play, play_drawn

WORDS = Words(Language())
PIG = make_game("pig", {})


@pytest.mark.parametrize(
    ("today", "said"),
    [
        (Today(), "Nobody has played against me today. Be the first!"),
        (Today(97, 41), "Beat me: 41\u00a0of 97\u00a0people did today."),
        (Today(1, 1), "Beat me: one person tried today and did it."),
        (Today(5, 0), "Nobody has beaten me today, and 5\u00a0people tried. Beat me!"),
    ],
)
def test_the_robot_challenges_people_by_what_others_did_today(today: Today, said: str) -> None:
    assert attract_view(PIG, today, WORDS)["challenge"] == said


def test_the_board_has_the_names_of_those_who_beat_the_robot_most_wins_first() -> None:
    winners = ("Anna", "<b>Eve</b>", "Anna", *"BCDF")
    shown = attract_view(PIG, Today(9, 7, {}, winners), WORDS)["winners"]
    assert [(one["name"], one["wins"]) for one in shown] == [("Anna", 2), ("F", 1), ("D", 1), ("C", 1), ("B", 1)]
    assert shown[0]["label"] == "Anna: 2\u00a0wins"


def test_the_game_of_a_minute_is_half_the_time_over_after_as_many_throws_as_it_says() -> None:
    chance, game = random.Random(7), QUICK.seating(None).game
    throws, choices = zip(*(length(game, chance) for _ in range(200)), strict=True)
    assert abs(median(throws) - 15) <= 2
    assert median(choices) in {1, 2}


@pytest.mark.parametrize(
    ("bests", "said"),
    [
        ({}, ""),
        ({"yahtzee": DaysBest("Ben", points=230)}, ""),
        ({"pig": DaysBest("<b>Eve</b>", turns=4)}, "Quickest win today: <b>Eve</b> in 4\u00a0turns"),
        ({"pig": DaysBest("you", turns=1)}, "Quickest win today: somebody in 1\u00a0turn"),
    ],
)
def test_the_best_of_today_is_that_of_the_game_that_is_offered(bests: dict[str, DaysBest], said: str) -> None:
    assert attract_view(PIG, Today(2, 1, bests), WORDS)["best"] == said


def test_the_best_of_a_sheet_has_its_points() -> None:
    best = Today(1, 0, {"yahtzee": DaysBest("Ben", points=230)})
    assert attract_view(make_game("yahtzee", {}), best, WORDS)["best"] == "Best today: Ben with 230\u00a0points"


def test_pig_s_rules_are_what_a_throw_brings_what_ends_the_turn_and_the_goal() -> None:
    shown = attract_view(make_game("pig", {"goal": 60}), Today(), WORDS)
    assert [(one["dice"], one["text"]) for one in shown["rules"]] == [
        ([4], "Adds 4\u00a0points"),
        ([1], "Ends the turn without points"),
        ([], "The first player whose score reaches 60\u00a0points wins."),
    ]


def test_a_sheet_s_rules_name_the_boxes_that_bring_most() -> None:
    shown = attract_view(make_game("yahtzee", {}), Today(), WORDS)
    text = "Yahtzee: 5\u00a0equal dice: 50\u00a0points"
    assert shown["rules"][0] == {"dice": [4, 4, 4, 4, 4], "mark": "", "text": text}
    assert shown["rules"][2]["text"] == "The player with the most points wins."


@pytest.mark.parametrize(
    "name",
    [
        *("pig", "two-dice-pig", "big-pig", "piglet", "hog"),
        *(pytest.param(slow, marks=pytest.mark.check) for slow in ("pig-score", "skunk")),
    ],
)
def test_a_card_s_minutes_come_from_games_as_long_as_robots_play_them(name: str) -> None:
    chance, game = random.Random(7), make_game(name, {})
    lengths = [length(game, chance) for _ in range(20)]
    throws, choices = (median(both) for both in zip(*lengths, strict=True))
    assert game.card is not None
    assert throws == pytest.approx(game.card.throws, rel=0.3)
    assert choices == pytest.approx(game.card.choices, rel=0.4, abs=1.5)


def length(game: TableGame[Any], chance: random.Random) -> tuple[int, int]:
    """Let the best robots play a game with drawn dice; return its throws, and the choices that threw nothing."""
    robot, position = game.robot("", chance), game.begin(min(2, game.seats.stop - 1))
    throws = choices = 0
    while not position.over:
        move = position.forced or robot.decide(position)[0]
        keep = position.find_kept(move)
        if not move.throws:
            position, choices = position.after(move), choices + 1
            continue
        values = tuple(keep.get(well) or chance.randint(1, 6) for well in position.wells_for(move))
        position, throws = position.after(move, values), throws + 1
    return throws, choices


def test_no_line_is_given_that_would_tell_of_another_game(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal.sqlite") as journal:
        game = play_drawn(journal, "pig", ("robot", "robot"), {"goal": 10, "die": "0.1,0.1,0.2,0.2,0.2,0.2"})
        assert after_game(journal, game.id, tmp_path, wins=False).line == ""


@pytest.mark.parametrize("language", languages())
def test_the_card_of_a_game_tells_who_won_and_what_every_choice_was(tmp_path: Path, language: str) -> None:
    words = Words(Language(language))
    with Journal(tmp_path / "journal.sqlite") as journal:
        game = play(journal, random.Random(3), goal=40)
        after = after_game(journal, game.id, tmp_path, wins=False)
    card = card_view(after, words, game.id, (0, 1))
    assert parse_game(card["line"]).start.goal == 40
    (winner,) = after.winners
    points = str(after.scores[-1][winner])
    assert points in card["headline"]
    assert card["score"].startswith(f"{card['players'][winner]['name']} {points}, ")
    assert card["curve"][-1] == [float(seat == winner) for seat in range(2)]
    assert [one["kind"] for one in card["told"]] == ["best", "worst"]
    turned = card["turned"]
    assert 1 <= len(turned) <= 3
    assert all(one["dice"] and re.fullmatch(r"[\d.,]+\u00a0% → [\d.,]+\u00a0%", one["change"]) for one in turned)
    most = max(abs(b[0] - a[0]) for a, b in itertools.pairwise(after.curve))
    assert any(abs(after.curve[one["place"]][0] - after.curve[one["place"] - 1][0]) == most for one in turned)
    missed = [one for turn in card["turns"] for one in turn["choices"] if one["best"]]
    assert missed
    assert all(one["cost"].startswith("−") and one["best"]["text"] for one in missed)
    accounts = [text for told in card["accounts"] for text in told]
    assert len(accounts) == 10
    headings = [one["heading"] + one.get("text", "") for one in (*turned, *card["told"])]
    sentences = [card["headline"], *accounts, *headings]
    assert all(sentence and "{" not in sentence for sentence in sentences)
