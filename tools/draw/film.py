"""Film both machines as they play on the digital twin, for the README: python -m tools.draw.film."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
from PIL import Image

from tools.draw import IMAGES

PLAY = ("-m", "robot", "play", "--fast", "--players")
SIZE = (720, 405)
QUALITY = 50


@dataclass(frozen=True, slots=True)
class Scene:
    """A film: its name, the words of the command, and the number of throws after which it ends."""

    name: str
    words: tuple[str, ...]
    throws: int


SCENES = (
    Scene("boxes", ("robot", "yahtzee", "--table", "twin:boxes", "--seed", "3"), 4),
    Scene("crank", ("robot,robot:hold20", "pig", "--table", "twin:crank", "--seed", "5"), 5),
)


def film(scene: Scene, folder: Path) -> Path:
    """Play and film until the scene's throws have been read, end with Ctrl-C, and return the film's path."""
    path = folder / f"{scene.name}.mkv"
    command = [sys.executable, *PLAY, *scene.words, "--film", str(path)]
    environment = {**os.environ, "PIPSQUEAK_HOME": str(folder), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as played:
        assert played.stdout is not None
        read = 0
        for line in played.stdout:
            read += "camera reads" in line
            if read == scene.throws:
                played.send_signal(signal.SIGINT)
                read += 1
    return path


def shots(path: Path) -> Iterator[tuple[Image.Image, int]]:
    """Yield each picture of a film that differs from the previous one, and its duration in milliseconds."""
    reel = cv2.VideoCapture(str(path))
    milliseconds, last, since, frame = 1000 / reel.get(cv2.CAP_PROP_FPS), None, 0, 0
    while True:
        there, picture = reel.read()
        if last is not None and (not there or (picture != last).any()):
            shown = Image.fromarray(cv2.cvtColor(last, cv2.COLOR_BGR2RGB)).resize(SIZE, Image.Resampling.LANCZOS)
            yield shown, round(frame * milliseconds) - round(since * milliseconds)
        if not there:
            return
        if last is None or (picture != last).any():
            last, since = picture, frame
        frame += 1


def main() -> None:
    """Play, film and write all scenes."""
    for scene in SCENES:
        with TemporaryDirectory() as folder:
            pictures, times = zip(*shots(film(scene, Path(folder))), strict=True)
        written, path = BytesIO(), IMAGES / f"film-{scene.name}.webp"
        first, *others = pictures
        how = {"duration": list(times), "loop": 0, "quality": QUALITY, "method": 4}
        first.save(written, "webp", save_all=True, append_images=others, **how)
        path.write_bytes(written.getvalue())
        print(f"{path.name}: {len(times)} pictures, {sum(times) / 1000:.0f} s, {path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
