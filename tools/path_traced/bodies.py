"""Convex bodies: how far one slides until it touches another, and which points one hides; lengths in mm."""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from tools.odd_things.view import Reals

NOTHING = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class ConvexBody:
    """A body by its `corners` (n, 3), the directions (k, 3) of its `edges`, and its planes.

    A point p is inside if `normals` (m, 3) @ p <= `offsets` (m). If the edges are rounded, the body is all within
    `radius` of the hull of its corners, and the planes are those of its flat faces.
    """

    corners: Reals
    edges: Reals
    normals: Reals
    offsets: Reals
    radius: float = 0.0

    def move(self, turn: ArrayLike, by: ArrayLike) -> "ConvexBody":
        """Return the body turned about the origin by a rotation (3, 3), then moved by (3)."""
        rotation, way = np.asarray(turn, float), np.asarray(by, float)
        normals = self.normals @ rotation.T
        return ConvexBody(
            self.corners @ rotation.T + way, self.edges @ rotation.T, normals, self.offsets + normals @ way, self.radius
        )

    @property
    def lowest(self) -> float:
        """The height of the body's lowest point."""
        return float(self.corners[:, 2].min()) - self.radius

    def reach(self, axes: Reals) -> tuple[Reals, Reals]:
        """Return the body's least and greatest coordinates (n,) along unit vectors (n, 3)."""
        along = self.corners @ axes.T
        return along.min(axis=0) - self.radius, along.max(axis=0) + self.radius

    def hides(self, points: Reals, eye: Reals) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Return for each of these points (n, 3) whether the body hides it from the eye (3)."""
        ways = eye - points
        left = self.offsets - points @ self.normals.T
        speed = ways @ self.normals.T
        with np.errstate(divide="ignore", invalid="ignore"):
            met = left / speed
        enter = np.where(speed < -NOTHING, met, -np.inf).max(axis=1)
        leave = np.where(speed > NOTHING, met, np.inf).min(axis=1)
        beside = ((np.abs(speed) <= NOTHING) & (left < 0)).any(axis=1)
        return np.asarray((np.maximum(enter, 1e-4) < np.minimum(leave, 1.0)) & ~beside)


def box(size: ArrayLike, radius: float = 0.0) -> ConvexBody:
    """Return a cuboid of this size (3) on the table, its middle over the origin; its edges have a radius."""
    half = np.asarray(size, float) / 2
    signs = np.array([(i, j, k) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)], float)
    normals = np.vstack([np.eye(3), -np.eye(3)])
    body = ConvexBody(signs * (half - radius), np.eye(3), normals, np.concatenate([half, half]), radius)
    return body.move(np.eye(3), (0, 0, half[2]))


def prism(outline: Reals, length: float) -> ConvexBody:
    """Return an upright prism from z = 0 to `length`; its outline (n, 2) is convex and counterclockwise."""
    sides = np.roll(outline, -1, axis=0) - outline
    flat = np.zeros(len(outline))
    outwards = np.column_stack([sides[:, 1], -sides[:, 0]]) / np.linalg.norm(sides, axis=1, keepdims=True)
    normals = np.vstack([np.column_stack([outwards, flat]), [(0, 0, 1), (0, 0, -1)]])
    offsets = np.concatenate([(outwards * outline).sum(axis=1), [length, 0]])
    corners = np.vstack([np.column_stack([outline, flat + level]) for level in (0.0, length)])
    edges = np.vstack([np.column_stack([sides, flat]), [(0, 0, 1)]])
    return ConvexBody(corners, edges, normals, offsets)


def disc(radius: float, sides: int = 32) -> Reals:
    """Return the outline (n, 2) of a circle."""
    turns = 2 * np.pi * np.arange(sides) / sides
    return radius * np.column_stack([np.cos(turns), np.sin(turns)])


def _axes(one: ConvexBody, other: ConvexBody) -> Reals:
    crossed = np.cross(one.edges[:, None], other.edges[None]).reshape(-1, 3)
    axes = np.vstack([one.normals, other.normals, crossed])
    lengths = np.linalg.norm(axes, axis=1)
    return np.asarray(axes[lengths > 1e-6] / lengths[lengths > 1e-6, None])


def distance(one: ConvexBody, other: ConvexBody) -> float:
    """Return a lower bound of the gap between two bodies. It is about exact below zero, where the bodies overlap by it.

    Source: the separating axis theorem, Gottschalk, Lin and Manocha 1996.
    """
    axes = _axes(one, other)
    (low, high), (other_low, other_high) = one.reach(axes), other.reach(axes)
    return float(np.maximum(low - other_high, other_low - high).max())


def slide(one: ConvexBody, other: ConvexBody, way: Reals) -> tuple[float, Reals] | None:
    """Return how far one body slides along the unit vector `way` (3) until it touches the other, and the normal there.

    The unit normal (3) points from the other body to the sliding one. Return None if it slides past.
    """
    axes = _axes(one, other)
    speed = axes @ way
    axes, speed = np.where(speed[:, None] < 0, -axes, axes), np.abs(speed)
    (low, high), (other_low, other_high) = one.reach(axes), other.reach(axes)
    before, after = other_low - high, other_high - low
    still = speed <= NOTHING
    if (before[still] > -NOTHING).any() or (after[still] < NOTHING).any():
        return None
    first, last = before[~still] / speed[~still], after[~still] / speed[~still]
    if first.max() > last.min():
        return None
    return float(first.max()), np.asarray(-axes[~still][int(first.argmax())])


def intersect(one: ConvexBody, other: ConvexBody) -> Reals:
    """Return the corners (n, 3) of the intersection of two bodies."""
    normals, offsets = np.vstack([one.normals, other.normals]), np.concatenate([one.offsets, other.offsets])
    chosen = np.array(list(combinations(range(len(normals)), 3)))
    three = normals[chosen]
    proper = np.abs(np.linalg.det(three)) > 1e-7
    points = np.linalg.solve(three[proper], offsets[chosen[proper]][..., None])[..., 0]
    inside = (points @ normals.T <= offsets + 1e-6).all(axis=1)
    return np.asarray(points[inside])
