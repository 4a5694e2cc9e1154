"""What screens print of a game."""

import io
import re
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from robot.games.board import Board
from robot.games.board_parts import BoardScene
from robot.games.game import Tally
from robot.games.registry import make_game
from robot.language import Language, english
from robot.language.lines import wrap_lines
from robot.language.names import name_player
from robot.match.events import Announced, Confirming, Decided, Ended, Event, Looked, Read, RulesWanted, Tallied, Thrown
from robot.match.narration import describe
from robot.match.questions import LEAVE_GAME, PlainAnswer
from robot.saying import Saying
from robot.terminal.alternate_screen import AlternateScreen
from robot.terminal.live_view import LiveView
from robot.terminal.screens import Sentences, rule_lines
from tests.support.robot.stubs import Listening, Pressing, desk_of, look
from tests.support.robot.talk import Talk


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> list[Event]:
    listener = Listening()
    Talk("pig", {"goal": 40}, ("robot:optimal", "robot:hold20"), 11).play(tmp_path_factory.mktemp("game"), listener)
    return listener.events


SEATS = ("you:Maximiliana", "draw robot", "draw robot", "draw robot", "you:Christopher")


def screen_of(width: int, height: int) -> AlternateScreen:
    """Return a screen of this size that nobody looks at."""
    return AlternateScreen(Console(file=io.StringIO(), width=width, height=height))


def drawn_by(view: LiveView, width: int, height: int) -> list[str]:
    """Return the lines that a view shows in a window of this size."""
    return [line.plain.rstrip() for line in view.draw(width, height)]


def pips_on(screen: list[str]) -> list[int]:
    """Return how many pips each of the framed dice on a screen has, from left to right."""
    (top,) = [row for row, line in enumerate(screen) if "┌───────┐" in line]
    starts = [found.start() for found in re.finditer("┌───────┐", screen[top])]
    return [sum(line[start : start + 9].count("●") for line in screen[top + 1 : top + 4]) for start in starts]


class DrawnScreen:
    """A listener that draws every `step`th moment and the end, and keeps what stands on the screen then."""

    def __init__(self, width: int, step: int) -> None:
        self.width = width
        self.view = LiveView(screen_of(width, 24), Board.of(make_game("yahtzee", {})))
        self.step, self.heard = step, 0
        self.screens: list[tuple[Event, list[str]]] = []

    def hear(self, event: Event) -> None:
        self.view.hear(event)
        self.heard += 1
        if self.heard % self.step == 0 or isinstance(event, Ended):
            self.screens.append((event, drawn_by(self.view, self.width, 24)))


def test_on_a_sheet_it_is_never_in_doubt_whose_turn_it_is_and_what_lies_there(tmp_path: Path) -> None:
    drawn = DrawnScreen(120, step=11)
    Talk("yahtzee", {}, SEATS, 11, "r13r2r5hhnhrh r12hnnrhh" * 30).play(tmp_path, drawn)
    assert len(drawn.screens) > 40
    for event, screen in drawn.screens:
        text = "\n".join(screen)
        match event:
            case Read(position=position):
                shown = name_player(drawn.view._scene.names[position.player])
                name = english().say(shown) if isinstance(shown, Saying) else shown
                assert f"{name}'s turn" in screen[0]
                assert f"▶ {name}'s turn, {position.to_json()['rolls_left'] or 'no'} throw" in text
                assert pips_on(screen) == list(event.values)
                would = position.boxes  # type: ignore[attr-defined]
                person = drawn.view._scene.people[position.player]
                assert len(re.findall(r"\(\d+\)", text)) == len(would) * person, "offers are for people"
            case Decided(action=action):
                assert len(re.findall(r"\bkept\b", text)) >= len(action.wells or ())
            case Ended():
                (bonus,) = [line for line in screen if "bonus 35" in line]
                ends = [found.end() for found in re.finditer(r"\d+/63|\+35", bonus)]
                (heads,) = [line for line in screen if line.split() == [*"12345"]]
                assert ends == [found.end() for found in re.finditer(r"\d", heads)]
    assert "the game is over" in drawn.screens[-1][1][0]


def test_the_live_view_shows_score_turn_chances_and_what_the_camera_saw(game: list[Event]) -> None:
    out = io.StringIO()
    console = Console(file=out, width=110, height=40, force_terminal=True, color_system="truecolor")
    with AlternateScreen(console) as screen:
        view = LiveView(screen, Board.of(make_game("pig", {"goal": 40})), unseen="no-camera")
        for event in game:
            view.hear(event)
        view.hear(Looked(1, 1, look(None)))
    shown = out.getvalue().replace("\x1b[0m", "")
    assert "robot (holds at 20)" in shown
    for told in ("Chance to win", "Without a camera, you enter what you throw.", "the die is cocked", " wins "):
        assert told in shown


@pytest.mark.parametrize(("name", "pages"), [("pig", 1), ("yahtzee", 2)])
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_key_shows_the_rules_page_by_page_and_then_the_game_again(name: str, pages: int, language: str) -> None:
    rules, words = make_game(name, {}), Language(language)
    view = LiveView(screen_of(80, 24), Board.of(rules), words, rules.rulebook)
    seen: list[list[str]] = []
    for _ in range(9):
        view.hear(RulesWanted())
        if view._page is None:
            break
        seen.append(drawn_by(view, 80, 24))
    assert len(seen) >= pages
    for screen in seen:
        assert len(screen) <= 24
        assert all(len(line) <= 80 for line in screen)
    shown = " ".join(" ".join(line for screen in seen for line in screen[1:-1]).split())
    told = " ".join(" ".join(rule_lines(rules.rulebook, words)[2:]).split())
    assert shown == told or all(word in shown for word in told.split())
    assert words.say(Saying("rules-back")) == seen[-1][-1]
    for closes, reads in ((False, True), (True, False), (True, False)):
        view.hear(RulesWanted(closes=closes))
        assert view.reads_rules is reads


def test_the_rules_give_way_to_whatever_happens(game: list[Event]) -> None:
    rules = make_game("pig", {"goal": 40})
    view = LiveView(screen_of(100, 24), Board.of(rules), rulebook=rules.rulebook)
    for event in game[:4]:
        view.hear(event)
    view.hear(RulesWanted())
    assert "A 1 ends your turn" in "\n".join(drawn_by(view, 100, 24))
    view.hear(next(event for event in game if isinstance(event, Read)))
    assert "Chance to win" in "\n".join(drawn_by(view, 100, 24))


def test_the_key_for_the_rules_answers_no_question_and_prints_them() -> None:
    out, rules = io.StringIO(), make_game("pig", {})
    sentences, desk = Sentences(out, rulebook=rules.rulebook), desk_of(Pressing.of("ih"))
    desk.notify = sentences.hear
    assert desk.ask(LEAVE_GAME).reply is PlainAnswer.YES
    assert out.getvalue().splitlines() == rule_lines(rules.rulebook, english(), pips=False)


@pytest.mark.parametrize("keys", ["<", "ih<", "iu<"])
def test_any_other_key_answers_no_but_closes_the_rules_first(keys: str) -> None:
    rules, desk = make_game("pig", {}), desk_of(Pressing.of(f"{keys}h"))
    view = LiveView(screen_of(80, 24), Board.of(rules), rulebook=rules.rulebook)
    desk.notify, desk.reads_rules = view.hear, lambda: view.reads_rules
    assert desk.ask(LEAVE_GAME).reply is PlainAnswer.NO


def test_what_is_entered_for_who_begins_stands_there_until_it_is_confirmed() -> None:
    drawn = DrawnScreen(100, step=1)
    for event in (
        Announced(Saying("first-wanted")),
        Confirming(0, 0, (6,), 0),
        Announced(Saying("first-throw", {"name": "Anna", "value": 6})),
    ):
        drawn.hear(event)
    asked, entered, thrown = ([line for line in screen if line] for _, screen in drawn.screens)
    assert entered == [*asked, "Read 6; die 1 is selected"]
    assert thrown == [*asked, "Anna throws 6."]


def test_dice_that_people_enter_are_drawn_beside_those_that_stay() -> None:
    drawn, position = DrawnScreen(100, step=1), make_game("yahtzee", {}).begin(1)
    drawn.view._scene = BoardScene(("Anna",), (True,), position.after(position.keep(()), (6, 5, 4, 2, 2)))
    drawn.hear(Thrown(0, 2, (2, 4), by_hand=True))
    drawn.hear(Confirming(0, 2, (1, None, 3), 1))
    _, screen = drawn.screens[-1]
    assert pips_on(screen) == [1, 5, 0, 2, 3]
    assert ["1", "kept", "[2]", "kept", "3"] in [line.split()[-5:] for line in screen]
    assert "Read 1, ? and 3; die 2 is selected" in screen


@pytest.mark.parametrize("name", ["pig", "yahtzee"])
def test_a_look_at_no_dice_is_drawn_in_the_words_of_the_language(name: str) -> None:
    rules, nothing = make_game(name, {}), replace(look(), wells=())
    scene = BoardScene(("Anna", "robot"), (True, False), rules.begin(2), nothing, language=Language("de"))
    text = "\n".join(line.plain for line in Board.of(rules).draw(scene, 110, 40))
    assert "Roboter" in text
    assert "Die Kamera liest" not in text


def test_no_word_is_broken_in_two() -> None:
    lines = ["Anna wins after a well-earned throw.", "", "Donaudampfschifffahrt"]
    broken = wrap_lines(lines, 12)
    assert broken == ["Anna wins", "after a", "well-earned", "throw.", "", "Donaudampfschifffahrt"]


def test_no_number_stands_apart_from_its_unit() -> None:
    told = wrap_lines(["Anna wins with 20 points after 7 throws"], 15)
    assert told == ["Anna wins with", "20 points after", "7 throws"]
    lines = ["on average (± 0.1)", "at 20 Donaudampfschifffahrten"]
    assert wrap_lines(lines, 13) == ["on average", "(± 0.1)", "at 20", "Donaudampfschifffahrten"]


@pytest.mark.parametrize(("game", "box"), [("kniffel", "Kniffel"), ("yahtzee", "Yahtzee")])
def test_a_box_that_is_weighed_is_called_as_people_call_it(game: str, box: str) -> None:
    position = make_game(game, {}).begin(1)
    for name, said in (("yahtzee", box), ("three-of-a-kind", "three of a kind")):
        saying = describe(Tallied(0, Tally(box=name, points=7), position), ("Anna",))
        assert saying
        assert english().say(saying) == f"{said} would score 7"
