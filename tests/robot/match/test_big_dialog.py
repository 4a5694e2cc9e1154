"""Questions about dice are answered with only the three big buttons."""

from typing import Any

import pytest

from robot.language import Language, english, languages
from robot.match.people import PeopleAtTheDesk
from robot.match.questions import ConfirmDice, EnterLie, Question, SettleDie
from robot.saying import Saying
from tests.support.robot.stubs import Pressing, desk_of, look

Shown = tuple[tuple[int | None, ...], int]


def ask(keys: str) -> tuple[PeopleAtTheDesk, list[str]]:
    """Return people who press these keys, and what is announced to them."""
    told: list[str] = []
    desk = desk_of(Pressing.of(keys), small_buttons=False)
    return PeopleAtTheDesk(desk, lambda saying, _: told.append(english().say(saying))), told


@pytest.mark.parametrize(("keys", "face"), [("r h", 1), ("h n r r r h", 3), ("r" * 7 + "h", 1), ("4", 4), ("r 5", 5)])
def test_roll_counts_what_a_die_shows_and_hold_says_it(keys: str, face: int) -> None:
    people, told = ask(keys)
    assert people.value(0, look(None)) == face
    assert "Then press ROLL (r) until the number is right, and HOLD (h)." in told[0]
    counted = keys.replace(" ", "").count("r")
    assert [text.partition(":")[0] for text in told[1:]] == [
        f"It shows {(n - 1) % 6 + 1}" for n in range(1, counted + 1)
    ]


def test_pigs_are_entered_by_counting_how_they_lie() -> None:
    people, told = ask("rrr h r h h")
    assert people.ask_throw(2) == (3, 1)
    assert told[3].startswith("razorback")
    people, _ = ask("r h r h n rr h r h h")
    assert people.ask_throw(2) == (2, 1), "after NEW they are entered again"


@pytest.mark.parametrize(
    ("keys", "read", "said"),
    [
        ("h", (3, 5), (3, 5)),
        ("r h", (3, 5), (4, 5)),
        ("n r r h", (3, 5), (3, 1)),
        ("n n", (3, 5), None),
        ("rrr h rr h", (None, None), (3, 2)),
        ("h r h", (4, None), (4, 1)),
        ("n", (3,), None),
        ("2 r h", (3, 5), (3, 6)),
    ],
)
def test_dice_are_set_with_roll_new_and_hold(keys: str, read: tuple[int | None, ...], said: Any) -> None:
    people, told = ask(keys)
    shown: list[Shown] = []
    assert people.confirm(read, lambda values, chosen: shown.append((values, chosen))) == said
    assert "NEW (u) selects the next die" in told[0]


@pytest.mark.parametrize(
    ("keys", "looks", "read", "said"),
    [
        ("r h rr h rrr h", False, (None, None, None), (1, 2, 3)),
        ("r n r n r n h", False, (None, None, None), (1, 1, 1)),
        ("r n rr h", True, (None, None), (1, 2)),
        ("r n n", True, (None, None), None),
        ("3 4 h", True, (None, None), (3, 4)),
        ("h", True, (2, 6), (2, 6)),
    ],
)
def test_dice_are_entered_with_roll_new_and_hold(
    keys: str, looks: bool, read: tuple[int | None, ...], said: tuple[int, ...] | None
) -> None:
    people, told = ask(keys)
    assert people.ask_dice(read, lambda *_: None, look=look(*read) if looks else None) == said
    assert "1 to 6" not in told[0]


def test_hold_pressed_again_and_again_confirms_no_die_that_has_no_value() -> None:
    people, _ = ask("h" * 50 + "r h")
    assert people.ask_dice((None,), lambda *_: None) == (1,)


@pytest.mark.parametrize("language", languages())
def test_the_screen_names_the_big_buttons_at_every_question_about_dice(language: str) -> None:
    spoken = Language(language)
    for topic, buttons in (
        (SettleDie(0), "ROLL (r), HOLD (h)"),
        (EnterLie(1), "ROLL (r), HOLD (h)"),
        (ConfirmDice((3, None)), "ROLL (r), NEW (u), HOLD (h)"),
    ):
        keys = [spoken.say(key).partition(":")[0] for key in Question(1, topic, asks=True).keys]
        assert ", ".join(keys) == buttons
    assert spoken.say(Saying("counted", {"face": 3})).count("HOLD (h)") == 1
