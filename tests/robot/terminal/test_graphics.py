"""Pictures for terminals: what the protocols carry is the picture, and the part of it that is shown."""

import base64
import re

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from robot.games.frame import BoardFrame, PictureSpot
from robot.table.look_picture import crop_shown, cut_of
from robot.terminal.alternate_screen import with_half_blocks
from robot.terminal.graphics import (
    BLOCKS,
    CHUNK,
    Graphics,
    fit_spot,
    half_blocks,
    kitty,
    pixels,
    read_answer,
    sixel,
)
from tests.support.robot.stubs import look

RUN = re.compile(r"!(\d+)(.)|([?-~])")


def drawn(width: int, height: int) -> NDArray[np.uint8]:
    """Return a picture of four plain colours, with a white line through it."""
    image = np.zeros((height, width, 3), np.uint8)
    image[: height // 2, : width // 2] = (200, 30, 20)
    image[: height // 2, width // 2 :] = (20, 180, 40)
    image[height // 2 :, : width // 2] = (10, 20, 190)
    image[height // 3] = 255
    return image


def unpacked(text: str) -> NDArray[np.uint8]:
    """Return the picture that a sixel string draws, BGR."""
    found = re.fullmatch(r'\x1bP0;1q"1;1;(\d+);(\d+)((?:#\d+;2;\d+;\d+;\d+)+)(.*)\x1b\\', text, re.DOTALL)
    assert found
    width, height = int(found[1]), int(found[2])
    palette = {
        int(number): [round(int(part) * 2.55) for part in (blue, green, red)]
        for number, red, green, blue in re.findall(r"#(\d+);2;(\d+);(\d+);(\d+)", found[3])
    }
    image = np.zeros((height, width, 3), np.uint8)
    for band, line in enumerate(found[4].split("-")[:-1]):
        for part in line.split("$"):
            number, runs = re.fullmatch(r"#(\d+)(.*)", part, re.DOTALL).groups()  # type: ignore[union-attr]
            column = 0
            for count, repeated, single in RUN.findall(runs):
                for _ in range(int(count or 1)):
                    bits = ord(repeated or single) - 63
                    for bit in range(6):
                        if bits >> bit & 1:
                            image[6 * band + bit, column] = palette[int(number)]
                    column += 1
            assert column == width
    return image


def test_sixel_draws_the_picture_in_whole_bands() -> None:
    image = drawn(50, 40)
    shown = unpacked(sixel(image))
    assert shown.shape == (36, 50, 3)
    assert np.abs(shown.astype(int) - image[:36]).max() <= 3


def test_sixel_of_more_colours_than_it_has_is_close() -> None:
    across, down = np.meshgrid(np.linspace(0, 255, 96), np.linspace(0, 255, 60))
    image = np.dstack([across, down, 255 - across]).astype(np.uint8)
    assert np.abs(unpacked(sixel(image)).astype(int) - image).mean() < 15


def test_kitty_gets_the_picture_in_pieces_that_it_takes() -> None:
    image = np.random.default_rng(3).integers(0, 255, (90, 120, 3), np.uint8)
    pieces = re.findall(r"\x1b_G([^;]*);([^\x1b]*)\x1b\\", kitty(image, 12, 5))
    assert len(pieces) > 2
    assert all(len(data) <= CHUNK for _, data in pieces)
    assert {"c=12", "r=5", "q=2", "C=1"} <= {*pieces[0][0].split(",")}
    assert [head.split(",")[-1] for head, _ in pieces] == [*["m=1"] * (len(pieces) - 1), "m=0"]
    png = base64.b64decode("".join(data for _, data in pieces))
    unpacked_png = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    assert unpacked_png is not None
    assert np.array_equal(unpacked_png, image)


@pytest.mark.parametrize("answer", [b"", b"\x1b[?6", b"\x1b_Gi=31;OK\x1b\\", b"\x1b[6;20;10t", b"4;4;4"])
def test_an_answer_that_breaks_off_says_nothing(answer: bytes) -> None:
    assert read_answer(answer) == BLOCKS


def test_a_terminal_that_can_do_both_uses_kitty_and_4_alone_is_a_kind_of_terminal() -> None:
    assert read_answer(b"\x1b_Gi=31;OK\x1b\\\x1b[6;22;11t\x1b[?62;4c") == Graphics("kitty", (11, 22))
    assert read_answer(b"\x1b[?64;1;4;6c") == Graphics("sixel", (10, 20))
    assert read_answer(b"\x1b[?4;6c") == BLOCKS


@pytest.mark.parametrize("room", [(60, 10), (30, 30), (100, 45)])
def test_a_picture_fills_one_side_of_its_spot_and_keeps_its_shape(room: tuple[int, int]) -> None:
    seen = look(3, 5)
    left, top, right, bottom = cut_of(seen)
    spot = fit_spot(seen, PictureSpot(2, 7, room[1], room[0]), (10, 20))
    assert (spot.row, spot.column) == (2, 7)
    assert spot.columns == room[0] or spot.rows == room[1]
    assert (spot.columns * 10) / (spot.rows * 20) == pytest.approx((right - left) / (bottom - top), rel=0.06)


def test_half_blocks_show_both_pixels_of_a_character_and_the_values() -> None:
    seen = look(3, None)
    seen.exposures["left"][:20] = (0, 0, 255)
    lines = half_blocks(seen, 20, 10)
    assert [line.cell_len for line in lines] == [20] * 10
    plain = "".join(line.plain for line in lines)
    assert {*plain} <= {"▀", "3", "?"}
    styles = {str(span.style) for span in lines[0].spans}
    assert styles == {"#ff0000 on #ff0000"}
    laid = with_half_blocks(BoardFrame(lines=tuple(lines[:1]) * 12, spot=PictureSpot(1, 3, 10, 20)), seen)
    assert [line.cell_len for line in laid] == [20, *[23] * 10, 20]


def test_pixels_are_those_of_the_part_that_every_screen_shows_with_boxes_drawn() -> None:
    seen = look(3)
    part = crop_shown(seen)
    height, width = part.shape[:2]
    image = pixels(seen, 3 * width, 3 * height)
    assert image.shape == (3 * height, 3 * width, 3)
    assert not np.array_equal(cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA), part)
