"""What known cameras see at which height, and that the pages and the doctor say so."""

import pytest

from hardware.dimensions import dimensions
from hardware.fields import KNOWN, WEBCAM_ANGLES, height_for, horizontal, width_at
from tests.support.repository import DOCS


def test_the_camera_of_the_drawings_sees_their_field_from_their_height() -> None:
    (own,) = (camera for camera in KNOWN if camera.name == "Camera Module 3")
    drawn = dimensions()["camera"]
    assert width_at(own.angle, drawn["height"]) == pytest.approx(drawn["field_width"], rel=0.01)


@pytest.mark.parametrize("angle", [20.0, 62.2, 102.0])
def test_the_height_for_a_width_sees_that_width(angle: float) -> None:
    assert width_at(angle, height_for(angle, 440.0)) == pytest.approx(440.0)


def test_a_diagonal_is_wider_than_its_width() -> None:
    assert horizontal(78.0) == pytest.approx(70.4, abs=0.1)
    assert horizontal(90.0, 1, 1) == pytest.approx(2 * 35.264, abs=0.01)


def test_the_page_says_what_is_computed() -> None:
    page, field = (DOCS / "selftest.md").read_text(encoding="utf-8"), dimensions()["camera"]["field_width"]
    for camera in KNOWN:
        assert f"| {camera.name} | {camera.angle:.1f}° | {height_for(camera.angle, field):.0f} mm |" in page
    low, high = (height_for(angle, field) for angle in reversed(WEBCAM_ANGLES))
    assert (
        f"| USB webcam, most | {WEBCAM_ANGLES[0]:.0f}° to {WEBCAM_ANGLES[1]:.0f}° | {low:.0f} to {high:.0f} mm |"
        in page
    )
