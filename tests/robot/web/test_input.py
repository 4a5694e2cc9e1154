"""Taps that become buttons: what comes late, twice or from nowhere is passed over."""

import threading
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from hardware.clock import VirtualClock
from hardware.panel import KEEPS, Button, Panel
from hardware.panels import Panels
from robot.errors import GameLeftError
from robot.games.game import Move, Position, Tally, Wish
from robot.games.hog import throw_of
from robot.games.registry import make_game
from robot.host.interruptible_panel import LAST_CALL, HeedingPanel
from robot.host.status import StatusBook
from robot.language import english
from robot.match.events import Announced, Begun, Confirming, Decided, Read, Tallied, Thrown
from robot.match.people import PeopleAtThePanel
from robot.saying import Saying
from robot.web.game.state import Shown, Stage
from robot.web.game.view import view
from robot.web.game.words import Words
from robot.web.input import Desk
from robot.web.panel import WebPanel
from tests.support.robot.stubs import Pressing

ROLL, HOLD, NEW = Button.ROLL, Button.HOLD, Button.NEW
FACES = (5, 2, 6, 4, 2)
ALONE = 60.0
MORNING = datetime(2026, 5, 1, 10, tzinfo=UTC)


class Table:
    """A desk, the buttons that it pressed, and the stage that it looks at."""

    def __init__(self, game: str, **rules: object) -> None:
        self.game = make_game(game, rules)
        self.pressed: list[Button] = []
        self.stage = Stage()
        self.desk = Desk(self.stage, lambda button, *_: self.pressed.append(button))
        self.position: Position = self.game.begin(2)
        people = (True, True)
        begun = Begun(game, self.game.title, rules, ("Anna", "Ben"), people, self.position, 0, 1)
        self.stage.hear(begun)

    def throw(self, *values: int) -> None:
        """Let the first throw of a turn show these values."""
        move = self.position.buttons[ROLL] if hasattr(self.position, "buttons") else Move({"keep": []}, {})
        before, self.position = self.position, self.position.after(move, values)
        self.stage.hear(Decided(before, move, None))
        self.stage.hear(Thrown(0, 1))
        self.stage.hear(Read(1, before, move, values, self.position))
        self.ask()

    def ask(self, tally: Tally | None = None) -> None:
        """Ask people, as a dialog does."""
        self.stage.asked()
        if tally is not None:
            self.stage.hear(Tallied(0, tally))

    def tap(self, what: str, *, late: int = 0, **more: object) -> bool:
        return self.desk.tap({"what": what, "turn": self.stage.now.turn - late, **more})


@pytest.fixture
def pig() -> Table:
    table = Table("pig", goal=50)
    table.ask()
    return table


def test_a_wish_for_another_game_leaves_what_is_asked_asked(pig: Table) -> None:
    turn = pig.stage.now.turn
    pig.stage.hear(Announced(Saying("wish", {"title": Saying("title-pig", {"goal": 30})})))
    assert pig.stage.now.turn == turn
    assert pig.tap("roll")
    assert pig.pressed == [ROLL]


def test_what_was_asked_is_asked_again_when_somebody_says_that_they_are_there(pig: Table) -> None:
    pig.stage.hear(Announced(Saying("ask-value", {"doubt": "", "remedy": ""})))
    pig.ask()
    pig.stage.hear(Announced(Saying("alone", {"seconds": 15})))
    assert not pig.tap("face", face=3), "this press would only say that somebody is there"
    pig.ask()
    assert pig.tap("face", face=3)
    assert pig.pressed == [KEEPS[2]]


@pytest.fixture
def sheet() -> Table:
    table = Table("yahtzee")
    table.throw(*FACES)
    table.ask(Tally())
    return table


def test_one_button_a_turn_counts(pig: Table) -> None:
    assert [pig.tap("roll"), pig.tap("roll"), pig.tap("undo")] == [True, False, False]
    assert pig.pressed == [ROLL]


def test_what_was_tapped_in_an_earlier_turn_does_not_count(pig: Table) -> None:
    pig.ask()
    assert not pig.tap("roll", late=1)


def test_nothing_counts_while_nobody_is_asked(pig: Table) -> None:
    pig.stage.hear(Thrown(0, 1))
    assert not pig.tap("roll")


def test_what_the_rules_forbid_is_no_button(pig: Table) -> None:
    assert not pig.tap("hold")
    assert pig.tap("roll")


@pytest.mark.parametrize(
    "tap", [{}, {"what": None}, {"what": "explode"}, {"what": "keep", "well": 1, "on": True}, {"what": ["roll"]}]
)
def test_nonsense_presses_nothing(pig: Table, tap: dict[str, object]) -> None:
    assert not pig.desk.tap({"turn": pig.stage.now.turn, **tap})
    assert pig.pressed == []


def test_keeping_says_what_is_wished_and_not_which_button(sheet: Table) -> None:
    assert sheet.tap("keep", well=2, on=True)
    assert not sheet.tap("keep", well=2, on=True)
    assert sheet.tap("keep", well=5, on=True)
    assert sheet.tap("keep", well=2, on=False)
    assert not sheet.tap("keep", well=6, on=True)
    assert sheet.pressed == [KEEPS[1], KEEPS[4], KEEPS[1]]


def test_taps_on_boxes_lead_the_real_dialog_there(sheet: Table) -> None:
    boxes = ("chance", "ones", "large-straight", "ones", "yahtzee")
    for box in boxes:
        assert sheet.tap("box", box=box)
    assert sheet.tap("hold")
    assert answered(sheet) == Move({"score": "yahtzee"})


def test_a_tap_on_a_die_or_throw_leads_back_from_the_boxes(sheet: Table) -> None:
    for tap in ({"what": "keep", "well": 2, "on": True}, {"what": "box", "box": "chance"}):
        assert sheet.desk.tap({"turn": sheet.stage.now.turn, **tap})
    assert sheet.tap("keep", well=5, on=True)
    assert not sheet.tap("keep", well=2, on=True)
    assert sheet.tap("roll")
    assert answered(sheet) == Move({"keep": [2, 2]}, {2: 2, 5: 2})


def test_undo_leaves_the_boxes_first(sheet: Table) -> None:
    sheet.tap("box", box="chance")
    assert sheet.tap("undo")
    assert answered(sheet) is Wish.TAKE_BACK


def answered(table: Table) -> Move | Wish:
    """Return what the game's own dialog makes of the buttons that were pressed."""
    answer: Move | Wish = table.game.dialog().ask(table.position, Pressing(table.pressed), lambda _: None)
    return answer


def test_a_number_of_dice_leads_the_real_dialog_there() -> None:
    hog = Table("hog")
    hog.ask(Tally(dice=1))
    assert hog.tap("count", count=17)
    assert not hog.tap("count", count=31)
    assert hog.tap("roll")
    assert answered(hog) == Move("17", {})


def test_a_doubt_is_answered_by_a_face_alone(pig: Table) -> None:
    pig.stage.hear(Thrown(0, 1))
    pig.stage.hear(Announced(Saying("ask-value")))
    pig.ask()
    assert not pig.tap("roll")
    assert not pig.tap("face", face=7)
    assert pig.tap("face", face=4)
    assert pig.pressed == [KEEPS[3]]


def test_dice_thrown_by_hand_are_set_by_choosing_one_and_adding_pips(pig: Table) -> None:
    pig.stage.hear(Thrown(0, 1))
    pig.stage.hear(Announced(Saying("ask-confirm")))
    pig.ask()
    pig.stage.hear(Confirming(0, 1, (5, None), 1))
    assert not pig.tap("hold")
    assert pig.tap("set", die=1, face=2)
    assert pig.tap("set", die=0, face=3)
    assert pig.tap("hold")
    assert pig.pressed == [ROLL, ROLL, KEEPS[0], ROLL, ROLL, ROLL, ROLL, HOLD]


def test_taps_lead_the_real_dialog_to_what_they_say_and_never_take_a_pip_by_choosing_twice(pig: Table) -> None:
    pig.stage.hear(Thrown(0, 1))
    pig.stage.hear(Announced(Saying("ask-confirm")))
    pig.ask()
    pig.stage.hear(Confirming(0, 1, (5, 2, 6), 0))
    assert not pig.tap("choose", die=0)
    assert pig.tap("choose", die=2)
    assert not pig.tap("choose", die=2)
    assert pig.tap("set", die=2, face=4)
    assert pig.tap("set", die=2, face=1)
    assert pig.tap("set", die=1, face=3)
    assert pig.tap("set", die=1, face=5)
    assert pig.tap("hold")
    people = PeopleAtThePanel(Pressing(pig.pressed), lambda _: None)
    assert people.confirmed((5, 2, 6), lambda *_: None) == (5, 5, 1)


class Asked(Table):
    """A table at which pages are asked as at the real one; `seen` is what they showed as they were.

    Each time they are asked the next of `taps` are made at once.
    """

    def __init__(self, game: str, *taps: Callable[["Asked"], object]) -> None:
        super().__init__(game)
        self.seen: list[Shown] = []
        self.taps = list(taps)
        self.dialog = self.game.dialog()
        self.clock = VirtualClock()
        self.panel = Panels(self.clock, WebPanel(self.asks), rest=0.0)
        self.desk = Desk(self.stage, lambda button, near, still: self.panel.push(button, near=near, still=still))

    def asks(self) -> None:
        self.stage.asked()
        self.seen.append(self.stage.now)
        self.taps.pop(0)(self)

    def show(self, tally: Tally) -> None:
        self.stage.hear(Tallied(0, tally))

    def answers(self) -> Move | Wish:
        """Return what the game's own dialog makes of the taps."""
        answer: Move | Wish = self.dialog.ask(self.position, self.panel, self.show)
        return answer


def test_pages_are_asked_how_many_dice_once_they_show_a_number() -> None:
    hog = Asked("hog", lambda table: (table.tap("count", count=5), table.tap("roll")))
    assert hog.answers() == throw_of(5)
    assert [shown.tally for shown in hog.seen] == [Tally(dice=1)]


def test_pages_are_asked_which_dice_to_keep_once_they_show_those_that_are_kept() -> None:
    sheet = Asked("yahtzee", lambda table: (table.tap("keep", well=2, on=False), table.tap("roll")))
    sheet.throw(*FACES)
    sheet.position = sheet.position.after(
        Move({"keep": [*FACES[:2]]}, {1: FACES[0], 2: FACES[1]}), (*FACES[:2], 6, 6, 6)
    )
    assert sheet.answers() == Move({"keep": [FACES[0]]}, {1: FACES[0]})
    assert [shown.tally for shown in sheet.seen] == [Tally((1, 2))]


def test_pages_are_asked_to_confirm_dice_once_they_show_them() -> None:
    pig = Asked("pig", lambda table: table.tap("hold"))
    people = PeopleAtThePanel(pig.panel, lambda saying: pig.stage.hear(Announced(saying)))
    assert people.confirmed((3,), lambda said, chosen: pig.stage.hear(Confirming(0, 1, said, chosen))) == (3,)
    assert [shown.confirming for shown in pig.seen] == [Confirming(0, 1, (3,), 0)]


def test_pages_are_asked_whether_a_choice_is_regretted() -> None:
    pig = Asked("pig", lambda table: table.tap("undo"))
    assert PeopleAtThePanel(pig.panel, lambda saying: pig.stage.hear(Announced(saying)), patience=3.0).regrets()
    assert len(pig.seen) == 1


def test_what_is_tapped_at_once_after_a_hint_changes_what_was_kept_before_it() -> None:
    sheet = Asked(
        "yahtzee",
        lambda table: (table.tap("keep", well=2, on=True), table.tap("keep", well=5, on=True), table.tap("hint")),
        lambda table: (table.tap("keep", well=3, on=True), table.tap("keep", well=2, on=False), table.tap("roll")),
    )
    sheet.throw(*FACES)
    assert sheet.answers() is Wish.HINT
    assert sheet.answers() == Move({"keep": [FACES[4], FACES[2]]}, {3: FACES[2], 5: FACES[4]})


@pytest.mark.parametrize("kept", [(), (1, 2, 4)])
def test_a_box_that_is_tapped_after_a_hint_is_the_one_that_is_written(kept: tuple[int, ...]) -> None:
    sheet = Asked(
        "yahtzee",
        lambda table: table.tap("hint"),
        lambda table: (table.tap("box", box="ones"), table.tap("hint")),
        lambda table: table.tap("hold"),
    )
    sheet.throw(*FACES)
    for _ in range(2):
        sheet.position = sheet.position.after(sheet.position.keep(kept), FACES)  # type: ignore[attr-defined]
    sheet.stage.hear(Read(3, sheet.position, Move({"keep": []}, {}), FACES, sheet.position))
    assert [sheet.answers() for _ in range(3)] == [Wish.HINT, Wish.HINT, Move({"score": "ones"})]


def test_a_number_of_dice_stays_after_a_hint() -> None:
    hog = Asked("hog", lambda table: (table.tap("count", count=17), table.tap("hint")), lambda table: table.tap("roll"))
    assert [hog.answers(), hog.answers()] == [Wish.HINT, Move("17", {})]


def test_taps_that_were_not_told_before_people_are_asked_anew_are_forgotten(sheet: Table) -> None:
    for well in (2, 5):
        assert sheet.tap("keep", well=well, on=True)
    sheet.ask(Tally())
    sheet.pressed.clear()
    assert sheet.tap("keep", well=2, on=True)
    assert sheet.pressed == [KEEPS[1]]


def test_undo_with_a_box_open_is_pressed_once_where_no_throw_is_left(sheet: Table) -> None:
    for _ in range(2):
        sheet.throw(*FACES)
    sheet.ask(Tally(box="ones"))
    assert sheet.tap("undo")
    assert sheet.pressed == [NEW]


class Beside(Pressing):
    """Buttons beside a page: each is pressed, and each tap of the page made, once all before it is done and told."""

    def __init__(self, table: Asked, *steps: Button | Callable[[Asked], object]) -> None:
        super().__init__([])
        self.table, self.steps = table, list(steps)

    def press(self, timeout: float | None = None) -> Button | None:  # noqa: ARG002
        if self.table.seen and self.steps:
            step = self.steps.pop(0)
            if isinstance(step, Button):
                return step
            step(self.table)
        return None


def tapping(what: str, **more: object) -> Callable[[Asked], object]:
    return lambda table: table.desk.tap({"what": what, "turn": table.stage.now.turn, **more})


@pytest.mark.parametrize(
    ("steps", "answer"),
    [
        ((KEEPS[0], tapping("keep", well=1, on=False), tapping("roll")), Move({"keep": []}, {})),
        ((KEEPS[0], tapping("keep", well=1, on=True), tapping("roll")), Move({"keep": [5]}, {1: 5})),
        (
            (tapping("keep", well=2, on=True), KEEPS[1], tapping("keep", well=2, on=True), tapping("roll")),
            Move({"keep": [2]}, {2: 2}),
        ),
        (
            (tapping("keep", well=2, on=True), HOLD, tapping("keep", well=2, on=True), tapping("roll")),
            Move({"keep": [2]}, {2: 2}),
        ),
        ((HOLD, tapping("hold")), Move({"score": "chance"})),
        ((HOLD, tapping("box", box="ones"), tapping("hold")), Move({"score": "ones"})),
        (
            (tapping("box", box="ones"), ROLL, tapping("box", box="chance"), tapping("hold")),
            Move({"score": "chance"}),
        ),
    ],
)
def test_page_and_panel_choose_together(steps: tuple[Button | Callable[[Asked], object], ...], answer: Move) -> None:
    sheet = Asked("yahtzee", lambda _: None)
    sheet.throw(*FACES)
    sheet.panel.add(Beside(sheet, *steps))
    assert sheet.answers() == answer


def confirming(pig: Asked, *panels: Panel) -> tuple[int, ...] | None:
    """Return what the real dialog makes of three dice that were read as 5, 2 and 6."""
    for panel in panels:
        pig.panel.add(panel)
    pig.stage.hear(Thrown(0, 1))
    people = PeopleAtThePanel(pig.panel, lambda saying: pig.stage.hear(Announced(saying)))
    return people.confirmed((5, 2, 6), lambda said, chosen: pig.stage.hear(Confirming(0, 1, said, chosen)))


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ((tapping("set", die=1, face=3), KEEPS[2], tapping("set", die=1, face=4)), (5, 4, 6)),
        ((tapping("set", die=0, face=6), ROLL, tapping("set", die=0, face=6)), (6, 2, 6)),
        ((tapping("set", die=1, face=3), KEEPS[0], tapping("choose", die=1), ROLL), (5, 4, 6)),
        ((KEEPS[2], tapping("choose", die=2), tapping("set", die=2, face=1)), (5, 2, 1)),
    ],
)
def test_page_and_panel_set_dice_together(
    steps: tuple[Button | Callable[[Asked], object], ...], said: tuple[int, ...]
) -> None:
    pig = Asked("pig", lambda _: None)
    assert confirming(pig, Beside(pig, *steps, tapping("hold"))) == said


class Between(Pressing):
    """Buttons that the game takes while a tap is made on the page, which is not told of them yet; later taps follow."""

    def __init__(self, table: Asked, *steps: tuple[Button | None, Callable[[Asked], object]]) -> None:
        super().__init__([])
        self.table, self.steps = table, list(steps)

    def press(self, timeout: float | None = None) -> Button | None:  # noqa: ARG002
        if not (self.table.seen and self.steps):
            return None
        button, tap = self.steps.pop(0)
        assert tap(self.table)
        return button


def test_a_box_that_is_tapped_while_somebody_opens_one_is_not_written_but_can_be_tapped_again() -> None:
    sheet = Asked("yahtzee", lambda _: None)
    sheet.throw(*FACES)
    ones, hold = tapping("box", box="ones"), tapping("hold")
    sheet.panel.add(Between(sheet, (HOLD, ones), (None, ones), (None, hold)))
    assert sheet.answers() == Move({"score": "ones"})


def test_a_throw_that_is_tapped_while_somebody_goes_back_from_the_boxes_takes_nothing_back() -> None:
    sheet = Asked("yahtzee", lambda _: None)
    sheet.throw(*FACES)
    keep, box, roll = tapping("keep", well=2, on=True), tapping("box", box="ones"), tapping("roll")
    sheet.panel.add(Between(sheet, (None, keep), (None, box), (NEW, roll), (None, roll)))
    assert sheet.answers() == Move({"keep": [2]}, {2: 2})


def test_nothing_is_left_of_a_tap_that_sets_a_die_while_somebody_chooses_another() -> None:
    pig = Asked("pig", lambda _: None)
    steps = (KEEPS[2], tapping("set", die=1, face=4)), (None, tapping("hold"))
    assert confirming(pig, Between(pig, *steps)) == (5, 2, 6)


def test_what_is_tapped_while_somebody_throws_does_not_say_that_the_dice_lie_there() -> None:
    pig = Asked("pig", lambda _: None)
    pig.throw(3)
    pig.panel.add(Between(pig, (ROLL, tapping("hold"))))
    assert isinstance(pig.answers(), Move)
    people = PeopleAtThePanel(pig.panel, lambda saying: pig.stage.hear(Announced(saying)))
    pig.stage.hear(Announced(Saying("tray-throw", {"dice": 1})))
    assert not people.ready(0.05)


def test_that_dice_lie_there_is_said_of_the_throw_that_it_was_tapped_for() -> None:
    pig = Asked("pig")
    people = PeopleAtThePanel(pig.panel, lambda saying: pig.stage.hear(Announced(saying)))
    for throw, pressed in ((1, True), (2, False)):
        pig.stage.hear(Thrown(0, throw))
        pig.stage.hear(Announced(Saying("tray-throw", {"dice": 1})))
        if throw == 1:
            for _ in range(2):
                assert pig.tap("hold")
        assert people.ready(0.05) is pressed


def test_nothing_is_left_of_a_tap_that_comes_as_it_is_asked_whether_anybody_is_there() -> None:
    sheet = Asked("yahtzee", lambda _: None)
    sheet.throw(*FACES)
    book, taps = StatusBook(lambda: MORNING), [tapping("box", box="twos")]

    def heed() -> None:
        if sheet.clock.now() >= ALONE - LAST_CALL and taps:
            assert taps.pop()(sheet)

    def announce(saying: Saying) -> None:
        sheet.stage.hear(Announced(saying))

    panel = HeedingPanel(sheet.panel, sheet.clock, book, heed, announce, alone=ALONE)
    with pytest.raises(GameLeftError):
        sheet.dialog.ask(sheet.position, panel, sheet.show)
    assert sheet.clock.now() >= ALONE
    assert not taps
    assert sheet.stage.now.tally == Tally()


def test_what_is_kept_stays_kept_beside_an_open_box_when_people_are_asked_anew() -> None:
    sheet = Asked("yahtzee", lambda _: None)
    sheet.throw(*FACES)
    keep, asked = tapping("keep", well=2, on=True), lambda table: table.stage.asked()
    sheet.panel.add(Beside(sheet, keep, tapping("box", box="ones"), asked, keep, tapping("roll")))
    assert sheet.answers() == Move({"keep": [2]}, {2: 2})


def test_nothing_is_told_between_a_look_at_what_is_asked_and_the_press() -> None:
    stage, told = Stage(), list[str | None]()

    def press(*_: object) -> None:
        teller = threading.Thread(target=stage.hear, args=(Announced(Saying("ask-confirm")),), daemon=True)
        teller.start()
        teller.join(0.05)
        told.append(stage.now.notice_key)

    stage.hear(Announced(Saying("tray-throw", {"dice": 1})))
    assert Desk(stage, press).tap({"what": "hold", "turn": 0})
    assert told == ["tray-throw"]


def test_dice_that_are_looked_at_again_are_set_from_what_was_read_then(pig: Table) -> None:
    pig.stage.hear(Thrown(0, 1))
    for values, chosen in (((5, 2), 0), ((3, 4), 0)):
        pig.stage.hear(Announced(Saying("ask-confirm")))
        pig.ask()
        pig.stage.hear(Confirming(0, 1, values, chosen))
        pig.pressed.clear()
        assert pig.tap("set", die=1, face=6)
        assert pig.tap("undo")
    assert pig.pressed == [KEEPS[1], ROLL, ROLL, NEW]


@pytest.mark.parametrize("game", ["hog", "yahtzee"])
def test_pages_are_not_asked_in_a_game_that_is_left_before_all_is_shown(game: str) -> None:
    def left(_: Tally) -> None:
        raise GameLeftError("the game is left")

    table = Asked(game)
    with pytest.raises(GameLeftError):
        table.game.dialog().ask(table.position, table.panel, left)
    assert not table.seen


def test_that_dice_lie_there_can_be_said_after_another_tap_and_again() -> None:
    pig = Asked("pig", lambda table: table.tap("roll"))
    move = pig.answers()
    assert isinstance(move, Move)
    pig.stage.hear(Decided(pig.position, move, None))
    pig.stage.hear(Thrown(0, 1))
    people = PeopleAtThePanel(pig.panel, lambda saying: pig.stage.hear(Announced(saying)))
    pig.stage.hear(Announced(Saying("tray-throw", {"dice": 1})))
    for _ in range(2):
        assert pig.tap("hold")
        assert people.ready(None)


def test_that_dice_lie_there_can_be_said_while_it_is_thrown_for_who_begins() -> None:
    stage = Stage()
    desk = Desk(stage, lambda *_: None)
    stage.hear(Announced(Saying("first-wanted")))
    assert not desk.tap({"what": "hold", "turn": 0})
    stage.hear(Announced(Saying("tray-throw", {"dice": 1})))
    shown = view(stage.now, Words(english()), ())
    assert shown["buttons"] == {"hold": "My dice lie there"}
    assert shown["whose"] != Words(english())("idle")
    assert desk.tap({"what": "hold", "turn": 0})
