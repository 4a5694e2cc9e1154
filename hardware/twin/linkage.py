"""Crank, rod and rocker: how far the wells lean at which angle of the crank."""

import math

from hardware.twin.measures import Measures


class Linkage:
    """The rod stands on the crank's pin and turns the rocker by its own pin, whose circle is about the shaft.

    Lengths are shares of the rocker's arm; places are to the left of the shaft and above it. Forward, the crank goes
    from home to the right first, towards the shaft.
    """

    def __init__(self, measures: Measures) -> None:
        self._crank, self._rod = measures.crank / measures.across, measures.rod / measures.across

    def at(self, angle: float) -> tuple[float, float, float]:
        """Return the tilt at an angle of the crank and its first two derivatives by that angle, in radians."""
        sine, cosine = self._crank * math.sin(angle), self._crank * math.cos(angle)
        left, above = 1 - sine, self._crank - self._rod - cosine
        # Of the triangle between shaft, crank's pin and rocker's pin all three sides are known.
        square = left * left + above * above
        corner = math.acos((1 + square - self._rod**2) / (2 * math.sqrt(square)))
        tilt = math.atan2(above, left) + corner
        across, up = math.cos(tilt), math.sin(tilt)
        # The rod is as long as ever: what moves along it, and how that changes, is the same at both its ends.
        along, lean = across - left, up - above
        lever = lean * across - along * up
        pull = (lean * sine - along * cosine) / lever
        aside, ahead = cosine - pull * up, pull * across - sine
        inward = along * (sine + pull * pull * across) + lean * (cosine + pull * pull * up)
        bend = (inward - aside * aside - ahead * ahead) / lever
        return tilt, pull, bend
