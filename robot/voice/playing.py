"""Plays sounds: one process of an installed player program for one sentence at a time."""

import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from robot.errors import VoiceError
from robot.files import keep_file
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
            keep_file(self.file, sound.wav(volume))
            limit = sound.seconds + PATIENCE
            done = subprocess.run([*self.command, str(self.file)], capture_output=True, timeout=limit, check=False)
        except (OSError, subprocess.SubprocessError) as error:
            raise VoiceError(f"{self.command[0]} plays nothing ({error}): check the sound device") from error
        if done.returncode:
            said = done.stderr.decode(errors="replace").strip().partition("\n")[0]
            raise VoiceError(f"{self.command[0]} plays nothing ({said[:80]}): check the sound device")


def find_player(folder: Path) -> ProgramPlayer | None:
    """Return a player that writes its file into `folder`, None if no player program is installed."""
    for program, options in PROGRAMS.items():
        if path := shutil.which(program):
            return ProgramPlayer((path, *options), folder / "now.wav")
    return None
