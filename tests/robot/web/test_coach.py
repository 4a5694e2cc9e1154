"""The coach on the page: its sessions, what it shows, what it reads, and what it refuses."""

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.camera import Frame
from hardware.closing import Closing
from hardware.errors import FrameTimeoutError
from robot.coach.dialogue import CoachDialogue
from robot.coach.kept import KeptSession, SessionFolder
from robot.coach.lines import Manner, line_json
from robot.coach.session import CoachSetting
from robot.config import Folders
from robot.errors import SESSION_MISSING, IllegalAnswerError, RefusedError, SessionError, UsageError
from robot.language import Language
from robot.table.look import look_at
from robot.web.coach.choice import manners, setting_of
from robot.web.coach.desk import CoachDesk
from robot.web.coach.eyes import MOST_AWAITED, CoachEyes
from robot.web.coach.view import refused_view, seen_view
from robot.web.game.words import Words
from tests.support.vision.drawn_dice import DrawnDie, ToldReader, draw
from vision.errors import PictureError
from vision.picture_reader import PictureReader
from vision.reading import Die, Reading

EYE = (360, 320)
"""Pixels of what a live camera sees."""
ENGLISH = Words(Language("en"))
SEEN = (3, 3, 4, 5, 6)
BLACK = np.zeros((400, 640, 3), np.uint8)
PHOTO = cv2.imencode(".png", BLACK)[1].tobytes()


def shown(*values: int | None) -> Reading:
    dice = [(value, (100.0 * place, 100.0, 100.0 * place + 60, 160.0)) for place, value in enumerate(values)]
    return Reading(tuple(Die(value, 0.9, box, 0.0, doubt=None if value else "leans") for value, box in dice))


class FrozenEye(Closing):
    """A camera that sends no picture before `thaws` is set."""

    def __init__(self) -> None:
        self.asked, self.thaws = Event(), Event()

    def frame(self, after: float | None = None, timeout: float | None = None) -> Frame:  # noqa: ARG002
        self.asked.set()
        self.thaws.wait()
        raise FrameTimeoutError("no picture")

    def close(self) -> None:
        self.thaws.set()


@dataclass
class TableEye(Closing):
    """A camera before which these dice lie, or move from picture to picture."""

    values: tuple[int, ...]
    moves: bool = False
    pictures: int = 0
    drawn: dict[int, Any] = field(default_factory=dict)

    def frame(self, after: float | None = None, timeout: float | None = None) -> Frame:  # noqa: ARG002
        self.pictures += 1
        number = self.pictures % 6
        if number not in self.drawn:
            by = 90 * (number % 3) if self.moves else 0
            dice = [
                DrawnDie(value, 70 + 90 * place, 80 + by, 44, 13 * value) for place, value in enumerate(self.values)
            ]
            self.drawn[number] = draw(dice, EYE, seed=number)
        return Frame(self.drawn[number], self.pictures / 10)

    def close(self) -> None:
        pass

    def read(self, *exposures: Any) -> Reading:  # noqa: ARG002
        """Return the dice as they lie when nothing moves."""
        places = enumerate(self.values)
        return Reading(tuple(Die(value, 0.99, (44.0 + 90 * n, 54.0, 96.0 + 90 * n, 106.0), 0.0) for n, value in places))


@pytest.fixture
def folders(home: Path) -> Folders:
    assert not home.exists()
    return Folders.of_user()


@dataclass
class DeskTalk:
    """A desk, and what a page does with one of its sessions."""

    desk: CoachDesk

    def begin(self, game: str, *names: str, manner: Manner = Manner.OPEN, **rules: Any) -> int:
        number = self.desk.begin(CoachSetting(game, rules, names, manner))
        self.desk.enter(number)
        return number

    def view(self, number: int = 1, language: str = "en") -> dict[str, Any]:
        return self.desk.view(number, Words(Language(language)))

    def tells(self, *lines: Any, number: int = 1) -> dict[str, Any]:
        """Send lines, each for what the page shows then; return what it shows at last."""
        for line in lines:
            self.desk.hear(number, self.view(number)["moment"], line)
        return self.view(number)


@pytest.fixture
def talk(folders: Folders) -> Iterator[DeskTalk]:
    desk = CoachDesk(folders)
    yield DeskTalk(desk)
    desk.close()


@pytest.fixture
def eyes() -> Iterator[Callable[..., CoachEyes]]:
    """Return what makes eyes that read with one reader."""
    with ExitStack() as stack:

        def made(reader: PictureReader) -> CoachEyes:
            found = CoachEyes(lambda: reader, lambda: reader)
            stack.callback(found.close)
            return found

        yield made


def dice(*values: int) -> dict[str, Any]:
    return {"dice": list(values)}


def test_a_throw_is_told_and_the_best_choice_is_named(talk: DeskTalk) -> None:
    talk.begin("yahtzee", "Ann", "Ben")
    begun = talk.view()
    assert (begun["whose"], begun["due"], begun["dice"]) == ("Ann, turn 1", [5], [])
    assert begun["why"] == ["Ann can expect 255\u00a0points in the end."]
    view = talk.tells(dice(*SEEN))
    assert (view["dice"], view["due"], view["throws"]) == ([3, 3, 4, 5, 6], [], True)
    assert view["best"] == "Best: keeping 3 3."
    assert view["next"] == [
        "Next: keeping 3 4 5 6\u00a0costs 0.3\u00a0points.",
        "Third: keeping 3 4 5\u00a0costs 0.8\u00a0points.",
    ]
    assert view["writes"]["small-straight"] == "Write Small straight (30)"
    kept = talk.tells({"keep": [3, 4, 5, 6]})
    assert (kept["due"], kept["kept"], kept["dice"], kept["writes"]) == ([1, 5], [3, 4, 5, 6], [], {})
    assert kept["told"] == ["Keeping 3 4 5 6\u00a0costs 0.3\u00a0points."]
    written = talk.tells(dice(2), {"box": "large-straight"})
    assert written["whose"] == "Ben, turn 1"
    assert written["rows"][11]["cells"] == [{"score": 40, "would": None}, {"score": None, "would": None}]


@pytest.mark.parametrize(
    "game", ["pig", "hog", "two-dice-pig", "hooligan", "farkle", "shut-the-box", "skunk", "threes"]
)
def test_the_best_choice_is_reported_with_one_tap(talk: DeskTalk, game: str) -> None:
    chance, told = random.Random(5), []
    talk.begin(game, "Ann", "Ben")
    for _ in range(16):
        view = talk.view()
        if view["over"]:
            break
        if view["best"]:
            told.append(talk.tells(view["does"])["told"])
        else:
            talk.tells(dice(*chance.choices(range(1, 7), k=view["due"][0])))
    assert len(told) > 2
    assert not [lines for lines in told if any("costs" in line or "Best was" in line for line in lines)]


def test_dice_that_score_are_set_aside_to_throw_or_to_hold(talk: DeskTalk) -> None:
    talk.begin("farkle", "Ann", "Ben")
    view = talk.tells(dice(1, 1, 3, 4, 5, 6))
    assert (view["dice"], view["beside"], view["aside"], view["throws"]) == ([1, 1, 3, 4, 5, 6], [], True, True)
    assert (view["best"], view["hold"]) == ("Best: setting 1\u00a0aside and throwing.", "Hold with these")
    with pytest.raises(IllegalAnswerError):
        talk.tells({"keep": [3], "then": "hold"})
    waits = talk.tells({"keep": [1]})
    assert (waits["due"], waits["kept"], waits["dice"], waits["hold"]) == ([5, 6], [1], [], "")
    view = talk.tells(dice(1, 5, 2, 3, 6))
    assert (view["dice"], view["beside"]) == ([1, 5, 2, 3, 6], [1])
    held = talk.tells({"keep": [1, 5], "then": "hold"})
    assert [lane["score"] for lane in held["lanes"]] == [250, 0]
    assert held["told"][-1] == "Ann sets 1 5\u00a0aside, holds and banks 250. The score is 250 : 0."


def test_the_other_manners_say_nothing_before_a_choice(talk: DeskTalk) -> None:
    for number, manner in enumerate((Manner.AFTER, Manner.SILENT), 1):
        talk.begin("yahtzee", "Ann", manner=manner)
        view = talk.tells(dice(*SEEN), number=number)
        assert (view["best"], view["why"], view["next"], view["told"]) == ("", [], [], [])
    assert talk.tells({"keep": [3, 4, 5, 6]}, number=1)["told"] == [
        "Keeping 3 4 5 6\u00a0costs 0.3\u00a0points. Best was keeping 3 3."
    ]
    assert talk.tells({"keep": [3, 4, 5, 6]}, number=2)["told"] == []


def test_a_race_is_held_and_undone_and_looked_back_on(talk: DeskTalk) -> None:
    talk.begin("pig", "Ann", "Ben", goal=10)
    view = talk.tells(dice(6))
    assert (view["hold"], view["due"], view["pending"]) == ("Hold 6", [1], 6)
    assert talk.tells({"hold": True})["whose"] == "Ben, turn 1"
    assert talk.tells({"undo": True})["hold"] == "Hold 6"
    over = talk.tells(dice(5), {"hold": True})
    assert over["over"]
    assert over["ending"][0] == {"text": "Ann wins 11 : 0\u00a0after 2\u00a0throws.", "heading": False}
    assert over["ending"][1] == {"text": "Ann: every choice was the best available.", "heading": False}
    assert talk.desk.summary(1).winners == (0,)
    assert list(talk.desk.find_unfinished()) == []


def test_the_worst_choices_stand_below_a_heading(talk: DeskTalk) -> None:
    talk.begin("pig", "Ann", "Ben", manner=Manner.SILENT, goal=20)
    ending = talk.tells(dice(5), dice(6), {"hold": True}, *[dice(6)] * 4, {"hold": True})["ending"]
    assert ending[1] == {"text": "Ann, the choices that cost most:", "heading": True}
    assert ending[2]["text"].startswith("Turn 1: holding costs 25.8\u00a0games in 100.")


def test_a_roll_that_was_chosen_elsewhere_is_thrown_and_not_held(talk: DeskTalk) -> None:
    talk.begin("pig", "Ann", "Ben")
    view = talk.tells(dice(6), {"roll": True})
    assert (view["hold"], view["due"]) == ("", [1])
    assert view["todo"] == "Throw one die, then tap what it shows."


def test_hog_asks_for_a_number_and_pigs_lie(talk: DeskTalk) -> None:
    talk.begin("hog", "Ann", "Ben", manner=Manner.SILENT)
    view = talk.view()
    assert (view["due"], view["count"]) == ([], {"most": 30, "least": 1, "usual": 1})
    assert talk.tells({"roll": 3})["due"] == [3]
    talk.begin("pass-the-pigs", "Ann", "Ben", manner=Manner.SILENT)
    pigs = talk.view(2)
    assert (len(pigs["pigs"]), pigs["due"], pigs["todo"]) == (6, [2], "Throw both pigs, then tap how they lie.")
    with pytest.raises(IllegalAnswerError):
        talk.desk.expects_dice(2)


def test_before_the_throw_of_a_round_nobody_is_asked_to_stand_or_sit(talk: DeskTalk) -> None:
    talk.begin("skunk", "Ann", "Ben")
    assert (talk.view()["due"], talk.view()["acts"]) == ([2], [])
    with pytest.raises(IllegalAnswerError):
        talk.tells({"stand": True})
    thrown = talk.tells(dice(4, 5))
    assert (thrown["due"], [act["send"] for act in thrown["acts"]]) == ([], ["stand", "sit"])


def test_a_late_tap_a_file_and_nonsense_change_nothing(talk: DeskTalk) -> None:
    talk.begin("pig", "Ann", "Ben", manner=Manner.SILENT)
    moment = talk.view()["moment"]
    talk.tells(dice(4))
    before = talk.view()
    with pytest.raises(RefusedError):
        talk.desk.hear(1, moment, dice(5))
    foreign: list[Any] = [{"photo": "/etc/hostname"}, {"dice": [7]}, {"dice": [1, 2]}, {"box": "ones"}, None, []]
    for line in foreign:
        with pytest.raises(IllegalAnswerError):
            talk.desk.hear(1, before["moment"], line)
    assert talk.view() == before


def test_a_session_of_the_terminal_goes_on_on_the_page_and_back(talk: DeskTalk, folders: Folders) -> None:
    terminal = SessionFolder(folders.coach, folders.cache)
    with terminal.begin(CoachSetting("yahtzee", {}, ("Ann", "Ben"), Manner.SILENT)) as kept:
        CoachDialogue(kept.session, Language("en"), lambda _: look_at(BLACK, shown()), kept.save).answer("33456")
        with pytest.raises(SessionError):
            talk.desk.enter(1)
    (listed,) = talk.desk.find_unfinished()
    assert isinstance(listed, KeptSession)
    assert (listed.told["number"], listed.told["turn"]) == (1, 1)
    talk.desk.enter(1)
    talk.desk.enter(1)
    assert talk.tells({"keep": [3, 3]})["kept"] == [3, 3]
    talk.desk.leave(1)
    with pytest.raises(SessionError), terminal.open(1):
        pass
    talk.desk.leave(1)
    with terminal.open(1) as again:
        assert [line_json(line) for line in again.session.lines] == [dice(*SEEN), {"keep": [3, 3]}]
    for absent in (talk.view, lambda: talk.desk.enter(7)):
        with pytest.raises(SessionError) as missing:
            absent()
        assert missing.value.message_key == SESSION_MISSING


@pytest.mark.parametrize(
    ("seen", "values", "doubts"), [((3, 3, 4, 5, 6), (3, 3, 4, 5, 6), 0), ((6, None, 1, None, 2), (1, 2, 6), 2)]
)
def test_a_picture_is_read_and_counts_nothing(
    talk: DeskTalk, seen: tuple[int | None, ...], values: tuple[int, ...], doubts: int
) -> None:
    talk.begin("yahtzee", "Ann", manner=Manner.SILENT)
    talk.desk.expects_dice(1)
    read = talk.desk.dice(1, look_at(BLACK, shown(*seen)), ENGLISH)
    assert (read.values, len(read.doubts)) == (values, doubts)
    assert talk.view()["moment"] == 0


def test_a_picture_with_another_number_of_dice_is_refused_in_a_sentence(talk: DeskTalk) -> None:
    talk.begin("yahtzee", "Ann", manner=Manner.SILENT)
    with pytest.raises(IllegalAnswerError) as refusal:
        talk.desk.dice(1, look_at(BLACK, shown(3, 3, 4)), ENGLISH)
    assert ENGLISH.say(refusal.value.saying).startswith("In the picture 3\u00a0dice are seen, but 5\u00a0are expected")


def test_a_picture_gives_dice_of_a_position_also_where_none_are_due(talk: DeskTalk) -> None:
    number = talk.begin("farkle", "Ann", "Ben", manner=Manner.SILENT)
    talk.tells(dice(1, 1, 3, 4, 5, 6))
    with pytest.raises(IllegalAnswerError):
        talk.desk.expects_dice(number)
    talk.desk.expects_dice(number, any_number=True)
    for values in ((2, 5), (1, 1, 2, 3, 4, 5)):
        assert talk.desk.dice(number, look_at(BLACK, shown(*values)), ENGLISH, any_number=True).values == values
    with pytest.raises(IllegalAnswerError) as refusal:
        talk.desk.dice(number, look_at(BLACK, shown(*[1] * 7)), ENGLISH, any_number=True)
    assert "7\u00a0dice are seen, but 1\u00a0to 6\u00a0are expected" in ENGLISH.say(refusal.value.saying)


def test_the_live_camera_is_read_when_nothing_moves(eyes: Callable[..., CoachEyes], talk: DeskTalk) -> None:
    lying = TableEye((6, 1, 4))
    seeing = eyes(lying)
    number = talk.begin("hog", "Ann", "Ben", manner=Manner.SILENT)
    talk.desk.hear(number, 0, {"roll": 3})
    look = seeing.look(lying).result()
    assert talk.desk.dice(number, look, ENGLISH).values == (1, 4, 6)
    with pytest.raises(IllegalAnswerError) as refusal:
        seeing.look(TableEye((6, 1, 4), moves=True)).result()
    assert ENGLISH.say(refusal.value.saying).startswith("Something is moving in front of the camera")


def test_a_camera_that_sends_nothing_holds_nothing_else(eyes: Callable[..., CoachEyes], talk: DeskTalk) -> None:
    seeing = eyes(ToldReader(shown(*SEEN)))
    with FrozenEye() as frozen:
        waiting = seeing.look(frozen)
        frozen.asked.wait()
        number = talk.desk.ask(lambda: talk.begin("yahtzee", "Ann", manner=Manner.SILENT)).result()
        look = seeing.photograph(PHOTO).result()
        assert talk.desk.ask(lambda: talk.desk.dice(number, look, ENGLISH)).result().values == SEEN
        assert not waiting.done()
    with pytest.raises(FrameTimeoutError):
        waiting.result()


def test_few_pictures_wait_and_who_sends_another_is_told_what_to_do(eyes: Callable[..., CoachEyes]) -> None:
    lying = TableEye((6, 1, 4))
    seeing = eyes(lying)
    with FrozenEye() as frozen:
        waiting = [seeing.look(frozen) for _ in range(MOST_AWAITED)]
        with pytest.raises(IllegalAnswerError) as refusal:
            seeing.look(frozen)
        assert ENGLISH.say(refusal.value.saying).endswith("Try again in a few seconds, or tap what the dice show.")
        assert seeing.photograph(PHOTO).result().values == lying.values
    for one in waiting:
        with pytest.raises(FrameTimeoutError):
            one.result()
    assert seeing.look(lying).result().values == lying.values


def test_a_reader_that_cannot_be_loaded_is_told_to_operator_and_sender(caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> PictureReader:
        raise PictureError("dice.npz is damaged: install the program again")

    with closing(CoachEyes(broken, broken)) as seeing:
        seeing.open()
        with pytest.raises(PictureError):
            seeing.photograph(PHOTO).result()
    (record,) = caplog.records
    assert record.levelname == "WARNING"
    assert record.message.endswith("cannot be read: dice.npz is damaged: install the program again")


def test_a_picture_has_a_frame_for_each_value_and_doubt(eyes: Callable[..., CoachEyes], talk: DeskTalk) -> None:
    number = talk.begin("yahtzee", "Ann", manner=Manner.SILENT)
    look = eyes(ToldReader(shown(6, None, 1, None, 2))).photograph(PHOTO).result()
    view = seen_view(look, talk.desk.dice(number, look, ENGLISH), ENGLISH)
    told = "each of 2\u00a0dice on the left and in the middle leans: lay it flat"
    assert view["said"] == f"2\u00a0dice have no value ({told}): tap what they show."
    picture = view["picture"]
    assert [(box["value"], box["doubt"]) for box in picture["boxes"]] == [
        (1, None),
        (2, None),
        (6, None),
        (None, "leans"),
        (None, "leans"),
    ]
    corners = [(box["x"] * picture["width"], box["y"] * picture["height"]) for box in picture["boxes"]]
    assert [(round(x), round(y)) for x, y in corners] == [(200, 68), (400, 68), (0, 68), (100, 68), (300, 68)]
    assert picture["data"].startswith("data:image/jpeg;base64,/9j/")
    refused = refused_view(look, "No.")
    assert (refused["dice"], refused["doubts"], refused["said"]) == ([], 0, "No.")
    assert refused["picture"] == picture


def form(**more: Any) -> dict[str, Any]:
    return {"game": "pig", "goal": 50, "manner": "after", "players": ["Ann", ""]} | more


def test_the_form_becomes_a_setting() -> None:
    assert setting_of(form()) == CoachSetting("pig", {"goal": 50}, ("Ann", "B"), Manner.AFTER)
    assert setting_of(form(players=[""], game="yahtzee", goal=None)).names == ("you",)
    assert [manner["name"] for manner in manners(ENGLISH)] == ["open", "after", "silent"]


@pytest.mark.parametrize(
    ("more", "said"),
    [({"manner": "loud"}, "are missing"), ({"players": "Ann"}, "are missing"), ({"game": 7}, "are missing")],
)
def test_a_form_that_our_page_did_not_send_is_refused(more: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        setting_of(form(**more))


def test_names_that_cannot_be_are_refused() -> None:
    with pytest.raises(RefusedError) as refused:
        setting_of(form(players=["Ann", "Ann"]))
    assert "Two people are called Ann" in ENGLISH.say(refused.value.saying)
