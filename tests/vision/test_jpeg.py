"""JPEG files as cameras leave them: each picture whose pixels are all there is shown, and none that lacks some."""

import re
from itertools import product

import cv2
import numpy as np
import pytest

from vision.errors import PictureError
from vision.pictures import Image, decode_picture

RNG = np.random.default_rng(5)
COARSE = RNG.integers(0, 256, (9, 12, 3), dtype=np.uint8)
PICTURE = np.asarray(cv2.resize(COARSE, (203, 150), interpolation=cv2.INTER_CUBIC), np.uint8)
BLACK_BELOW = np.concatenate([PICTURE[:75], np.zeros_like(PICTURE[75:])])
END = b"\xff\xd9"
MARKED = re.compile(rb"\xff[\xc0-\xff]")
ONE_SCAN: dict[str, list[int]] = {"plain": [], "restarts": [cv2.IMWRITE_JPEG_RST_INTERVAL, 3]}
KINDS = {**ONE_SCAN, "progressive": [cv2.IMWRITE_JPEG_PROGRESSIVE, 1]}


def jpeg(kind: str, picture: Image = PICTURE) -> bytes:
    return cv2.imencode(".jpg", picture, [*KINDS[kind], cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()


def seen_by_opencv(data: bytes) -> Image:
    return np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def is_shown(data: bytes) -> bool:
    try:
        decode_picture(data, "picture")
    except PictureError as error:
        return error.message_key != "fault-picture-damaged"
    return True


@pytest.mark.parametrize("picture", [PICTURE, BLACK_BELOW, PICTURE[..., 0]], ids=["colours", "black below", "grey"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("spare", [b"", bytes(512), b"\xff" * 7, b"\x11" * 3])
def test_a_whole_picture_is_shown_whatever_pads_it(picture: Image, kind: str, spare: bytes) -> None:
    data = jpeg(kind, picture)
    assert np.array_equal(decode_picture(data[:-2] + spare + END, "picture"), seen_by_opencv(data))


@pytest.mark.parametrize("kind", ONE_SCAN)
@pytest.mark.parametrize("tail", [b"", bytes(1024), b"\xff"])
def test_a_whole_picture_needs_no_end_marker(kind: str, tail: bytes) -> None:
    data = jpeg(kind)
    assert np.array_equal(decode_picture(data[:-2] + tail, "picture"), seen_by_opencv(data))


@pytest.mark.parametrize("picture", [PICTURE, BLACK_BELOW], ids=["colours", "black below"])
@pytest.mark.parametrize(
    ("kind", "tail"), [*product(KINDS, [b"", END, bytes(4096)]), *product(ONE_SCAN, [bytes(4096) + END])]
)
def test_a_picture_that_was_cut_is_refused(picture: Image, kind: str, tail: bytes) -> None:
    data = jpeg(kind, picture)
    scan = data.index(b"\xff\xda")
    cuts = np.linspace(scan, len(data) - 40, 25).astype(int).tolist()
    assert [cut for cut in cuts if is_shown(data[:cut] + tail)] == []


@pytest.mark.parametrize(("kind", "most"), [("plain", 0), ("restarts", 0), ("progressive", 4)])
def test_a_picture_that_lacks_a_part_is_refused(kind: str, most: int) -> None:
    data = jpeg(kind)
    scan = data.index(b"\xff\xda")
    places = np.linspace(scan + 20, len(data) - 500, 25).astype(int).tolist()
    assert sum(is_shown(data[:at] + data[at + 400 :]) for at in places) <= most


def test_a_picture_with_more_scans_than_any_camera_writes_is_refused() -> None:
    data = jpeg("progressive")
    last = data.rindex(b"\xff\xda")
    assert is_shown(data)
    assert not is_shown(data[:-2] + data[last:-2] * 20 + END)


PACKED = {"optimised": [cv2.IMWRITE_JPEG_OPTIMIZE, 1], "progressive": KINDS["progressive"]}


@pytest.mark.parametrize("how", PACKED.values(), ids=PACKED)
@pytest.mark.parametrize("level", [0, 32, 128, 255], ids=["black", "dark", "grey", "white"])
def test_an_even_area_may_end_in_zeros_that_are_no_padding(how: list[int], level: int) -> None:
    ends, refused = set(), []
    for above in range(30, 80):
        picture = np.concatenate([PICTURE[:above], np.full((200, 203, 3), level, np.uint8)])
        data = cv2.imencode(".jpg", picture, [*how, cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes()
        ends |= {len(scan) - len(scan.rstrip(b"\0")) for scan in MARKED.split(data)}
        if not is_shown(data):
            refused.append(above)
    assert max(ends) > 2
    assert refused == []


@pytest.mark.parametrize("how", PACKED.values(), ids=PACKED)
def test_zeros_in_place_of_an_even_area_and_what_is_above_it_are_refused(how: list[int]) -> None:
    data = cv2.imencode(".jpg", BLACK_BELOW, how)[1].tobytes()
    whole = decode_picture(data, "picture")
    cuts = np.linspace(data.rindex(b"\xff\xda") + 20, len(data) - 4, 40).astype(int).tolist()
    filled = [data[:cut] + bytes(len(data) - cut - 2) + END for cut in cuts]
    shown = [decode_picture(one, "picture") for one in filled if is_shown(one)]
    assert len(shown) < 20
    assert all(np.array_equal(one, whole) for one in shown)
