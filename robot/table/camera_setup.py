"""Find a camera's exposure, white balance and focus by the white and the edges of the plate's markers."""

from collections.abc import Collection
from dataclasses import asdict, dataclass, replace
from statistics import fmean

from hardware.camera import AdjustableCamera
from hardware.clock import Clock
from robot.table.look import Image
from vision.calibration.camera_check import White, markers_colour, sharpness
from vision.calibration.plate_fit import NO_PLATE
from vision.errors import BoardNotSeenError, CalibrationError
from vision.table.plate import Plate

TARGET = 190.0
"""The target grey level of the markers' white under both halves of the light: reflections are brighter."""
CLOSE = 6.0
"""The exposure may miss the target by so many grey levels."""
NEUTRAL, TINTED = 0.02, 0.15
"""The share by which red and blue of the white may differ from green: the aim, and the limit."""
SHORTEST, LONGEST = 0.0001, 0.03
"""The shortest and longest exposure in seconds: a frame takes a thirtieth."""
MOST_GAIN, MOST_COLOUR = 16.0, 8.0
TRIES = 12
"""The most pictures for one search of exposure or white balance."""
DARKEN = 0.4
"""The factor for the light after a picture whose white is clipped, so that its brightness is unknown."""
NEAREST, FARTHEST = 6.0, 1.0
"""The focus for the nearest and the farthest plate in dioptres: 17 cm and a metre."""
COARSE, FINE = 0.5, 0.1
"""Dioptres between two pictures of the scan of all positions, and of the scan around the best one."""
AS_SHARP = 0.98
"""The share of the greatest sharpness that counts as equal: within its depth of field, a lens shows no difference."""


@dataclass(frozen=True, slots=True)
class CameraSetup:
    """Finds the settings of a camera over a lit plate; those in `fixed` stay as they are."""

    camera: AdjustableCamera
    clock: Clock
    plate: Plate
    fixed: Collection[str] = ()

    def find_settings(self) -> dict[str, float]:
        """Set the camera so that the markers' white is neutral, bright and not clipped, and the dice are sharp.

        Return the settings by name, without the focus if it is set by hand.

        Raises:
            CalibrationError: the white stays too dark, too bright or coloured.
            BoardNotSeenError: the plate's markers are not seen.
            CameraError: the camera fails.

        """
        self._expose()
        if self.camera.focuses and "focus" not in self.fixed:
            self._focus()
        self._balance()
        white = self._expose()
        self._check(white)
        settings = asdict(self.camera.settings)
        return settings if self.camera.focuses else {name: settings[name] for name in settings if name != "focus"}

    def _picture(self) -> Image:
        return self.camera.frame(self.clock.now()).image

    def _white(self) -> White:
        return markers_colour(self._picture(), self.plate)

    def _change(self, **values: float) -> bool:
        """Set the values that are not fixed; return whether any setting has changed."""
        before = self.camera.settings
        after = replace(before, **{name: value for name, value in values.items() if name not in self.fixed})
        if after != before:
            self.camera.adjust(after)
        return after != before

    def _expose(self) -> White:
        """Bring the brightest colour of the white to the target, or as near as the camera can."""
        for _ in range(TRIES):
            white = self._white()
            if abs(white.level - TARGET) <= CLOSE:
                return white
            if not self._brighten(DARKEN if white.clipped else white.times(TARGET)):
                return white
        return self._white()

    def _brighten(self, times: float) -> bool:
        """Multiply the light by `times`, first by the exposure; return whether that changed anything."""
        settings = self.camera.settings
        light = settings.exposure * settings.gain * times
        if "exposure" in self.fixed:
            return self._change(gain=_within(light / settings.exposure, 1.0, MOST_GAIN))
        exposure = _within(light / (settings.gain if "gain" in self.fixed else 1.0), SHORTEST, LONGEST)
        return self._change(exposure=exposure, gain=_within(light / exposure, 1.0, MOST_GAIN))

    def _focus(self) -> None:
        """Find the focus of the sharpest markers, and set the lens to the dice's top faces, which are nearer."""
        coarse = self._sharpest((NEAREST + FARTHEST) / 2, (NEAREST - FARTHEST) / 2, COARSE)
        on_plate = self._sharpest(coarse, 2 * COARSE, FINE)
        self._change(focus=1 / (1 / on_plate - self.plate.well_top / 1000))

    def _sharpest(self, middle: float, reach: float, step: float) -> float:
        """Return the middle of the sharpest lens positions within `reach` of `middle`, all in dioptres."""
        count = round(reach / step)
        found = {}
        for place in (middle + step * number for number in range(-count, count + 1)):
            if FARTHEST <= place <= NEAREST:
                self._change(focus=place)
                found[place] = sharpness(self._picture(), self.plate)
        best = max(found.values())
        return fmean(place for place, sharp in found.items() if sharp >= AS_SHARP * best)

    def _balance(self) -> None:
        """Make the white neutral, or as neutral as the camera can."""
        for _ in range(TRIES):
            white, settings = self._white(), self.camera.settings
            if _tint(white, self.fixed) <= NEUTRAL:
                return
            red, blue = (
                _within(gain / max(share, 0.1), 1.0, MOST_COLOUR)
                for gain, share in ((settings.red, white.red), (settings.blue, white.blue))
            )
            if not self._change(red=red, blue=blue):
                return

    def _check(self, white: White) -> None:
        """Raise BoardNotSeenError or CalibrationError if the search for a good white has failed."""
        if not white.seen:
            raise BoardNotSeenError(NO_PLATE)
        exposed = {"exposure", "gain"} <= set(self.fixed) or abs(white.level - TARGET) <= 2 * CLOSE
        if not exposed:
            raise CalibrationError(
                f"the markers' white stays at the grey level {white.level:.0f} and not at {TARGET:.0f}, however it "
                "is exposed: make sure that both halves of the ring light up and that no other lamp shines into the "
                "camera",
                key="fault-light",
            )
        if _tint(white, self.fixed) > TINTED:
            raise CalibrationError(
                "the markers' white stays coloured, whatever the white balance: print them on white paper, and keep "
                "coloured lamps off the table",
                key="fault-light",
            )


def _within(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)


def _tint(white: White, fixed: Collection[str]) -> float:
    """Return the share by which the white differs from a neutral one, in the colours that are not fixed."""
    off = {"red": abs(white.red - 1), "blue": abs(white.blue - 1)}
    return max((share for name, share in off.items() if name not in fixed), default=0.0)
