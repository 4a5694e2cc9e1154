"""Pictures that phones send: how much memory and time a stranger can take with them."""

import asyncio
import sys
from io import BytesIO
from types import ModuleType
from typing import Any
from zlib import crc32

import cv2
import numpy as np
import PIL.Image
import pytest
from PIL.ImageFile import ImageFile
from PIL.PngImagePlugin import PngImageFile
from starlette.requests import Request
from starlette.types import Message

from robot.errors import UploadError
from robot.language import Language, languages
from robot.web import uploads
from robot.web.game.words import Words
from robot.web.uploads import BODIES, PICTURE_BYTES, PIECE_BYTES, PIECE_SECONDS, Uploads, picture_of, refuse
from tests.support.robot.waiting import PATIENCE, run_aside
from vision import pictures
from vision.errors import PictureError
from vision.pictures import decode_picture


def send(*parts: bytes, seconds: float = 0.0, whole: bool = True) -> Request:
    """Return a request whose body comes in these parts, each after so many seconds of its loop's time."""
    left = list(parts)

    async def receive() -> Message:
        loop, now = asyncio.get_running_loop(), asyncio.get_running_loop().time()
        loop.time = lambda: now + seconds  # type: ignore[method-assign]
        for _ in range(3):  # rounds of the loop, in which what is due happens
            await asyncio.sleep(0)
        if not left and not whole:
            await asyncio.sleep(PATIENCE)
        return {"type": "http.request", "body": left.pop(0) if left else b"", "more_body": bool(left) or not whole}

    return Request({"type": "http", "method": "POST", "headers": []}, receive)


async def take(request: Request) -> bytes:
    async with Uploads().receive(request, "phone") as data:
        return data


def test_a_picture_may_take_long_as_long_as_its_pieces_arrive() -> None:
    piece = b"x" * PIECE_BYTES
    assert len(run_aside(take(send(*[piece] * 20, seconds=0.9 * PIECE_SECONDS)))) == 20 * PIECE_BYTES


@pytest.mark.parametrize(
    ("part", "seconds", "whole"),
    [(b"x" * 1000, 0.4 * PIECE_SECONDS, True), (b"x" * PIECE_BYTES, 2 * PIECE_SECONDS, False)],
    ids=["drops", "all but the end"],
)
def test_a_picture_that_arrives_too_slowly_is_ended(part: bytes, seconds: float, whole: bool) -> None:
    with pytest.raises(UploadError, match="too slowly"):
        run_aside(take(send(*[part] * 20, seconds=seconds, whole=whole)))


def test_a_picture_that_is_too_long_is_refused_and_not_kept() -> None:
    part = b"x" * 1_000_000
    with pytest.raises(UploadError, match="more than 6,000,000 bytes"):
        run_aside(take(send(*[part] * (PICTURE_BYTES // len(part) + 1))))
    assert len(run_aside(take(send(*[part] * (PICTURE_BYTES // len(part)))))) == PICTURE_BYTES


@pytest.mark.parametrize(
    ("browsers", "taken"),
    [(["a", "b", "c", "d", "e"], [True] * BODIES + [False]), (["a", "a", "a", "a", "b"], [True, *[False] * 3, True])],
    ids=["of all browsers", "of one browser"],
)
def test_few_pictures_are_taken_at_a_time_and_the_others_later(browsers: list[str], taken: list[bool]) -> None:
    places = Uploads()

    async def all_at_once() -> list[bool]:
        async def one(browser: str, answered: asyncio.Barrier) -> bool:
            try:
                async with places.receive(send(b"picture"), browser) as data:
                    await answered.wait()
                    return data == b"picture"
            except UploadError:
                await answered.wait()
                return False

        together = asyncio.Barrier(len(browsers))
        first = await asyncio.gather(*(one(browser, together) for browser in browsers))
        return [*first, await one(browsers[0], asyncio.Barrier(1))]

    assert run_aside(all_at_once()) == [*taken, True]


def encode(kind: str, size: tuple[int, int]) -> bytes:
    """Return a picture in one colour."""
    file = BytesIO()
    PIL.Image.new("L", size, 90).save(file, kind)
    return file.getvalue()


SIDE, CLAIMED = 40, 9000
"""Pixels of the side of a small picture, and of what its file claims."""


def claim(data: bytes) -> bytes:
    """Let the file of a square picture claim that it is large: as short as before, it costs this test no memory."""
    if data.startswith(b"\x89PNG"):
        header = b"IHDR" + 2 * CLAIMED.to_bytes(4, "big") + data[24:29]
        return data[:12] + header + crc32(header).to_bytes(4, "big") + data[33:]
    return data.replace(2 * SIDE.to_bytes(2, "big"), 2 * CLAIMED.to_bytes(2, "big"))


@pytest.mark.parametrize(
    "data", [claim(encode("PNG", (SIDE, SIDE))), claim(encode("JPEG", (SIDE, SIDE)))], ids=["PNG", "JPEG"]
)
def test_a_short_file_with_many_pixels_is_never_decoded(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(data) < PICTURE_BYTES
    monkeypatch.setattr(ImageFile, "load", None)
    monkeypatch.setattr(pictures, "decode_jpeg", None)
    with pytest.raises(UploadError, match="pixels"):
        picture_of(data)


@pytest.mark.parametrize("language", languages())
def test_whoever_sends_a_long_picture_reads_what_is_wrong_with_it(language: str) -> None:
    with pytest.raises(PictureError) as caught:
        picture_of(encode("PNG", (20_000, 10)))
    words = Words(Language(language))
    told = refuse(caught.value, words).body
    assert words("tell-operator") not in bytes(told).decode()


def test_the_first_heic_is_refused_as_well_where_it_has_many_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    inner = BytesIO(claim(encode("PNG", (SIDE, SIDE))))
    reader = ModuleType("pillow_heif")
    reader.__dict__["register_heif_opener"] = lambda: PIL.Image.register_open("HEIF", lambda *_: PngImageFile(inner))
    monkeypatch.setattr(PIL.Image, "OPEN", {kind: how for kind, how in PIL.Image.OPEN.items() if kind != "HEIF"})
    monkeypatch.setattr(PIL.Image, "ID", [kind for kind in PIL.Image.ID if kind != "HEIF"])
    monkeypatch.setitem(sys.modules, "pillow_heif", reader)
    monkeypatch.setattr(ImageFile, "load", None)
    with pytest.raises(UploadError, match="pixels"):
        picture_of(b"\0\0\0\x18ftypheic" + bytes(40))


UNKNOWN = bytes((4, 0, 0, 0)) + b"none"
"""What a DDS says of how its pixels are packed, at byte 80."""


@pytest.mark.parametrize(
    "data",
    [
        encode("AVIF", (64, 64)).replace(b"iloc", b"lost"),
        encode("DDS", (8, 8))[:80] + UNKNOWN + encode("DDS", (8, 8))[88:],
    ],
    ids=["damaged AVIF", "unknown DDS"],
)
def test_what_pillow_opens_with_an_error_of_its_own_is_refused_in_a_line(data: bytes) -> None:
    with pytest.raises(PictureError):
        picture_of(data)


def test_a_large_jpeg_is_decoded_smaller_and_looks_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "LONGEST", 400)
    small = np.random.default_rng(1).integers(0, 255, (15, 20, 3), np.uint8)
    image = cv2.resize(small, (4 * uploads.LONGEST, 3 * uploads.LONGEST), interpolation=cv2.INTER_CUBIC)
    sizes = []

    def decode(*given: Any) -> Any:
        sizes.append((found := decode_picture(*given)).shape)
        return found

    monkeypatch.setattr(uploads, "decode_picture", decode)
    found = picture_of(cv2.imencode(".jpg", image)[1].tobytes())
    assert sizes == [found.shape] == [(3 * uploads.LONGEST // 4, uploads.LONGEST, 3)]
    assert np.abs(found.astype(int) - cv2.resize(image, (uploads.LONGEST, 3 * uploads.LONGEST // 4))).mean() < 2
