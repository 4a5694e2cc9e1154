"""Checks for parts that overlap at rest or in motion, and for the smallest gap between moving parts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import manifold3d
import numpy as np

from tools.cad.assembly import Assembly
from tools.cad.lid import HOOK, hook_pose
from tools.cad.mesh import Floats, Pose, box_corners, convert_location, lid_pose, manifold_of, matrix_of, mesh_of, poses
from tools.cad.part import LID, ROCKER

TURNS = 72
"""The number of crank angles that are checked."""
OVERLAP = 0.05
"""Largest volume in mm³ that two touching parts may have in common: flat triangles approximate curved faces."""
LEAST_GAP = 0.5
REACH = 3.0
"""Gaps wider than this are not measured."""
FITS = {
    frozenset(pair)
    for pair in (
        ("flange bearing", "rocker's shaft"),
        ("ball bearing 608", "rocker's pin"),
        ("ball bearing 608", "pin's tube"),
        ("ball bearing 623", "screw ISO 4762 M3x10"),
        ("ball bearing 623", "small washer M3"),
        ("stepping motor", "motor's shaft"),
        ("flange hub", "motor's shaft"),
        ("home switch", "crank with cam"),
        ("servo", "servo's horn, back row"),
        ("servo", "servo's horn, front row"),
    )
}
"""Pairs of parts that touch by design: one turns in or on the other."""
FREE = ("die",)
"""Loose parts, which are not checked while the machine moves."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """An overlap (mm³) of two parts, or a gap (mm) between two moving ones, and the machine's position."""

    one: str
    other: str
    crank: float
    lever: float
    amount: float

    def __str__(self) -> str:
        return f"{self.one} / {self.other} at {self.crank:g}° and levers at {self.lever:.1f}°: {self.amount:.2f}"


@dataclass(frozen=True, slots=True, eq=False)
class _Piece:
    name: str
    body: str
    solid: manifold3d.Manifold
    corners: Floats
    """The corners of its bounding box at home (8, 4)."""


class ClearanceCheck:
    """The pieces of a machine, as solids of triangles at home."""

    def __init__(self, machine: Assembly) -> None:
        self._it = machine.plan.it
        self._pull = convert_location(hook_pose(machine.plan))
        self._pieces: dict[str, list[_Piece]] = {}
        for part in machine.parts:
            box = np.column_stack([box_corners(mesh_of(part)[0]), np.ones(8)])
            for placing in part.places:
                at = matrix_of(placing)
                piece = _Piece(part.name, placing.body, manifold_of(part).transform(at[:3]), box @ at.T)
                self._pieces.setdefault(ROCKER if placing.body == LID else placing.body, []).append(piece)

    def check_home(self) -> list[Meeting]:
        """Return the pairs of pieces that overlap at home, levers up."""
        found = []
        pieces = [piece for body in self._pieces.values() for piece in body]
        for one, other in _find_near(pieces, pieces, np.eye(4), np.eye(4), 0.0):
            if one is not other and not _fit(one, other):
                volume = (one.solid ^ other.solid).volume()
                if volume > OVERLAP:
                    found.append(Meeting(one.name, other.name, 0.0, self._it["lever"]["highest"], volume))
        return found

    def check_motion(self, turns: Sequence[float], levers: Sequence[float]) -> tuple[list[Meeting], Meeting]:
        """Return the pairs that overlap at these angles (degrees), and the smallest gap between two bodies.

        A relative position of two bodies that occurs at several angles is checked once.
        """
        overlapping: dict[tuple[str, str], Meeting] = {}
        nearest = Meeting("", "", 0.0, 0.0, REACH)
        seen: set[tuple[str, str, bytes]] = set()
        for crank in turns:
            for lever in levers:
                where = poses(self._it, crank, lever)
                for one, other in combinations(sorted(self._pieces), 2):
                    against = np.linalg.inv(where[one]) @ where[other]
                    key = (one, other, np.round(against, 6).tobytes())
                    if key in seen:
                        continue
                    seen.add(key)
                    gap = self._gap(one, other, where, crank, lever)
                    if gap is None:
                        continue
                    if gap.amount <= 0:
                        overlapping.setdefault((gap.one, gap.other), gap)
                    if gap.amount < nearest.amount:
                        nearest = gap
        return list(overlapping.values()), nearest

    def check_lid(self, angles: Sequence[float]) -> Meeting:
        """Return the smallest gap between the lid and what does not tip with the rocker, at these angles of the lid.

        Levers are up, and the lid's hook is pulled open, as by a finger.

        In the result, `crank` is the lid's angle in degrees.
        """
        at_rest = [p for pieces in self._pieces.values() for p in pieces if p.body not in (ROCKER, LID)]
        at_rest += [_transform(p, self._pull) for p in self._pieces[ROCKER] if p.name == HOOK]
        lid = [piece for piece in self._pieces[ROCKER] if piece.body == LID]
        nearest, still = Meeting("", "", 0.0, self._it["lever"]["highest"], REACH), np.eye(4)
        for angle in angles:
            open_ = lid_pose(self._it, angle)
            for first, second in _find_near(lid, at_rest, open_, still, nearest.amount):
                gap = first.solid.transform(open_[:3]).min_gap(second.solid, nearest.amount)
                if gap < nearest.amount:
                    nearest = Meeting(first.name, second.name, angle, nearest.lever, gap)
        return nearest

    def _gap(self, one: str, other: str, where: dict[str, Pose], crank: float, lever: float) -> Meeting | None:
        """Return the nearest pair of pieces of two bodies, or None if all are farther apart than REACH."""
        nearest: Meeting | None = None
        for first, second in _find_near(self._pieces[one], self._pieces[other], where[one], where[other], REACH):
            if _fit(first, second) or first.name in FREE or second.name in FREE:
                continue
            limit = nearest.amount if nearest else REACH
            gap = first.solid.transform(where[one][:3]).min_gap(second.solid.transform(where[other][:3]), limit)
            if gap < limit:
                nearest = Meeting(first.name, second.name, crank, lever, gap)
        return nearest


def _transform(piece: _Piece, move: Floats) -> _Piece:
    """Return the piece moved by a matrix (4, 4)."""
    return _Piece(piece.name, piece.body, piece.solid.transform(move[:3]), piece.corners @ move.T)


def _fit(one: _Piece, other: _Piece) -> bool:
    return frozenset((one.name, other.name)) in FITS


def _find_near(
    one: list[_Piece], other: list[_Piece], pose: Pose, second: Pose, reach: float
) -> Iterator[tuple[_Piece, _Piece]]:
    """Yield the pairs of pieces whose bounding boxes are nearer than `reach` in mm; for one list, each pair once."""
    boxes = [
        np.array([piece.corners @ at.T for piece in pieces])[:, :, :3] for pieces, at in ((one, pose), (other, second))
    ]
    (low, high), (least, most) = [(box.min(axis=1), box.max(axis=1)) for box in boxes]
    apart = np.maximum(low[:, None] - most[None], least[None] - high[:, None]).max(axis=2)
    for i, j in np.argwhere(apart < reach).tolist():
        if one is not other or i < j:
            yield one[i], other[j]
