"""Synthesise the sounds of a game's moments: `python -m tools.draw.sounds` writes robot/voice/sounds/*.wav anew.

Each is made of a few damped tones, so that a small loudspeaker plays it: marimba-like notes for what is good, a voice
that slides down for a bust.
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from robot.files import write_whole
from robot.voice.synthesis import Sound

RATE = 16000
FOLDER = Path(__file__).parents[2] / "robot" / "voice" / "sounds"
LOUDEST = 0.7
"""The peak of every sound, as a part of the full range."""
C5, E5, G5, C6, E6, G6 = 523.25, 659.26, 783.99, 1046.5, 1318.5, 1568.0
"""Notes of C major in equal temperament, in Hz; A4 is 440 Hz."""

Samples = NDArray[np.float64]


def note(pitch: float, seconds: float, decay: float = 0.18) -> Samples:
    """Return a struck bar: a tone and its fourth harmonic, which fades sooner, as a marimba's do. `decay` is in s."""
    time = np.arange(int(RATE * seconds)) / RATE
    body = np.sin(2 * np.pi * pitch * time) * np.exp(-time / decay)
    tick = 0.35 * np.sin(2 * np.pi * 4 * pitch * time) * np.exp(-time / (decay / 5))
    rise = np.minimum(1.0, time / 0.004)
    found: Samples = rise * (body + tick)
    return found


def together(*parts: tuple[float, Samples]) -> Samples:
    """Return sounds that begin after so many seconds, as one."""
    length = max(int(RATE * start) + len(part) for start, part in parts)
    whole = np.zeros(length)
    for start, part in parts:
        begin = int(RATE * start)
        whole[begin : begin + len(part)] += part
    return whole


def groan() -> Samples:
    """Return a voice that slides down: harmonics of a falling pitch, shaped by the formants of a dull vowel."""
    time = np.arange(int(RATE * 0.95)) / RATE
    pitch = 190 * np.exp(-0.9 * time) * (1 + 0.015 * np.sin(2 * np.pi * 5.5 * time))
    phase = 2 * np.pi * np.cumsum(pitch) / RATE
    whole = np.zeros_like(time)
    for harmonic in range(1, 16):
        frequency = harmonic * pitch
        formants = np.exp(-(((frequency - 420) / 160) ** 2)) + 0.5 * np.exp(-(((frequency - 900) / 220) ** 2))
        whole += (formants + 0.04) / harmonic**0.3 * np.sin(harmonic * phase)
    swell = np.minimum(1.0, time / 0.08) * np.minimum(1.0, (0.95 - time) / 0.3)
    groaned: Samples = whole * swell
    return groaned


def bust() -> Samples:
    """Return a groan."""
    return groan()


def lead() -> Samples:
    """Return two notes upwards."""
    return together((0.0, note(G5, 0.5)), (0.13, note(C6, 0.7, 0.25)))


def alike() -> Samples:
    """Return a run of five notes, one for each die."""
    return together(*((0.09 * place, note(pitch, 0.8, 0.22)) for place, pitch in enumerate((C5, E5, G5, C6, E6))))


def win() -> Samples:
    """Return a fanfare: three notes and a chord."""
    run = ((0.0, note(G5, 0.4)), (0.14, note(G5, 0.4)), (0.28, note(G5, 0.4)))
    chord = tuple((0.45, note(pitch, 1.3, 0.45)) for pitch in (C5, E5, G5, C6))
    return together(*run, *chord, (0.62, note(G6, 1.0, 0.3)))


SOUNDS: dict[str, Callable[[], Samples]] = {"bust": bust, "lead": lead, "alike": alike, "win": win}


def sound(name: str) -> Sound:
    """Return a sound by its name, at its usual loudness."""
    samples = SOUNDS[name]()
    return Sound((samples / np.abs(samples).max() * LOUDEST * 32767).round().astype(np.int16), RATE)


def main() -> None:
    """Write every sound."""
    FOLDER.mkdir(exist_ok=True)
    for name in SOUNDS:
        write_whole(FOLDER / f"{name}.wav", sound(name).wav())


if __name__ == "__main__":
    main()
