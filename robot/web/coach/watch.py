"""Watching the throws of a coached game through a camera, like people's own dice at a table."""

from contextlib import suppress
from dataclasses import dataclass, field, replace

from hardware.errors import FrameTimeoutError
from hardware.pushed import PushedCamera
from robot.saying import Saying
from robot.table.doubts import tell_doubts
from robot.table.hands import Landing, ask_throw
from robot.table.live_dice import LiveDice, LiveLook
from robot.table.look import Image, Look, locate_doubts


@dataclass(frozen=True, slots=True)
class DueThrow:
    """The throw that is due at a `moment` of a session: `count` dice, in addition to those that show `kept`."""

    moment: int
    thrower: str
    count: int
    kept: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WatchedThrow:
    """The state of the throw that is `due`, and the last `picture`.

    `said` is a question, or what is missing. `look` is None until the dice lie there. If `sure`, they count without a
    question. `number` rises with each throw.
    """

    due: DueThrow | None = None
    picture: LiveLook | None = None
    said: Saying | None = None
    look: Look | None = None
    sure: bool = False
    number: int = 0


@dataclass(slots=True)
class CoachWatch:
    """Watches the throws of a session in the pictures of `live`. `key` is the key of the page with the camera.

    The table's own camera has the key None.
    """

    key: str | None
    live: LiveDice
    seen: WatchedThrow = field(default_factory=WatchedThrow)
    _landing: Landing | None = None

    def follow(
        self, due: DueThrow | None, image: Image | None, pressed: str, *, photograph: bool = False
    ) -> WatchedThrow:
        """Return the state after the next picture: the `image` of a browser's camera, or its `photograph`.

        `pressed` is "lie" (the dice lie there), "again" (look again) or "" (nothing). For the thread that reads. Raises
        CameraError.
        """
        camera = self.live.camera if image is not None and isinstance(self.live.camera, PushedCamera) else None
        if camera and image is not None and not photograph:
            camera.push(image, photograph=False)
        if due != self.seen.due:
            before, early = self.live.find_lying()
            self._landing = Landing(due.count, tuple(sorted(due.kept)), before, early) if due else None
            asked = ask_throw(due.count, due.kept, due.thrower) if due else None
            self.seen = replace(self.seen, due=due, said=asked, look=None, sure=False)
        elif (pressed == "again" or photograph) and self._landing:
            self._landing.begin()
            self.live.read_again()
            self.seen = replace(self.seen, said=None, look=None, sure=False)
        if camera and image is not None and photograph:  # dice that lay there before are not sought in it
            camera.push(image, photograph=True)
        with suppress(FrameTimeoutError):
            waits = self._landing if self.seen.look is None else None
            picture = self.live.look(throws=waits is not None)
            self.seen = replace(self.seen, picture=picture)
            if waits:
                self._take(waits, picture, lies=pressed == "lie")
        return self.seen

    def _take(self, landing: Landing, picture: LiveLook, *, lies: bool) -> None:
        """Update `seen` by a picture of the throw. `lies` says that people pressed that their dice lie there."""
        found = landing.follow(picture)
        if not (found.over or found.suffice or lies or (picture.single and found.look.dice)):
            self.seen = replace(self.seen, said=found.trouble or self.seen.said)
            return
        doubts = locate_doubts(found.look)
        asked = Saying("page-ask-confirm" if len(found.look.dice) == landing.count else "page-ask-enter")
        wrong = tell_doubts(doubts, sentence=True) if doubts else None if lies else found.trouble
        said = wrong or (None if found.sure else asked)
        sure = found.sure and not doubts
        self.seen = replace(self.seen, said=said, look=found.look, sure=sure, number=self.seen.number + 1)
