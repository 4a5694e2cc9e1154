"""The log on the operator's page: the newest entries first, and how much was refused so far."""

from pathlib import Path

from nicegui.elements.mixins.text_element import TextElement

from robot.log import newest_entries
from robot.web.pages.elements import tag
from robot.web.pages.frame import Visitor

ENTRIES = 60
"""The most entries that are shown."""


class LogCard:
    """The log as one browser shows it. It is read again when its file has changed."""

    def __init__(self, who: Visitor) -> None:
        self._site, self._words = who.site, who.words
        self._read: tuple[int, int] | None = None

    def draw(self) -> None:
        words = self._words
        with tag("section", classes="card", aria_label=words("log")):
            tag("h2", words("log"))
            self._refused = TextElement(tag="p", text="")
            self._entries = TextElement(tag="pre", text=words("no-log")).classes("log")
            self._entries.props["tabindex"] = "0"
        self.look()

    def look(self) -> None:
        """Show new entries."""
        refused, malformed = self._site.connections.refused, self._site.messages.malformed
        self._refused.text = self._words("refused", connections=refused, messages=malformed)
        file = self._site.folders.log
        state = _state(file)
        if state != self._read:
            self._read = state
            self._entries.text = "\n".join(newest_entries(file, ENTRIES)) or self._words("no-log")


def _state(file: Path) -> tuple[int, int] | None:
    """Return a value that changes with every write."""
    try:
        stat = file.stat()
    except OSError:
        return None
    return stat.st_size, stat.st_mtime_ns
