"""The coach on the page: its sessions, what it shows, what it reads, and what it refuses."""

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from threading import Event
from typing import Any

import pytest

from hardware.camera import Frame
from hardware.closing import Closing
from hardware.errors import FrameTimeoutError
from robot.coach.dialogue import CoachDialogue
from robot.coach.kept import KeptSession, SessionFolder
from robot.coach.lines import Manner, line_json
from robot.coach.session import CoachSetting
from robot.config import Folders
from robot.errors import SESSION_MISSING, FileError, IllegalAnswerError, RefusedError, UsageError
from robot.language import Language
from robot.table.live_dice import LiveDice
from robot.web.coach.desk import MOST_AWAITED, CoachDesk, CoachEyes
from robot.web.coach.view import due_throw, watched_view
from robot.web.coach.watch import CoachWatch, DueThrow, WatchedThrow
from robot.web.game.choice import coach_setting_of, manners
from robot.web.game.words import Words
from tests.support.robot.coached import BLACK, look_of
from tests.support.vision.drawn_dice import DrawnDie, ToldReader, draw, lay_row, read_die
from vision.errors import PictureError
from vision.reading import Reading

ENGLISH = Words(Language("en"))
SEEN = (3, 3, 4, 5, 6)


@dataclass
class TableEye(Closing):
    """A camera before which a 6, a 1 and a 4 lie from picture `first` on; a `frozen` one sends none before its end."""

    first: int = 0
    frozen: bool = False
    pictures: int = 0
    asked: Event = field(default_factory=Event)
    closed: Event = field(default_factory=Event)

    def frame(self, after: float | None = None, timeout: float | None = None) -> Frame:  # noqa: ARG002
        self.asked.set()
        if self.frozen and self.closed.wait():
            raise FrameTimeoutError("no picture")
        self.pictures += 1
        return Frame(draw(self._dice, (200, 160), seed=self.pictures % 6), self.pictures / 10)

    def close(self) -> None:
        self.closed.set()

    @property
    def _dice(self) -> list[DrawnDie]:
        return lay_row(6, 1, 4) if self.pictures >= self.first else []

    def read(self, *exposures: Any) -> Reading:  # noqa: ARG002
        """Return the dice as they lie now."""
        return Reading(tuple(map(read_die, self._dice)))


@dataclass
class DeskTalk:
    """A desk, and what a page does with one of its sessions."""

    desk: CoachDesk

    def begin(self, game: str, *names: str, manner: Manner = Manner.OPEN, **rules: Any) -> int:
        number = self.desk.begin(CoachSetting(game, rules, names, manner))
        self.desk.enter(number)
        return number

    def view(self, number: int = 1) -> dict[str, Any]:
        return self.desk.view(number, ENGLISH)

    def tells(self, *lines: Any, number: int = 1) -> dict[str, Any]:
        """Send lines, each for what the page shows then; return what it shows at last."""
        for line in lines:
            self.desk.hear(number, self.view(number)["moment"], line)
        return self.view(number)


@pytest.fixture
def talk(folders: Folders) -> Iterator[DeskTalk]:
    with closing(CoachDesk(folders)) as desk:
        yield DeskTalk(desk)


@pytest.fixture
def eyes() -> Iterator[Callable[..., CoachEyes]]:
    """Return what makes eyes that read with one reader."""
    with ExitStack() as stack:
        yield lambda reader: stack.enter_context(closing(CoachEyes(lambda: reader)))


def dice(*values: int) -> dict[str, Any]:
    return {"dice": list(values)}


def test_a_throw_is_told_and_the_best_choice_is_named(talk: DeskTalk) -> None:
    talk.begin("yahtzee", "Ann", "Ben")
    begun = talk.view()
    assert (begun["whose"], begun["due"], begun["dice"]) == ("Ann, turn 1", [5], [])
    assert begun["why"] == ["Ann can expect 255\u00a0points in the end."]
    view = talk.tells(dice(*SEEN))
    assert (view["dice"], view["due"], view["throws"]) == ([3, 3, 4, 5, 6], [], True)
    keeps = "Keep 3 3\u00a0for threes (42\u00a0%) or the full house (17\u00a0%)"
    assert view["best"].startswith(f"{keeps}: keeping 3 4 5 6\u00a0would cost 0.3\u00a0points, because")
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
    assert not [lines for lines in told if any("cost" in line for line in lines)]


def test_dice_that_score_are_set_aside_to_throw_or_to_hold(talk: DeskTalk) -> None:
    talk.begin("farkle", "Ann", "Ben")
    view = talk.tells(dice(1, 1, 3, 4, 5, 6))
    assert (view["dice"], view["beside"], view["aside"], view["throws"]) == ([1, 1, 3, 4, 5, 6], [], True, True)
    assert view["best"].startswith("Set 1\u00a0aside and throw 5\u00a0dice")
    assert view["hold"] == "Hold with these"
    with pytest.raises(IllegalAnswerError):
        talk.tells({"keep": [3], "then": "hold"})
    waits = talk.tells({"keep": [1]})
    assert (waits["due"], waits["kept"], waits["dice"], waits["hold"]) == ([5, 6], [1], [], "")
    view = talk.tells(dice(1, 5, 2, 3, 6))
    assert (view["dice"], view["beside"]) == ([1, 5, 2, 3, 6], [1])
    held = talk.tells({"keep": [1, 5], "then": "hold"})
    assert [lane["score"] for lane in held["lanes"]] == [250, 0]
    assert held["told"][-1] == "Ann sets 1 5\u00a0aside, holds and banks 250. The score is 250 : 0."


def test_a_race_is_held_and_undone_and_looked_back_on(talk: DeskTalk) -> None:
    talk.begin("pig", "Ann", "Ben", goal=20)
    view = talk.tells(dice(6))
    assert (view["hold"], view["due"], view["pending"]) == ("Hold 6", [1], 6)
    thrown = talk.tells({"roll": True})
    assert (thrown["hold"], thrown["due"]) == ("", [1])
    assert thrown["todo"] == "Throw one die, then tap what it shows."
    assert talk.tells({"undo": True}, {"hold": True})["whose"] == "Ben, turn 1"
    assert talk.tells({"undo": True})["hold"] == "Hold 6"
    over = talk.tells(dice(5), {"hold": True}, *[dice(6)] * 4, {"hold": True})
    assert over["over"]
    assert [line["heading"] for line in over["ending"]].count(True) == 1
    assert over["ending"][0] == {"text": "Ben wins 11 : 24\u00a0after 6\u00a0throws.", "heading": False}
    assert over["ending"][1] == {"text": "Ann, the choices that cost most:", "heading": True}
    assert over["ending"][2]["text"].startswith("Turn 1: Throw, with 11\u00a0points at risk: that wins")
    assert "The cost of holding is 25.8\u00a0of 100\u00a0games: it loses" in over["ending"][2]["text"]
    assert {"text": "Ben: every choice was the best available.", "heading": False} in over["ending"]
    assert talk.desk.session(1).summary().winners == (1,)
    assert list(talk.desk.find_unfinished()) == []


def test_hog_asks_for_a_number_and_pigs_lie(talk: DeskTalk) -> None:
    talk.begin("hog", "Ann", "Ben", manner=Manner.SILENT)
    view = talk.view()
    assert (view["due"], view["count"]) == ([], {"most": 30, "least": 1, "usual": 1})
    assert talk.tells({"roll": 3})["due"] == [3]
    talk.begin("pass-the-pigs", "Ann", "Ben", manner=Manner.SILENT)
    pigs = talk.view(2)
    assert (len(pigs["pigs"]), pigs["due"], pigs["todo"]) == (6, [2], "Throw both pigs, then tap how they lie.")
    assert due_throw(talk.desk.session(2)) is None


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
        CoachDialogue(kept.session, Language("en"), lambda _: look_of(), kept.save).answer("33456")
        with pytest.raises(FileError):
            talk.desk.enter(1)
    (listed,) = talk.desk.find_unfinished()
    assert isinstance(listed, KeptSession)
    assert (listed.told["number"], listed.told["turn"]) == (1, 1)
    talk.desk.enter(1)
    talk.desk.enter(1)
    assert talk.tells({"keep": [3, 3]})["kept"] == [3, 3]
    talk.desk.leave(1)
    with pytest.raises(FileError), terminal.open(1):
        pass
    talk.desk.leave(1)
    with terminal.open(1) as again:
        assert [line_json(line) for line in again.session.lines] == [dice(*SEEN), {"keep": [3, 3]}]
    for absent in (talk.view, lambda: talk.desk.enter(7)):
        with pytest.raises(FileError) as missing:
            absent()
        assert missing.value.message_key == SESSION_MISSING


def watch_for(watch: CoachWatch, due: DueThrow | None, pictures: int = 50, pressed: str = "") -> WatchedThrow:
    """Return what is known after so many pictures, or once the dice lie there."""
    for _ in range(pictures):
        seen = watch.follow(due, None, pressed)
        if seen.look:
            break
    return seen


def test_a_throw_before_the_camera_counts_and_what_lay_there_does_not() -> None:
    eye = TableEye(first=15)
    watch, due = CoachWatch(None, LiveDice(eye, eye)), DueThrow(0, "Ann", 3, ())
    asked = watch_for(watch, due, 1).said
    assert asked
    assert ENGLISH.say(asked) == "Ann: throw 3\u00a0dice."
    thrown = watch_for(watch, due)
    assert (thrown.look and thrown.look.values, thrown.sure, thrown.number) == ((6, 1, 4), True, 1)
    assert watched_view(thrown, ENGLISH, shows=True)["picture"]["data"].startswith("data:image/jpeg")
    # The next throw is due: its dice lie there as before, until people say that this is their throw.
    again = DueThrow(1, "Ben", 3, ())
    lies = watch_for(watch, again)
    assert lies.look is None
    view = watched_view(lies, ENGLISH, shows=False)
    assert "throw them. If that is your throw, press “My dice lie there”" in view["said"]
    assert [box["value"] for box in view["boxes"]] == [6, 1, 4]
    said = watch_for(watch, again, pressed="lie")
    assert (said.look and said.look.values, said.sure, said.number) == ((6, 1, 4), False, 2)
    assert said.said
    assert ENGLISH.say(said.said) == "Is that right?"
    assert watch.follow(again, None, "again").look is None


def test_what_is_missing_is_told_and_one_browser_watches_at_a_time(talk: DeskTalk) -> None:
    number, eye = talk.begin("yahtzee", "Ann", "Ben", manner=Manner.SILENT), TableEye(first=15)
    with pytest.raises(RefusedError):
        talk.desk.watch(number, "phone", None)
    watch, due = talk.desk.watch(number, "phone", lambda: LiveDice(eye, eye))
    assert due == DueThrow(0, "Ann", 5, ())
    few = watch_for(watch, due).said
    assert few
    assert ENGLISH.say(few).startswith("Only 3\u00a0of 5\u00a0dice are in the picture: lay the missing dice in")
    assert talk.desk.watch(number, "phone", None)[0] is watch
    with pytest.raises(RefusedError):
        talk.desk.watch(number, None, lambda: LiveDice(eye, eye))
    assert not talk.desk.is_free(number)
    assert talk.desk.watch(number, "other", lambda: LiveDice(eye, eye))[0] is not watch
    talk.tells(dice(*SEEN))
    talk.desk.hear(number, 0, dice(*SEEN))  # another page has seen the same
    with pytest.raises(RefusedError):
        talk.desk.hear(number, 0, dice(1, 1, 1, 1, 1))
    assert talk.desk.watch(number, "other", None)[1] is None, "people choose"
    talk.tells({"keep": [3, 3]})
    assert talk.desk.watch(number, "other", None)[1] == DueThrow(2, "Ann", 3, (3, 3))


def test_few_pictures_wait_for_a_camera_that_sends_nothing_and_nothing_else_does(
    eyes: Callable[..., CoachEyes], talk: DeskTalk
) -> None:
    seeing, due = eyes(TableEye()), DueThrow(0, "Ann", 3, ())
    with TableEye(frozen=True) as frozen:
        watch = CoachWatch(None, seeing.make_live(LiveDice(frozen, frozen)))
        waiting = [seeing.watch(watch, due, None, "") for _ in range(MOST_AWAITED)]
        frozen.asked.wait()
        with pytest.raises(IllegalAnswerError) as refusal:
            seeing.watch(watch, due, None, "")
        assert ENGLISH.say(refusal.value.saying).endswith("Try again in a few seconds, or tap what the dice show.")
        assert talk.desk.ask(lambda: talk.begin("yahtzee", "Ann", manner=Manner.SILENT)).result() == 1
        assert not waiting[0].done()
    assert waiting[-1].result().look is None


def test_a_reader_that_cannot_be_loaded_is_told_to_the_sender() -> None:
    def fail(*_: Any) -> Reading:
        raise PictureError("dice.npz is damaged: install the program again")

    reader = TableEye()
    reader.read = fail  # type: ignore[method-assign]
    with closing(CoachEyes(lambda: reader)) as seeing, pytest.raises(PictureError):
        seeing.watch(CoachWatch("phone", seeing.make_live()), None, BLACK, "", photograph=True).result()


def test_a_photograph_is_filled_in_with_a_frame_for_each_value_and_doubt(eyes: Callable[..., CoachEyes]) -> None:
    dice = lay_row(6, 3, 1, 5, 2)
    read = [replace(read_die(one), value=None, doubt="leans") if one.value in {3, 5} else read_die(one) for one in dice]
    seeing, photo = eyes(ToldReader(Reading(tuple(read)))), draw(dice, (300, 160))
    watch = CoachWatch("phone", seeing.make_live())
    seen = seeing.watch(watch, DueThrow(0, "Ann", 5, ()), photo, "", photograph=True).result()
    view = watched_view(seen, ENGLISH, shows=True)
    told = "Each of 2\u00a0dice on the left and in the middle leans: lay it flat."
    assert (view["dice"], view["sure"], view["said"]) == ([6, None, 1, None, 2], False, told)
    picture = view["picture"]
    frames = [(box["value"], box["doubt"]) for box in picture["boxes"]]
    assert frames == [(6, None), (None, "leans"), (1, None), (None, "leans"), (2, None)]
    assert picture["data"].startswith("data:image/jpeg;base64,/9j/")
    many = seeing.watch(watch, DueThrow(1, "Ann", 3, ()), photo, "", photograph=True).result()
    assert many.look is None
    assert len(watched_view(many, ENGLISH, shows=True)["picture"]["boxes"]) == 5
    sure = eyes(ToldReader(Reading(tuple(map(read_die, dice)))))
    watch = CoachWatch("phone", sure.make_live())
    few = sure.watch(watch, DueThrow(0, "Ann", 6, ()), photo, "", photograph=True).result()
    view = watched_view(few, ENGLISH, shows=False)
    assert (view["dice"], view["sure"]) == ([6, 3, 1, 5, 2], False)
    assert "press “They show this”" in view["said"], "a photograph has no button beside this one"


def form(**more: Any) -> dict[str, Any]:
    return {"game": "pig", "goal": 50, "manner": "after", "players": ["Ann", ""]} | more


def test_the_form_becomes_a_setting_or_is_refused() -> None:
    assert coach_setting_of(form()) == CoachSetting("pig", {"goal": 50}, ("Ann", "B"), Manner.AFTER)
    assert coach_setting_of(form(players=[""], game="yahtzee", goal=None)).names == ("you",)
    assert [manner["name"] for manner in manners(ENGLISH)] == ["open", "after", "silent"]
    foreign: tuple[dict[str, Any], ...] = ({"manner": "loud"}, {"players": "Ann"}, {"game": 7})
    for more in foreign:
        with pytest.raises(UsageError, match="are missing"):
            coach_setting_of(form(**more))
    with pytest.raises(RefusedError) as refused:
        coach_setting_of(form(players=["Ann", "Ann"]))
    assert "Two people are called Ann" in ENGLISH.say(refused.value.saying)
