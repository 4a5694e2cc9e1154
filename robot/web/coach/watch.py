"""The throws of a coached game, watched through a camera by the rules of own dice before a table's camera."""

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
    """The throw that is due at a `moment` of a session: `count` dice, beside those that show `kept`."""

    moment: int
    thrower: str
    count: int
    kept: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WatchedThrow:
    """What is known of the throw that is `due`, and the `picture` that was seen last.

    `said` is what is asked, or what is missing. The `look` is None until the dice lie there, and they count by
    themselves where it is `sure`. `number` rises with each throw that lies there.
    """

    due: DueThrow | None = None
    picture: LiveLook | None = None
    said: Saying | None = None
    look: Look | None = None
    sure: bool = False
    number: int = 0


@dataclass(slots=True)
class CoachWatch:
    """Watches the throws of a session by what `live` sees. `key` is that of the page whose camera it is.

    The table's own camera has the key None.
    """

    key: str | None
    live: LiveDice
    seen: WatchedThrow = field(default_factory=WatchedThrow)
    _landing: Landing | None = None

    def follow(
        self, due: DueThrow | None, image: Image | None, pressed: str, *, photograph: bool = False
    ) -> WatchedThrow:
        """Return what the next picture shows, which is this `image` of a browser's camera, or its `photograph`.

        People have pressed that their dice "lie" there, to look "again", or nothing (""). In the thread that reads.
        Raises CameraError.
        """
        camera = self.live.camera if image is not None and isinstance(self.live.camera, PushedCamera) else None
        if camera and image is not None and not photograph:
            camera.push(image, photograph=False)
        if due != self.seen.due:
            before, early = self.live.lying()
            self._landing = Landing(due.count, tuple(sorted(due.kept)), before, early) if due else None
            asked = ask_throw(due.count, due.kept, due.thrower) if due else None
            self.seen = replace(self.seen, due=due, said=asked, look=None, sure=False)
        elif (pressed == "again" or photograph) and self._landing:
            self._landing.begin()
            self.live.read_again()
            self.seen = replace(self.seen, said=None, look=None, sure=False)
        if camera and image is not None and photograph:  # what lay there before is not looked for in it
            camera.push(image, photograph=True)
        with suppress(FrameTimeoutError):
            waits = self._landing if self.seen.look is None else None
            picture = self.live.look(throws=waits is not None)
            self.seen = replace(self.seen, picture=picture)
            if waits:
                self._take(waits, picture, lies=pressed == "lie")
        return self.seen

    def _take(self, landing: Landing, picture: LiveLook, *, lies: bool) -> None:
        """Note what a picture shows of the throw; people may say that their dice lie there, as a photograph does."""
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
