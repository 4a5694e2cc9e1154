"""Dice of a coached game before a camera: read when they lie still, shown, and counted when people say so."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress

from hardware.errors import CameraError
from robot.coach.dialogue import CoachDialogue
from robot.coach.session import CoachSession
from robot.language.error_messages import ErrorMessage, what_is_wrong
from robot.saying import Saying, Value
from robot.table.doubts import tell_doubts
from robot.table.hands import HandsTable
from robot.table.live_dice import UNKNOWN
from robot.table.look import Look
from robot.table.tray import POLL

AGAIN = "l"
"""What people type to have the dice looked at again."""
FACES = {str(face): face for face in range(1, 7)}
OWN_WORDS = {"hands-too-few": "coach-too-few"}
"""What the table says otherwise to people who can type."""


def throw_due(session: CoachSession) -> tuple[int, tuple[int, ...]] | None:
    """Return how many dice are thrown next and the faces that stay beside them, None where a camera cannot help."""
    standing = session.standing
    number = standing.due[:1]
    free = len(standing.due) > 2  # Hog, before people have said how many
    if not number or free or not session.game.wells:
        return None
    kept = standing.position.find_kept(standing.pending).values() if standing.pending else ()
    return number[0], tuple(sorted(kept))


class CameraCoach:
    """A coach in the terminal that follows the dice on a `table` while people type.

    `typed` returns the next line, None if none comes within that many seconds, and waits for it with None; it raises
    EOFError after the last. `show` takes lines, `prompt` the text that stands before what is typed.
    """

    def __init__(
        self,
        table: HandsTable,
        talk: CoachDialogue,
        typed: Callable[[float | None], str | None],
        show: Callable[[Iterable[str]], None],
        prompt: Callable[[str], None],
    ) -> None:
        self._table: HandsTable | None = table
        self._talk, self._typed, self._show, self._write = talk, typed, show, prompt
        self._prompted = False
        self._asks = False

    @property
    def thrower(self) -> str:
        session = self._talk.session
        return session.names[session.position.player]

    def step(self) -> None:
        """Hear a line or read a throw, and say what the coach says to it. Raises what CoachDialogue.answer raises."""
        due = throw_due(self._talk.session)
        if due is None or self._table is None:
            self._hear(self._line(None) or "")
            return
        self._asks = True
        with suppress(CancelledError):
            try:
                values = self._table.by_hand(*due, self)
            except CameraError as error:
                self._table = None
                what = what_is_wrong(ErrorMessage.of(error))
                self._tell(self._talk.say(Saying("coach-camera-lost", {"what": what})))
                return
            self._tell(self._talk.take_dice(values))

    def see(self, look: Look) -> None:
        """Take a look: what it shows is said when it is asked about."""

    def announce(self, saying: Saying) -> None:
        """Tell people what is wrong with the dice; that they are to be thrown the coach has said."""
        if self._asks:
            self._asks = False
            return
        key = OWN_WORDS.get(saying.key, saying.key)
        self._tell(self._talk.say(Saying(key, saying.values)))

    def ready(self, _seconds: float | None, /) -> bool:  # people type when they like, and are not waited for
        """Let people type for a moment; never say that the dice lie there, because people type them then."""
        line = self._line(POLL)
        if line is not None:
            self._heard_meanwhile(line)
        return False

    def confirm(self, look: Look, values: tuple[int | None, ...]) -> tuple[int, ...] | None:
        return self.dice_entered(values, look)

    def dice_entered(self, values: tuple[int | None, ...], look: Look | None) -> tuple[int, ...] | None:
        """Ask for each die in doubt, then show all dice; return them if people let them count, None to look again."""
        read: list[int | None] = list(values)
        doubts = look.doubts if look else ()
        for place, value in enumerate(values):
            if value is None:
                doubt = tell_doubts([(doubts[place] if place < len(doubts) else None, None)])
                asked: dict[str, Value] = {"place": place + 1, "doubt": doubt, "dice": _row(read)}
                answer = self._answered(Saying("coach-sees-doubt", asked), FACES)
                if answer == AGAIN:
                    return None
                read[place] = FACES[answer]
        known = tuple(value for value in read if value)
        return None if self._answered(Saying("coach-sees", {"dice": _row(known)}), ("",)) == AGAIN else known

    def _answered(self, question: Saying, answers: Iterable[str]) -> str:
        """Ask until one of the answers or the word for another look is typed; other lines are for the coach."""
        expected = {*answers, AGAIN}
        self._tell(self._talk.say(question))
        while True:
            line = (self._line(None) or "").strip().lower()
            if line in expected:
                return line
            self._heard_meanwhile(line)
            self._tell(self._talk.say(question))

    def _heard_meanwhile(self, line: str) -> None:
        """Hear a line; wait no longer for the throw where it has changed the game, or people have left."""
        standing = self._talk.session.standing
        self._hear(line)
        if self._talk.left or self._talk.session.standing is not standing:
            raise CancelledError

    def _hear(self, line: str) -> None:
        self._tell(self._talk.answer(line))

    def _line(self, seconds: float | None) -> str | None:
        """Return what people type, behind the prompt; the word that leaves at the end of the input."""
        if not self._prompted:
            self._write(self._talk.prompt)
            self._prompted = True
        try:
            line = self._typed(seconds)
        except EOFError:
            line = "q"
        if line is not None:
            self._prompted = False
        return line

    def _tell(self, lines: Sequence[str]) -> None:
        if self._prompted and lines:
            self._write("\n")
            self._prompted = False
        self._show(lines)


def _row(values: Iterable[int | None]) -> str:
    return " ".join(str(value or UNKNOWN) for value in values)
