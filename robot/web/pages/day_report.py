"""The report of the day on the operator's page of an exhibition."""

import asyncio

from nicegui import ui

from robot.errors import ROOMS
from robot.web.game.words import begun
from robot.web.pages.elements import tag
from robot.web.pages.frame import Visitor

AGAIN_SECONDS = 60.0
"""Seconds between two counts of the day."""


class DayReportCard:
    """Games, turns, throws, faults and wear of this day, counted again every minute; nothing where none are kept."""

    def __init__(self, who: Visitor) -> None:
        self._report, self._words = who.site.report, who.words

    def draw(self) -> None:
        words = self._words
        if self._report is None:
            return
        with tag("section", classes="card", aria_label=words("device-report")):
            tag("h2", words("device-report"))
            self._lines = tag("ul", classes="told")
        ui.timer(AGAIN_SECONDS, self._count, immediate=True)

    async def _count(self) -> None:
        assert self._report is not None
        try:
            lines = [begun(self._words.say(line)) for line in await asyncio.to_thread(self._report)]
        except ROOMS as error:
            lines = [self._words.error(error)]
        self._lines.clear()
        with self._lines:
            for line in lines:
                tag("li", line)
