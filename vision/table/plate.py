"""The reader's model of camera and plate: the lens, places of markers, wells and tray, and sizes of dice and pips."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Lens:
    """A lens for pictures of `size` (width, height), and for other sizes with the same aspect ratio.

    `focal` are the focal lengths across and down in pixels. `middle` is the principal point in pixels, where (0, 0) is
    the centre of the first pixel. `distortion` is k1, k2, p1, p2, k3 of Brown's model in OpenCV's convention.
    """

    size: tuple[int, int]
    focal: tuple[float, float]
    middle: tuple[float, float]
    distortion: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)

    def matrix(self, width: int) -> Floats:
        """Return the 3 x 3 matrix of the pinhole for pictures this many pixels wide."""
        scale = width / self.size[0]
        u, v = ((part + 0.5) * scale - 0.5 for part in self.middle)
        return np.array([[self.focal[0] * scale, 0, u], [0, self.focal[1] * scale, v], [0, 0, 1.0]])


Point = tuple[float, float]
Area = tuple[float, float, float, float]
"""Left, top, right and bottom in mm."""

BESIDE_SLOT = 1.0  # mm round a slot that its edge may be seen in


@dataclass(frozen=True, slots=True)
class Plate:
    """Places in mm in plate coordinates (x right, y down as the camera sees it), heights in mm above the plate."""

    marker_side: float
    marker_centres: tuple[Point, ...]
    """The marker with ArUco id k of DICT_4X4_50 lies at marker_centres[k]."""
    well_side: float
    well_floor: float
    well_centres: tuple[Point, ...]
    """Well n, counted from 1, lies at well_centres[n - 1]."""
    lid: float
    """Height of the underside of the clear lid, where the walls end."""
    lid_top: float
    """Height of the lid's upper side: slots have an upper and a lower edge."""
    slot_width: float
    """The lid's slots, if it has any, reach from each well's middle to its outer wall, up or down the picture."""
    slot_length: float
    tape: Point
    """Width of the light tape that holds a box's lid at its outer wall, and how far it lies on the lid; else 0."""
    tray_left: float
    tray_top: float
    tray_right: float
    tray_bottom: float
    tray_floor: float
    taken: tuple[tuple[Area, float], ...]
    """Areas of the tray on which no die can lie, each with the height of what stands there."""
    die_side: float
    pip_diameter: float
    pip_spacing: float
    corner_radius: float
    camera_place: Point
    camera_height: float
    field_width: float
    """Width of what the camera sees on the plate when it hangs at camera_height."""
    room_lit: bool = False
    """Whether lamps and windows of the room light the dice, also from the side, and no ring does."""
    lens: Lens | None = None
    """The lens as a calibration found it, None for the nominal pinhole."""

    @property
    def well_top(self) -> float:
        """Height of the top face of a die that lies flat in a well."""
        return self.well_floor + self.die_side

    @property
    def tray_top_face(self) -> float:
        """Height of the top face of a die that lies flat in the open tray."""
        return self.tray_floor + self.die_side

    def outward(self, well: Point) -> float:
        """Return -1 where the outer wall of the well with this centre is its upper one in the picture, else 1."""
        return -1.0 if well[1] < self.camera_place[1] else 1.0

    def find_visible(self, lens: Floats, places: Floats, height: float, well: Point, rim: float) -> NDArray[np.bool_]:
        """Return which places (..., 2) in mm, at a height, are visible from the lens (3,) through a well's clear lid.

        `well` is the centre of the well. Lines of sight that pass a wall's upper edge by less than `rim` mm, or that
        pass a slot, do not count.
        """
        outward = self.outward(well)
        clear = np.ones(places.shape[:-1], bool)
        for level in (self.lid, self.lid_top):
            at = lens[:2] + (places - lens[:2]) * ((lens[2] - level) / (lens[2] - height)) - well
            along = at[..., 1] * outward
            in_slot = np.abs(at[..., 0]) < self.slot_width / 2 + BESIDE_SLOT
            in_slot &= (along > -BESIDE_SLOT) & (along < self.slot_length + BESIDE_SLOT) & (self.slot_width > 0)
            clear &= (np.abs(at).max(axis=-1) < self.well_side / 2 - rim) & ~in_slot
        return clear

    def focal(self, width: int) -> float:
        """Return the nominal focal length in pixels of a picture this many pixels wide."""
        return width * self.camera_height / self.field_width

    @classmethod
    def from_dimensions(cls, dimensions: Mapping[str, Any]) -> "Plate":
        """Make the plate from the dimensions of the machine, as `hardware.dimensions` checks them."""
        markers, wells, tray = dimensions["markers"], dimensions["wells"], dimensions["tray"]
        die, camera, sheet = dimensions["die"], dimensions["camera"], dimensions["lid"]
        lid = float(wells["floor"]) + float(wells["depth"])
        return cls(
            marker_side=float(markers["side"]),
            marker_centres=tuple((float(x), float(y)) for x, y in markers["centres"]),
            well_side=float(wells["side"]),
            well_floor=float(wells["floor"]),
            well_centres=tuple((float(x), float(y)) for x, y in wells["centres"]),
            lid=lid,
            lid_top=lid + float(sheet["thickness"]),
            slot_width=float(sheet.get("slot_width", 0.0)),
            slot_length=float(sheet.get("slot_length", 0.0)),
            tape=(float(sheet["tape"][0]), float(sheet["tape"][1])) if "tape" in sheet else (0.0, 0.0),
            tray_left=float(tray["left"]),
            tray_top=float(tray["top"]),
            tray_right=float(tray["right"]),
            tray_bottom=float(tray["bottom"]),
            tray_floor=float(tray["floor"]),
            taken=tuple(((left, top, right, bottom), high) for left, top, right, bottom, high in tray["taken"]),
            die_side=float(die["side"]),
            pip_diameter=float(die["pip_diameter"]),
            pip_spacing=float(die["pip_spacing"]),
            corner_radius=float(die["corner_radius"]),
            camera_place=(float(camera["x"]), float(camera["y"])),
            camera_height=float(camera["height"]),
            field_width=float(camera["field_width"]),
            room_lit="ring" not in dimensions,
        )
