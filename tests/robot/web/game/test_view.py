"""What the page draws of a moment, in every language, and the names of its pictures, without a browser."""

import json
import re
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from hardware.controller import fault_error
from hardware.dictionary import FaultNumber
from hardware.errors import NoReplyError
from robot.errors import IllegalAnswerError, JournalError, RefusedError
from robot.games.game import OWN, Position
from robot.games.registry import make_game, read_own
from robot.games.views import ScoreSheet, sheet_lines
from robot.language import Language, capitalize, english, languages
from robot.language.error_messages import ErrorMessage
from robot.language.language import places
from robot.language.names import LONGEST_SHOWN
from robot.match.events import (
    Announced,
    Asked,
    Closed,
    Confirming,
    Decided,
    Ended,
    Hinted,
    Left,
    Looked,
    Read,
    Thrown,
    Undone,
)
from robot.match.questions import DICE_LIE, ChooseMove, ConfirmDice, EnterDice, Question, SettleDie, Topic
from robot.match.seats import THROWN
from robot.saying import Saying
from robot.table.about import About
from robot.table.hands import ask_throw
from robot.table.look import cut_of
from robot.web.game.choice import setting_of
from robot.web.game.picture import Album
from robot.web.game.state import ViewState
from robot.web.game.view import lanes, rows, view
from robot.web.game.words import Words
from robot.web.input import reply_of
from solver.action import ROLL, STAND, Action, Verb
from solver.decision import Decision, Unit
from solver.errors import OptionError
from solver.sheet.game.card import read_card
from tests.support.repository import DOCS
from tests.support.robot.stubs import look, make_begun
from vision.reading import Die, Reading

ENGLISH = Words(Language())
NUMBERS = count(1)
COMMAND = re.compile(r"(?:^|[\s'(‘])/\w|pipsqueak |\bmake \w+'|\.toml\b| --[a-z]|journalctl")
"""Paths, commands and options."""


def ask(stage: ViewState, topic: Topic | None = None) -> None:
    """Ask for a move, or about something else."""
    assert stage.now.position is not None
    asked = topic or ChooseMove(stage.now.position)
    stage.hear(Asked(Question(next(NUMBERS), asked, wishes=asked.wishes)))


def pig(*names: str, people: tuple[bool, ...] = (True, True)) -> ViewState:
    """Return a stage on which Pig begins."""
    game, stage = make_game("pig", {"goal": 20}), ViewState(on=lambda: 1)
    stage.hear(make_begun(game, *names, people=people))
    ask(stage)
    return stage


def test_robots_are_called_as_people_do_in_english_too() -> None:
    drawn = view(pig("Anna", "robot:optimal", people=(True, False)).now, ENGLISH, [None])
    assert [player["name"] for player in drawn["players"]] == ["Anna", "Robot"]
    assert [player["full"] for player in drawn["players"]] == ["Anna", "Robot (perfect)"]
    assert [player["level"] for player in drawn["players"]] == ["", "perfect"]
    assert drawn["said"] == [], "all see that a game begins"


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_a_robot_has_its_turn_without_its_level_and_of_two_each_has_its_seat(language: str) -> None:
    robots, words = ("robot:casual", "robot:perfect"), Words(Language(language))
    alone = view(pig(robots[0], "Anna", people=(False, True)).now, words, [None])
    assert alone["whose"] == {"en": "Robot’s turn", "de": "Roboter ist dran", "es": "Le toca al robot"}[language]
    assert re.search(r" 1\b[^()]*$", view(pig(*robots, people=(False, False)).now, words, [None])["whose"])


def rolls(stage: ViewState, number: int = 1) -> Position:
    """Let dice be thrown of which nothing is seen yet; return the position before."""
    position = stage.now.position
    assert position is not None
    stage.hear(Closed(stage.now.question.number if stage.now.question else 0))
    stage.hear(Decided(position, ROLL, None))
    stage.hear(Thrown(position.player, number))
    return position


def throw(stage: ViewState, value: int) -> None:
    position = rolls(stage)
    stage.hear(Looked(1, 1, look(value)))
    stage.hear(Read(1, position, ROLL, (value,), position.after(ROLL, (value,))))
    ask(stage)


def test_a_race_shows_points_at_risk_and_what_can_be_held() -> None:
    stage = pig("Anna", "Ben")
    throw(stage, 5)
    drawn = view(stage.now, ENGLISH, [(0.5, 0.5), (0.55, 0.45)])
    assert drawn["whose"] == "Anna’s turn"
    assert drawn["own"] == {"seat": 0, "text": "Your turn"}
    assert drawn["lanes"][0] == {"seat": 0, "score": 0, "done": 0.0, "ahead": 0.25, "pending": 5}
    assert drawn["buttons"]["hold"] == "Hold 5"
    assert drawn["chances"]["words"] == ["55\u00a0%", "45\u00a0%"]
    assert drawn["said"][0] == "Anna throws 5, turn total 5."
    assert drawn["line"] == "pig goal=20 0:0 +5"


def test_dice_that_roll_show_nothing_until_they_are_seen() -> None:
    stage = pig("Anna", "Ben")
    throw(stage, 5)
    rolls(stage, 2)
    assert view(stage.now, ENGLISH, [])["dice"][0]["rolls"]
    stage.hear(Looked(2, 1, look(None)))
    seen = {"well": 1, "face": None, "kept": False, "chosen": False, "doubt": "cocked", "rolls": False}
    assert view(stage.now, ENGLISH, [])["dice"][0] == seen
    assert view(stage.now, ENGLISH, [])["todo"] == "The dice are rolling …"


def test_dice_that_people_have_yet_to_throw_do_not_roll() -> None:
    stage = pig("Anna", "Ben")
    throw(stage, 5)
    rolls(stage, 2)
    stage.hear(Thrown(0, 2, by_hand=True))
    drawn = view(stage.now, ENGLISH, [])
    assert (drawn["todo"], drawn["dice"][0]["rolls"]) == ("Waiting for the throw …", False)
    stage.hear(Announced(ask_throw(1, (), "robot"), About.THROW))
    stage.hear(Announced(Saying("ask-enter", {"dice": 1})))
    ask(stage, EnterDice((None,), looks=False))
    drawn = view(stage.now, ENGLISH, [])
    assert (drawn["whose"], drawn["todo"]) == ("Throw one die for the robot.", "Then tap what it shows.")
    assert drawn["said"][0] == "Anna throws 5, turn total 5."


@pytest.mark.parametrize("wells", [(1,), ()])
def test_what_the_camera_reads_is_told_before_it_counts(wells: tuple[int, ...]) -> None:
    stage = pig("Anna", "Ben")
    rolls(stage)
    stage.hear(Looked(1, 1, replace(look(4), wells=wells)))
    drawn = view(stage.now, ENGLISH, [])
    assert drawn["todo"] == "The camera reads 4."
    assert drawn["pending"] == 0


def test_the_die_that_is_asked_about_is_marked_in_the_picture() -> None:
    stage = pig("Anna", "Ben")
    stage.hear(Thrown(0, 1))
    stage.hear(Looked(1, 1, look(3, None)))
    ask(stage, SettleDie(1))
    drawn = view(stage.now, ENGLISH, [])
    assert drawn["question"]["kind"] == "value"
    assert [box["asked"] for box in drawn["picture"]["boxes"]] == [False, True]


def test_what_is_taken_back_is_taken_off_the_curve() -> None:
    stage = pig("Anna", "Ben")
    throw(stage, 5)
    before = stage.now.trail[0]
    stage.hear(Undone(ROLL, (1,), before))
    assert stage.now.trail == (before,)


def test_a_robot_that_plays_on_for_somebody_is_asked_nothing() -> None:
    stage = pig("Anna", "Ben")
    stage.hear(Left(0, "Anna"))
    stage.hear(Closed(stage.now.question.number if stage.now.question else 0))
    drawn = view(stage.now, ENGLISH, [])
    assert (drawn["question"], drawn["buttons"], drawn["tone"]) == (None, {}, "wait")
    assert [player["person"] for player in drawn["players"]] == [False, True]


def test_long_names_are_shortened_and_kept_whole_beside() -> None:
    player = view(pig("x" * 10_000, "Ben").now, ENGLISH, [])["players"][0]
    assert len(player["name"]) == LONGEST_SHOWN
    assert len(player["full"]) == 1000


def test_dice_in_the_tray_are_drawn_before_anybody_has_confirmed_them() -> None:
    stage = pig("Anna", "Ben")
    rolls(stage)
    both = look(4, None)
    stage.hear(Looked(1, 1, both))
    beside = tuple(replace(die, well=None, box=(500.0, 5.0, 520.0, 25.0)) for die in both.reading.dice)
    seen = Reading((*both.reading.dice, beside[0]))
    stage.hear(Looked(1, 2, replace(both, reading=seen)))
    assert len(view(stage.now, ENGLISH, [None])["picture"]["boxes"]) == 2, "what lies in the tray is left out"
    stage.hear(Looked(1, 3, replace(both, reading=seen, dice=beside[:1], wells=())))
    drawn = view(stage.now, ENGLISH, [None])
    assert drawn["question"] is None
    assert [box["well"] for box in drawn["picture"]["boxes"]] == [None], "what lies in the wells is left out"


def test_the_picture_is_made_once_a_look_and_handed_out_under_its_own_name_alone() -> None:
    stage, album = pig("Anna", "Ben"), Album()
    assert album.jpeg(stage.now, album.name(stage.now.pictures)) is None
    throw(stage, 5)
    first = album.jpeg(stage.now, album.name(stage.now.pictures))
    assert first is not None
    assert first[:2] == b"\xff\xd8"
    old = album.name(stage.now.pictures)
    assert album.jpeg(stage.now, old) is first
    assert Album().jpeg(stage.now, old) is None, "another process has other names"
    left, top, right, bottom = cut_of(look(5))
    assert (left, top) == (0, 0)
    assert (right, bottom) == (40, 40)
    throw(stage, 2)
    assert album.jpeg(stage.now, old) is None
    assert album.jpeg(stage.now, album.name(stage.now.pictures))


def test_the_live_picture_fills_the_page_until_the_dice_are_read() -> None:
    stage = pig("Anna", "Ben")
    position = stage.now.position
    assert position is not None

    def arrange() -> tuple[str, int]:
        drawn = view(stage.now, ENGLISH, [None])
        return drawn["stage"], drawn["read"]

    assert arrange() == ("", 0)
    stage.hear(Decided(position, Action(Verb.ROLL, wells=(1,)), None))
    stage.hear(Thrown(0, 1))
    assert arrange() == ("shake", 0)
    stage.hear(Looked(1, 1, look(4)))
    assert arrange() == ("shake", 0), "a look at the dice that stay alone reads no throw"
    stage.hear(Looked(1, 2, look(4, None)))
    assert arrange() == ("read", 2)
    stage.hear(Announced(Saying("thrown-again", {"dice": Saying("die-doubt")}), About.AGAIN))
    assert arrange() == ("shake", 2), "dice in doubt are thrown again"
    stage.hear(Looked(1, 3, look(4, 2)))
    assert arrange() == ("read", 3)
    stage.hear(Read(1, position, ROLL, (2,), position))
    assert arrange() == ("", 3)


def hint(name: str, players: int, *throws: int, **rules: object) -> dict[str, Any]:
    """Return what is drawn when somebody asks for a hint after these throws of one die or two."""
    game, stage = make_game(name, rules), ViewState()
    position = game.begin(players)
    stage.hear(make_begun(game, *"ABCD"[:players]))
    for value in throws:
        while not position.forced and STAND in position.actions:
            position = position.after(STAND)
        move = position.forced or ROLL
        values = (value,) * len(position.wells_for(move))
        before, position = position, position.after(move, values)
        stage.hear(Read(1, before, move, values, position))
    move, reasons = game.robot("", None).decide(position)
    stage.hear(Hinted(position, move, reasons))
    ask(stage)
    return view(stage.now, ENGLISH, [None])


def test_what_is_at_risk_is_counted_once_for_all_who_stand() -> None:
    drawn = hint("swine-herd", 3, 4, 5)
    assert drawn["pending"] == 9
    assert [lane["pending"] for lane in drawn["lanes"]] == [9, 9, 9]


@pytest.mark.parametrize(
    ("name", "players", "throws", "worth"),
    [
        ("swine-herd", 2, (4, 5), r"\d+\.\d\spoints"),
        ("skunk", 2, (4,), r"\d+\.\d\spoints"),
        ("pig-reach", 1, (4, 5), r"\d+(\.\d)?\s%"),
        ("pig-score", 1, (4, 5), r"\d+\.\d\spoints"),
        ("pig-turns", 1, (4, 5), r"1\d\.\d\sturns"),
        ("pig", 3, (4, 5), r"\d+(\.\d)?\s%"),
    ],
)
def test_options_are_weighed_the_best_is_first_and_bars_are_as_long_as_they_are_worth(
    name: str, players: int, throws: tuple[int, ...], worth: str
) -> None:
    rules = {"goal": 20} if players == 3 else {}  # games of three to 100 take long to solve
    drawn = hint(name, players, *throws, **rules)
    first, second = drawn["mind"]["options"]
    assert drawn["hint"] == {
        "wells": (),
        "box": "",
        "tiles": (),
        "button": "hold" if first["text"] == "Hold" else "roll",
    }
    assert first["chosen"]
    assert not second["chosen"]
    assert re.fullmatch(worth, first["value"]), first
    assert re.fullmatch(worth, second["value"]), second
    assert 0 < max(first["width"], second["width"]) <= 1
    numbers = [float(re.match(r"[\d.]+", option["value"])[0]) for option in (first, second)]  # type: ignore[index]
    assert second["width"] / first["width"] == pytest.approx(numbers[1] / numbers[0], rel=0.01)


def test_winners_who_share_are_listed_as_the_language_does() -> None:
    game = make_game("skunk", {})
    position = game.begin(2)
    stage = ViewState()
    stage.hear(make_begun(game, "Ana", "Inés"))
    even = replace(position, state=replace(position.state, scores=(29, 29), taken=position.state.rounds))
    stage.hear(Ended(("Ana", "Inés"), 3, even))
    assert view(stage.now, Words(Language("es")), [None])["whose"] == "¡Ana e Inés comparten la victoria!"


def test_keys_that_set_nothing_aside_are_answered_with_why_and_so_is_a_button_of_the_panel() -> None:
    game, stage = make_game("farkle", {}), ViewState()
    position = game.begin(2).after(Action(Verb.THROW, (), wells=()), (1, 5, 2, 3, 4, 4))
    stage.hear(make_begun(game, "Anna", "Ben", position=position))
    ask(stage)
    drawn = view(stage.now, ENGLISH, [None])
    assert not {"roll", "hold"} & {*drawn["buttons"]}
    for name in ("roll", "hold"):
        with pytest.raises(IllegalAnswerError, match="refused-aside-nothing"):
            ChooseMove(position).check(reply_of(drawn["answers"][name]))
    assert drawn["todo"] == "Tap dice that score to set them aside."
    with pytest.raises(IllegalAnswerError) as refused:
        position.find_move(Action(Verb.THROW, wells=()))
    stage.hear(Announced(refused.value.saying, About.REFUSED))
    assert view(stage.now, ENGLISH, [None])["todo"] == "Set at least one die aside that scores."


def test_a_blank_goal_is_asked_for_and_no_other_one_taken() -> None:
    players = [{"kind": "you"}, {"kind": "robot"}]
    assert setting_of({"game": "skunk", "players": players}).rules == {}
    forms = [{"game": "pig", "players": players, "first": first} for first in ("1", THROWN, "", ["1"])]
    assert [setting_of(form).first for form in forms] == ["1", THROWN, None, None]
    with pytest.raises(RefusedError) as refused:
        setting_of({"game": "pig", "goal": "", "players": players})
    assert "how many points win" in ENGLISH.say(refused.value.saying)


@pytest.mark.parametrize(("score", "done"), [(7, 0.07), (100, 1.0), (150, 0.75)])
def test_a_lane_without_a_goal_fills_by_the_hundred(score: int, done: float) -> None:
    start = make_game("skunk", {}).begin(2)
    track = replace(start, state=replace(start.state, scores=(score, 0))).view().track
    assert lanes(track)[0]["done"] == pytest.approx(done)


def test_a_lane_of_tiles_grows_with_what_is_shut_and_says_what_is_open() -> None:
    stage = ViewState()
    stage.hear(make_begun(game := make_game("shut-the-box", {}), "Ann", "Ben"))
    assert [(lane["done"], lane["ahead"]) for lane in view(stage.now, ENGLISH, [None])["lanes"]] == [(0, 0), (0, 0)]
    position = game.begin(2).after(Action(Verb.THROW, count=2), (4, 5)).after(Action(Verb.THROW, tiles=(9,)))
    stage.hear(make_begun(game, "Ann", "Ben", position=position))
    drawn = view(stage.now, ENGLISH, [None])
    assert (drawn["pending"], drawn["pending_name"]) == (36, "Sum of open tiles")
    assert [lane["ahead"] for lane in drawn["lanes"]] == [pytest.approx(9 / 45), 0]


def test_a_hint_means_dice_boxes_and_buttons_of_the_page() -> None:
    game, stage, throw = make_game("yahtzee", {}), ViewState(), Action(Verb.KEEP, ())
    position = game.begin(1).after(throw, (3, 3, 3, 3, 6))
    stage.hear(make_begun(game, "Ann", position=position))
    ask(stage)
    for action, meant in (
        (Action(Verb.KEEP, (3, 3, 3, 3)), {"wells": (1, 2, 3, 4), "box": ""}),
        (Action(Verb.SCORE, box="threes"), {"wells": (), "box": "threes"}),
    ):
        stage.hear(Hinted(position, action, Decision(action, 1.0, {action: 1.0}, unit=Unit.POINTS)))
        drawn = view(stage.now, ENGLISH, [None])
        assert drawn["hint"] == meant | {"tiles": (), "button": ""}
        assert drawn["todo"]
        assert drawn["mind"]["reason"] == "", "it stands above"


def test_a_leaning_die_is_to_be_laid_flat_until_people_have_said_what_it_shows() -> None:
    stage = pig("Anna", "Ben")
    leaning = Die(None, 0.4, (4.0, 4.0, 10.0, 10.0), 0.0, doubt="leans")
    flat = replace(leaning, box=(28.0, 28.0, 34.0, 34.0), value=4, doubt=None)
    rolls(stage)
    stage.hear(Looked(1, 1, replace(look(), reading=Reading((leaning, flat)), dice=(leaning, flat))))
    ask(stage, EnterDice((None, 4), looks=True))
    told = "The die near the top left leans: lay it flat. Tap a die, then what it shows."
    assert view(stage.now, ENGLISH, [])["todo"] == told
    stage.hear(Confirming(0, 1, (2, 4), 0))
    assert view(stage.now, ENGLISH, [])["todo"] == "Tap a die to correct it."


@pytest.mark.parametrize("seen", [True, False])
def test_a_die_to_enter_has_the_doubt_of_the_camera_and_none_without_one(seen: bool) -> None:
    stage = pig("Anna", "Ben")
    stage.hear(Looked(0, 1, look(None)))
    stage.hear(Thrown(0, 1))
    if seen:
        stage.hear(Looked(1, 1, look(None)))
    stage.hear(Confirming(0, 1, (None, None, 4), 0))
    doubts = [die["doubt"] for die in view(stage.now, ENGLISH, [])["dice"]]
    assert doubts == (["cocked", None, None] if seen else [None, None, None])


def test_what_is_wrong_with_a_device_is_not_said_again_below_its_trouble() -> None:
    stage = pig("Anna", "Ben")
    rolls(stage)
    stage.hear(Announced(Saying("lost", {"what": "The board is silent", "remedy": "check its cable"}), About.LOST))
    assert view(stage.now, ENGLISH, [])["todo"] == "The game resumes by itself as soon as this is fixed."


@pytest.mark.parametrize("language", languages())
def test_the_page_names_its_own_buttons_and_none_of_the_panel(language: str) -> None:
    words, panel = Words(Language(language)), re.compile(r"\b(HOLD|ROLL|NEW)\b")
    for key, values in places(english().files).items():
        filled = dict.fromkeys(values, 2)
        if key.startswith("page-"):
            assert not panel.search(words(key.removeprefix("page-"), **filled)), key
        elif key.startswith(("ask-", "tray-", "hands-")):
            stage = pig("Anna", "Ben")
            stage.hear(Thrown(0, 1))
            stage.hear(Announced(Saying(key, filled)))
            ask(stage, DICE_LIE)
            drawn = view(stage.now, words, [])
            assert not panel.search(json.dumps([drawn["todo"], drawn["said"]])), key
            assert drawn["said"] == [], "what is asked has not happened"
            if panel.search(words.say(Saying(key, filled))):
                assert drawn["todo"]


@pytest.mark.parametrize("name", languages())
def test_visitors_read_no_path_and_no_command(name: str) -> None:
    words = Words(Language(name))
    told = words.visitors_error(JournalError("/var/lib/x.sqlite cannot be read: run 'pipsqueak doctor'"))
    assert "/var" not in told
    assert "pipsqueak" not in told
    assert told == capitalize(words.say(Saying("fault-journal")) + ": " + words.say(Saying("fault-journal-remedy")))
    operators = (
        OptionError("leave out --rule"),
        NoReplyError("/dev/ttyACM0 is silent", "run 'pipsqueak machine flash'"),
    )
    for error in (*operators, fault_error(FaultNumber.LEASE)):
        assert words.visitors_error(error).endswith(words("tell-operator"))
    assert "--rule" not in words.visitors_error(operators[0])
    keys = {key.removesuffix("-remedy") for key in places(english().files) if key.startswith("fault-")}
    assert [key for key in keys if COMMAND.search(words.tell_visitors(ErrorMessage("x", "y", key)))] == []
    if name == "en":
        assert words.visitors_error(
            OptionError("there is no game to a goal of 0: choose one up to 9", key="fault-goal")
        ).endswith("up to 9")


@pytest.mark.parametrize("panel", [False, True])
def test_what_a_panel_s_buttons_do_is_told_where_there_is_one(panel: bool) -> None:
    stage = pig("Ann", "Ben")
    stage.hear(Confirming(0, 1, (3,), 0))
    ask(stage, ConfirmDice((3,)))
    assert bool(view(stage.now, ENGLISH, [None], panel=panel)["remark"]) is panel


def test_each_column_of_a_sheet_has_its_own_bonus_below_its_upper_boxes() -> None:
    name, text = read_own(DOCS / "sheets" / "triple-yahtzee.toml")
    position = make_game(name, {OWN: text}).begin(2)
    card = read_card(position.state.sheet, "fives=20,fours-x2=40,fives-x2=50,sixes-x2=48,fives-x3=60")
    shown = ScoreSheet(card.sheet, (card, position.state.cards[1]), 3)
    drawn = rows(position, shown, None, ENGLISH, offers=True)
    sums = [(place, row["title"], row["cells"]) for place, row in enumerate(drawn) if row.get("sum")]
    assert [place for place, row in enumerate(drawn) if row["left"]] == [*range(7), *range(14, 21), *range(28, 35), 42]
    assert sums == [
        (6, "Bonus 35", ["20/63", "0/63"]),
        (20, "Bonus 70", ["70", "0/126"]),
        (34, "Bonus 105", ["60/189", "0/189"]),
        (42, "Total", ["288", "0"]),
    ]
    head, *lines = sheet_lines(shown, ("Ann", "robot:perfect"), english())
    assert head.split() == ["Ann", "Robot", "(perfect)"]
    assert [line.split() for line in lines[-4:]] == [
        ["bonus", "35", "0", "0"],
        ["bonus", "70", "70", "0"],
        ["bonus", "105", "0", "0"],
        ["total", "288", "0"],
    ]
