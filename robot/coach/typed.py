"""What people type to the coach, in any of their languages: dice, choices and wishes."""

import enum
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from hardware.panel import Button
from robot.coach.lines import CoachLine, DiceLine, PhotoLine, UndoLine
from robot.coach.photographs import PhotoDice
from robot.coach.session import CoachSession
from robot.games.actions import make_refusal, read_faces
from robot.games.box_names import box_saying, card_saying
from robot.games.game import Offer
from robot.games.views import ScoreSheet
from robot.language import Language, english
from robot.saying import Saying
from solver.action import FIRST_KEEP, HOLD, ROLL, SIT, STAND, Action, Verb

JOINED = re.compile(r"^([bkr])(?=\d)", re.IGNORECASE)
"""A key that stands at a number without a blank."""
KEEP_WORDS = Saying("coach-keep-words")
"""What people say in full who keep dice, as the coach says it."""
HOLD_WORDS, THROW_WORDS, ASIDE_WORDS = (Saying(f"coach-{what}-words") for what in ("hold", "throw", "aside"))
"""What they say of dice that they set aside to hold or to throw the others, and words beside these."""
STAND_WORDS, SIT_WORDS = Saying("coach-stand-words"), Saying("coach-sit-words")
"""What they say who stand or sit down, in games in which all stand at first."""
SHUT_WORDS = Saying("coach-shut-words")
"""What they say of tiles that they shut."""
LAST_DIGIT = 9
QUOTES = "„“”«»\"' "


class CoachWish(enum.Enum):
    """What people can want beside a line."""

    HELP = "?"
    SHEETS = "s"
    LEAVE = "q"


Typed: TypeAlias = CoachLine | CoachWish
ALONE: dict[str, Typed] = {
    "?": CoachWish.HELP,
    "help": CoachWish.HELP,
    "s": CoachWish.SHEETS,
    "q": CoachWish.LEAVE,
    "u": UndoLine(),
    "r": ROLL,
    "h": HOLD,
    "k": FIRST_KEEP,
}
"""What one word alone means."""
BUTTONS = {"r": Button.ROLL, "h": Button.HOLD}
"""The letters of the buttons that say whether one stands or sits."""


@dataclass(frozen=True, slots=True)
class TypedReader:
    """Reads what is typed in a session: `photo` is the picture that p alone reads, `doubted` what is asked for."""

    session: CoachSession
    language: Language
    photo: str | None = None
    doubted: PhotoDice | None = None

    def read(self, text: str) -> Typed:
        """Return what a text means. Raises IllegalAnswerError where it means nothing."""
        text = JOINED.sub(r"\1 ", text.strip())
        offer = self.session.position.offer
        line = self._shut(offer, text) if offer.tiles else self._aside(text) if offer.holds else None
        if line:
            return line
        text, offered = self._kept(text) or self._pressed(text) or text, offer.acts
        word, _, rest = text.partition(" ")
        word, rest = word.lower(), rest.strip()
        if self.session.position.chooses and (button := BUTTONS.get(text.lower())) and button in offered:
            act, _ = offered[button]
            if act in (STAND, SIT):
                return act
        if alone := ALONE.get(text.lower()):
            return alone
        match word:
            case "p" if photo := rest or self.photo:
                return PhotoLine(photo)
            case "k" if _digits(rest):
                return _keep(_digits(rest))
            case "b" if rest:
                return self._box(rest)
            case "r" if rest.isascii() and rest.isdecimal() and len(rest) < 3 and int(rest):
                return Action(Verb.ROLL, count=int(rest))
        if digits := _digits(text):
            return self._number(digits, text)
        return self._box(text)

    def _number(self, digits: list[int], text: str) -> CoachLine:
        """Return what digits mean: the dice where some are due, else dice to keep, else the number of a box."""
        offer, sheet = self.session.position.offer, self._sheet
        if self.doubted and len(digits) == len(self.doubted.doubts):
            return DiceLine(read_faces([*self.doubted.values, *digits]))
        if not sheet or self.session.standing.due:
            return DiceLine(read_faces(digits))
        if offer.dice and not Counter(digits) - Counter(offer.dice.values()):
            return _keep(digits)
        box = _numbered(sheet, text)
        return Action(Verb.SCORE, box=box) if box else _keep(digits)

    @property
    def _sheet(self) -> ScoreSheet | None:
        """The sheet that the game is played on, None if there is none."""
        return self.session.position.view().sheet

    def _box(self, text: str) -> CoachLine:
        """Return the box of this number, or whose name is this or alone begins so."""
        sheet, wanted = self._sheet, _plain(text)
        if not sheet:
            raise make_refusal("coach-refused-unknown", said=text[:40])
        if box := _numbered(sheet, text):
            return Action(Verb.SCORE, box=box)
        names = sheet.sheet.names
        called = {name: set(self._called(sheet, name)) for name in names}
        same = [name for name in names if wanted in called[name]]
        begun = [name for name in names if any(word.startswith(wanted) for word in called[name])]
        found = same or begun
        if not wanted or not found:
            raise make_refusal("coach-refused-unknown", said=text[:40])
        if len(found) > 1:
            boxes = Saying("coach-list", {"parts": tuple(box_saying(sheet.sheet, name) for name in found)})
            raise make_refusal("coach-refused-which", said=text[:40], boxes=boxes)
        return Action(Verb.SCORE, box=found[0])

    def _kept(self, text: str) -> str:
        """Return a wish that is spoken in full, as keep 33, as it is typed in short, "" if it is none."""
        spoken = self._spoken(KEEP_WORDS)
        words = text.lower().split()
        others = "".join(word for word in words if word not in spoken)
        short = spoken.intersection(words) and (not others or _digits(others))
        return f"k {others}".strip() if short else ""

    def _pressed(self, text: str) -> str:
        """Return the letter of a choice that is spoken in full, as hold or sit down, "" if it is none."""
        words = {*text.lower().split()}
        if self._sheet:
            return ""  # there a word is a box
        for letter, spoken in (("r", (THROW_WORDS, STAND_WORDS)), ("h", (HOLD_WORDS, SIT_WORDS))):
            if words and any(words <= self._spoken(some) for some in spoken):
                return letter
        return ""

    def _aside(self, text: str) -> CoachLine | None:
        """Return the choice that sets dice aside: their values, and then whether one holds or throws; None for others.

        115 h, keep 1 1 5 hold and k 115 mean so, and h alone sets aside all that scores, or all dice of a round.
        """
        if self.session.standing.due or self.doubted:
            return None
        words = text.lower().replace(",", " ").split()
        said = [word for word in words if not _digits(word)]
        dice = [die for word in words for die in _digits(word)]
        holds, throws, keeps = (self._spoken(key) for key in (HOLD_WORDS, THROW_WORDS, KEEP_WORDS))
        if not {*said} <= {*holds, *throws, *keeps, *self._spoken(ASIDE_WORDS), "h", "r", "k"}:
            return None
        held, thrown = ({*said} & {*some} for some in ({*holds, "h"}, {*throws, "r"}))
        if not words or (held and thrown) or not (dice or held):
            return None
        if held:
            return _keep(dice or self.session.position.all_aside, Verb.HOLD)
        return _keep(dice)

    def _shut(self, offer: Offer, text: str) -> CoachLine | None:
        """Return the choice that shuts tiles, as 45, shut 4 5 or 10 2: of tiles above 9 each stands alone."""
        said = text.lower().replace(",", " ").split()
        numbers = [word for word in said if word not in self._spoken(SHUT_WORDS)]
        if not offer.ways or not numbers or not all(map(_digits, numbers)):
            return None
        alone = max(offer.tiles) > LAST_DIGIT
        tiles = [int(word) for word in numbers] if alone else _digits("".join(numbers))
        return Action(Verb.THROW, tiles=tuple(sorted(tiles)))

    def _spoken(self, words: Saying) -> frozenset[str]:
        """Return the words of a message in this language and in English."""
        return frozenset(word for language in (self.language, english()) for word in language.say(words).split())

    def _called(self, sheet: ScoreSheet, name: str) -> Iterator[str]:
        """Yield all that a box is called, in this language and in English."""
        yield _plain(name)
        for language in (self.language, english()):
            for saying in (card_saying, box_saying):
                yield _plain(language.say(saying(sheet.sheet, name)))


def help_keys(session: CoachSession) -> tuple[str, ...]:
    """Return the messages that say what can be typed in a session."""
    return tuple(f"coach-help-{key}" for key in (*session.position.help, "rest"))


def _keep(dice: Sequence[int], verb: Verb = Verb.KEEP) -> Action:
    return Action(verb, read_faces(dice))


def _numbered(sheet: ScoreSheet, text: str) -> str | None:
    """Return the box of this number, None if it is none."""
    names, digits = sheet.sheet.names, text.replace(" ", "")
    number = int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 3 else 0
    return names[number - 1] if 1 <= number <= len(names) else None


def _digits(text: str) -> list[int]:
    """Return the digits of a text that holds nothing else but blanks, else none."""
    text = text.replace(" ", "")
    return [int(digit) for digit in text] if text.isascii() and text.isdecimal() else []


def _plain(text: str) -> str:
    return text.lower().replace("-", " ").strip(QUOTES).removeprefix("the ")
