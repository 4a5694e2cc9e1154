"""The sounds of a game's moments on this machine: a listener that plays one at a bust, a new leader or a win."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib.resources import files

from hardware.closing import Closing
from robot.errors import VoiceError
from robot.match.events import Event
from robot.match.moments import MomentKind, moment_of
from robot.voice.playing import SoundPlayer
from robot.voice.synthesis import Sound

SOUNDS = files("robot.voice") / "sounds"
"""A WAV file for each kind of moment, made by `python -m tools.draw.sounds`."""


def moment_sound(kind: MomentKind) -> Sound:
    """Return the sound of a kind of moment."""
    return Sound.of_wav((SOUNDS / f"{kind}.wav").read_bytes())


@dataclass(slots=True)
class MomentSounds(Closing):
    """Plays sounds beside the game, which waits for none; used as a with-block.

    `muted` and `volume` (0 to 100) may change at any time. `notify` takes one line when it falls silent for good.
    """

    player: SoundPlayer
    notify: Callable[[str], None]
    volume: int = 80
    muted: bool = False
    _worker: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "sounds"))
    _silent: bool = False

    def hear(self, event: Event) -> None:
        if not self._silent and not self.muted and (moment := moment_of(event)):
            self._worker.submit(self._play, moment.kind)

    def close(self) -> None:
        """End after the sounds that wait, which are few; further calls do nothing."""
        self._worker.shutdown()

    def _play(self, kind: MomentKind) -> None:
        try:
            self.player.play(moment_sound(kind), self.volume)
        except VoiceError as error:
            if not self._silent:
                self._silent = True
                self.notify(f"the sounds have failed: {error}")
