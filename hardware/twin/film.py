"""Films of the twin: the camera's picture, and below it the signals at the board's pins."""

import os
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.closing import Closing
from hardware.errors import Failure
from hardware.sim.camera import Painter
from hardware.sim.lens import WIDTH, Floats, Image
from hardware.sim.table import FRAMES_A_SECOND, Sight
from hardware.twin.drives import Pulses
from hardware.twin.sight_history import SightHistory

SECONDS = 8.0
"""Seconds shown by the scope."""
CHANNELS = ("steps", "forward", "current", *(f"servo{servo}" for servo in range(1, 7)), "left", "right", "home", "lid")
"""Steps/s, 1 for forward, 1 for current, pulses in microseconds (0 for none), lights 0 to 1, closed switches."""
Samples = NDArray[np.float32]


class Scope:
    """Reports the signals between a board and its machine once per `every` frames.

    `show` gets what the camera sees, and the samples (n, len(CHANNELS)) of the last seconds, one per frame.
    """

    def __init__(self, film: SightHistory, show: Callable[[Sight, Samples], None], every: int = 2) -> None:
        self._film, self._show, self._every = film, show, every
        self._samples: deque[list[float]] = deque(maxlen=round(SECONDS * FRAMES_A_SECOND))
        self._steps, self._way, self._frames = 0, 1, 0
        self._since, self._at_home = film.machine.time, False
        film.machine.watchers.append(self._look)

    def _look(self, steps: Sequence[tuple[float, int]], servo_us: Pulses, enabled: bool) -> None:
        self._steps += len(steps)
        if steps:
            self._way = steps[-1][1]
        machine = self._film.machine
        self._at_home |= machine.home  # only briefly during a shake
        if machine.time * FRAMES_A_SECOND < self._frames + 1:
            return
        self._frames = int(machine.time * FRAMES_A_SECOND)
        switches = float(self._at_home), float(machine.lid_closed)
        pulses = [pulse or 0.0 for pulse in servo_us]
        rate = self._steps / (machine.time - self._since)
        self._samples.append([rate, float(self._way > 0), float(enabled), *pulses, *self._film.lights(), *switches])
        self._steps, self._since, self._at_home = 0, machine.time, False
        if self._frames % self._every == 0:
            self._show(self._film.newest, np.array(self._samples, np.float32))


EVERY = 2
"""Show one of this many frames."""
CODECS = {".mp4": "mp4v", ".mkv": "FFV1"}
STRIP, LEFT, RIGHT, TOP = 300, 150, 24, 14
PAPER, GRID, INK = (30, 24, 22), (52, 44, 40), (205, 200, 196)
BLUE, GREEN, AMBER, ROSE = (255, 178, 92), (130, 214, 140), (80, 190, 255), (168, 140, 245)
FASTEST = 20_000.0
"""Steps per second at the top of their track."""
TRACKS = (
    ("STEP", ("steps",), 60, BLUE),
    ("DIR", ("forward",), 18, BLUE),
    ("ENABLE", ("current",), 18, BLUE),
    ("SERVOS 1-6", tuple(f"servo{servo}" for servo in range(1, 7)), 72, AMBER),
    ("LIGHT left", ("left",), 18, GREEN),
    ("LIGHT right", ("right",), 18, GREEN),
    ("HOME", ("home",), 18, ROSE),
    ("LID", ("lid",), 18, ROSE),
)
"""Name, channels, height in pixels and colour of each track, from the top."""
GAP = 4
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")
WINDOW = "Pipsqueak's twin"
Colour = tuple[int, int, int]


class FilmWriter(Closing):
    """Writes pictures to a film, .mp4 or lossless .mkv, and with `window` shows them in a window.

    The film has another name until it is closed, and then takes the place of what is there. Raises HardwareError if it
    cannot be written, or if there is no display.
    """

    def __init__(self, path: Path | None, painter: Painter, *, window: bool = False) -> None:
        # OpenCV ends the whole program if it finds no display.
        if window and not any(os.environ.get(name) for name in DISPLAYS):
            raise Failure.FILM.error("there is no display for a window", "name a file with --film")
        self._window = window
        self.painter = painter
        self._font = cv2.FontFace("sans")
        self._back = self._drawn_back()
        self._path, self._shown = path, False
        self._writer = None if path is None else _writer(path)

    def show(self, sight: Sight, samples: Samples) -> None:
        """Write one picture."""
        seen = self.painter.picture(sight.scene, sight.exposure, sight.seed)
        picture = np.concatenate([seen, self.strip(samples)])
        if self._writer is not None:
            self._writer.write(picture)
            self._shown = True
        if self._window:
            cv2.imshow(WINDOW, picture)
            cv2.waitKey(1)

    def strip(self, samples: Samples) -> Image:
        """Return the signals (STRIP, WIDTH, 3) of the samples (n, channels), the newest at the right."""
        drawn = self._back.copy()
        most = round(SECONDS * FRAMES_A_SECOND)
        places = LEFT + (np.arange(most - len(samples), most) + 1) * (WIDTH - LEFT - RIGHT) / most
        top = TOP
        for name, channels, height, colour in TRACKS:
            for number, channel in enumerate(channels):
                values = samples[:, CHANNELS.index(channel)]
                part = height / len(channels)
                base = top + part * (number + 1) - 1
                _trace(drawn, places, base - _risen(name, values) * (part - 2), base, colour, filled=name == "STEP")
            top += height + GAP
        return drawn

    def close(self) -> None:
        """Finish the film; a film without pictures is deleted. Closing twice is harmless."""
        if self._writer is not None:
            self._writer.release()
        if self._path is not None:
            if self._shown:
                _beside(self._path).replace(self._path)
            else:
                _beside(self._path).unlink(missing_ok=True)
            self._path = None
        self.painter.close()

    def _drawn_back(self) -> Image:
        """Return background, grid and names."""
        back = np.full((STRIP, WIDTH, 3), PAPER, np.uint8)
        for second in range(round(SECONDS) + 1):
            x = round(LEFT + second * (WIDTH - LEFT - RIGHT) / SECONDS)
            cv2.line(back, (x, TOP - 4), (x, STRIP - TOP + 4), GRID, 1)
        top = TOP
        for name, _, height, colour in TRACKS:
            cv2.line(back, (LEFT, top + height), (WIDTH - RIGHT, top + height), GRID, 1)
            cv2.rectangle(back, (16, top + height // 2 - 5), (20, top + height // 2 + 5), colour, -1)
            cv2.putText(back, name, (30, top + height // 2 + 5), INK, self._font, 15, 400)
            top += height + GAP
        return back


def _risen(name: str, values: Floats) -> Floats:
    """Return the heights (0 to 1) of a track's values."""
    if name == "STEP":
        return np.asarray(np.minimum(values / FASTEST, 1.0))
    if name.startswith("SERVO"):
        return np.asarray(np.where(values > 0, np.clip((values - 700) / 1400, 0.12, 1.0), 0.0))
    return values


def _trace(
    drawn: Image,
    places: NDArray[np.float64],
    levels: NDArray[np.float32],
    base: float,
    colour: tuple[int, int, int],
    *,
    filled: bool,
) -> None:
    line = np.column_stack([np.repeat(places, 2)[1:], np.repeat(levels, 2)[:-1]])
    if filled:
        under = np.concatenate([line, [[line[-1, 0], base], [line[0, 0], base]]])
        dim = tuple(int(0.35 * c + 0.65 * p) for c, p in zip(colour, PAPER, strict=True))
        cv2.fillPoly(drawn, [np.round(under).astype(np.int32)], dim)
    cv2.polylines(drawn, [np.round(line * 16).astype(np.int32)], False, colour, 1, cv2.LINE_AA, 4)


def _beside(path: Path) -> Path:
    """Return the name of a film until it is closed; OpenCV goes by its suffix."""
    return path.with_name(f".{path.stem}.part{path.suffix}")


def _writer(path: Path) -> cv2.VideoWriter:
    beside = _beside(path)
    codec = CODECS.get(path.suffix.lower())
    if codec is None:
        raise Failure.FILM.error(f"a film is an .mp4 or an .mkv, not '{path.name}'", "name it so")
    try:
        beside.open("wb").close()
    except FileNotFoundError as error:
        raise Failure.FILM.error(f"there is no folder {path.parent}", "make it, or name another file") from error
    except OSError as error:
        raise Failure.FILM.error(f"the film {path} cannot be written ({error.strerror})") from error
    fourcc = cv2.VideoWriter.fourcc(*codec)
    writer = cv2.VideoWriter(str(beside), fourcc, FRAMES_A_SECOND / EVERY, (WIDTH, 720 + STRIP))
    if not writer.isOpened():
        beside.unlink()
        raise Failure.FILM.error(f"the film {path} cannot be written", "name another file")
    return writer
