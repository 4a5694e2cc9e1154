"""The operator's page: health and faults, tests of motors and lights, settings, calibration, self-test, day and log."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from operator import methodcaller
from typing import Any

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement
from nicegui.events import GenericEventArguments
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from hardware.controller import Controller
from hardware.dictionary import FaultNumber
from robot.app import calibration_of_table
from robot.config import Tempo, keep
from robot.errors import ROOMS
from robot.games.game import Wish
from robot.host.status import Device, Phase, Status
from robot.language import capitalize, english
from robot.language.language import ENGLISH
from robot.log import newest_entries
from robot.match.match import KEYS
from robot.saying import Saying
from robot.selftest.report import MARKS
from robot.table.table import MachineTable, Table
from robot.web.access import Role
from robot.web.game.words import Words
from robot.web.pages.elements import asking_button, button, card, link, select, table, tag
from robot.web.pages.frame import NAMES, Visitor, open_page, visitor
from robot.web.site import Site
from robot.web.upkeep import SelftestState

TEST_SECONDS = 20.0
"""Seconds for which a test waits for the game's thread before the page says that it is busy."""
AGAIN_SECONDS = 60.0
"""Seconds between two counts of the day."""
ENTRIES = 60
"""The most entries of the log that are shown."""
LOUDEST = 100
URGENT = ("fault", "warning", "ok", "absent")
"""The states of devices, in the order on the page."""
CALIBRATION_STEPS = ("camera", "calibration")
"""The steps of the self-test that calibrate the table."""
TELLS = "(event) => emit(event.target.value)"
"""JavaScript that sends the value of a field."""
CHECKED = "(event) => emit(event.target.checked)"
"""JavaScript that sends whether a box is ticked."""


def add_operator(site: Site) -> None:
    """Add the page to the server."""

    @ui.page("/operator")
    def operator(request: Request) -> Response | None:
        who = visitor(site, request)
        if who.operates() < Role.OPERATOR:
            return RedirectResponse("/enter", 303)
        with open_page(who, "/operator", who.words("operator")):
            Operator(who).draw()
        return None


class Operator:
    """The page as one browser shows it."""

    def __init__(self, who: Visitor) -> None:
        self._who, self._site, self._words = who, who.site, who.words
        self._drawn: tuple[Status, bool] | None = None
        self._look_at_log: Callable[[], None] = lambda: None

    def draw(self) -> None:
        words = self._words
        with tag("main", classes="operator"):
            tag("h1", words("operator"))
            with tag("div", classes="pair-of"):
                with card(words("overview")):
                    self._overview = tag("dl")
                with card(words("camera")):
                    tag("img", classes="live", src="/camera/live?whole=1", alt=words("live"))
            with card(words("health")):
                self._health = tag("div", classes="devices")
            with card(words("faults")):
                self._faults = tag("div")
            with tag("div", classes="pair-of"):
                with tag("div", classes="stack"):
                    self._draw_tests()
                    draw_selftest(self._who)
                with tag("div", classes="stack"):
                    Settings(self._who).draw()
                    self._draw_machine()
            draw_day(self._who)
            self._look_at_log = draw_log(self._who)
        self._look()
        ui.timer(1.0, self._look)

    def _look(self) -> None:
        """Draw the status again if it has changed. After sign-out, open the sign-in page."""
        if self._who.role < Role.OPERATOR:
            ui.navigate.to("/enter")
            return
        self._look_at_log()
        status, tested = self._site.host.status, self._site.selftest.now.goes_on
        if self._drawn == (status, tested):
            return
        self._drawn = status, tested
        words, devices = self._words, sorted(status.devices, key=lambda device: URGENT.index(device.state))
        needy = [device for device in devices if device.state in {"fault", "warning"}]
        self._sum_up(status, needy, tested=tested)
        self._health.clear()
        with self._health:
            for device in devices:
                with tag("div", classes="device"):
                    state = words(f"state-{device.state}")
                    tag("b", f"{words.device(device.name)}: {state}", "light", data_state=device.state)
                    if device.what:
                        tag("p", words.trouble(device))
                    if device in needy and device.key and device.what != english().say(Saying(device.key)):
                        tag("p", device.what, "exactly", lang=ENGLISH)  # it names ports, files and numbers
        self._faults.clear()
        with self._faults:
            if not status.faults:
                tag("p", words("no-faults"), "empty")
                return
            rows = []
            for fault in status.faults:
                over = self._format_time(fault.over) if fault.over else words("now")
                when = f"{words.device(fault.device)}\n{self._format_time(fault.began)} – {over}"
                rows.append((when, words.trouble(fault)))
            table((words("device"), words("fault")), rows, words("fault-list"))

    def _format_time(self, at: datetime) -> str:
        return f"{at:%H:%M}" if at.date() == self._site.host.book.wall().date() else f"{at:%Y-%m-%d %H:%M}"

    def _sum_up(self, status: Status, needy: Sequence[Device], *, tested: bool) -> None:
        """Draw four lines: whether the table is ready, who plays, what needs help, and since when."""
        words, game, phase = self._words, status.game, status.phase
        if status.status == "fault" and phase is not Phase.SAFE:
            phase = Phase.WAITING
        others = ", ".join(words.device(device.name) for device in needy[1:])
        names = ", ".join(map(words.name, game.players)) if game else ""
        times = [device.since for device in needy or status.devices] or [self._site.host.book.wall()]
        since = self._format_time(min(times) if needy else max(times))
        lines = {
            "ready": words("ready-is", phase="tested" if tested else phase.value),
            "plays": f"{names}: {words.say(game.title)}" if game else words("nobody"),
            "needs": f"{words.trouble(needy[0])}\n{others}".strip() if needy else words("nothing"),
            "since": since if needy else words("fine-since", time=since),
        }
        self._overview.clear()
        with self._overview:
            for key, line in lines.items():
                tag("dt", words(key))
                tag("dd", line, "light" if key == "ready" else "", data_state=status.status)

    def _draw_tests(self) -> None:
        words = self._words
        with card(words("tests")):
            tag("p", words("tests-how"))
            with tag("div", classes="tests"):
                for trial in self._site.trials:
                    well = {} if trial.well is None else {"well": trial.well}
                    self._draw_test(words(trial.key, **well), methodcaller("try_out", trial))
                self._draw_test(words("test-clear"), clear)
            self._said = TextElement(tag="p", text=" ").props("role=status")

    def _draw_test(self, text: str, run: Callable[[Controller], Any]) -> None:
        words = self._words

        async def run_test() -> None:
            if self._who.operates() < Role.OPERATOR:
                return
            self._said.text = words("testing", what=text)
            answer = self._site.host.ask(lambda table: run_on_board(table, run))
            try:
                await asyncio.wait_for(asyncio.wrap_future(answer), TEST_SECONDS)
            except TimeoutError:
                answer.cancel()
                self._said.text = words("test-busy")
            except ROOMS as error:
                self._said.text = words.error(error)
            else:
                self._said.text = words("test-done", what=text)

        button(text, run_test)

    def _draw_machine(self) -> None:
        words, site = self._words, self._site
        with card(words("machine")):
            tag("p", " · ".join(f"{name} {version}" for name, version in site.host.status.versions.items()))
            with tag("div", classes="tests"):
                if not site.doors.local:
                    button(words("new-code"), self._who.as_operator(site.phones.renew_code))
                for name, action in (("leave-game", site.host.end), ("restart", site.restart)):
                    asking_button(words(name), words(f"{name}-sure"), words("cancel"), self._who.as_operator(action))


def run_on_board(table: Table, run: Callable[[Controller], Any]) -> None:
    """Run a test on the table's board. Raises the board's errors."""
    if isinstance(table, MachineTable):
        run(table.controller)


def clear(board: Controller) -> None:
    """Clear every fault that the board has latched except the emergency stop, which a button at the table ends."""
    for fault in sorted(board.stat().faults - {FaultNumber.ESTOP}):
        board.clear(fault)


def draw_selftest(who: Visitor) -> None:
    """Draw a card that leads people through the self-test."""
    words, run, allowed = who.words, who.site.selftest, who.as_operator
    shown: SelftestState | None = None
    with card(words("selftest")):
        tag("p", words("selftest-how"))
        calibrated = TextElement(tag="p", text="")
        with tag("div", classes="tests"):
            button(words("selftest-begin"), allowed(partial(run.begin, words.language)))
            button(words("selftest-short"), allowed(partial(run.begin, words.language, short=True)))
            button(words("calibrate"), allowed(partial(run.begin, words.language, CALIBRATION_STEPS)))
            button(words.line(Saying("selftest-answer-quit")), allowed(run.stop))
        live = tag("div", classes="selftest")
        found = tag("div")
        asks = tag("div", role="status")

    def look() -> None:
        """Draw what has changed."""
        nonlocal shown
        before, now = shown, run.now
        if before == now:
            return
        shown = now
        if before is None or before.goes_on != now.goes_on:
            calibrated.text = f"{words('calibration')}: {calibration_state(who)} {words('calibrate-how')}"
            live.clear()
            if now.goes_on:
                with live:
                    tag("img", classes="live", src="/camera/live?whole=1", alt=words("live"))
        if before is None or before.results != now.results:
            found.clear()
            with found:
                draw_steps(now, words)
        asks.clear()
        with asks:
            draw_question(who, now)

    look()
    ui.timer(0.5, look)


def draw_steps(now: SelftestState, words: Words) -> None:
    for result in now.results:
        title = words.say(Saying(f"selftest-name-{result.step}"))
        state = words.say(Saying(f"selftest-state-{result.state}"))
        opened = {"open": ""} if result.state in {"trouble", "unjudged"} else {}
        with tag("details", data_state=result.state, **opened):
            tag("summary", f"{MARKS[result.state]} {title}: {state}")
            for trouble in result.troubles:
                tag("p", words.say(trouble.what), "exactly")
                tag("p", words.say(trouble.remedy))
            for line in result.said:
                tag("p", words.say(line))


def draw_question(who: Visitor, now: SelftestState) -> None:
    """Draw the newest lines, the question that is open, and the report of a self-test that is over."""
    words = who.words
    for line in now.lines:
        tag("p", words.line(line))
    if now.question is not None:
        tag("p", words.say(now.question))
        with tag("div", classes="tests"):
            for answer in now.answers:
                answered = who.as_operator(partial(who.site.selftest.answer, now.number, answer))
                button(words.line(Saying(f"selftest-answer-{answer}")), answered)
    if now.report is not None:
        link(words("selftest-report"), f"/selftest/{now.report}", download=now.report)


def draw_day(who: Visitor) -> None:
    """Draw games, turns, throws, faults and wear of this day, counted every minute, if a report is kept."""
    words, report = who.words, who.site.report
    if report is None:
        return
    with card(words("device-report")):
        shown = tag("ul", classes="told")

    async def count() -> None:
        try:
            lines = [capitalize(words.say(line)) for line in await asyncio.to_thread(report)]
        except ROOMS as error:
            lines = [words.error(error)]
        shown.clear()
        with shown:
            for line in lines:
                tag("li", line)

    ui.timer(AGAIN_SECONDS, count, immediate=True)


def draw_log(who: Visitor) -> Callable[[], None]:
    """Draw the log; return the function that updates it."""
    words, site, file = who.words, who.site, who.site.folders.log
    with card(words("log")):
        refused = TextElement(tag="p", text="")
        entries = TextElement(tag="pre", text=words("no-log")).classes("log")
        entries.props["tabindex"] = "0"

    def look() -> None:
        refused.text = words("refused", connections=site.connections.refused)
        entries.text = "\n".join(newest_entries(file, ENTRIES)) or words("no-log")

    look()
    return look


class Settings:
    """Settings of language, tempo, volume and people's wishes. Each is saved in config.toml at once.

    A setting from an option on the command line can change until the restart, but is not saved: the option would win.
    """

    def __init__(self, who: Visitor) -> None:
        self._who, self._site, self._words = who, who.site, who.words

    def draw(self) -> None:
        words, voice = self._words, self._site.voice
        with card(words("settings")):
            with tag("label", classes="setting"):
                tag("span", words("usual-language"))
                tongues = {name: NAMES.get(name, name) for name in self._site.languages}
                select(tongues, self._site.language).on("change", self._set_language, js_handler=TELLS)
            with tag("label", classes="setting"):
                tag("span", words("tempo"))
                tempos = {tempo.value: words(f"tempo-{tempo}") for tempo in Tempo}
                select(tempos, self._site.host.pacing.tempo).on("change", self._set_tempo, js_handler=TELLS)
            for wish in Wish:
                with tag("label", classes="switch"):
                    box = tag("input", type="checkbox").on("change", partial(self._permit, wish), js_handler=CHECKED)
                    if wish in self._site.host.desk.permitted:
                        box.props["checked"] = True
                    tag("span", words(f"permit-{wish.value}"))
            if voice is None:
                tag("p", words("no-voice"))
            else:
                with tag("label", classes="setting"):
                    tag("span", words("volume"))
                    tag("input", type="range", min="0", max=str(LOUDEST), step="5", value=str(voice.volume)).on(
                        "change", self._set_volume, js_handler=TELLS
                    )
            self._said = TextElement(tag="p", text=" ").props("role=status")

    def _keep(self, key: str, value: str | int | bool) -> bool:
        if self._who.operates() < Role.OPERATOR:
            return False
        if key in self._site.by_option:
            self._said.text = self._words("setting-until-restart", option=f"--{key}")
            return True
        try:
            keep(self._site.folders, key, value)
        except ROOMS as error:
            self._said.text = self._words.error(error)
            return False
        self._said.text = self._words("kept-setting")
        return True

    def _set_language(self, event: GenericEventArguments) -> None:
        name = str(event.args)
        if name in self._site.languages and self._keep("language", name):
            self._site.language = name

    def _set_tempo(self, event: GenericEventArguments) -> None:
        name = str(event.args)
        if name in set(Tempo) and self._keep("tempo", name):
            self._site.host.pacing.change(Tempo(name))

    def _permit(self, wish: Wish, event: GenericEventArguments) -> None:
        if isinstance(event.args, bool) and self._keep(KEYS[wish], event.args):
            desk = self._site.host.desk
            desk.permitted = desk.permitted | {wish} if event.args else desk.permitted - {wish}

    def _set_volume(self, event: GenericEventArguments) -> None:
        volume = str(event.args)
        legal = volume.isdecimal() and int(volume) <= LOUDEST
        if legal and self._keep("volume", int(volume)) and (voice := self._site.voice):
            voice.volume = int(volume)


def calibration_state(who: Visitor) -> str:
    try:
        known = calibration_of_table(who.site.table, who.site.machine)
    except ROOMS as error:
        return who.words.error(error)
    if known is None:
        return who.words("calibration-none")
    return who.words("calibration-of", made=known.made, off=round(known.residual, 2), views=known.views)
