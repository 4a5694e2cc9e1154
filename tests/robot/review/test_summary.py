"""After a game: who won and how, where it turned, what was costly, luck and skill, and a picture to keep."""

import json
import re
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from robot.cli import main
from robot.config import Folders
from robot.errors import JournalError
from robot.games.registry import make_game
from robot.language import Language, languages
from robot.match.journal import Journal
from robot.records.stats import count_game
from robot.review.past_games import find_newest, from_journal, review
from robot.review.summary import GameSummary, after_game, summarise, summary_lines
from robot.review.summary_image import COLOURS, WIDE, draw, draw_svg, measure
from robot.saying import Saying
from robot.web.game.card import card_view
from robot.web.game.words import Words
from tests.support.robot.journaled import play_drawn

NASTY = (
    "you:$x^2$ _B_ <b>hi</b> \\frac{1}{2}",
    "you:" + "Maximiliana " * 900,
    "you:中文 😀\nnew\u202e",
    "you:",
    "robot",
)
"""What people may call themselves."""


def play(journal: Journal, game: str, seats: Sequence[str], rules: dict[str, Any] | None = None, first: int = 0) -> int:
    """Play a game; return its number."""
    return play_drawn(journal, game, seats, rules, first=first).id


def looked_back(journal: Journal, number: int | None = None, *, wins: bool = False) -> GameSummary:
    return after_game(journal, number or find_newest(journal), Folders.of_user().cache, wins=wins)


def test_the_curve_of_a_race_ends_with_the_winner_and_turns_where_it_is_said(journal: Journal) -> None:
    play(journal, "pig", ("you:Anna", "robot"), {"goal": 40})
    after = looked_back(journal)
    assert len(after.curve) == len(after.scores)
    (winner,) = after.winners
    assert after.curve[-1][winner] == 1.0
    assert after.scores[-1][winner] >= 40
    assert all(sum(chances) == pytest.approx(1) for chances in after.curve)
    leaps = sorted(abs(b[0] - a[0]) for a, b in zip(after.curve, after.curve[1:], strict=False))
    for turning in after.turnings:
        before, now = after.curve[turning.place - 1], after.curve[turning.place]
        assert abs(now[turning.player] - before[turning.player]) >= leaps[-8]
    assert [one.place for one in after.turnings] == sorted(one.place for one in after.turnings)
    lines = summary_lines(after, Language())
    assert any(re.search(r"ing lowered the chance to win by [\d.]+\spercentage points;", line) for line in lines)


def test_a_throw_in_several_goes_is_one_choice_whose_chance_counts_after_the_last(journal: Journal) -> None:
    play(journal, "hog", ("you:Anna", "robot"), {"goal": 60})
    past = from_journal(journal, 1, Folders.of_user().cache)
    found = review(past)
    goes = [place for place, step in enumerate(past.steps) if step.before.goes_on]
    assert goes
    assert len(found.plays) == len(past.steps) - len(goes)
    after = summarise(past, found)
    assert len(after.curve) == len(after.scores) == len(past.steps) + 1
    assert all(after.curve[place] == after.curve[place - 1] for place in goes)
    for turning in after.turnings:
        assert past.steps[turning.place - 1].before.player == turning.player


def test_a_choice_is_told_from_what_was_best_and_a_throw_to_what_came_of_it(journal: Journal) -> None:
    told = set()
    for goal in (20, 30, 40):
        after = looked_back(journal, play(journal, "pig", ("you:Anna", "robot"), {"goal": goal}))
        for turning in after.turnings:
            found = re.search(r"from ([\d.]+) % to ([\d.]+) %", Language().say(turning.saying))
            assert found
            key, before, now = turning.saying.key, after.curve[turning.place - 1], after.curve[turning.place]
            if key == "after-chose":
                assert float(found[1]) / 100 == pytest.approx(before[turning.player], abs=0.006)
            else:
                assert float(found[2]) / 100 == pytest.approx(now[turning.player], abs=0.006)
            told.add(key)
    assert told == {"after-chose", "after-threw"}


def test_everything_is_said_of_the_right_player_whoever_has_begun(journal: Journal) -> None:
    number = play(journal, "pig", ("you:Anna", "you:Ben", "robot"), {"goal": 30}, first=1)
    after = looked_back(journal)
    assert after.names == ("Ben", "robot", "Anna")
    (winner,) = after.winners
    said = next(iter(summary_lines(after, Language())))
    assert said == f"{after.names[winner].capitalize()} wins with {after.scores[-1][winner]}"
    assert after.curve[-1][winner] == 1.0
    seats = journal.game(number).winners
    assert seats is not None
    assert after.names[winner] == ("Anna", "Ben", "robot")[seats[0]]
    turning = after.turnings[0]
    told = Language().say(turning.saying)
    assert after.names[turning.player].lower() == told.partition(",")[0].lower()
    assert told in summary_lines(after, Language())
    assert summary_lines(after, Language(), "more")[-4] == said


def test_a_sheet_is_summarised_in_points_where_chances_are_not_computed(journal: Journal) -> None:
    play(journal, "yahtzee", ("you:Anna", "robot"))
    after = looked_back(journal)
    assert after.in_points
    assert after.curve == ()
    assert [account.end for account in after.accounts] == list(after.scores[-1])
    lines = summary_lines(after, Language())
    assert any(re.fullmatch(r"Anna, points: \d+, where perfect play expects [\d.]+\.", line) for line in lines)
    assert any(
        re.fullmatch(r"Anna, luck: [\d.]+ points (better|worse) than with average dice\.", line) for line in lines
    )
    assert any("gave away" in line and "was better" in line for line in lines)


SMALL = """
name = "small"
throws = 2
box = [
    { name = "fives", kind = "number", face = 5 },
    { name = "sixes", kind = "number", face = 6 },
    { name = "chance", kind = "chance" },
]
"""
"""A sheet whose chances are prepared in a moment."""


def prepare_small() -> dict[str, Any]:
    """Prepare the chances of the small sheet, and return its rules."""
    game = make_game("small", {"toml": SMALL}, Folders.of_user().cache)
    assert game.estimates
    game.prepare()
    return {"toml": SMALL}


def test_a_sheet_s_chances_are_estimated_once_that_is_prepared(journal: Journal) -> None:
    play(journal, "small", ("you:Anna", "robot", "you:Ben"), prepare_small())
    after = looked_back(journal)
    assert after.estimated
    assert len(after.curve) == len(after.scores)
    assert all(sum(chances) == pytest.approx(1) for chances in after.curve)
    assert after.curve[0] == pytest.approx((1 / 3,) * 3, abs=0.01)
    (winner,) = after.winners
    assert after.curve[-1][winner] == 1.0
    assert 1 <= len(after.turnings) <= 4
    moved = [
        abs(now[seat] - before[seat])
        for before, now in zip(after.curve, after.curve[1:], strict=False)
        for seat in range(3)
    ]
    for turning in after.turnings:
        before, now = after.curve[turning.place - 1], after.curve[turning.place]
        assert abs(now[turning.player] - before[turning.player]) >= sorted(moved)[-40]
    assert after.in_points
    for name in languages():
        lines = summary_lines(after, Language(name))
        assert Language(name).say(Saying("after-estimated")) in lines
        assert all("{" not in line for line in lines)
    assert after.to_json()["estimated"]


def test_chances_of_three_who_set_dice_aside_are_told_to_be_approximate(journal: Journal) -> None:
    play(journal, "kingdom-come", ("you:Anna", "robot:greedy", "you:Ben"), {"goal": 300})
    after = looked_back(journal)
    assert len(after.curve) == len(after.scores)
    assert len(after.accounts) == 3
    assert after.approximate
    assert not after.estimated
    assert Language().say(Saying("after-approximate")) in summary_lines(after, Language())


def test_one_player_alone_has_no_chances(journal: Journal) -> None:
    play(journal, "small", ("you:Anna",), prepare_small())
    after = looked_back(journal)
    assert after.curve == ()
    assert not after.estimated


def test_the_worst_choice_is_a_person_s_costliest_and_the_best_one_gave_nothing_away(journal: Journal) -> None:
    for game, rules in (("pig", {"goal": 40}), ("yahtzee", {})):
        past = from_journal(journal, play(journal, game, ("you:Anna", "robot"), rules), Folders.of_user().cache)
        after, found = looked_back(journal), review(past, wins=False)
        assert after.best
        assert after.worst
        assert after.names[after.best.player] == after.names[after.worst.player] == "Anna"
        costs = [
            swing.loss
            for play_ in found.plays
            if play_.player == after.worst.player and (swing := play_.wins or play_.points)
        ]
        drawn = [choice.cost for turn in after.turns if turn.player == after.worst.player for choice in turn.choices]
        assert max(drawn) == max(costs)
        best, worst = (Language().say(one.saying) for one in (after.best, after.worst))
        assert re.match(r"Anna, turn \d+: .* was best(, worth .* more than|: .* would have lowered) ", best)
        assert "gave away" in worst or "lowered the chance to win by" in worst
        lines = summary_lines(after, Language())
        assert [line.partition(": ")[2] for line in lines[1:3]] == [best, worst]
        assert worst not in lines, "it is told once"


def test_the_turns_show_every_die_that_was_thrown(journal: Journal) -> None:
    for game, seats in (("pig", ("you:Anna", "robot")), ("hog", ("you:Anna", "robot")), ("pig-score", ("you:Anna",))):
        past = from_journal(journal, play(journal, game, seats), Folders.of_user().cache)
        after = looked_back(journal)
        thrown = [die for made in past.steps for die in made.values]
        assert [die for turn in after.turns for choice in turn.choices for die in choice.dice] == thrown
        assert after.turns[-1].points == after.scores[-1][after.turns[-1].player]
        last = [turn.turn for turn in after.turns if turn.player == 0]
        assert last == [*range(1, len(last) + 1)]


def test_a_sheet_s_turns_show_what_was_kept_and_what_was_better(journal: Journal) -> None:
    play(journal, "yahtzee", ("you:Anna",))
    after = looked_back(journal)
    assert len(after.turns) == 13
    for turn in after.turns:
        *keeps, booked = turn.choices
        assert all(len(choice.done.kept) == len(choice.dice) == 5 for choice in keeps)
        assert (len(booked.dice), booked.done.kept) == (5, ())
        for choice, now in zip(keeps, turn.choices[1:], strict=True):
            stayed = [die for die, kept in zip(choice.dice, choice.done.kept, strict=True) if kept]
            assert [die for die, kept in zip(now.dice, choice.done.kept, strict=True) if kept] == stayed
        assert all((choice.cost > 0) is (choice.best is not None) for choice in turn.choices)


def test_an_unfinished_game_is_summarised_as_far_as_it_went_and_none_is_one_line(journal: Journal) -> None:
    play(journal, "skunk", ("robot", "robot"))
    with pytest.raises(JournalError, match="no game to review"):
        looked_back(journal)
    game = journal.begin("pig", {"goal": 100}, ("you", "robot"), None)
    journal.write(game, "intention", 1, wells=[2], action="roll", keep={})
    journal.write(game, "reading", 1, values=[4])
    after = looked_back(journal)
    assert after.end is None
    assert after.winners == ()
    assert len(after.curve) == 2
    with pytest.raises(JournalError, match="no game 7"):
        looked_back(journal, 7)


@pytest.mark.parametrize(
    ("language", "robot", "other"),
    [
        ("en", "Robot (strong)", "(holds at 20) 3"),
        ("de", "Roboter (stark)", "(hält ab 20) 3"),
        ("es", "Robot (fuerte)", "(se planta con 20) 3"),
    ],
)
def test_robots_are_called_as_people_do(journal: Journal, language: str, robot: str, other: str) -> None:
    play(journal, "pig", ("robot:strong", "robot:hold20", "robot:hold20"), {"goal": 20})
    after = looked_back(journal)
    written = " ".join(texts_of(draw_svg(after, Language(language))))
    both = " ".join([written, *summary_lines(after, Language(language))])
    assert robot in written
    assert other in both
    assert "robot:" not in both.lower()


def test_nothing_is_said_of_the_choices_of_who_had_none(journal: Journal) -> None:
    game = journal.begin("pig", {"goal": 100}, ("you:Anna", "you:Ben"), None)
    journal.write(game, "intention", 1, wells=[2], action="roll", keep={})
    journal.write(game, "reading", 1, values=[4])
    after = looked_back(journal)
    assert after.chose == (True, False)
    assert after.costly == ((), ())
    best = [line for line in summary_lines(after, Language()) if "every choice was the best" in line]
    assert best == ["Anna, skill: every choice was the best."]


def texts_of(svg: str) -> list[str]:
    """Return the texts that stand in a picture."""
    return [text.text or "" for text in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def sticking_out(svg: str) -> list[str]:
    """Return the texts that need more room than the picture has, in the widest of usual fonts."""
    found = []
    for text in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text"):
        wide = measure(text.text or "") * float(text.attrib["font-size"])
        left = float(text.attrib["x"]) - wide * {"start": 0, "middle": 0.5, "end": 1}[text.attrib["text-anchor"]]
        if left < 0 or left + wide > WIDE:
            found.append(text.text or "")
    return found


@pytest.mark.parametrize("game", ["pig", pytest.param("hooligan", marks=pytest.mark.check)])
def test_names_of_any_length_and_letters_are_text_in_the_picture_and_stay_in_their_place(
    journal: Journal, tmp_path: Path, game: str
) -> None:
    play(journal, game, NASTY if game == "hooligan" else NASTY[:2], {"goal": 40} if game == "pig" else None)
    draw(looked_back(journal), Language("de"), tmp_path / "game.svg")
    svg = (tmp_path / "game.svg").read_text(encoding="utf-8")
    written = " ".join(texts_of(svg))
    assert "$x^2$" in written
    assert "Maximil" in written
    assert "<b>" not in svg
    assert "\u202e" not in svg
    assert sticking_out(svg) == []
    if game == "hooligan":
        assert "中文 😀" in written


def test_the_picture_shows_who_won_the_points_and_the_throw_that_decided(journal: Journal) -> None:
    play(journal, "pig", ("you:Anna", "robot"), {"goal": 40})
    after = looked_back(journal)
    svg = draw_svg(after, Language())
    told = " ".join(texts_of(svg))
    assert re.search(r"Pig to 40 (Anna|Robot) wins! : \d+ \w+ \d+ \w+ ", told)
    steps, (won,) = from_journal(journal, 1, Folders.of_user().cache).steps, after.winners
    rises = {at: after.curve[at][won] - after.curve[at - 1][won] for at, made in enumerate(steps, 1) if made.values}
    place = max(rises, key=lambda at: rises[at])
    assert after.decider
    assert after.decider.dice == steps[place - 1].values
    before, now = (round(100 * after.curve[at][won]) for at in (place - 1, place))
    assert f"That decided it: {before} % → {now} %" in told.replace("\N{NO-BREAK SPACE}", " ")
    assert svg.count('<g transform="translate(') == len(after.decider.dice) + 1, "its dice, and the robot's face"
    assert texts_of(svg)[-1] in {"Well played.", "Good game. Again?"}
    assert svg == draw_svg(after, Language())


@pytest.mark.parametrize(
    ("game", "seats", "told"),
    [
        ("pig-score", ("you:Anna",), r"\d+ points Anna .*Good game\."),
        (
            "skunk",
            ("you:Ann", "you:Ben", "you:Cleo", "you:Dan", "robot", "you"),
            r"1\. \w+ \d+ 2\. \w+ \d+ 3\. .* 6\. ",
        ),
    ],
)
def test_the_picture_of_one_player_or_of_many(journal: Journal, game: str, seats: tuple[str, ...], told: str) -> None:
    svg = draw_svg(looked_back(journal, play(journal, game, seats)), Language())
    assert re.search(told, " ".join(texts_of(svg)))
    assert sticking_out(svg) == []


def test_the_colours_of_the_picture_are_those_of_the_page_in_the_dark() -> None:
    dark = (files("robot") / "web/static/page.css").read_text(encoding="utf-8").partition('[data-theme="dark"]')[2]
    assert tuple(colour.upper() for colour in re.findall(r"--seat-\d: (#\w+)", dark)) == COLOURS


def test_pictures_and_languages_on_the_command_line(
    journal: Journal, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play(journal, "pig", ("you:Anna", "robot"), {"goal": 40})
    assert main(["review", "--picture", str(tmp_path / "a.svg"), "--language", "de"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("Pig bis 40\n")
    assert "gewinnt" in said.out
    assert "--picture" not in said.out, "who has the picture needs no advice"
    assert str(tmp_path / "a.svg") in said.err
    assert main(["review", "--language", "de"]) == 0
    said = capsys.readouterr()
    assert said.out.splitlines()[-1].endswith("behalten: pipsqueak review 1 --picture game.svg")
    assert said.err == "pipsqueak: Das ist Spiel 1, das neueste mit einem Rückblick.\n"
    svg = (tmp_path / "a.svg").read_text()
    assert svg.startswith("<svg ")
    with pytest.raises(SystemExit) as stopped:
        main(["review", "--picture", str(tmp_path / "a.png")])
    assert stopped.value.code == 2
    assert "ends with .svg, not" in capsys.readouterr().err
    assert main(["review", str(tmp_path), "--language", "es"]) == 1
    assert main(["review", "--language", "es", "--json"]) == 0
    assert "curve" in json.loads(capsys.readouterr().out)


def test_five_are_ranked_in_the_terminal_as_on_the_card(journal: Journal) -> None:
    number = play(journal, "skunk", ("you:Ann", "you:Ben", "you:Cleo", "you:Dan", "robot"))
    after = summarise(from_journal(journal, number, Folders.of_user().cache), None)
    told = [line for line in summary_lines(after, Language()) if re.match(r"\d\. ", line)]
    score = card_view(after, Words(Language()), number, range(5))["score"]
    assert [line.split(". ", 1)[1].replace(":", "").capitalize() for line in told] == score.split(", ")
    points = [int(one.points) for one in after.order]
    assert points == sorted(points, reverse=True)
    assert [one.place for one in after.order] == [1 + sum(more > own for more in points) for own in points]
    assert len({one.seat for one in after.order}) == 5


def test_who_shuts_the_box_before_the_other_throws_is_told_and_counted(journal: Journal, tmp_path: Path) -> None:
    text = 'engine = "round"\nname = "own"\nturn = "tiles"\ndice = 1\ntiles = [1]\nshut_wins = true\n'
    game = journal.begin("own", {"toml": text}, ("robot", "robot"), None)
    journal.write(game, "intention", 1, wells=[2], action={"throw": 1}, keep={})
    journal.write(game, "reading", 1, values=[1])
    journal.write(game, "booking", action={"shut": [1], "then": "hold"})
    journal.end(game, (0,))
    assert "Robot 1 wins with 0" in summary_lines(after_game(journal, game.id, tmp_path), Language())
    players = count_game(journal.game(game.id), journal.log(game)).players
    assert [(one.games, one.won, one.scored, one.points) for one in players.values()] == [(2, 1, 1, 0)]
