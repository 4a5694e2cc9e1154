"""Parts that live views of several games share: colours, and what the camera saw."""

import cv2
from rich.text import Text

from robot.games.game import BoardScene
from robot.language import Language
from robot.language.names import called, for_people
from robot.saying import Saying
from robot.table.doubts import doubt_words
from robot.table.look import Image, Look

COLOURS = ("#56B4E9", "#E69F00", "#009E73", "#CC79A7", "#F0E442", "#D55E00", "#0072B2", "#999999")
"""One a seat, from the palette of Okabe and Ito, which colour-blind people can distinguish."""

EDGE = 8
"""Pixels around the dice that are drawn too."""


def full_name(name: str, language: Language) -> str:
    """Return a player's name as people say it."""
    spoken = called(name)
    return spoken if isinstance(spoken, str) else language.say(for_people(spoken))


def short_name(name: str, language: Language) -> str:
    """Return a player's name for a narrow column: a robot by its level."""
    spoken = called(name)
    return spoken if isinstance(spoken, str) else language.say(_shortened(for_people(spoken)))


def _shortened(spoken: Saying) -> Saying:
    match spoken.values:
        case {"strategy": Saying() as strategy}:
            return strategy
        case {"name": Saying() as name}:
            return Saying(spoken.key, {**spoken.values, "name": _shortened(name)})
    return spoken


def read_values(scene: BoardScene) -> Text:
    """Say which values the camera saw, and how sure it is."""
    look = scene.look
    if look is None:
        return Text(scene.say("not-looked"))
    line = Text(f"{scene.say('camera-says')} " if look.dice else "")
    for die, doubt in zip(look.dice, look.doubts, strict=True):
        if die and die.value:
            sure = scene.say("sure-to", percent=round(100 * die.confidence, 1))
            line.append(f" {die.value} ", "bold reverse").append(f" {sure}")
        else:
            line.append(f" {scene.say('no-value-die', doubt=doubt_words(doubt))} ", "bold reverse")
    return line


def die_picture(look: Look | None, cells: int) -> Text:
    """Draw the first die of the look, two pixels a character; nothing if none was seen."""
    if look is None or not look.dice or look.dice[0] is None:
        return Text((" " * cells + "\n") * (cells // 2))
    image = next(iter(look.exposures.values()))
    return in_characters(_square(image, look.dice[0].box), cells, cells)


def wells_picture(look: Look | None, cells: int, lines: int) -> Text | None:
    """Draw the part of the picture in which dice lie, in wells or in the open, or None if none was seen."""
    seen = (look.reading.dice if look.wells else look.dice) if look else ()
    boxes = [die.box for die in seen if die and (die.well or not (look and look.wells))]
    if look is None or not boxes:
        return None
    image = next(iter(look.exposures.values()))
    height, width = image.shape[:2]
    left, top = (max(0, int(min(box[side] for box in boxes)) - EDGE) for side in (0, 1))
    right = min(width, int(max(box[2] for box in boxes)) + EDGE)
    bottom = min(height, int(max(box[3] for box in boxes)) + EDGE)
    return in_characters(image[top:bottom, left:right], cells, 2 * lines)


def in_characters(image: Image, width: int, height: int) -> Text:
    """Draw a BGR picture `width` characters wide and half of `height` high."""
    small = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    text = Text()
    for upper, lower in zip(small[::2], small[1::2], strict=True):
        for above, below in zip(upper, lower, strict=True):
            text.append("▀", f"{_hex(above)} on {_hex(below)}")
        text.append("\n")
    return text


def _square(image: Image, box: tuple[float, float, float, float]) -> Image:
    """Cut a square out of `image` around the middle of `box`, a little larger than it."""
    half = int(0.65 * max(box[2] - box[0], box[3] - box[1], 4))
    height, width = image.shape[:2]
    half = min(half, height // 2, width // 2)
    x = min(max(int(box[0] + box[2]) // 2, half), width - half)
    y = min(max(int(box[1] + box[3]) // 2, half), height - half)
    return image[y - half : y + half, x - half : x + half]


def _hex(pixel: Image) -> str:
    return f"#{pixel[2]:02x}{pixel[1]:02x}{pixel[0]:02x}"
