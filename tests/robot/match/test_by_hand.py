"""People throw their own dice in the open tray: what is waited for, what is said and set right, and what is kept."""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory

from hardware.clock import SystemClock
from hardware.panel import KEEPS, Button, GpioPanel, PanelPins, Panels
from robot.app import make_reader
from robot.errors import UnsettledError
from robot.games.registry import make_game
from robot.language import english
from robot.match.desk.question_desk import QuestionDesk
from robot.match.events import Corrected, Read
from robot.match.journal import Journal
from robot.match.match import Match
from robot.match.people import PeopleAtTheDesk
from robot.match.seats import Seating
from robot.records.kept_pictures import Corrections
from robot.saying import Saying
from robot.table.about import About
from robot.table.look import Look
from robot.table.tray import PATIENT, POLL, SURE, Tray
from tests.support.robot.journaled import match_of
from tests.support.robot.stubs import Listening, Pressing, desk_of, machine_of
from tests.support.vision.table_scenes import TableScene as Seen
from tests.support.vision.tray_scenes import covered_scenes, tray_scenes
from vision.evaluation.labels import load_labels
from vision.pictures import load_picture
from vision.reading import Die, Reading, SceneNote


def look_at(*dice: tuple[float, int | None], scene: str = "") -> Look:
    """Return a look at a tray with dice at these places with these values."""
    seen = tuple(Die(value, 0.99, (x, 50.0, x + 40, 90.0), 0.0, None, None if value else "cocked") for x, value in dice)
    notes = (SceneNote(scene),) if scene else ()  # type: ignore[arg-type]
    return Look({"left": np.full((200, 400, 3), 90, np.uint8)}, Reading(seen, notes), seen)


@dataclass
class Throwing:
    """Somebody who says yes to what was read, or `says` something else, and presses HOLD when `presses` says so."""

    says: list[tuple[int, ...] | None] = field(default_factory=list)
    presses: list[bool] = field(default_factory=list)
    announced_: list[str] = field(default_factory=list)
    asked: list[tuple[int | None, ...]] = field(default_factory=list)
    waited: list[float | None] = field(default_factory=list)
    thrower: str = "you"

    def see(self, look: Look) -> None:
        pass

    def announce(self, saying: Saying, _about: About = About.GAME, /) -> None:
        self.announced_.append(english().say(saying))

    def ask_dice(self, _values: tuple[int | None, ...], _look: Look | None) -> tuple[int, ...] | None:
        pytest.fail("nobody enters dice that lie in the tray")

    def wait_ready(self, seconds: float | None) -> bool:
        self.waited.append(seconds)
        return self.presses.pop(0) if self.presses else False

    def confirm(self, look: Look, values: tuple[int | None, ...]) -> tuple[int, ...] | None:  # noqa: ARG002
        self.asked.append(values)
        if self.says:
            return self.says.pop(0)
        return tuple(value or 1 for value in values)


def tray_of(looks: Iterable[Look]) -> Tray:
    remaining = iter(looks)
    return Tray(lambda: next(remaining))


EMPTY = look_at()
OLD = look_at((10, 2), (60, 3))


def test_what_lay_there_before_is_no_throw() -> None:
    people = Throwing()
    tray = tray_of([OLD, OLD, OLD, EMPTY, EMPTY, look_at((12, 5), (200, 6))])
    assert tray.throw(2, (), people) == (5, 6)
    assert people.announced_ == ["Throw your 2 dice into the open tray."]
    assert people.asked == [(5, 6)]


def test_seven_dice_are_said_and_none_of_them_counts_until_some_are_taken_out() -> None:
    seven = look_at(*((40.0 * place, 3) for place in range(7)))
    people = Throwing(presses=[True] * 5)
    tray = tray_of([EMPTY, *([seven] * SURE), seven, seven, look_at(*((40.0 * place, 4) for place in range(5)))])
    assert tray.throw(5, (), people) == (4,) * 5
    found = [text for text in people.announced_ if text.startswith("There are 7 dice")]
    assert len(found) == 1


def test_too_few_dice_wait_for_the_others_or_for_people_who_say_that_these_are_all() -> None:
    four = look_at(*((40.0 * place, 3) for place in range(4)))
    waits = Throwing()
    five = look_at(*((40.0 * place, 3) for place in range(5)))
    assert tray_of([EMPTY, *([four] * SURE), five]).throw(5, (), waits) == (3,) * 5
    assert any(text.startswith("Only 4 of 5 dice") for text in waits.announced_)
    insists = Throwing(presses=[False, True], says=[(3, 3, 3, 3, 6)])
    assert tray_of([EMPTY, four, four, four]).throw(5, (), insists) == (3, 3, 3, 3, 6)
    assert insists.asked == [(3, 3, 3, 3, None)]


def test_too_few_dice_are_said_only_if_they_are_seen_in_several_looks_in_a_row() -> None:
    people, one = Throwing(), look_at((10, 3))
    tray = tray_of([EMPTY, *([*[one] * (SURE - 1), EMPTY] * 3), look_at((10, 3), (60, 4))])
    assert tray.throw(2, (), people) == (3, 4)
    assert people.announced_ == ["Throw your 2 dice into the open tray."]


def test_a_hand_over_the_tray_is_waited_for() -> None:
    people = Throwing(presses=[True, True, True])
    hand = look_at((10, 5), scene="hand")
    assert tray_of([EMPTY, *([hand] * SURE), look_at((10, 5))]).throw(1, (), people) == (5,)
    assert people.announced_[1] == "A hand is over the tray: take it away."


@pytest.mark.check
def test_a_hand_over_the_tray_is_seen_in_the_picture_and_waited_for() -> None:
    def look_at(look: Seen) -> Look:
        reading = make_reader().read(*look.exposures)
        return Look({}, reading, tuple(die for die in reading.dice if die.well is None))

    people = Throwing()
    (thrown, truth), *_ = tray_scenes("flat", 84, 1)
    hand = look_at(next(covered_scenes("dark skin", "tray", 84, 1)))
    assert tray_of([EMPTY, *([hand] * SURE), look_at(thrown)]).throw(1, (), people) == truth
    assert people.announced_[1] == "A hand is over the tray: take it away."


def test_what_a_hand_hides_is_no_doubt_that_another_throw_settles() -> None:
    hidden = Die(None, 0.0, (10, 50, 50, 90), 0.0, 1, "hidden")
    assert Look({}, Reading((hidden,), (SceneNote("hand"),)), (hidden,), (1,)).doubts == ("hand",)
    assert Look({}, Reading((hidden,)), (hidden,), (1,)).doubts == ("hidden",)


def test_what_may_be_a_die_and_cannot_be_read_is_announced_and_nothing_counts_until_people_say_so() -> None:
    strange = look_at((10, 5), scene="foreign")
    waits = Throwing()
    assert tray_of([EMPTY, *([strange] * SURE), look_at((10, 5))]).throw(1, (), waits) == (5,)
    assert waits.announced_[1].startswith("Something in the tray cannot be read as a die")
    insists = Throwing(presses=[False, True])
    assert tray_of([EMPTY, strange, strange]).throw(1, (), insists) == (5,)
    assert insists.waited == [POLL, POLL]


def test_dice_that_move_are_no_throw_yet() -> None:
    spinning = Die(None, 0.0, (10, 50, 50, 90), 0.0, None, "moving")
    moving = Look(EMPTY.exposures, Reading((spinning,)), (spinning,))
    people = Throwing()
    assert tray_of([EMPTY, moving, moving, look_at((10, 5))]).throw(1, (), people) == (5,)
    assert people.asked == [(5,)]


def test_dice_thrown_out_of_turn_are_said_and_do_not_count() -> None:
    people, landed = Throwing(), look_at((10, 5))
    tray = tray_of([EMPTY, landed, look_at((90, 6)), look_at((90, 6)), look_at((30, 2))])
    assert tray.throw(1, (), people) == (5,)
    assert tray.throw(1, (), people) == (2,)
    assert [text for text in people.announced_ if "out of turn" in text] == [
        "Dice were thrown into the tray out of turn: they do not count."
    ]


def test_kept_dice_must_still_show_their_faces() -> None:
    people = Throwing()
    changed, right = look_at((10, 5), (60, 3), (90, 4)), look_at((12, 6), (60, 3), (90, 4))
    tray = tray_of([look_at((10, 6), (60, 1), (90, 1)), changed, right])
    assert tray.throw(2, (6,), people) == (3, 4)
    assert people.announced_[0] == "Throw 2 dice into the open tray, and leave 6 lying there."
    assert people.announced_[1].startswith("The kept dice 6 are no longer all visible")
    assert people.waited == [None]


def test_whoever_does_nothing_is_asked_whether_anybody_is_there() -> None:
    people = Throwing()
    tray_of([EMPTY] * (PATIENT + 2) + [look_at((10, 5))]).throw(1, (), people)
    assert people.waited.count(None) == 1


def test_who_wants_another_look_gets_one() -> None:
    people = Throwing(says=[None])
    tray = tray_of([EMPTY, look_at((10, None)), look_at((10, 4))])
    assert tray.throw(1, (), people) == (4,)
    assert people.asked == [(None,), (4,)]


def people_at(keys: str) -> PeopleAtTheDesk:
    return PeopleAtTheDesk(desk_of(Pressing.of(keys)), lambda *_: None)


@pytest.mark.parametrize(
    ("keys", "read", "said"),
    [
        ("h", (3, 4), (3, 4)),
        ("2r h", (3, 6), (3, 1)),
        ("1rr 6 h", (3, 4), (5, 4)),
        ("h r h", (3, None), (3, 1)),
        ("rrr h", (None, 2), (3, 2)),
        ("r u", (3, 4), None),
        ("22 h", (3, 6), (3, 5)),
        ("222 r h", (3, 6), (3, 5)),
        ("11 h", (1, 4), (6, 4)),
        ("22 h", (4, None), (4, 6)),
        ("2 1 2 h", (3, 6), (3, 6)),
    ],
)
def test_people_set_dice_with_buttons(keys: str, read: tuple[int | None, ...], said: tuple[int, ...] | None) -> None:
    shown: list[tuple[tuple[int | None, ...], int]] = []
    assert people_at(keys).confirm(read, lambda values, chosen: shown.append((values, chosen))) == said
    assert shown[0] == (read, read.index(None) if None in read else 0)


def play_by_hand(folder: Path, name: str, keys: str, seed: int, rules: dict[str, int]) -> tuple[list[Read], Listening]:
    """Play with somebody who throws by hand on the simulated table until the keys are used up."""
    heard, reads = Listening(), []
    with ExitStack() as stack:
        table, machine = machine_of(stack, seed)
        journal = stack.enter_context(Journal(folder / "journal.sqlite"))
        made = make_game(name, rules)
        desk = desk_of(Pressing.of(keys))
        game = journal.begin(name, made.rules, ("hand:Ann",), seed, 0)
        corrections = Corrections(folder / "corrections", pytest.fail)

        class Truth:
            def hear(self, event: object) -> None:
                if isinstance(event, Read):
                    lies = Counter(die.pose.up for die in table.dice() if die.well is None)
                    reads.append((event, lies))

        match_of(game, listeners=[heard, corrections, Truth()], desk=desk).play(journal, machine)
    for event, lies in reads:
        if not any(isinstance(other, Corrected) and other.throw == event.throw for other in heard.events):
            assert Counter(event.values) == lies
    return [event for event, _ in reads], heard


@pytest.mark.check
def test_a_whole_solitaire_counts_what_lies_there_and_corrections_are_kept_with_a_label(tmp_path: Path) -> None:
    reads, heard = play_by_hand(tmp_path, "think", "r2rh" + "rh" * 60, 4, {"turns": 1})
    assert len(reads) - sum(isinstance(event, Corrected) for event in heard.events) >= 3
    corrected = next(event for event in heard.events if isinstance(event, Corrected))
    assert corrected.look.values != corrected.values
    label, *_ = load_labels(tmp_path / "corrections")
    assert sorted(label.values) == sorted(corrected.values)
    assert label.boxes is not None
    assert [value for _, value in label.boxes] == list(corrected.values)
    picture = load_picture(tmp_path / "corrections" / label.file)
    assert len(label.more) == 1
    for (left, top, right, bottom), _ in label.boxes:
        assert 0 < left < right < picture.shape[1]
        assert 0 < top < bottom < picture.shape[0]
    again = make_reader().read(picture, load_picture(tmp_path / "corrections" / label.more[0]))
    assert len(again.dice) == len(label.boxes)


def test_a_die_that_nobody_can_say_is_no_throw() -> None:
    match = Match(Seating(make_game("think", {}), (), 0), [], None, [])
    assert match.confirm(look_at((10, 4)), (4,)) == (4,)
    with pytest.raises(UnsettledError, match="nobody is here to say what they show"):
        match.confirm(look_at((10, None)), (None,))


def test_a_full_disk_is_reported_once_and_ends_no_game(tmp_path: Path) -> None:
    notices: list[str] = []
    (tmp_path / "corrections").write_text("a file is in the way")
    corrections = Corrections(tmp_path / "corrections", notices.append)
    for _ in range(2):
        corrections.hear(Corrected(0, 1, look_at((10, 4)), (5,)))
    assert len(notices) == 1
    (tmp_path / "corrections").unlink()
    corrections.hear(Corrected(0, 1, look_at((10, 4)), (5,)))
    assert (tmp_path / "corrections" / "labels.jsonl").exists()


def test_labels_of_several_throws_stand_in_one_file(tmp_path: Path) -> None:
    corrections = Corrections(tmp_path, pytest.fail)
    for value in (5, 6):
        corrections.hear(Corrected(0, 1, look_at((100, 4)), (value,)))
    corrections.hear(Corrected(0, 1, look_at((100, 4)), (4, 2)))
    labels: Sequence[dict[str, object]] = [
        json.loads(line) for line in (tmp_path / "labels.jsonl").read_text().splitlines()
    ]
    assert [label["file"] for label in labels] == ["0001-1.png", "0002-1.png", "0003-1.png"]
    assert labels[0]["boxes"] == [[24.0, 24.0, 64.0, 64.0, 5]]
    assert labels[2]["boxes"] is None


def test_a_die_that_was_not_seen_has_no_box_and_its_label_can_be_read(tmp_path: Path) -> None:
    look = look_at((100, 4), (180, 2))
    half = Look(look.exposures, look.reading, (look.dice[0], None))
    Corrections(tmp_path, pytest.fail).hear(Corrected(0, 1, half, (4, 6)))
    (label,) = load_labels(tmp_path)
    assert (label.values, label.boxes) == ((4, 6), None)


PINS = PanelPins().buttons()


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    mock = MockFactory()
    yield mock
    mock.reset()


def test_a_value_goes_down_by_its_own_button_and_up_by_roll_round_and_round(factory: MockFactory) -> None:
    """Somebody presses the next button whenever the last one is seen to have done something."""
    fingers = iter([KEEPS[1], KEEPS[1], KEEPS[1], Button.ROLL, KEEPS[0], KEEPS[0], KEEPS[0], Button.HOLD])
    shown: list[tuple[tuple[int | None, ...], int]] = []

    class Fingers(Panels):
        def lamps(self, lit: Collection[Button]) -> None:
            super().lamps(lit)
            if lit:
                pin = PINS[next(fingers)]
                factory.pin(pin).drive_low()
                factory.pin(pin).drive_high()

    clock = SystemClock()
    with GpioPanel(clock, factory=factory, debounce=0, hold_off=0.0) as panel:
        people = PeopleAtTheDesk(QuestionDesk(Fingers(clock, panel, rest=0.0), clock), lambda *_: None)
        people_said = people.confirm((2, 2), lambda values, chosen: shown.append((values, chosen)))
        lamps = [pin for pin in PanelPins().lamps if factory.pin(pin).state]
    assert people_said == (6, 1)
    assert [values for values, _ in shown] == [(2, 2), (2, 2), (2, 1), (2, 6), (2, 1), (2, 1), (1, 1), (6, 1)]
    assert [chosen for _, chosen in shown] == [0, 1, 1, 1, 1, 0, 0, 0]
    assert lamps == []
