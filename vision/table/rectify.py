"""Find the camera's pose by the plate's markers, and rectify any plane above the plate."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Box
from vision.table.plate import Area, Plate

Floats = NDArray[np.float64]
Image = NDArray[np.uint8]

FEWEST_MARKERS = 3
# Corners of a real marker are found to a few tenths of a pixel; a nominal lens that does not fit shows as more.
LARGEST_RESIDUAL = 0.12  # of a marker's side, root mean square
HEIGHT_RANGE = (0.5, 2.0)  # of the nominal height of the camera
BLURRED = 0.06  # of a marker's side: half a module, so that sharp and unsharp ones look alike
LIKE_MARKER = 0.75
LEAST_MARKER = 0.5  # of a marker's nominal side: that of a camera twice as high
QUICK_WINDOW = 13  # pixels
QUICK_PERIMETER = 0.8  # of the part of the picture where a marker should be: one of half its nominal size
GRID = 12  # pixels of a flat picture
UNMOVED = np.zeros(3)
CORNERS = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """The camera's view of the plate: a pinhole with lens distortion and a pose.

    `lens` is the camera matrix (3 x 3), `distortion` (5,) is as in `vision.table.plate`, None for a plain pinhole.
    `rotation` (3 x 3) and `translation` (3, mm) transform (x, y, -height) of the plate to the camera's axes; the sign
    of the height makes the axes right-handed. `residual` is the root mean square distance, in pixels, between found
    and expected corners of the markers.
    """

    lens: Floats
    rotation: Floats
    translation: Floats
    residual: float
    distortion: Floats | None = None

    def plane(self, height: float) -> Floats:
        """Return the homography (3 x 3) from mm on the plane at this height to pixels, without distortion."""
        return np.asarray(self.lens @ self._map_plane(height))

    def _map_plane(self, height: float) -> Floats:
        """Return the matrix (3 x 3) from mm on the plane at a height to the camera's axes."""
        columns = self.rotation.copy()
        columns[:, 2] = self.translation - height * self.rotation[:, 2]
        return columns

    def project(self, places: Floats) -> Floats:
        """Return the pixels (n, 2) of places (n, 3): x, y and height in mm."""
        upright = np.asarray(places, dtype=float) * (1.0, 1.0, -1.0)
        return self._pixels(upright @ self.rotation.T + self.translation)

    def _pixels(self, ahead: Floats) -> Floats:
        """Return the pixels (..., 2) of places (..., 3) in the camera's own axes."""
        if self.distortion is not None:
            seen = cv2.projectPoints(ahead.reshape(-1, 3), UNMOVED, UNMOVED, self.lens, self.distortion)[0]
            return np.asarray(seen, float).reshape(*ahead.shape[:-1], 2)
        return np.asarray(ahead[..., :2] / ahead[..., 2:] @ self.lens[:2, :2].T + self.lens[:2, 2])

    @property
    def camera(self) -> Floats:
        """The lens's place: x, y and height in mm."""
        return np.asarray(-self.rotation.T @ self.translation * (1.0, 1.0, -1.0))

    def rectify(self, image: NDArray[Any], height: float, area: Area, scale: float) -> Image:
        """Return the rectified picture of an area (left, top, right, bottom in mm) of the plane at a height.

        It has `scale` pixels a mm. The pixel in column i shows the place left + (i + 0.5) / scale; places outside the
        picture are black.
        """
        left, top, right, bottom = area
        to_mm = np.array([[1 / scale, 0, left + 0.5 / scale], [0, 1 / scale, top + 0.5 / scale], [0, 0, 1]])
        size = (round((right - left) * scale), round((bottom - top) * scale))
        return np.asarray(self.warp(image, height, to_mm, size, cv2.BORDER_CONSTANT), dtype=np.uint8)

    def warp(
        self, image: NDArray[Any], height: float, to_mm: Floats, size: tuple[int, int], border: int
    ) -> NDArray[Any]:
        """Return a picture of `size` (width, height) of the plane at a height.

        `to_mm` (3 x 3) transforms pixels of that picture to mm on the plane; `border` is OpenCV's border mode.
        """
        flags = cv2.INTER_LINEAR
        if self.distortion is None:
            matrix = self.plane(height) @ to_mm
            return cv2.warpPerspective(image, matrix, size, flags=flags | cv2.WARP_INVERSE_MAP, borderMode=border)
        # The distortion changes slowly: it is computed on a grid and interpolated.
        places = _grid(size)
        coarse = self._pixels(places @ (self._map_plane(height) @ to_mm).T).astype(np.float32)
        fine = cv2.resize(coarse, None, fx=GRID, fy=GRID, interpolation=cv2.INTER_LINEAR)
        u, v = cv2.split(fine[GRID : GRID + size[1], GRID : GRID + size[0]])
        return cv2.remap(image, u, v, flags, borderMode=border)


@lru_cache(maxsize=8)
def _grid(size: tuple[int, int]) -> Floats:
    """Return pixels (h, w, 3: x, y and 1), each GRID from the next, in and about a picture of this size."""
    columns, rows = (GRID * (np.arange(-1, -(-count // GRID) + 1) + 0.5) - 0.5 for count in size)
    return np.stack([*np.meshgrid(columns, rows), np.ones((len(rows), len(columns)))], axis=-1)


def find_view(image: Image, plate: Plate) -> View | None:
    """Return the camera's view of the plate; None if fewer than three markers are found or if they do not fit.

    `image` is grey (h, w) or BGR (h, w, 3), uint8. The lens is the plate's calibrated one, or else the nominal one.
    """
    grey = image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    return view_of_markers(grey, plate, find_markers(grey, plate))


def view_of_markers(grey: Image, plate: Plate, markers: Mapping[int, Floats]) -> View | None:
    """Return the view as `find_view` does, from markers that were found in a grey picture."""
    if len(markers) < FEWEST_MARKERS:
        return None
    expected = np.concatenate([marker_corners(plate, which) for which in markers])
    return _pose(grey, plate, expected, np.concatenate(list(markers.values())))


def find_blurred_view(image: Image, plate: Plate) -> View | None:
    """Return the camera's view of the plate in a picture that is too blurred for the markers' corners, or None.

    All four markers must be close to their nominal places. `image` is as for `find_view`.
    """
    grey = image if image.ndim == 2 else np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    places = _find_blurred_markers(grey, plate)
    return None if places is None else _pose(grey, plate, np.array(plate.marker_centres), places)


def _pose(grey: Image, plate: Plate, expected: Floats, seen: Floats) -> View | None:
    """Return the view that projects places (n, 2) of the plate to pixels (n, 2); None if none fits well."""
    lens, distortion = lens_of(plate, grey.shape[1], grey.shape[0])
    focal = float(lens[0, 0])
    flat = np.column_stack([expected, np.zeros(len(expected))])
    solved, turn, translation = cv2.solvePnP(flat, seen, lens, distortion, flags=cv2.SOLVEPNP_ITERATIVE)
    if not solved:
        return None
    rotation = np.asarray(cv2.Rodrigues(turn)[0], dtype=float)
    view = View(lens, rotation, np.asarray(translation, dtype=float).ravel(), 0.0, distortion)
    residual = float(np.sqrt(np.mean(np.sum((view.project(flat) - seen) ** 2, axis=1))))
    side = plate.marker_side * focal / max(float(view.camera[2]), 1.0)
    low, high = (factor * plate.camera_height for factor in HEIGHT_RANGE)
    if residual > LARGEST_RESIDUAL * side or not low < view.camera[2] < high:
        return None
    return replace(view, residual=residual)


def lens_of(plate: Plate, width: int, height: int) -> tuple[Floats, Floats | None]:
    """Return the pinhole's matrix (3 x 3) and the distortion (5,) or None for pictures of this size."""
    known = plate.lens
    if known is not None and known.size[0] * height == known.size[1] * width:
        return known.matrix(width), np.array(known.distortion) if any(known.distortion) else None
    focal = plate.focal(width)
    return np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1.0]]), None


def _find_blurred_markers(grey: Image, plate: Plate) -> Floats | None:
    """Return the centres (n, 2) in pixels of all markers; each must match its own drawing better than any other's."""
    side = plate.marker_side * grey.shape[1] / plate.field_width
    if grey.shape[0] < max(6, round(side)) + 2 * round(side / 8):
        return None
    blur = BLURRED * side
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    drawings = []
    for which in range(len(plate.marker_centres)):
        drawn = cv2.aruco.generateImageMarker(dictionary, which, max(6, round(side)))
        framed = cv2.copyMakeBorder(drawn, *(round(side / 8),) * 4, cv2.BORDER_CONSTANT, value=255)
        drawings.append(cv2.GaussianBlur(framed, (0, 0), blur))
    found = []
    for which, (left, top, right, bottom) in enumerate(expect_markers(grey, plate)):
        crop = (
            cv2.GaussianBlur(grey[top:bottom, left:right], (0, 0), blur) if right > left and bottom > top else grey[:1]
        )
        if min(crop.shape) < drawings[0].shape[0]:
            return None
        peaks = [cv2.minMaxLoc(cv2.matchTemplate(crop, drawn, cv2.TM_CCOEFF_NORMED)) for drawn in drawings]
        likeness = [peak[1] for peak in peaks]
        if likeness[which] < LIKE_MARKER or likeness[which] < max(likeness):
            return None
        middle = (drawings[which].shape[0] - 1) / 2
        found.append((left + peaks[which][3][0] + middle, top + peaks[which][3][1] + middle))
    return np.array(found, dtype=float)


def marker_corners(plate: Plate, which: int) -> Floats:
    return np.asarray(plate.marker_centres[which] + CORNERS * plate.marker_side)


def find_markers(grey: Image, plate: Plate, fewest: int = FEWEST_MARKERS) -> dict[int, Floats]:
    """Return the corners (4, 2) in pixels of each marker of the plate, by id; ids seen twice are left out.

    If it finds fewer than `fewest` in their nominal places, it searches the whole picture.
    """
    quick, thorough = _detectors()
    found: dict[int, Floats] = {}
    for which, (left, top, right, bottom) in enumerate(expect_markers(grey, plate)):
        crop = np.ascontiguousarray(grey[top:bottom, left:right])
        for detector in (quick, thorough) if crop.size else ():
            seen = _detect(detector, crop, len(plate.marker_centres))
            if which in seen:
                found[which] = seen[which] + (left, top)
                break
    # To search only the nominal places is quick.
    return found if len(found) >= fewest else _detect(thorough, grey, len(plate.marker_centres))


def box_of_markers(markers: Iterable[Floats], width: int, plate: Plate) -> Box | None:
    """Return the box of the markers (4, 2) that may be the plate's in a picture of this width; None if there are none.

    Much smaller ones are patterns of a carpet or of print that look like a marker.
    """
    least = LEAST_MARKER * plate.marker_side * width / plate.field_width
    own = [quad for quad in markers if np.linalg.norm(np.roll(quad, 1, axis=0) - quad, axis=1).min() > least]
    if not own:
        return None
    (left, top), (right, bottom) = (getattr(np.concatenate(own), end)(axis=0).tolist() for end in ("min", "max"))
    return left, top, right, bottom


def _detectors() -> tuple[cv2.aruco.ArucoDetector, cv2.aruco.ArucoDetector]:
    """Return a quick detector, for a well-lit marker that fills half a picture, and OpenCV's default one."""
    usual = cv2.aruco.DetectorParameters()
    usual.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    quick = cv2.aruco.DetectorParameters()
    quick.cornerRefinementMethod = usual.cornerRefinementMethod
    quick.adaptiveThreshWinSizeMin = quick.adaptiveThreshWinSizeMax = QUICK_WINDOW
    quick.minMarkerPerimeterRate = QUICK_PERIMETER
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    return cv2.aruco.ArucoDetector(dictionary, quick), cv2.aruco.ArucoDetector(dictionary, usual)


def expect_markers(grey: Image, plate: Plate) -> list[tuple[int, int, int, int]]:
    """Return for each marker the box of a grey picture where the drawings have it, in pixels, twice its side wide."""
    height, width = grey.shape
    scale = width / plate.field_width
    reach = plate.marker_side * scale
    boxes = []
    for x, y in plate.marker_centres:
        u = (width - 1) / 2 + (x - plate.camera_place[0]) * scale
        v = (height - 1) / 2 + (y - plate.camera_place[1]) * scale
        box = (max(0, int(u - reach)), max(0, int(v - reach)), min(width, int(u + reach)), min(height, int(v + reach)))
        boxes.append(box)
    return boxes


def _detect(detector: cv2.aruco.ArucoDetector, grey: Image, count: int) -> dict[int, Floats]:
    corners, ids, _ = detector.detectMarkers(grey)
    if not corners:
        return {}
    names = [int(which) for which in ids.ravel()]
    return {
        which: np.asarray(quad, dtype=float).reshape(4, 2)
        for which, quad in zip(names, corners, strict=True)
        if which < count and names.count(which) == 1
    }
