"""Packed TIFF files: sound ones are whole, damaged ones are refused in one line and not shown as what damage made."""

import struct
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from cv2.utils import logging

from vision import pictures
from vision.errors import TruncatedPictureError
from vision.files.tiff import DEFLATE, LZW, PACKBITS, PLAIN, Layout, is_whole
from vision.pictures import load_picture

RNG = np.random.default_rng(12)
NOISE = RNG.integers(0, 256, (90, 70, 3), dtype=np.uint8)
SMOOTH = cv2.normalize(cv2.GaussianBlur(NOISE, (0, 0), 5), np.empty_like(NOISE), 0, 255, cv2.NORM_MINMAX)
STRIPED = np.repeat(NOISE[:, :7], 10, axis=1)
PICTURES = {"noise": NOISE, "smooth": np.asarray(SMOOTH, np.uint8), "striped": STRIPED, "even": np.full_like(NOISE, 9)}
PACKINGS = (PLAIN, LZW, PACKBITS, *DEFLATE)


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


def with_tag(data: bytes, tag: int, values: Sequence[int]) -> bytes:
    """Return the file with other values in one of its tags."""
    order = "<" if data.startswith(b"II") else ">"
    at = struct.unpack_from(order + "I", data, 4)[0] + 2
    while struct.unpack_from(order + "H", data, at)[0] != tag:
        at += 12
    kind, count, place = struct.unpack_from(order + "HII", data, at + 2)
    written = struct.pack(f"{order}{len(values)}{'H' if kind == 3 else 'I'}", *values)
    here = place if len(written) > 4 else at + 8
    assert len(values) == count
    return data[:here] + written + data[here + len(written) :]


def refused(path: Path, data: bytes) -> bool:
    """Return whether a file is refused, in one line."""
    path.write_bytes(data)
    with pytest.raises(TruncatedPictureError) as caught:
        load_picture(path)
    return "\n" not in str(caught.value)


def tiled(picture: np.ndarray, side: int) -> bytes:
    """Return a picture (h, w, 3) as a TIFF of unpacked square tiles."""
    height, width = picture.shape[:2]
    down, across = -(-height // side), -(-width // side)
    wide = np.zeros((down * side, across * side, 3), np.uint8)
    wide[:height, :width] = picture[..., ::-1]
    tiles = [
        wide[y : y + side, x : x + side].tobytes()
        for y in range(0, down * side, side)
        for x in range(0, across * side, side)
    ]
    size, lists = 3 * side * side, 8 + len(tiles) * 3 * side * side
    starts = struct.pack(f"<{len(tiles)}I", *range(8, lists, size))
    lengths, bits = struct.pack(f"<{len(tiles)}I", *[size] * len(tiles)), struct.pack("<3H", 8, 8, 8)
    tags = {256: width, 257: height, 259: 1, 262: 2, 277: 3, 322: side, 323: side}
    entries = [(tag, struct.pack("<HHII", tag, 4, 1, value)) for tag, value in tags.items()]
    entries.append((258, struct.pack("<HHII", 258, 3, 3, lists)))
    entries.append((324, struct.pack("<HHII", 324, 4, len(tiles), lists + 6)))
    entries.append((325, struct.pack("<HHII", 325, 4, len(tiles), lists + 6 + len(starts))))
    table = b"".join(entry for _, entry in sorted(entries)) + bytes(4)
    head = b"II*\0" + struct.pack("<I", lists + 6 + len(starts) + len(lengths))
    return head + b"".join(tiles) + bits + starts + lengths + struct.pack("<H", len(entries)) + table


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


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("rows", [1, 16, 90])
def test_another_width_is_refused(tmp_path: Path, name: str, packing: int, rows: int) -> None:
    data = packed(PICTURES[name], packing, rows)
    for width in (69, 71, 35, 140, 1):
        assert refused(tmp_path / "a.tiff", with_tag(data, 256, [width]))


@pytest.mark.parametrize("packing", PACKINGS)
def test_strips_that_are_not_there_or_too_many_are_refused(tmp_path: Path, packing: int) -> None:
    data = packed(PICTURES["noise"], packing, 16)
    for tag, value in ((257, 97), (257, 80), (278, 15), (278, 90)):
        assert refused(tmp_path / "a.tiff", with_tag(data, tag, [value]))


@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("rows", [16, 90])
def test_another_height_is_refused(tmp_path: Path, packing: int, rows: int) -> None:
    data = packed(PICTURES["noise"], packing, rows)
    for height in (84, 89, 91, 180):
        assert refused(tmp_path / "a.tiff", with_tag(data, 257, [height]))


@pytest.mark.parametrize("packing", PACKINGS)
def test_strips_that_lie_in_each_other_or_among_the_tags_are_refused(tmp_path: Path, packing: int) -> None:
    data = packed(PICTURES["noise"], packing, 15)
    starts = Layout.of(data).tags[273]
    assert len(starts) == 6
    for which, start in ((1, starts[0]), (2, starts[1] + 1), (4, 0), (4, 6), (5, Layout.of(data).directory[0])):
        assert refused(tmp_path / "a.tiff", with_tag(data, 273, [*starts[:which], start, *starts[which + 1 :]]))


def test_bytes_that_stand_for_nothing_are_no_damage(tmp_path: Path) -> None:
    data = packed(STRIPED, PACKBITS)
    start, length = Layout.of(data).parts[0]
    longer = b"\x80" + data[start : start + length]
    data = with_tag(with_tag(data, 273, [len(data)]), 279, [len(longer)]) + longer
    assert is_whole(data)
    assert np.array_equal(seen(tmp_path / "a.tiff", data), [STRIPED])


def test_strips_in_any_order_are_whole() -> None:
    data = packed(PICTURES["noise"], LZW, 15)
    parts = Layout.of(data).parts
    back = with_tag(data, 273, [start for start, _ in reversed(parts)])
    assert is_whole(with_tag(back, 279, [length for _, length in reversed(parts)]))


def test_tiles_are_whole_and_refused_alike(tmp_path: Path) -> None:
    path, data = tmp_path / "a.tiff", tiled(NOISE, 32)
    path.write_bytes(data)
    assert np.array_equal(load_picture(path), NOISE)
    starts = Layout.of(data).tags[324]
    assert len(starts) == 9
    assert refused(path, with_tag(data, 324, [*starts[:4], starts[3], *starts[5:]]))
    for tag, value in ((322, 48), (323, 16), (256, 97), (257, 64)):
        assert refused(path, with_tag(data, tag, [value]))
