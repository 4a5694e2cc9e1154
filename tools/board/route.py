"""A router for two layers: it finds shortest paths on a grid, net by net; equal boards give equal routes."""

import math
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import dijkstra

from tools.board.layout import Place, Shield, Track
from tools.board.perfboard import nearest_on_line

GRID = 0.508
"""Spacing in mm; the grid is half a step off the pins, so that a path runs midway between two of them."""
CLEARANCE = 0.25
EDGE = 0.5
"""The gaps in mm from copper to other copper, and from copper to the edge of the board."""
VIA, VIA_HOLE = 0.9, 0.5
AROUND_VIA, AGAINST = 12.0, 1.35
"""The cost of a via, in steps, and the factor of the cost of steps along y above and along x below."""
TRIES = 60


class NoRouteError(Exception):
    """The router finds no path for a net."""


class Router:
    """The copper so far.

    A shape is a piece of copper: its net, its layer, both its ends, and its half width.
    """

    def __init__(self, shield: Shield) -> None:
        self._shield = shield
        left, low, right, top = shield.outline
        steps = [np.arange(-60, 260) * GRID + GRID / 2] * 2
        self._x = steps[0][(steps[0] > left) & (steps[0] < right)]
        self._y = steps[1][(steps[1] > low) & (steps[1] < top)]
        self._shapes: list[tuple[str, int, Place, Place, float]] = []
        for pin, kind in shield.pins:
            for layer in (0, 1):
                self._shapes.append((pin.net or f"free {pin.place}", layer, pin.place, pin.place, kind.pad / 2))
        for place, diameter in shield.holes:
            for layer in (0, 1):
                self._shapes.append(("hole", layer, place, place, diameter / 2))
        self.tracks: list[Track] = []
        self.vias: list[tuple[str, Place]] = []
        for rail in shield.rails:
            self._add(rail)

    def _add(self, track: Track) -> None:
        self.tracks.append(track)
        for one, two in pairwise(track.points):
            self._shapes.append((track.net, track.layer, one, two, track.width / 2))

    def _add_via(self, net: str, place: Place) -> None:
        self.vias.append((net, place))
        for layer in (0, 1):
            self._shapes.append((net, layer, place, place, VIA / 2))

    def _mark(self, layer: NDArray[np.bool_], one: Place, two: Place, reach: float, value: bool) -> None:
        """Set the points of a grid (columns, rows) that are nearer than `reach` in mm to a straight line."""
        ends = [np.searchsorted(axis, (min(a, b) - reach, max(a, b) + reach)) for axis, a, b in self._spans(one, two)]
        columns, rows = (slice(int(first), int(last)) for first, last in ends)
        x, y = self._x[columns, None], self._y[None, rows]
        along = (two[0] - one[0], two[1] - one[1])
        length = along[0] ** 2 + along[1] ** 2 or 1.0
        share = np.clip(((x - one[0]) * along[0] + (y - one[1]) * along[1]) / length, 0.0, 1.0)
        far = np.hypot(x - one[0] - share * along[0], y - one[1] - share * along[1])
        layer[columns, rows][far < reach] = value

    def _spans(self, one: Place, two: Place) -> list[tuple[NDArray[np.float64], float, float]]:
        return [(self._x, one[0], two[0]), (self._y, one[1], two[1])]

    def _find_free(self, net: str, half: float) -> NDArray[np.bool_]:
        """Return the points (2 layers, columns, rows) where the middle of copper of this half width may be."""
        left, low, right, top = self._shield.outline
        away = half + EDGE
        inside = (self._x > left + away) & (self._x < right - away)
        free = np.stack([inside[:, None] & ((self._y > low + away) & (self._y < top - away))[None, :]] * 2)
        for other, layer, one, two, radius in self._shapes:
            if other != net:
                self._mark(free[layer], one, two, radius + half + CLEARANCE - 1e-6, value=False)
        for x0, y0, x1, y1 in self._shield.clear:
            across = (self._x > x0 - half) & (self._x < x1 + half)
            free[0] &= ~(across[:, None] & ((self._y > y0 - half) & (self._y < y1 + half))[None, :])
        return free

    def _find_own(self, group: set[int], half: float) -> NDArray[np.bool_]:
        """Return the points of the grid in the copper of these shapes."""
        found = np.zeros((2, len(self._x), len(self._y)), bool)
        for number in group:
            _, layer, one, two, radius = self._shapes[number]
            self._mark(found[layer], one, two, max(radius - half, GRID * 0.75), value=True)
        return found

    def groups(self, net: str) -> list[set[int]]:
        """Return the groups of shapes of a net, by their numbers, that touch each other."""
        mine = [number for number, shape in enumerate(self._shapes) if shape[0] == net]
        groups: list[set[int]] = []
        for number in mine:
            near = [group for group in groups if any(self._touch(number, other) for other in group)]
            groups = [group for group in groups if group not in near] + [set().union({number}, *near)]
        return groups

    def _touch(self, a: int, b: int) -> bool:
        _, layer, one, two, radius = self._shapes[a]
        _, other, three, four, more = self._shapes[b]
        if layer != other:
            # Pins and vias go through both layers.
            return one == two == three == four
        ends = [(one, three, four), (two, three, four), (three, one, two), (four, one, two)]
        return min(_away(*end) for end in ends) < max(radius, more)

    def route(self, net: str) -> None:
        """Join all pins of a net. Raises NoRouteError."""
        half = self._shield.width(net) / 2
        free = self._find_free(net, half)
        through: NDArray[np.bool_] = np.all(self._find_free(net, VIA / 2), axis=0)
        while len(groups := self.groups(net)) > 1:
            cells = self._way((free, through), half, groups)
            self._lay(net, half, cells, groups)

    def _way(
        self, free: tuple[NDArray[np.bool_], NDArray[np.bool_]], half: float, groups: list[set[int]]
    ) -> list[tuple[int, ...]]:
        """Return the points of a shortest path from another group to the first; `free` is for copper and for vias."""
        mine, theirs = self._find_own(groups[0], half), self._find_own(set().union(*groups[1:]), half)
        # A path may begin in the net's own copper although a neighbour is near: it leads to the middle of the pin.
        open_points = free[0] | mine | theirs
        graph, shape = _graph(open_points, free[1]), open_points.shape
        sources = np.flatnonzero(mine & open_points)
        far, before, _ = dijkstra(graph, indices=sources, return_predecessors=True, min_only=True)
        goals = np.flatnonzero(theirs & open_points)
        goal = goals[np.argmin(far[goals])] if len(goals) else -1
        if goal < 0 or not np.isfinite(far[goal]):
            raise NoRouteError
        cells = [int(goal)]
        while before[cells[-1]] >= 0:
            cells.append(int(before[cells[-1]]))
        return [tuple(map(int, np.unravel_index(cell, shape))) for cell in cells]

    def _lay(self, net: str, half: float, cells: list[tuple[int, ...]], groups: list[set[int]]) -> None:
        start, others = groups[0], set[int]().union(*groups[1:])
        ways: list[tuple[int, list[Place]]] = []
        for layer, i, j in cells:
            place = (round(float(self._x[i]), 4), round(float(self._y[j]), 4))
            if ways and ways[-1][0] == layer:
                ways[-1][1].append(place)
            else:
                ways.append((layer, [place]))
        for (_, points), (_, following) in pairwise(ways):
            assert points[-1] == following[0], "a via leads straight down"
            self._add_via(net, points[-1])
        for (layer, points), group, at_end in ((ways[0], others, False), (ways[-1], start, True)):
            middle = self._middle(layer, points[-1 if at_end else 0], group)
            points.insert(len(points) if at_end else 0, middle)
        for layer, points in ways:
            if len(points) > 1:
                self._add(Track(net, layer, half * 2, _straighten(points)))

    def _middle(self, layer: int, place: Place, group: set[int]) -> Place:
        """Return the point nearest to a place on the middle line of the nearest shape in a group."""
        shapes = (self._shapes[number] for number in sorted(group))
        nearest = min(
            (shape for shape in shapes if shape[1] == layer), key=lambda it: _away(place, it[2], it[3]) - it[4]
        )
        x, y = nearest_on_line(place, nearest[2], nearest[3])
        return round(x, 4), round(y, 4)


def _graph(free: NDArray[np.bool_], through: NDArray[np.bool_]) -> csr_matrix:
    numbers = np.arange(free.size).reshape(free.shape)
    rows, columns, costs = [], [], []
    for layer in (0, 1):
        its, open_points = numbers[layer], free[layer]
        for di, dj in ((1, 0), (0, 1), (1, 1), (1, -1)):
            a = (slice(0, its.shape[0] - di), slice(max(0, -dj), its.shape[1] - max(0, dj)))
            b = (slice(di, its.shape[0]), slice(max(0, dj), its.shape[1] - max(0, -dj)))
            both = open_points[a] & open_points[b]
            if di and dj:
                both &= open_points[a[0], b[1]] & open_points[b[0], a[1]]
            cost = float(np.hypot(di, dj)) * (AGAINST if (di, dj) == ((0, 1), (1, 0))[layer] else 1.0)
            rows.append(its[a][both])
            columns.append(its[b][both])
            costs.append(np.full(int(both.sum()), cost))
    both = through & free.all(axis=0)
    rows.append(numbers[0][both])
    columns.append(numbers[1][both])
    costs.append(np.full(int(both.sum()), AROUND_VIA))
    one, two, dear = map(np.concatenate, (rows, columns, costs))
    whole = (np.concatenate([dear, dear]), (np.concatenate([one, two]), np.concatenate([two, one])))
    return csr_matrix(whole, shape=(free.size, free.size))


def _away(point: Place, a: Place, b: Place) -> float:
    return math.dist(point, nearest_on_line(point, a, b))


def _straighten(points: list[Place]) -> tuple[Place, ...]:
    """Return the points without those that lie on a straight line between their neighbours."""
    kept = points[:1]
    for point, following in zip(points[1:], [*points[2:], None], strict=True):
        if point == kept[-1]:
            continue
        if following is not None:
            (ax, ay), (bx, by), (cx, cy) = kept[-1], point, following
            if abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) < 1e-6:
                continue
        kept.append(point)
    return tuple(kept)


def route_nets(shield: Shield) -> Router:
    """Return the routes of all nets but ground, which is poured. A net without a path is routed first in the next try.

    Raises NoRouteError if each try leaves a net without a path.
    """
    wide: dict[str, float] = {}
    for pin, _ in shield.pins:
        if pin.net and pin.net != "ground":
            wide[pin.net] = shield.width(pin.net)
    order = sorted(wide, key=lambda net: (-wide[net], net))
    for _ in range(TRIES):
        router = Router(shield)
        failed = next((net for net in order if not _try_route(router, net)), None)
        if failed is None:
            return router
        order = [failed, *(net for net in order if net != failed)]
    raise NoRouteError(failed)


def _try_route(router: Router, net: str) -> bool:
    try:
        router.route(net)
    except NoRouteError:
        return False
    return True
