"""A player who sees nothing: it gets the words that the voice hands to the synthesis, and presses keys."""

import random
import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

import numpy as np

from hardware.closing import Closing
from hardware.keyboard import KEYS
from hardware.panel import Button
from robot.voice.synthesis import Sound, Sounds
from robot.voice.voice import Voice

HOLD_AT, GOAL = 20, 100


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """How a language says what the player listens for: patterns of whole parts of a sentence."""

    throw: str
    bank: str
    throw_dice: str
    keep: str
    dice: str
    boxes: str
    worth: str
    selected: str
    write: str
    following: str
    numbers: str
    back: str
    score: str
    shows: str
    regret: str

    def find(self, what: str, text: str) -> re.Match[str] | None:
        """Return where a sentence says that."""
        return re.search(getattr(self, what), text)


VOCABULARIES = {
    "en": Vocabulary(
        throw=r"ROLL r throws",
        bank=r"HOLD h banks (\d+)",
        throw_dice=r"ROLL r throws (\d) (?:die|dice)",
        keep=r"1 to (\d) keep a die or let it go",
        dice=r"The dice show ((?:\d ?)+)(?:Kept are ((?:\d ?)+))?",
        boxes=r"HOLD h goes to the boxes",
        worth=r"The dice would score (.+?) Selected is (.+?) with (\d+)",
        selected=r"Ann (.+?) would score (\d+)",
        write=r"HOLD h writes (.+?)(?= ROLL r| NEW u| \d|$)",
        following=r"ROLL r goes on to (.+?)(?= NEW u| \d|$)",
        numbers=r"((?:\d (?:and )?)+)(?:go|goes) to (.+?)(?= NEW u|$)",
        back=r"NEW u goes back to the dice",
        score=r"The score is (\d+) (\d+)",
        shows=r"then press 1 to 6 for what it shows",
        regret=r"Press NEW u to take that back or any other button to go on",
    ),
    "de": Vocabulary(
        throw=r"ROLL r wirft",
        bank=r"HOLD h hält (\d+)",
        throw_dice=r"ROLL r wirft (\d) Würfel",
        keep=r"1 bis (\d) behält einen Würfel oder gibt ihn frei",
        dice=r"Die Würfel zeigen ((?:\d ?)+)(?:Behalten sind ((?:\d ?)+))?",
        boxes=r"HOLD h geht zu den Feldern",
        worth=r"Die Würfel brächten (.+?) Gewählt ist (.+?) mit (\d+)",
        selected=r"Ann (.+?) brächte (\d+)",
        write=r"HOLD h schreibt (.+?)(?= ROLL r| NEW u| \d|$)",
        following=r"ROLL r geht weiter zu (.+?)(?= NEW u| \d|$)",
        numbers=r"((?:\d (?:und )?)+)(?:geht|gehen) zu (.+?)(?= NEW u|$)",
        back=r"NEW u geht zurück zu den Würfeln",
        score=r"Es steht (\d+) (\d+)",
        shows=r"drücke dann 1 bis 6 für das was er zeigt",
        regret=r"Mit NEW u nimmst du das zurück mit jedem anderen Knopf geht es weiter",
    ),
    "es": Vocabulary(
        throw=r"ROLL r tira",
        bank=r"HOLD h se planta con (\d+)",
        throw_dice=r"ROLL r tira (\d) dados?",
        keep=r"De 1 a (\d) guardas o sueltas un dado",
        dice=r"Los dados muestran ((?:\d ?)+)(?:Guardados ((?:\d ?)+))?",
        boxes=r"HOLD h pasa a las casillas",
        worth=r"Los dados darían (.+?) Elegida (.+?) con (\d+)",
        selected=r"Ann (.+?) daría (\d+)",
        write=r"HOLD h escribe (.+?)(?= ROLL r| NEW u| \d|$)",
        following=r"ROLL r pasa a (.+?)(?= NEW u| \d|$)",
        numbers=r"((?:\d (?:y )?)+)(?:pasa|pasan) a (.+?)(?= NEW u|$)",
        back=r"NEW u vuelve a los dados",
        score=r"El marcador está (\d+) (\d+)",
        shows=r"luego pulsa de 1 a 6 según lo que muestre",
        regret=r"Pulsa NEW u para retirarlo o cualquier otro botón para seguir",
    ),
}


class HeardWords(Sounds):
    """Stands in for synthesis and loudspeaker: `hear` gets each sentence when it is played, its pieces in a row."""

    def __init__(self, hear: Callable[[str], None]) -> None:
        self.hear, self._words = hear, ""

    def piece(self, words: str) -> Sound:  # noqa: ARG002
        return Sound(np.zeros(0, np.int16), 8000)

    def sentence(self, parts: Sequence[str]) -> Sound | None:
        self._words = re.sub(r"[.,:;](?= |$)", "", " ".join(parts))  # nobody hears a comma
        return self.piece(self._words) if parts else None

    def __call__(self, sound: Sound, volume: int) -> None:  # noqa: ARG002
        self.hear(self._words)


@dataclass
class EarPlayer:
    """Plays as Ann by what it hears. `chance` decides what it does where it may choose."""

    chance: random.Random
    words: Vocabulary
    first: bool = True
    score: int = 0
    prompt: str = ""
    wanted: str | None = None
    hinted: bool = False
    heard: list[str] = field(default_factory=list)

    def hear(self, text: str) -> None:
        """Take one sentence."""
        self.heard.append(text)
        if found := self.words.find("score", text):
            self.score = int(found[1 if self.first else 2])
        if any(self.words.find(what, text) for what in ("throw", "throw_dice", "boxes", "write", "shows", "regret")):
            self.prompt = text

    def press(self) -> str:
        """Return the key that answers the last question that was heard. Raises AssertionError where none was."""
        text, self.prompt = self.prompt, ""
        assert text, f"nothing says what can be pressed: {self.heard[-3:]}"
        if self.words.find("shows", text):
            self.prompt = text
            return "4"
        if self.words.find("regret", text):
            return "h"
        if self.words.find("write", text):
            return self._box(text)
        if self.words.find("keep", text):
            return self._dice(text)
        if not self.hinted and self.chance.random() < 0.05:
            self.hinted = True
            return "?"
        self.hinted = False
        if bank := self.words.find("bank", text):
            risk = int(bank[1])
            return "h" if risk >= HOLD_AT or self.score + risk >= GOAL else "r"
        return "r"

    def _dice(self, text: str) -> str:
        """Keep what there is most of, die by die, then throw the others; now and then go to the boxes."""
        found = self.words.find("dice", text)
        assert found is not None
        faces = found[1].split()
        kept = Counter((found[2] or "").split())
        often = Counter(faces).most_common(1)[0][0]
        if not kept and self.chance.random() < 0.1:
            return "h"
        wrong = [face for face in kept if face != often]
        if wrong:
            return str(faces.index(wrong[0]) + 1) if kept[wrong[0]] == faces.count(wrong[0]) else "h"
        if kept[often] < faces.count(often):
            places = [place for place, face in enumerate(faces, 1) if face == often]
            return str(places[kept[often]])
        return "r" if self.words.find("throw_dice", text) else "h"

    def _box(self, text: str) -> str:
        """Step to the box that scores most, as all boxes were named, and write it; now and then go back."""
        listed = self.words.find("worth", text)
        if listed:
            worth = dict(re.findall(r"(.+?) (\d+)(?: (?:and|und|y|e) | |$)", listed[1]))
            self.wanted = max(worth, key=lambda box: (int(worth[box]), box))
            now = listed[2]
            if self.words.find("back", text) and self.chance.random() < 0.2:
                return "n"
        else:
            found = self.words.find("selected", text)
            assert found is not None, text
            now = found[1]
        if now == self.wanted:
            return "h"
        assert self.words.find("following", text), text
        numbers = self.words.find("numbers", text)
        if numbers and self.wanted and self.chance.random() < 0.5:
            keys = re.findall(r"\d", numbers[1])
            boxes = re.split(r" (?:and|und|y|e) ", numbers[2])
            spoken = [*boxes[0].split(), *boxes[1:]]
            if self.wanted in spoken:
                return str(keys[spoken.index(self.wanted)])
        return "r"


@dataclass
class EarPanel(Closing):
    """The buttons under the player's fingers. It listens to the end before it presses one."""

    player: EarPlayer
    voice: Voice
    pressed: Callable[[str], None]

    def press(self, timeout: float | None = None) -> Button | None:  # noqa: ARG002
        self.voice.settle()
        key = self.player.press()
        self.pressed(key)
        return KEYS[key]

    def forget(self, but: Collection[Button] = ()) -> None:
        """Have pressed nothing in advance."""

    def lamps(self, lit: Collection[Button]) -> None:
        """See no lamps."""

    def close(self) -> None:
        """Stay."""


def voice_of(words: HeardWords, language: str) -> Voice:
    """Return the voice whose words `words` hears."""
    from robot.language import Language

    return Voice(Language(language), words, words, _refuse)


def _refuse(text: str) -> None:
    raise AssertionError(text)
