"""The page's texts, in the language of each phone."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from robot.games.views import ScoreSheet, card_saying
from robot.language import Language, capitalize
from robot.language.error_messages import REMEDY, ErrorMessage, Troubled, what_is_wrong, what_to_do
from robot.language.names import show_name
from robot.match.events import Event
from robot.match.narration import describe
from robot.saying import Saying
from robot.table.doubts import doubt_words
from vision.reading import DOUBTS, SCENE_WORDS

PRESSED = {"hold": ("hold", "dice-lie"), "roll": ("roll", "let-throw"), "new": ("undo", "look-again")}
"""The page's button, and the key of its usual text, for each control that messages name."""
FAULT = "fault-"
"""The start of the keys of faults and their remedies."""
OWN = ("goal", "player", "picture", "upload", "session-taken", "session-version", "busy", "phone-silent", "not-now")
"""The parts of keys of errors whose own text visitors may read: it names only what a visitor chose or sent.

For all other errors visitors read the text of the key, because their own text names paths, ports and commands.
"""
OPERATORS = frozenset(
    FAULT + name
    for name in (
        "port-busy", "no-reply", "no-board", "protocol-version", "dictionary", "other-kind", "libcamera",
        "missing-mujoco", "missing-numba", "dimensions", "config", "command-value",
        "board-lease", "board-memory", "board-switch",
    )
)  # fmt: skip
"""The keys of faults that only the operator can mend, with a command, in a file or in the machine."""


@dataclass(frozen=True, slots=True)
class Words:
    """The texts of one language, for views and pages."""

    language: Language

    def __post_init__(self) -> None:
        object.__setattr__(self, "language", self.language.on_screens())

    def __call__(self, key: str, **values: Any) -> str:
        return self.say(Saying(f"page-{key}", values))

    def texts(self, keys: Iterable[str]) -> dict[str, str]:
        """Return the texts of these keys by the names in a page's script, with `_` in place of `-`."""
        return {key.replace("-", "_"): self(key) for key in keys}

    def doubts(self) -> dict[str, str]:
        """Return the name of each doubt."""
        return {doubt: self.say(doubt_words(doubt)) for doubt in (*DOUBTS, *SCENE_WORDS)}

    def say(self, saying: Saying | str) -> str:
        """Return a saying in this language."""
        return saying if isinstance(saying, str) else self.language.say(saying)

    def describe(self, event: Event, players: tuple[str, ...]) -> str:
        """Return an event as a sentence, "" if there is nothing to say."""
        saying = describe(event, players)
        return capitalize(self.say(self._adapt(saying))) if saying else ""

    def describe_lasting(self, event: Event, players: tuple[str, ...]) -> str:
        """Return an event as a sentence, "" if there is nothing to say or the sentence names buttons."""
        saying = describe(event, players)
        return "" if saying and self.language.presses(saying) else self.describe(event, players)

    def rename_buttons(self, buttons: Mapping[str, str]) -> "Words":
        """Return these words with the texts of the page's `buttons` in place of the panel's controls."""
        pressed = {
            control: self("quoted", words=buttons.get(name) or self(usual))
            for control, (name, usual) in PRESSED.items()
        }
        return Words(self.language.name_controls(pressed))

    def name(self, name: str) -> str:
        """Return the name of a player, shortened for the page."""
        return show_name(name, self.language.say)

    def box(self, shown: ScoreSheet, name: str) -> str:
        """Return the name of a box of a sheet."""
        return capitalize(self.language.say(card_saying(shown.sheet, name)))

    def device(self, name: str) -> str:
        """Return the name of a device of the machine."""
        return capitalize(self.language.say(Saying(f"page-device-{name}")))

    def trouble(self, trouble: Troubled) -> str:
        """Return a fault and its remedy in one line; with a key, without paths, ports and files."""
        parts = (what_is_wrong(trouble), what_to_do(trouble))
        said = (self.say(replace(part, english=None) if trouble.key else part) for part in parts)
        return capitalize(": ".join(filter(None, said)))

    def tell_visitors(self, trouble: Troubled) -> str:
        """Return a fault and its remedy without paths and commands, which only the operator can use."""
        wrong, remedy = what_is_wrong(trouble), what_to_do(trouble)
        told = self._adapt(wrong)
        todo = self.language.say(self._adapt(remedy)) or (self("tell-operator") if told != wrong else "")
        return capitalize(": ".join(filter(None, (self.language.say(told), todo))))

    def _adapt(self, saying: Saying) -> Saying:
        """Return a saying whose faults and remedies are in the words for visitors."""
        if saying.key and not saying.key.startswith((FAULT, REMEDY)):
            parts = {
                name: self._adapt(value) if isinstance(value, Saying) else value
                for name, value in saying.values.items()
            }
            return replace(saying, values=parts)
        key, mends = saying.key.removesuffix(REMEDY), saying.key.endswith(REMEDY)
        if not key or key in OPERATORS:
            return Saying("page-tell-operator" if mends else "page-broken")
        return saying if key.removeprefix(FAULT).startswith(OWN) else replace(saying, english=None)

    def visitors_error(self, error: Exception) -> str:
        """Return an error's message and remedy as visitors may read it."""
        return self.tell_visitors(ErrorMessage.of(error))

    def error(self, error: Exception) -> str:
        """Return an error's message and remedy."""
        return self.trouble(ErrorMessage.of(error))

    def line(self, what: str | Saying | Troubled) -> str:
        """Return a line of a calibration, translated if it has a key."""
        return capitalize(self.say(what)) if isinstance(what, str | Saying) else self.trouble(what)
