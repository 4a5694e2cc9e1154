"""People play with only the three big buttons: they are asked about one die after the other."""

import pytest

from hardware.errors import PanelLeftError
from robot.errors import IllegalAnswerError
from robot.games import dialog
from robot.games.actions import Mark
from robot.games.game import Tally, Wish
from robot.games.registry import make_game
from robot.games.sheet.position import SheetPosition
from robot.language import Language, languages
from robot.match.events import Asked, Tallied
from robot.match.players import Person
from robot.match.questions import ChooseMove, Question
from robot.saying import Saying
from robot.web.game.state import ViewState
from robot.web.game.view import view
from robot.web.game.words import Words
from tests.support.robot.stubs import Pressing, choose, desk_of, first_draft, make_begun
from tests.support.solver.acts import keep, score

YAHTZEE = make_game("yahtzee", {})


def position_of(*dice: int, rolls_left: int = 2, kept: tuple[int, ...] = ()) -> SheetPosition:
    position = YAHTZEE.position({"cards": [{}], "dice": list(dice), "rolls_left": rolls_left}, 0)
    assert isinstance(position, SheetPosition)
    return SheetPosition(position.state, position.faces, kept)


def presses(position: SheetPosition, keys: str) -> list[Tally]:
    """Return all that is shown to a person who presses these keys, with which nothing is chosen."""
    shown: list[Tally] = []
    person = Person("Anna", desk_of(Pressing.of(keys), small_buttons=False))
    with pytest.raises(PanelLeftError):
        person.choose(position, shown.append)
    return shown


def test_hold_keeps_the_die_that_is_asked_about_and_roll_throws_it_again() -> None:
    move, shown, _ = choose(position_of(3, 5, 3, 1, 3), "h r h r h r", big=True)
    assert move == keep(3, 3, 3, wells=(1, 3, 5))
    assert [tally.well for tally in shown] == [1, 2, 3, 4, 5, 0]
    assert [tally.keep for tally in shown] == [(), (1,), (1,), (1, 3), (1, 3), (1, 3, 5)]


def test_new_goes_back_by_one_die_and_on_the_first_die_asks_to_take_back() -> None:
    position = position_of(3, 5, 3, 1, 3)
    move, shown, _ = choose(position, "h h n r r r r n h r", big=True)
    assert [tally.well for tally in shown] == [1, 2, 3, 2, 3, 4, 5, 0, 5, 0]
    assert move == keep(3, 3, wells=(1, 5))
    assert choose(position, "h n n", big=True)[0] is Wish.TAKE_BACK


def test_dice_that_were_kept_before_are_asked_about_only_if_people_go_back() -> None:
    position = position_of(3, 5, 3, 1, 3, rolls_left=1, kept=(1, 3))
    move, shown, _ = choose(position, "r r h r", big=True)
    assert [tally.well for tally in shown] == [2, 4, 5, 0]
    assert move == keep(3, 3, 3, wells=(1, 3, 5))
    move, shown, _ = choose(position, "r r r n n n r r r r", big=True)
    assert [tally.well for tally in shown] == [2, 4, 5, 0, 5, 4, 3, 4, 5, 0]
    assert move == keep(3, wells=(1,))


@pytest.mark.parametrize("button", ["r", "h"])
@pytest.mark.parametrize("rolls_left", [0, 1, 2])
def test_one_press_never_throws_dice_that_lie_there_and_never_writes(rolls_left: int, button: str) -> None:
    assert presses(position_of(2, 3, 4, 5, 6, rolls_left=rolls_left), button)[-1].box in {None, "large-straight"}


def test_hold_alone_never_writes_a_box() -> None:
    for rolls_left in (0, 1, 2):
        shown = presses(position_of(2, 3, 4, 5, 6, rolls_left=rolls_left), "h" * 30)
        assert all(tally.box is None for tally in shown)
    assert choose(position_of(2, 3, 4, 5, 6), "hhhhh r h", big=True)[0] == score("large-straight")
    assert choose(position_of(2, 3, 4, 5, 6, rolls_left=0), "h r h", big=True)[0] == score("large-straight")


def test_the_boxes_are_chosen_as_with_nine_buttons_and_new_goes_back_to_the_dice() -> None:
    position = position_of(4, 4, 4, 2, 2)
    move, shown, _ = choose(position, "hhhrr h r n n h h r r h", big=True)
    first, second, third = (*position.offer.boxes,)[:3]
    assert [tally.box for tally in shown if tally.box] == [first, second, first, second, third]
    assert [tally.well for tally in shown if tally.box is None] == [1, 2, 3, 4, 5, 0, 0, 5, 0]
    assert move == score(third)


def test_pages_may_mark_dice_and_open_boxes_meanwhile() -> None:
    position = position_of(4, 4, 4, 2, 2)
    draft = dialog.mark_thing(position, first_draft(position, big=True), Mark("die", 3, on=True))
    assert draft == Tally((3,), well=1, asks=True)
    opened = dialog.mark_thing(position, draft, Mark("box", "fours"))
    assert opened == Tally((3,), "fours", 12, asks=True)
    assert dialog.mark_thing(position, opened, Mark("die", 3, on=False)) == Tally(asks=True)
    with pytest.raises(IllegalAnswerError):
        dialog.mark_thing(position, draft, Mark("die", 6, on=True))


@pytest.mark.parametrize("language", languages())
def test_screens_name_the_buttons_and_show_the_die_that_is_asked_about(language: str) -> None:
    spoken, position = Language(language), position_of(3, 5, 3, 1, 3)
    words = Words(spoken)
    steps = presses(position, "rh nh rhr h r n")
    assert {(bool(tally.well), tally.box is not None) for tally in steps} == {
        (True, False),
        (False, False),
        (False, True),
    }
    for tally in steps:
        asked = Question(1, ChooseMove(position), ("Anna",), asks=True, wishes=frozenset(Wish))
        told = spoken.say(dialog.choices(position, "Anna", tally, tally)) + " "
        told += spoken.say(Saying("press-undo")) * asked.offers_back(tally)
        stage = ViewState()
        stage.hear(make_begun(YAHTZEE, "Anna", position=position))
        stage.hear(Tallied(0, tally, position))
        stage.hear(Asked(asked))
        drawn = view(stage.now, words, [None])
        assert [die["well"] for die in drawn["dice"] if die["chosen"]] == [tally.well] * bool(tally.well)
        assert drawn["remark"].replace("\N{NO-BREAK SPACE}", " ") in told
        undone = len(tally.keep) == len(position.wells) and not tally.well and tally.box is None
        for name in ("ROLL (r)", "NEW (u)") if undone else ("ROLL (r)", "HOLD (h)", "NEW (u)"):
            assert name in told
