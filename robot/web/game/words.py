"""What the page says, in the language that each phone chose."""

from dataclasses import dataclass
from typing import Any

from robot.games.sheet.boxes import card_saying
from robot.language import Language
from robot.language.error_messages import ErrorMessage, Troubled, what_is_wrong, what_to_do
from robot.language.names import called, for_people
from robot.match.event_text import describe
from robot.match.events import Event
from robot.saying import Saying

LONGEST = 28
"""Letters of a name that are shown; all of them are in its title."""


@dataclass(frozen=True, slots=True)
class Words:
    """One language, for views and pages."""

    language: Language

    def __call__(self, key: str, **values: Any) -> str:
        return self.language.say(Saying(f"page-{key}", values))

    def say(self, saying: Saying | str) -> str:
        """Return a saying of the game."""
        return saying if isinstance(saying, str) else self.language.say(for_people(saying))

    def describe(self, event: Event, players: tuple[str, ...]) -> str:
        """Return an event in a sentence, "" if there is nothing to say."""
        saying = describe(event, players)
        return begun(self.say(saying)) if saying else ""

    def name(self, name: str) -> str:
        """Return what a player is called, short enough to be shown."""
        spoken = called(name)
        said = spoken if isinstance(spoken, str) else begun(self.say(spoken))
        return said if len(said) <= LONGEST else f"{said[: LONGEST - 1]}…"

    def box(self, name: str) -> str:
        """Return what a box of a sheet is called."""
        return begun(self.language.say(card_saying(name)))

    def device(self, name: str) -> str:
        """Return what a device of the machine is called."""
        return begun(self.language.say(Saying(f"page-device-{name}")))

    def trouble(self, trouble: Troubled) -> str:
        """Return what is wrong and what to do about it, in one line."""
        parts = (self.language.say(what_is_wrong(trouble)), self.language.say(what_to_do(trouble)))
        return begun(": ".join(filter(None, parts)))

    def error(self, error: Exception) -> str:
        """Return what an error says was wrong, and its remedy."""
        return self.trouble(ErrorMessage.of(error))

    def line(self, what: str | Saying | Troubled) -> str:
        """Return a line of a calibration, which has its own words or has none yet."""
        return begun(self.say(what)) if isinstance(what, str | Saying) else self.trouble(what)

    def move(self, action: str) -> str:
        """Return what a move is called that is one word in the rules: a number is so many dice."""
        return begun(self("roll", count=int(action)) if action.isdecimal() else self(f"do-{action}"))


def begun(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]
