"""A coached game in plain lines: what is typed goes in, what the coach says comes out."""

from collections.abc import Callable, Iterator
from pathlib import Path

from robot.coach.lines import CoachLine, CoachWish, CountedLine, DiceLine, PhotoLine
from robot.coach.photographs import PhotoDice, ReadPhoto, read_photograph_dice
from robot.coach.session import CoachSession
from robot.coach.typed import TypedReader, help_keys
from robot.coach.words import advice_sayings, ending_sayings, heard_sayings
from robot.errors import IllegalAnswerError
from robot.games.views import NO_SCORE, sheet_lines
from robot.language import Language, capitalize, one_line
from robot.language.names import name_player
from robot.review.summary_image import draw
from robot.saying import Saying, Value
from solver.action import Action, Verb, in_row
from solver.errors import RuleError
from vision.errors import VisionError


class CoachDialogue:
    """A session as a talk. `keep` is called after each line that changed it.

    `read_photo` reads the picture of a file, and `photo` is the file that p alone reads. `cache` is the folder of
    solved tables. `left` says that people have left; the game may be over then or not.
    """

    def __init__(
        self,
        session: CoachSession,
        language: Language,
        read_photo: ReadPhoto,
        keep: Callable[[], None],
        *,
        cache: Path | None = None,
        photo: str | None = None,
    ) -> None:
        self.left = False
        self.session = session
        self._language, self._cache, self._keep = language, cache, keep
        self._read_photo, self._photo = read_photo, photo
        self._doubted: PhotoDice | None = None

    @property
    def prompt(self) -> str:
        """What stands before the line that people type: whose turn it is."""
        if self.session.position.over:
            return "> "
        return f"{one_line(self._language.say(Saying('coach-prompt', {'name': name_player(self._name)})))}> "

    def begin(self) -> list[str]:
        """Return how the game stands. Raises SolverError."""
        names = tuple(map(name_player, self.session.names))
        return self.say(Saying("coach-begins", {"title": self.session.game.title, "names": names}), *self._standing())

    def answer(self, text: str) -> list[str]:
        """Return what the coach says to a line that was typed. Raises FileError, and SolverError without a table."""
        try:
            if not text.strip():
                return self._take_enter()
            return self._follow(TypedReader(self.session, self._language, self._photo, self._doubted).read(text))
        except IllegalAnswerError as error:
            return self.say(error.saying)
        except (RuleError, VisionError) as error:
            return [str(error)]

    def say(self, *sayings: Saying) -> list[str]:
        """Return sayings as the coach says them: a line each, with a capital first."""
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
                return self.say(*map(Saying, help_keys(self.session)))
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
        return self.say(*heard_sayings(self.session, heard), *self._standing())

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
            yield from ending_sayings(session)
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
