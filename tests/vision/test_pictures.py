"""Loading pictures: as a person sees them, or one line that says why not; never a crash."""

import os
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.support.vision.picture_files import jpeg_with
from vision.errors import MissingPictureError, PictureError, VisionError
from vision.pictures import check_image, load_picture

RNG = np.random.default_rng(3)
SCENE = cv2.GaussianBlur(RNG.integers(0, 256, (30, 40, 3), dtype=np.uint8), (0, 0), 4)
KINDS = [".jpg", ".png", ".webp", ".bmp", ".avif"]


def encode(kind: str, image: np.ndarray = SCENE) -> bytes:
    done, data = cv2.imencode(kind, image)
    assert done
    return data.tobytes()


def png_header(width: int, height: int) -> bytes:
    """Return a PNG of no rows."""
    body = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    head = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + body + struct.pack(">I", zlib.crc32(body))
    return head + struct.pack(">I", 0) + b"IDAT" + struct.pack(">I", zlib.crc32(b"IDAT"))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "picture"


@pytest.mark.parametrize("kind", KINDS)
def test_every_format_is_loaded(file: Path, kind: str) -> None:
    file.write_bytes(encode(kind))
    image = load_picture(file)
    assert image.shape == (30, 40, 3)
    assert image.dtype == np.uint8
    assert float(np.abs(image.astype(int) - SCENE).mean()) < 4


def test_grey_pictures_get_three_channels(file: Path) -> None:
    file.write_bytes(encode(".png", SCENE[..., 0]))
    assert np.array_equal(load_picture(file), np.repeat(SCENE[..., :1], 3, axis=2))


def test_one_pixel_is_a_picture(file: Path) -> None:
    file.write_bytes(encode(".png", np.full((1, 1, 3), 7, np.uint8)))
    assert load_picture(file).tolist() == [[[7, 7, 7]]]


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "fault-picture-empty"),
        (b"hello, these are dice: 1 2 3\n", "fault-picture-none"),
        (b"\0\0\0\x18ftypmp42" + bytes(40), "fault-picture-none"),
        (b"\xff\xd8", "fault-picture-damaged"),
        (b"\x89PNG\r\n\x1a\n", "fault-picture-damaged"),
        (b"BM", "fault-picture-damaged"),
        (b"II*\0", "fault-picture-none"),
        (b"RIFF\0\0\0\0WEBP", "fault-picture-damaged"),
        (png_header(20_000, 10), "fault-picture-side"),
        (png_header(20_000, 20_000), "fault-picture-large"),
        (png_header(11_000, 11_001), "fault-picture-large"),
        (png_header(0, 10), "fault-picture-damaged"),
    ],
)
def test_what_is_no_picture_is_refused_in_one_line(file: Path, data: bytes, key: str) -> None:
    file.write_bytes(data)
    with pytest.raises(PictureError, match=str(file)) as caught:
        load_picture(file)
    assert "\n" not in str(caught.value)
    assert caught.value.message_key == key


def test_a_large_picture_is_refused_before_it_is_decoded(file: Path) -> None:
    jpeg = bytearray(encode(".jpg"))
    at = jpeg.index(b"\xff\xc0") + 5
    jpeg[at : at + 4] = struct.pack(">HH", 20_000, 20_001)
    file.write_bytes(bytes(jpeg))
    with pytest.raises(PictureError, match="20001 x 20000"):
        load_picture(file)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("share", [0.3, 0.6, 0.95])
def test_truncated_files_are_refused(file: Path, kind: str, share: float) -> None:
    data = encode(kind)
    file.write_bytes(data[: int(len(data) * share)])
    with pytest.raises(PictureError, match="damaged"):
        load_picture(file)


def test_the_end_of_a_thumbnail_is_not_taken_for_the_end_of_the_picture(file: Path) -> None:
    jpeg = encode(".jpg")
    whole = jpeg_with(jpeg, encode(".jpg", SCENE[:8, :8]))
    file.write_bytes(whole)
    assert load_picture(file).shape == (30, 40, 3)
    file.write_bytes(whole[:-20])
    with pytest.raises(PictureError, match="damaged"):
        load_picture(file)


def test_data_after_the_picture_does_no_harm(file: Path) -> None:
    file.write_bytes(encode(".jpg") + b"motion photo" * 50)
    assert load_picture(file).shape == (30, 40, 3)


def test_missing_files_and_folders_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"none\.jpg"):
        load_picture(tmp_path / "none.jpg")
    with pytest.raises(ValueError, match="folder"):
        load_picture(tmp_path)
    (tmp_path / "file").write_bytes(b"x")
    with pytest.raises(MissingPictureError):
        load_picture(tmp_path / "file" / "below.jpg")


@pytest.mark.parametrize("name", ["a\0b.jpg", "x" * 5000 + ".jpg"])
def test_impossible_names_are_refused(name: str) -> None:
    with pytest.raises(PictureError):
        load_picture(name)


def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(PictureError):
        load_picture(path)


@pytest.mark.parametrize("shape", [(4, 4), (4, 4, 4), (0, 4, 3)])
def test_other_arrays_are_no_images(shape: tuple[int, ...]) -> None:
    with pytest.raises(VisionError):
        check_image(np.zeros(shape, np.uint8))
