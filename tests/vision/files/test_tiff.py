"""Packed TIFF files: sound ones are whole, damaged ones are refused in one line and not shown as what damage made."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from cv2.utils import logging

from vision import pictures
from vision.errors import TruncatedPictureError
from vision.files.tiff import DEFLATE, LZW, PACKBITS, Layout, is_whole
from vision.pictures import load_picture

RNG = np.random.default_rng(12)
NOISE = RNG.integers(0, 256, (90, 70, 3), dtype=np.uint8)
SMOOTH = cv2.normalize(cv2.GaussianBlur(NOISE, (0, 0), 5), np.empty_like(NOISE), 0, 255, cv2.NORM_MINMAX)
STRIPED = np.repeat(NOISE[:, :7], 10, axis=1)
PICTURES = {"noise": NOISE, "smooth": np.asarray(SMOOTH, np.uint8), "striped": STRIPED, "even": np.full_like(NOISE, 9)}
PACKINGS = (1, LZW, PACKBITS, *DEFLATE)


def packed(picture: np.ndarray, packing: int, rows: int = 90, predictor: int = 1) -> bytes:
    words = [cv2.IMWRITE_TIFF_COMPRESSION, packing, cv2.IMWRITE_TIFF_ROWSPERSTRIP, rows]
    words += [cv2.IMWRITE_TIFF_PREDICTOR, predictor]
    level = logging.getLogLevel()
    logging.setLogLevel(logging.LOG_LEVEL_ERROR)
    done, data = cv2.imencode(".tiff", picture, words)
    logging.setLogLevel(level)
    assert done
    return data.tobytes()


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("rows", [1, 16, 90])
def test_sound_files_are_whole(tmp_path: Path, name: str, packing: int, rows: int) -> None:
    for predictor in (1, 2):
        data = packed(PICTURES[name], packing, rows, predictor)
        assert is_whole(data)
        (tmp_path / "a.tiff").write_bytes(data)
        assert np.array_equal(load_picture(tmp_path / "a.tiff"), PICTURES[name])


def test_grey_and_wide_samples_are_whole_too() -> None:
    for picture in (NOISE[..., 0], NOISE.astype(np.uint16) * 257, NOISE.astype(np.float32)):
        assert is_whole(packed(picture, LZW, 16))


def hurt(data: bytes, at: int) -> bytes:
    """Return the file with one byte of its first strip changed."""
    start, length = Layout.of(data).parts[0]
    place = start + at % length
    return data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :]


def seen(path: Path, data: bytes) -> list[np.ndarray]:
    """Return the picture in a file, nothing where it is refused."""
    path.write_bytes(data)
    try:
        return [load_picture(path)]
    except TruncatedPictureError:
        return []


@pytest.mark.parametrize("packing", [LZW, *DEFLATE])
@pytest.mark.parametrize("rows", [16, 90])
def test_damage_is_refused(tmp_path: Path, packing: int, rows: int, capfd: pytest.CaptureFixture[str]) -> None:
    data = packed(PICTURES["smooth"], packing, rows)
    path = tmp_path / "a.tiff"
    shown = [picture for at in RNG.integers(3, 1 << 16, 40).tolist() for picture in seen(path, hurt(data, at))]
    # LZW has no checksum: one byte in place of another goes unseen, but moves nothing and makes up no more than that.
    assert len(shown) <= (12 if packing == LZW else 0)
    for picture in shown:
        assert float((picture != PICTURES["smooth"]).any(axis=2).mean()) < 0.1
    assert capfd.readouterr().err == ""


def test_a_changed_run_is_refused_and_what_is_missing_too(tmp_path: Path) -> None:
    path = tmp_path / "a.tiff"
    data = packed(PICTURES["striped"], PACKBITS)
    path.write_bytes(hurt(data, 0))
    with pytest.raises(TruncatedPictureError):
        load_picture(path)
    for packing in (LZW, PACKBITS, *DEFLATE):
        data = packed(PICTURES["noise"], packing)
        start, length = Layout.of(data).parts[0]
        half = start + length // 2
        path.write_bytes(data[:half] + bytes(start + length - half) + data[start + length :])
        with pytest.raises(TruncatedPictureError):
            load_picture(path)


def test_what_the_decoder_says_is_heard_where_opencv_was_told_to_be_silent(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "is_whole", lambda _: True)
    level = logging.getLogLevel()
    logging.setLogLevel(logging.LOG_LEVEL_SILENT)
    try:
        data = packed(PICTURES["smooth"], LZW)
        shown = [picture for at in range(40, 80) for picture in seen(tmp_path / "a.tiff", hurt(data, at))]
        assert logging.getLogLevel() == logging.LOG_LEVEL_SILENT
    finally:
        logging.setLogLevel(level)
    assert len(shown) < 35
    assert capfd.readouterr().err == ""
