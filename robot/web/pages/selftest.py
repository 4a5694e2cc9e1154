"""The self-test on the operator's page: its steps, the live picture, what was found, and buttons for people."""

from functools import partial

from nicegui import ui

from robot.saying import Saying
from robot.selftest.result import MARKS
from robot.web.access.auth import Role
from robot.web.pages.elements import button, link, tag
from robot.web.pages.frame import Visitor
from robot.web.selftest import SelftestState


class SelftestCard:
    """A card that leads people through the self-test."""

    def __init__(self, who: Visitor) -> None:
        self._who, self._words, self._run = who, who.words, who.site.selftest
        self._shown: SelftestState | None = None

    def draw(self) -> None:
        words = self._words
        with tag("section", classes="card", aria_label=words("selftest")):
            tag("h2", words("selftest"))
            tag("p", words("selftest-how"))
            with tag("div", classes="tests"):
                button(words("selftest-begin"), partial(self._begin, short=False))
                button(words("selftest-short"), partial(self._begin, short=True))
                button(words.line(Saying("selftest-answer-quit")), self._stop)
            self._live = tag("div", classes="selftest")
            self._found = tag("div")
            self._asks = tag("div", role="status")
        self.look()
        ui.timer(0.5, self.look)

    def look(self) -> None:
        """Draw what has changed."""
        before, now = self._shown, self._run.now
        if before == now:
            return
        self._shown = now
        if before is None or before.goes_on != now.goes_on:
            self._live.clear()
            if now.goes_on:
                with self._live:
                    tag("img", classes="live", src="/camera/live?whole=1", alt=self._words("live"))
        if before is None or before.results != now.results:
            self._found.clear()
            with self._found:
                self._steps(now)
        self._asks.clear()
        with self._asks:
            self._question(now)

    def _steps(self, now: SelftestState) -> None:
        words = self._words
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

    def _question(self, now: SelftestState) -> None:
        words = self._words
        for line in now.lines:
            tag("p", words.line(line))
        if now.question is not None:
            tag("p", words.say(now.question))
            with tag("div", classes="tests"):
                for answer in now.answers:
                    button(words.line(Saying(f"selftest-answer-{answer}")), partial(self._answer, now.number, answer))
        if now.report is not None:
            link(words("selftest-report"), f"/selftest/{now.report}", download=now.report)

    def _begin(self, *, short: bool) -> None:
        if self._who.operates() >= Role.OPERATOR:
            self._run.begin(self._words.language, short=short)

    def _answer(self, number: int, answer: str) -> None:
        if self._who.operates() >= Role.OPERATOR:
            self._run.answer(number, answer)

    def _stop(self) -> None:
        if self._who.operates() >= Role.OPERATOR:
            self._run.stop()
