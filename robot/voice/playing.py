"""Plays sounds: one process of an installed player program for one sentence at a time, and the sounds of moments."""

import shutil
import subprocess
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import TypeAlias

from hardware.closing import Closing
from robot.errors import VoiceError
from robot.files import write_whole
from robot.match.events import Event
from robot.match.moments import MomentKind, moment_of
from robot.voice.synthesis import Sound

PROGRAMS: dict[str, tuple[str, ...]] = {"pw-play": (), "paplay": (), "aplay": ("-q",)}
"""Arguments before the file, by program: sound servers first, which let other programs play too."""
PATIENCE = 5.0
"""Seconds that a player may take beyond the sound itself."""


SoundPlayer: TypeAlias = Callable[[Sound, int], None]
"""Plays a sound to the end, at a volume of 0 to 100. Raises VoiceError."""


@dataclass(frozen=True, slots=True)
class ProgramPlayer:
    """A player program, given a file that is written again for each sentence."""

    command: Sequence[str]
    file: Path

    def __call__(self, sound: Sound, volume: int) -> None:
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.file, sound.wav(volume))
            limit = sound.seconds + PATIENCE
            done = subprocess.run([*self.command, str(self.file)], capture_output=True, timeout=limit, check=False)
        except (OSError, subprocess.SubprocessError) as error:
            raise VoiceError(f"{self.command[0]} plays nothing ({error}): check the sound device") from error
        if done.returncode:
            said = done.stderr.decode(errors="replace").strip().partition("\n")[0]
            raise VoiceError(f"{self.command[0]} plays nothing ({said[:80]}): check the sound device")


def find_player(folder: Path, name: str = "now") -> ProgramPlayer | None:
    """Return a player that writes the file of this name into `folder`, None if no player program is installed."""
    for program, options in PROGRAMS.items():
        if path := shutil.which(program):
            return ProgramPlayer((path, *options), folder / f"{name}.wav")
    return None


SOUNDS = files("robot.voice") / "sounds"
"""A WAV file for each kind of moment."""


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
            self.player(moment_sound(kind), self.volume)
        except VoiceError as error:
            if not self._silent:
                self._silent = True
                self.notify(f"the sounds have failed: {error}")
