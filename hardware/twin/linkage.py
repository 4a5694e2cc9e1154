"""Crank, rod and rocker: the tilt of the wells as a function of the crank's angle."""

import math

from hardware.twin.measures import Measures


class Linkage:
    """The rod connects the pin of the crank to the pin of the rocker, which moves on a circle about the shaft.

    Lengths are shares of the rocker's arm. Positions are left of the shaft and above it. Forward from home, the crank
    first moves right, towards the shaft.
    """

    def __init__(self, measures: Measures) -> None:
        self._crank, self._rod = measures.crank / measures.across, measures.rod / measures.across

    def at(self, angle: float) -> tuple[float, float, float]:
        """Return the tilt at an angle of the crank, and its first two derivatives by that angle, in radians."""
        sine, cosine = self._crank * math.sin(angle), self._crank * math.cos(angle)
        left, above = 1 - sine, self._crank - self._rod - cosine
        # All three sides of the triangle of shaft, crank pin and rocker pin are known.
        square = left * left + above * above
        corner = math.acos((1 + square - self._rod**2) / (2 * math.sqrt(square)))
        tilt = math.atan2(above, left) + corner
        across, up = math.cos(tilt), math.sin(tilt)
        # The rod has a constant length: speed and acceleration along it are equal at both ends.
        along, lean = across - left, up - above
        lever = lean * across - along * up
        pull = (lean * sine - along * cosine) / lever
        aside, ahead = cosine - pull * up, pull * across - sine
        inward = along * (sine + pull * pull * across) + lean * (cosine + pull * pull * up)
        bend = (inward - aside * aside - ahead * ahead) / lever
        return tilt, pull, bend
