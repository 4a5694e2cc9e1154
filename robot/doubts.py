"""Why a die has no value, in words for people, and what helps."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Doubt:
    """`said` follows "the die"; `shake` tells whether another throw helps; `remedy` is what people can do."""

    said: str
    shake: bool
    remedy: str


_LAY_FLAT = "lay it flat"
_LOOK = "look at the well and take out what does not belong there"

DOUBTS = {
    "cocked": Doubt("is cocked", True, _LAY_FLAT),
    "hidden": Doubt("is half hidden", True, "take away what lies over it"),
    "glare": Doubt("is hidden by glare", True, "shade the lamp that shines into the camera"),
    "blur": Doubt("is blurred", True, "focus and clean the camera"),
    "edge": Doubt("is cut by the picture's edge", False, "point the camera at the whole plate"),
    "pattern": Doubt("shows no clear face", True, "clean the die, or take another one"),
    "double": Doubt("shares its place with another one", False, "take one of the two out"),
    "moving": Doubt("still moves", True, "see what shakes the table"),
    "small": Doubt("is too small in the picture", False, "bring the camera nearer"),
    "empty-well": Doubt("is not there", False, "put it back into its well"),
    "foreign": Doubt("lies with something that is no die", False, _LOOK),
    "hand": Doubt("is under a hand", False, "take the hand away"),
    "dark": Doubt("lies in the dark", False, "switch the light on and take the cap off the camera"),
    "no-plate": Doubt("cannot be found without the plate", False, "point the camera at all four markers"),
}
"""By the words of `vision.reading`: those of doubts and those of scenes."""
