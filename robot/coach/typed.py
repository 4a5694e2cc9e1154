"""What people type to the coach, in any of their languages: dice, choices and wishes."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hardware.panel import Button
from robot.coach.lines import CoachLine, CoachWish, DiceLine, PhotoLine
from robot.coach.photographs import PhotoDice
from robot.coach.session import CoachSession
from robot.games.actions import make_refusal, read_faces
from robot.games.game import Offer
from robot.language import Language, english
from robot.saying import Saying
from solver.action import FIRST_KEEP, HOLD, ROLL, SIT, STAND, Action, Verb

JOINED = re.compile(r"^([bkr])(?=\d)", re.IGNORECASE)
"""A key that stands at a number without a blank."""
LAST_DIGIT = 9
QUOTES = "„“”«»\"' "
ALONE: dict[str, CoachLine] = {
    "help": CoachWish.HELP,
    **{wish.value: wish for wish in CoachWish},
    "r": ROLL,
    "h": HOLD,
    "k": FIRST_KEEP,
}
"""What one word alone means."""
BUTTONS = {Button.ROLL: "r", Button.HOLD: "h"}
"""The letters of the buttons that say whether one stands or sits."""
PRESSED = {"r": ("throw", "stand"), "h": ("hold", "sit")}
"""What people say in full who mean these letters: the last parts of messages, as in "coach-throw-words"."""


@dataclass(frozen=True, slots=True)
class TypedReader:
    """Reads what is typed in a session: `photo` is the picture that p alone reads, `doubted` what is asked for."""

    session: CoachSession
    language: Language
    photo: str | None = None
    doubted: PhotoDice | None = None

    def read(self, text: str) -> CoachLine:
        """Return what a text means. Raises IllegalAnswerError where it means nothing."""
        text = JOINED.sub(r"\1 ", text.strip())
        position = self.session.position
        offer = position.offer
        if line := self._read_tiles(offer, text) if offer.tiles else self._read_aside(text) if offer.holds else None:
            return line
        text = self._read_keep(text) or ("" if offer.named else self._read_letter(text)) or text  # a word may be a box
        for button, (act, _) in offer.acts.items():
            if act in (STAND, SIT) and position.chooses and BUTTONS.get(button) == text.lower():
                return act
        if alone := ALONE.get(text.lower()):
            return alone
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        match word.lower():
            case "p" if photo := rest or self.photo:
                return PhotoLine(photo)
            case "k" if digits := _digits(rest):
                return _keep(digits)
            case "b" if rest:
                return self._read_box(offer, rest)
            case "r" if count := _number(rest):
                return Action(Verb.ROLL, count=count)
        if digits := _digits(text):
            return self._read_digits(offer, digits, text)
        return self._read_box(offer, text)

    def _read_digits(self, offer: Offer, digits: list[int], text: str) -> CoachLine:
        """Return what digits mean: the dice where some are due, else dice to keep, else the number of a box."""
        if self.doubted and len(digits) == len(self.doubted.doubts):
            return DiceLine(read_faces([*self.doubted.values, *digits]))
        if not offer.named or self.session.standing.due:
            return DiceLine(read_faces(digits))
        if offer.dice and not Counter(digits) - Counter(offer.dice.values()):
            return _keep(digits)
        box = _find_numbered(offer, text)
        return Action(Verb.SCORE, box=box) if box else _keep(digits)

    def _read_box(self, offer: Offer, text: str) -> CoachLine:
        """Return the box of this number, or whose name is this or alone begins so."""
        wanted, found = _plain(text), list[str]()
        if box := _find_numbered(offer, text):
            found = [box]
        elif wanted:
            called = {name: {*self._find_names(name, said)} for name, said in offer.named.items()}
            found = [name for name, words in called.items() if wanted in words]
            found = found or [name for name, words in called.items() if any(one.startswith(wanted) for one in words)]
        if not found:
            raise make_refusal("coach-refused-unknown", said=text[:40])
        if len(found) > 1:
            boxes = Saying("coach-list", {"parts": tuple(offer.named[name] for name in found)})
            raise make_refusal("coach-refused-which", said=text[:40], boxes=boxes)
        return Action(Verb.SCORE, box=found[0])

    def _read_keep(self, text: str) -> str:
        """Return a wish that is spoken in full, as keep 33, as it is typed in short, "" if it is none."""
        spoken = self._find_words("keep")
        words = text.lower().split()
        others = "".join(word for word in words if word not in spoken)
        short = spoken.intersection(words) and (not others or _digits(others))
        return f"k {others}".strip() if short else ""

    def _read_letter(self, text: str) -> str:
        """Return the letter of a choice that is spoken in full, as hold or sit down, "" if it is none."""
        words = {*text.lower().split()}
        spoken = ((letter, self._find_words(what)) for letter, all_ways in PRESSED.items() for what in all_ways)
        return next((letter for letter, known in spoken if words and words <= known), "")

    def _read_aside(self, text: str) -> CoachLine | None:
        """Return the choice that sets dice aside: their values, and then whether one holds or throws; None for others.

        115 h, keep 1 1 5 hold and k 115 mean so, and h alone sets aside all that scores, or all dice of a round.
        """
        if self.session.standing.due or self.doubted:
            return None
        words = text.lower().replace(",", " ").split()
        said = {word for word in words if not _digits(word)}
        dice = [die for word in words for die in _digits(word)]
        holds, throws = self._find_words("hold") | {"h"}, self._find_words("throw") | {"r"}
        if not said <= holds | throws | self._find_words("keep", "aside") | {"k"}:
            return None
        held = said & holds
        if (held and said & throws) or not (dice or held):
            return None
        offer = self.session.position.offer
        return _keep(dice or [offer.dice[well] for well in offer.scoring], Verb.HOLD) if held else _keep(dice)

    def _read_tiles(self, offer: Offer, text: str) -> CoachLine | None:
        """Return the choice that shuts tiles, as 45, shut 4 5 or 10 2: of tiles above 9 each stands alone."""
        said = text.lower().replace(",", " ").split()
        numbers = [word for word in said if word not in self._find_words("shut")]
        if not offer.ways or not numbers or not all(map(_digits, numbers)):
            return None
        alone = max(offer.tiles) > LAST_DIGIT
        tiles = [int(word) for word in numbers] if alone else _digits("".join(numbers))
        return Action(Verb.THROW, tiles=tuple(sorted(tiles)))

    def _find_words(self, *what: str) -> frozenset[str]:
        """Return the words for "keep", "hold", "throw", "aside", "shut", "stand" or "sit", in English too."""
        sayings = [Saying(f"coach-{one}-words") for one in what]
        return frozenset(
            word for one in (self.language, english()) for saying in sayings for word in one.say(saying).split()
        )

    def _find_names(self, name: str, said: Saying) -> Iterator[str]:
        """Yield all that a box is called, in this language and in English."""
        yield _plain(name)
        yield from (_plain(language.say(said)) for language in (self.language, english()))


def help_keys(session: CoachSession) -> tuple[str, ...]:
    """Return the messages that say what can be typed in a session."""
    return tuple(f"coach-help-{key}" for key in (*session.position.help, "rest"))


def _find_numbered(offer: Offer, text: str) -> str | None:
    """Return the box of this number, None if it is none."""
    names, number = list(offer.named), _number(text.replace(" ", ""))
    return names[number - 1] if 1 <= number <= len(names) else None


def _keep(dice: Sequence[int], verb: Verb = Verb.KEEP) -> Action:
    return Action(verb, read_faces(dice))


def _number(text: str) -> int:
    """Return a number of one or two digits, 0 for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else 0


def _digits(text: str) -> list[int]:
    """Return the digits of a text that holds nothing else but blanks, else none."""
    text = text.replace(" ", "")
    return [int(digit) for digit in text] if text.isascii() and text.isdecimal() else []


def _plain(text: str) -> str:
    return text.lower().replace("-", " ").strip(QUOTES).removeprefix("the ")
