"""A coached game as a dialogue: people type lines in their language or in English, and the coach answers."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hardware.panel import Button
from robot.coach.lines import CoachLine, CoachWish, CountedLine, DiceLine, PhotoLine
from robot.coach.photographs import PhotoDice, ReadPhoto, read_photograph_dice
from robot.coach.session import CoachSession
from robot.coach.words import advice_sayings, end_sayings, line_sayings
from robot.errors import IllegalAnswerError
from robot.games.actions import make_refusal, read_faces
from robot.games.game import Offer
from robot.games.views import NO_SCORE, sheet_lines
from robot.language import Language, capitalize, english, one_line
from robot.language.names import name_player
from robot.review.summary_image import draw
from robot.saying import Saying, Value
from solver.action import FIRST_KEEP, HOLD, ROLL, SIT, STAND, Action, Verb, in_row
from solver.errors import RuleError
from vision.errors import VisionError

JOINED = re.compile(r"^([bkr])(?=\d)", re.IGNORECASE)
"""A key that is joined to a number without a blank."""
LAST_DIGIT = 9
QUOTES = "„“”«»\"' "
ALONE: dict[str, CoachLine] = {
    "help": CoachWish.HELP,
    **{wish.value: wish for wish in CoachWish},
    "r": ROLL,
    "h": HOLD,
    "k": FIRST_KEEP,
}
"""The meanings of single words."""
BUTTONS = {Button.ROLL: "r", Button.HOLD: "h"}
"""The letters of the buttons with which players stand or sit."""
PRESSED = {"r": ("throw", "stand"), "h": ("hold", "sit")}
"""The words that people may type for these letters, as parts of message keys: "throw" is in "coach-throw-words"."""


@dataclass(frozen=True, slots=True)
class TypedReader:
    """Reads what people type in a session. `doubted` are the dice of a photograph that the coach asks about."""

    session: CoachSession
    language: Language
    doubted: PhotoDice | None = None

    def read(self, text: str) -> CoachLine:
        """Return what a text means. Raises IllegalAnswerError where it means nothing."""
        text = JOINED.sub(r"\1 ", text.strip())
        position = self.session.position
        offer = position.offer
        if line := self._read_tiles(offer, text) if offer.tiles else self._read_aside(text) if offer.holds else None:
            return line
        text = self._read_keep(text) or ("" if offer.named else self._read_letter(text)) or text  # or a box's name
        for button, (act, _) in offer.acts.items():
            if act in (STAND, SIT) and position.chooses and BUTTONS.get(button) == text.lower():
                return act
        if alone := ALONE.get(text.lower()):
            return alone
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        match word.lower():
            case "p" if rest:
                return PhotoLine(rest)
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
        """Return the box with this number or name, or the only one that begins so. Raises IllegalAnswerError."""
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
        """Return the short form of a wish to keep dice, such as keep 33; "" if it is none."""
        spoken = self._find_words("keep")
        words = text.lower().split()
        others = "".join(word for word in words if word not in spoken)
        short = spoken.intersection(words) and (not others or _digits(others))
        return f"k {others}".strip() if short else ""

    def _read_letter(self, text: str) -> str:
        """Return the letter of a choice in words, such as hold or sit down; "" if it is none."""
        words = {*text.lower().split()}
        spoken = ((letter, self._find_words(what)) for letter, all_ways in PRESSED.items() for what in all_ways)
        return next((letter for letter, known in spoken if words and words <= known), "")

    def _read_aside(self, text: str) -> CoachLine | None:
        """Return the choice that sets dice aside, to hold or to throw; None for any other text.

        Examples are 115 h, keep 1 1 5 hold and k 115. A lone h sets aside all dice that score, or all dice of a round.
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
        """Return the choice that shuts tiles, such as 45 or shut 4 5. With tiles above 9 it needs blanks: 10 2."""
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
        """Yield all names of a box, in this language and in English."""
        yield _plain(name)
        yield from (_plain(language.say(said)) for language in (self.language, english()))


def _find_numbered(offer: Offer, text: str) -> str | None:
    """Return the box with this number, None if there is none."""
    names, number = list(offer.named), _number(text.replace(" ", ""))
    return names[number - 1] if 1 <= number <= len(names) else None


def _keep(dice: Sequence[int], verb: Verb = Verb.KEEP) -> Action:
    return Action(verb, read_faces(dice))


def _number(text: str) -> int:
    """Return a number of one or two digits, 0 for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else 0


def _digits(text: str) -> list[int]:
    """Return the digits of a text of digits and blanks, none for any other text."""
    text = text.replace(" ", "")
    return [int(digit) for digit in text] if text.isascii() and text.isdecimal() else []


def _plain(text: str) -> str:
    return text.lower().replace("-", " ").strip(QUOTES).removeprefix("the ")


class CoachDialogue:
    """A session as a dialogue. `keep` is called after each line that changed the session.

    `read_photo` reads the picture of a file. `cache` is the folder of solved tables. `left` is true once people have
    left, whether the game is over or not.
    """

    def __init__(
        self,
        session: CoachSession,
        language: Language,
        read_photo: ReadPhoto,
        keep: Callable[[], None],
        *,
        cache: Path | None = None,
    ) -> None:
        self.left = False
        self.session = session
        self._language, self._cache, self._keep = language, cache, keep
        self._read_photo = read_photo
        self._doubted: PhotoDice | None = None

    @property
    def prompt(self) -> str:
        """The prompt before the line that people type: whose turn it is."""
        if self.session.position.over:
            return "> "
        return f"{one_line(self._language.say(Saying('coach-prompt', {'name': name_player(self._name)})))}> "

    def begin(self) -> list[str]:
        """Return how the game stands, with the sheets or scores if it goes on. Raises SolverError."""
        session, position, pending = self.session, self.session.position, self.session.standing.pending
        begun: dict[str, Value] = {"title": session.game.title, "names": tuple(map(name_player, session.names))}
        lines = self.say(Saying("coach-begins", begun)) + (self._sheets() if session.lines else [])
        if pending:
            turn: dict[str, Value] = {"name": name_player(self._name), "turn": session.turn_of(position.player)}
            turn["move"] = position.tell("do", pending)
            lines += self.say(*filter(None, [position.describe()]), Saying("coach-turn-chosen", turn))
        return lines + self.say(*self._standing())

    def answer(self, text: str) -> list[str]:
        """Return the coach's answer to a typed line. Raises FileError, and SolverError if a table is missing."""
        try:
            if not text.strip():
                return self._take_enter()
            return self._follow(TypedReader(self.session, self._language, self._doubted).read(text))
        except IllegalAnswerError as error:
            return self.say(error.saying)
        except (RuleError, VisionError) as error:
            return [str(error)]

    def say(self, *sayings: Saying) -> list[str]:
        """Return sayings as lines, each with a capital first."""
        return [capitalize(one_line(self._language.say(saying))) for saying in sayings]

    def draw(self, picture: Path) -> list[str]:
        """Draw the game into a file. Raises MissingPackageError, OptionError."""
        draw(self.session.summary(), self._language, picture)
        return self.say(Saying("after-kept", {"file": str(picture)}))

    def _follow(self, line: CoachLine) -> list[str]:
        match line:
            case CoachWish.LEAVE:
                self.left = True
                return []
            case CoachWish.HELP:
                position = self.session.position
                keys = (*position.dice_help, *position.help, "rest")
                return self.say(*(Saying(f"coach-help-{key}") for key in keys))
            case CoachWish.SHEETS:
                return self._sheets()
            case CoachWish.UNDO:
                self.session.undo()
                self._note_change()
                return self.say(Saying("coach-undone"), *self._standing())
            case PhotoLine(photo):
                dice = read_photograph_dice(self.session, photo, self._read_photo)
                if not dice.sure:
                    self._doubted = dice if self._fits(dice) else None
                    return self.say(self._doubts(photo, dice))
                return self.say(Saying("coach-read", {"dice": in_row(dice.values)})) + self._hear(DiceLine(dice.values))
        return self._hear(line)

    def _hear(self, line: CountedLine) -> list[str]:
        heard = self.session.hear(line)
        self._note_change()
        return self.say(*line_sayings(self.session, heard, self._cache), *self._standing())

    def _note_change(self) -> None:
        self._doubted = None
        self._keep()

    def _take_enter(self) -> list[str]:
        """Return the answer to Enter alone: it writes the box that the coach has named best."""
        best = self._find_best()
        return self._hear(best) if best else self.say(Saying("coach-enter-nothing"))

    def _find_best(self) -> Action | None:
        """Return the action that the coach has named best, if it writes a box."""
        advice = self.session.open_advice()
        return advice.action if advice and advice.action.verb is Verb.SCORE else None

    def _doubts(self, photo: str, dice: PhotoDice) -> Saying:
        seen: dict[str, Value] = {"dice": in_row(dice.values), "doubts": dice.doubts_told, "read": len(dice.values)}
        key = "coach-doubts" if self._fits(dice) else "coach-doubts-all"
        return Saying(key, seen | {"file": photo, "count": len(dice.doubts)})

    def _fits(self, dice: PhotoDice) -> bool:
        return len(dice.values) + len(dice.doubts) in self.session.standing.due

    def _standing(self) -> Iterator[Saying]:
        """Yield what is on the table, what comes next, and what is best, by the manner."""
        session, standing = self.session, self.session.standing
        position = standing.position
        if position.over:
            yield from end_sayings(session)
            return
        if standing.pending:
            pigs = not session.game.wells
            yield Saying("coach-throw-again") if pigs else Saying("coach-throw-now", {"dice": standing.due[0]})
            return
        if position.begins:
            yield Saying("coach-turn", {"name": name_player(self._name), "turn": session.turn_of(position.player)})
        if told := position.describe():
            yield told
        if advice := session.open_advice():
            yield from advice_sayings(advice, self._name, self._cache)
        if best := self._find_best():
            offer = position.offer
            yield Saying("coach-enter", {"box": offer.named[best.box], "points": offer.boxes[best.box]})

    def _sheets(self) -> list[str]:
        position = self.session.position
        if sheet := position.view().sheet:
            return sheet_lines(sheet, self.session.names, self._language)
        points = (NO_SCORE if seat in position.scoreless else score for seat, score in enumerate(position.scores))
        scores = zip(self.session.names, points, strict=True)
        return self.say(*(Saying("coach-score", {"name": name_player(name), "points": one}) for name, one in scores))

    @property
    def _name(self) -> str:
        return self.session.names[self.session.position.player]
