"""The operator's page while nobody is before it; and its settings, kept unless an option of the start would win."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Never

import pytest
from nicegui import ui

from hardware.clock import VirtualClock
from robot.cli import main
from robot.config import Config, Folders, Tempo, load
from robot.errors import FileError, RobotError
from robot.games.game import Wish
from robot.host.status import Phase
from robot.match.match import list_permitted
from robot.match.moments import WAITS, Pacing
from robot.web import server
from robot.web.access import OPERATOR_SECONDS, AccessControl, Password, Role
from robot.web.pages import operator
from robot.web.pages.frame import Visitor
from robot.web.pages.operator import Settings
from robot.web.upkeep import SelftestState
from tests.support.robot.pages import open_host, pages_of, visitor_of

PASSWORD = "open sesame"


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def who(tmp_path: Path, clock: VirtualClock) -> Visitor:
    """Return an operator's browser, somewhere on the network."""
    doors = AccessControl(Password(tmp_path / "operator.json"), clock.now, local=False)
    doors.password.choose(PASSWORD)
    _, token = doors.enter(PASSWORD, "phone")
    host, selftest = SimpleNamespace(status="well"), SimpleNamespace(now=SelftestState())
    return visitor_of(SimpleNamespace(doors=doors, host=host, selftest=selftest), token)


@pytest.fixture
def page(who: Visitor, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return the operator's page, drawn already, with `went`: where it has led people."""
    page: Any = operator.Operator(who)
    page._drawn, page.went = ("well", False), []
    monkeypatch.setattr(ui.navigate, "to", page.went.append)
    return page


def test_a_page_that_is_left_open_asks_for_the_password_again(page: Any, who: Visitor, clock: VirtualClock) -> None:
    for _ in range(int(OPERATOR_SECONDS)):
        page._look()
        clock.sleep(1)
    assert page.went == []
    clock.sleep(1)
    page._look()
    assert (page.went, who.role) == (["/enter"], Role.GUEST)


def test_who_presses_something_stays(page: Any, who: Visitor, clock: VirtualClock) -> None:
    pressed: list[float] = []
    press = who.as_operator(lambda: pressed.append(clock.now()))
    for _ in range(3):
        clock.sleep(OPERATOR_SECONDS)
        press()
    page._look()
    assert (len(pressed), page.went) == (3, [])
    clock.sleep(OPERATOR_SECONDS + 1)
    press()
    assert len(pressed) == 3


def test_what_visitors_tap_at_the_screen_keeps_no_operator_signed_in(who: Visitor, clock: VirtualClock) -> None:
    for _ in range(int(OPERATOR_SECONDS) // 60):
        clock.sleep(60)
        assert who.acts() is Role.OPERATOR
    clock.sleep(1)
    assert who.acts() is Role.GUEST


def test_the_operator_switches_off_what_people_may_ask_for(who: Visitor, clock: VirtualClock, tmp_path: Path) -> None:
    folders, desk, site = Folders(tmp_path, tmp_path, tmp_path), SimpleNamespace(permitted=frozenset(Wish)), who.site
    vars(site).update(folders=folders, by_option=frozenset())
    vars(site.host).update(desk=desk)
    page: Any = Settings(who)
    page._said = SimpleNamespace(text="")
    switched: Any = [SimpleNamespace(args=ticked) for ticked in (False, False, True, "false")]
    for wish, event in zip((Wish.HINT, Wish.LEAVE, Wish.LEAVE, Wish.LEAVE), switched, strict=True):
        page._permit(wish, event)
    assert desk.permitted == list_permitted(load(folders)) == {Wish.TAKE_BACK, Wish.LEAVE}
    clock.sleep(OPERATOR_SECONDS + 1)
    page._permit(Wish.HINT, switched[2])
    assert desk.permitted == list_permitted(load(folders)) == {Wish.TAKE_BACK, Wish.LEAVE}


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Return the operator's settings of a table that was started with --language."""
    site: Any = SimpleNamespace(
        folders=Folders(tmp_path, tmp_path, tmp_path),
        languages=("en", "de"),
        language="de",
        host=SimpleNamespace(pacing=Pacing(Tempo.CALM, lambda _: None)),
        by_option=frozenset({"language"}),
    )
    words: Any = lambda key, **facts: f"{key} {facts.get('option', '')}".strip()  # noqa: E731
    settings = Settings(SimpleNamespace(site=site, words=words, operates=lambda: Role.OPERATOR))  # type: ignore[arg-type]
    settings._said = SimpleNamespace(text="")  # type: ignore[assignment]
    return settings


def pick(value: str) -> Any:
    return SimpleNamespace(args=value)


def test_what_an_option_gives_is_set_until_the_next_start_and_said_to_be_no_more(settings: Settings) -> None:
    settings._set_language(pick("en"))
    assert settings._site.language == "en"
    assert settings._said.text == "setting-until-restart --language"
    assert load(settings._site.folders) == Config()


def test_what_no_option_gives_is_kept(settings: Settings) -> None:
    settings._set_tempo(pick("brisk"))
    assert settings._site.host.pacing.waits == WAITS[Tempo.BRISK]
    assert settings._said.text == "kept-setting"
    assert load(settings._site.folders) == Config(tempo="brisk")


@pytest.mark.parametrize("verb", ["serve", "exhibit"])
@pytest.mark.parametrize(
    ("words", "given"), [(["--language=de"], {"language"}), (["--tempo=fast"], {"tempo"}), ([], set())]
)
def test_the_page_knows_the_options_of_the_start(
    verb: str, words: list[str], given: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[object] = []

    def make(*parts: Any) -> Never:
        told.append(parts[-1].by_option)
        raise FileError("far enough", key="fault-folder")

    monkeypatch.setenv("PIPSQUEAK_HOME", str(tmp_path))
    monkeypatch.setattr(server, "Site", make)
    assert main([verb, "--table=sim", "--port=0", *words]) == 1
    assert told == [given]


def test_four_lines_say_how_the_table_is_in_plain_words_and_a_closed_browser_is_no_fault(tmp_path: Path) -> None:
    voice, journal = (RobotError("/dev/snd is gone: try aplay", key=f"fault-{name}") for name in ("voice", "journal"))
    with open_host(tmp_path) as host, pages_of(host, tmp_path) as pages:
        host.book.change(phase=Phase.IDLE)
        operator = pages.table
        operator.ask("/enter", "POST", data={"password": PASSWORD})
        pages.call(lambda: pages.site.phones.show_page("screen"))
        pages.call(lambda: pages.site.phones.lose_page("screen"))
        shown = operator.open("/operator")
        assert shown.texts("dd")[:3] == ["Yes.", "Nobody", "Nothing"]
        assert "Screen: not connected, not needed" in shown.texts("b")
        assert host.status.faults == ()
        host.book.fault("voice", voice, "warning")
        shown = operator.open("/operator")
        assert (shown.texts("dd")[0], shown.texts("dd")[2]) == (
            "Yes.",
            "The voice cannot speak: check the sound device",
        )
        assert "/dev/snd is gone" in shown.texts("p")
        assert not any("/dev" in line for line in shown.texts("dd") + shown.texts("td"))
        host.book.fault("journal", journal)
        lines = operator.open("/operator").texts("dd")
        assert lines[0] == "No: it waits for help."
        assert re.fullmatch(r"The journal cannot be used: free some disk space.*\nVoice", lines[2])
