"""What each mistake of a builder does to drive, wires, levers and lens of the simulated machine."""

import numpy as np
import pytest

from hardware.dimensions import dimensions
from hardware.sim.build import Build, BuildFault, lever_angle, touching_angle
from hardware.sim.drive import Drive, HomeSwitch
from hardware.sim.sensor import CameraOptics
from tests.support.firmware.servo_pins import at_pin

NO: frozenset[int] = frozenset()


@pytest.mark.parametrize("start", [0.0, 15.0, -15.0, 90.0, 180.0, 200.0, 300.0])
def test_home_is_found_from_everywhere(start: float) -> None:
    places, _, found = Drive().sought(start)
    assert found
    assert places[-1] % 360 == pytest.approx(0.0, abs=0.6) or places[-1] % 360 > 359.4


def test_what_keeps_the_crank_from_home() -> None:
    for windings in (0, 1):
        places, _, found = Drive(windings=windings).sought(90.0)
        assert not found
        assert set(places) == {90.0}
    places, _, found = Drive(switch=HomeSwitch.OPEN).sought(0.0)
    assert not found
    assert max(places) > 360, "it looks for it over a whole turn"
    places, _, found = Drive(switch=HomeSwitch.INVERTED).sought(0.0)
    assert found
    assert 15 < places[-1] < 30, "it takes the wrong end of the cam for home"


def test_a_crank_that_slips_falls_behind_the_faster_the_more() -> None:
    assert Drive().comes_home(Drive().shaken(0.0, 10, 8.0))
    slips = Build.of({BuildFault.SLIPPING_CRANK: NO}).drive
    slow, fast = (3600 - slips.shaken(0.0, 10, rate) for rate in (1.0, 8.0))
    assert 0 < slow < fast
    assert not slips.comes_home(slips.shaken(0.0, 10, 8.0))


def test_wires_and_horns() -> None:
    it, pulses = dimensions(), [2000, 2000, 1200, 1000, 1000, 1800]
    up, down = it["lever"]["highest"], it["lever"]["lowest"]
    assert Build().calls(it, pulses) == pytest.approx((up, up, down, up, up, down))
    swapped = Build.of({BuildFault.SWAPPED_SERVOS: frozenset({3, 4})}).calls(it, pulses)
    assert swapped == pytest.approx((up, up, lever_angle(it, 3, 1000), lever_angle(it, 4, 1200), up, down))
    assert Build.of({BuildFault.DEAD_SERVO: frozenset({3})}).calls(it, pulses)[2] is None
    turned = Build.of({BuildFault.SERVOS_TURNED: frozenset({2, 3})}).calls(it, pulses)
    assert turned == pytest.approx((up, up, 2 * up - down, up, up, down))
    assert Build.of({BuildFault.HORN_OFF: frozenset({4})}).horns[3] == pytest.approx(360 / 21)
    assert Build.of({BuildFault.HORN_LOW: NO}).horns[0] < 0
    assert Build().lit(1.0, 0.0) == (1.0, 0.0)
    assert Build.of({BuildFault.SWAPPED_HALVES: NO}).lit(1.0, 0.0) == (0.0, 1.0)
    assert Build.of({BuildFault.DEAD_LEFT_HALF: NO}).lit(1.0, 1.0) == (0.0, 1.0)


def test_a_lever_presses_a_little_beyond_where_it_touches() -> None:
    it = dimensions()
    for well in range(1, 7):
        up, down = (at_pin(well, round(it["lever"][end])) for end in ("highest_pulse", "lowest_pulse"))
        assert lever_angle(it, well, up) == pytest.approx(it["lever"]["highest"])
        assert lever_angle(it, well, down) == pytest.approx(it["lever"]["lowest"])
    assert it["lever"]["lowest"] < touching_angle(it) < 0


def test_optics_change_pictures_only_where_something_is_wrong() -> None:
    image = np.zeros((72, 128, 3), np.uint8)
    image[:, 64:] = 200
    assert CameraOptics().seen(image, 0.0) is image
    blurred = CameraOptics(blur=CameraOptics.UNSHARP).seen(image, 0.0)
    assert 0 < blurred[36, 63, 0] < 200
    assert CameraOptics(veil=CameraOptics.GREASE).seen(image, 0.0)[36, 40, 0] > 10
    middle = CameraOptics(reads=CameraOptics.MIDDLE)
    assert middle.mode.share == pytest.approx(2 / 3, abs=0.01)
    assert middle.seen(image, 0.0).shape == image.shape
    flickers = CameraOptics(flicker=CameraOptics.LAMP)
    levels = [int(flickers.seen(image, number / 30)[0, 100, 0]) for number in range(3)]
    assert max(levels) - min(levels) > 5
