"""Speech synthesis with espeak-ng, or Piper if it has a voice for the language; each piece is made once and kept."""

import hashlib
import io
import shutil
import subprocess
import wave
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from robot.errors import FileError, VoiceError
from robot.files import keep_file, write_whole

ESPEAK, PIPER = "espeak-ng", "piper"
SPEED = 150
"""Words a minute, a little slower than espeak-ng's default."""
SLOWEST = 20.0
"""The most seconds for an engine to answer."""
QUIET = 0.01
"""A sample below this share of the full range is silence."""
PAUSE = 0.06
"""Seconds of silence between two pieces."""
LONGEST = 300
"""The most letters of a piece that are spoken."""
PROGRAMS: dict[str, tuple[str, ...]] = {"pw-play": (), "paplay": (), "aplay": ("-q",)}
"""Arguments before the file, by program; sound servers come first, because they let other programs play too."""
PATIENCE = 5.0
"""Seconds that a player may take in addition to the length of the sound."""


@dataclass(frozen=True, slots=True)
class Sound:
    """Samples (n,) of one 16-bit channel, at `rate` a second."""

    samples: NDArray[np.int16]
    rate: int

    @property
    def seconds(self) -> float:
        return len(self.samples) / self.rate

    def wav(self, volume: int = 100) -> bytes:
        """Return the sound as a WAV file; `volume` is 0 to 100."""
        out = io.BytesIO()
        with wave.open(out, "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(self.rate)
            file.writeframes((self.samples.astype(np.int32) * volume // 100).astype("<i2").tobytes())
        return out.getvalue()

    @classmethod
    def of_wav(cls, data: bytes) -> "Sound":
        """Return the sound of a 16-bit mono WAV file, without silence at its ends. Raises VoiceError."""
        try:
            with wave.open(io.BytesIO(data), "rb") as file:
                if (file.getnchannels(), file.getsampwidth()) != (1, 2):
                    raise VoiceError("a sound is not 16-bit mono: empty the cache")
                rate = file.getframerate()
                samples = np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(np.int16)
        except (wave.Error, EOFError, ValueError) as error:
            raise VoiceError(f"a sound cannot be read ({error}): empty the cache") from error
        loud = np.flatnonzero(np.abs(samples.astype(np.int32)) > QUIET * 32768)
        return cls(samples[loud[0] : loud[-1] + 1] if len(loud) else samples[:0], rate)


@dataclass(slots=True)
class Engine:
    """A program that speaks. `name` identifies its sounds in the cache; `command` turns its input into a WAV file."""

    name: str
    command: tuple[str, ...]

    def wav(self, words: str) -> bytes:
        """Return the spoken words as a WAV file. Raises VoiceError."""
        program = self.command[0]
        try:
            done = subprocess.run(self.command, input=words.encode(), capture_output=True, timeout=SLOWEST, check=False)
        except (OSError, subprocess.SubprocessError) as error:
            raise VoiceError(f"{program} cannot be run ({error}): install it again") from error
        if done.returncode or not done.stdout:
            said = done.stderr.decode(errors="replace").strip().partition("\n")[0]
            raise VoiceError(f"{program} cannot speak ({said[:80]}): check its voice")
        return done.stdout


def find_engine(language: str, voices: Path | None) -> Engine | None:
    """Return an engine for a language: Piper if `voices` has a voice for it, else espeak-ng, None without either.

    A voice of Piper is an .onnx file whose name begins with the language, such as de_DE-thorsten-medium.onnx. If
    espeak-ng does not know the language, its English voice is used.
    """
    piper, espeak = shutil.which(PIPER), shutil.which(ESPEAK)
    found = sorted(voices.glob(f"{language}[_-]*.onnx")) if voices else []
    if piper and found:
        return Engine(f"{PIPER}-{found[0].stem}", (piper, "--model", str(found[0]), "--output_file", "-"))
    if espeak is None:
        return None
    engine, english = (
        Engine(f"{ESPEAK}-{voice}", (espeak, "-v", voice, "-s", str(SPEED), "-b", "1", "--stdin", "--stdout"))
        for voice in (language, "en")
    )
    try:
        engine.wav("a")
    except VoiceError:
        return english
    return engine


@dataclass(slots=True)
class Sounds:
    """The sounds of pieces, kept in `folder` permanently: a few kilobytes each."""

    engine: Engine
    folder: Path

    def piece(self, words: str) -> Sound:
        """Return the sound of a piece; make it if it is not kept. Raises VoiceError."""
        words = words[:LONGEST]
        path = self.folder / self.engine.name / f"{hashlib.sha256(words.encode()).hexdigest()[:24]}.wav"
        try:
            return Sound.of_wav(path.read_bytes())
        except (OSError, VoiceError):
            pass  # missing or damaged: make it
        sound = Sound.of_wav(self.engine.wav(words))
        with suppress(FileError):  # if it cannot be kept, it is made each time
            keep_file(path, sound.wav())
        return sound

    def sentence(self, parts: Sequence[str]) -> Sound | None:
        """Return the sounds of pieces, joined with pauses, None for no pieces. Raises VoiceError."""
        sounds = [self.piece(part) for part in parts]
        if not sounds:
            return None
        rate = sounds[0].rate
        pause = np.zeros(int(PAUSE * rate), np.int16)
        joined = [part for sound in sounds for part in (sound.samples, pause)]
        return Sound(np.concatenate(joined), rate)


SoundPlayer: TypeAlias = Callable[[Sound, int], None]
"""Plays a sound to the end, at a volume of 0 to 100. Raises VoiceError."""


@dataclass(frozen=True, slots=True)
class ProgramPlayer:
    """A player program; it plays a file that is written again for each sentence."""

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


def find_player(folder: Path) -> ProgramPlayer | None:
    """Return a player that writes its file into `folder`, None if no player program is installed."""
    for program, options in PROGRAMS.items():
        if path := shutil.which(program):
            return ProgramPlayer((path, *options), folder / "now.wav")
    return None
