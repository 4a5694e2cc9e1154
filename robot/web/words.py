"""What the page says, in the language that each phone chose."""

from dataclasses import dataclass
from typing import Any

from robot.events import Event
from robot.language import Language, Saying
from robot.screens import tell
from robot.words import called

MOVES = ("roll", "hold")
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
        return saying if isinstance(saying, str) else self.language.say(saying)

    def tell(self, event: Event, players: tuple[str, ...]) -> str:
        """Return an event in a sentence, "" where there is nothing to say."""
        saying = tell(event, players)
        return begun(self.language.say(saying)) if saying else ""

    def name(self, name: str) -> str:
        """Return what a player is called, short enough to be shown."""
        said = self.say(called(name))
        return said if len(said) <= LONGEST else f"{said[: LONGEST - 1]}…"

    def box(self, name: str) -> str:
        """Return what a box of a sheet is called."""
        return begun(self.language.say(Saying(f"page-box-{name}", {}, name.replace("-", " "))))

    def move(self, action: str) -> str:
        """Return what a move is called that is one word in the rules."""
        return begun(self.language.say(Saying(f"page-do-{action}", {}, None if action in MOVES else action)))


def begun(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]
