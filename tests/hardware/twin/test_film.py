"""Films of the twin can be read, and show what is to be seen at each of their moments."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.errors import Failure
from hardware.sim.lens import Image
from hardware.twin.film import RATE, SIZE, FilmWriter, _nearness
from hardware.twin.posed import MachineView
from tests.support.hardware.failures import raises

SECONDS = {"FAR_SECONDS": 0.2, "MOVING_SECONDS": 0.4, "NEAR_SECONDS": 0.4, "READING_SECONDS": 0.2}
"""So that films are short."""


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in SECONDS.items():
        monkeypatch.setattr(f"hardware.twin.film.{name}", seconds)


class Plain(MachineView):
    """Shows one grey, which is the lighter the nearer one is."""

    def __init__(self) -> None:
        self.closed = False

    def picture(self, near: float) -> Image:
        return np.full((SIZE[1], SIZE[0], 3), round(60 + 100 * near), np.uint8)

    def close(self) -> None:
        self.closed = True


@pytest.mark.parametrize("name", ["film.mp4", "film.mkv"])
def test_a_film_goes_near_and_stands_still_for_a_reading(name: str, tmp_path: Path) -> None:
    filmed = Plain()
    moving, still = (round(seconds * RATE) for seconds in (0.8, 0.2))
    with FilmWriter(tmp_path / name, filmed) as writer:
        for _ in range(moving):
            writer.show()
        writer.show_reading(np.zeros((90, 120, 3), np.uint8))
    assert filmed.closed
    film = cv2.VideoCapture(str(tmp_path / name))
    pictures = []
    while (read := film.read())[0]:
        pictures.append(read[1].astype(int))
    film.release()
    assert {picture.shape for picture in pictures} == {(SIZE[1], SIZE[0], 3)}
    assert len(pictures) == moving + still
    levels = [picture[-1, 0, 0] for picture in pictures]
    # mp4 is lossy: its pictures differ a little though nothing moves
    assert levels == pytest.approx(sorted(levels), abs=3)
    assert (levels[0], levels[-1]) == pytest.approx((60, 160), abs=6)
    dark = [(picture < 30).all(axis=2).mean() > 0.05 for picture in pictures]
    assert dark == [False] * moving + [True] * still


def test_a_film_goes_back_and_comes_again() -> None:
    whole = [_nearness(frame / RATE) for frame in range(2 * round(1.4 * RATE))]
    seen = whole[: len(whole) // 2]
    assert whole == pytest.approx([*seen, *seen])
    assert (seen[0], max(seen)) == (0, 1)
    assert seen[-1] < 0.2


def test_what_cannot_be_filmed_is_told(tmp_path: Path) -> None:
    with raises(Failure.FILM, match=r"'film\.avi' is not .* name an \.mp4 or \.mkv file"):
        FilmWriter(tmp_path / "film.avi", Plain())
    with raises(Failure.FILM, match=r"there is no folder .*new; create it"):
        FilmWriter(tmp_path / "new" / "film.mkv", Plain())
    with raises(Failure.FILM, match=r"cannot be written \(File name too long\)"):
        FilmWriter(tmp_path / f"{300 * 'f'}.mkv", Plain())
    (tmp_path / "kept.mkv").write_bytes(b"kept")
    FilmWriter(tmp_path / "kept.mkv", Plain()).close()  # without a picture
    FilmWriter(tmp_path / "empty.mkv", Plain()).close()
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("kept.mkv", b"kept")]
