"""Answers stay true of crops that are mirrored or turned, and the loss is small where the net says them."""

import math
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch: make add EXTRA=train")

from tools.second_look.answers import Answers, measure_loss, mirror, tell_answers, turn_quarter  # noqa: E402
from tools.second_look.net import OUTPUTS, UP  # noqa: E402
from tools.second_look.renderer import CROP, FACE, FLAT, LEANS, OTHER, TRUTH  # noqa: E402
from vision.photograph.second_look import BELOW, CORNERS, KINDS, VALUES  # noqa: E402

pytestmark = pytest.mark.check

CPU = torch.device("cpu")


def make_truths() -> np.ndarray:
    """Return a flat five, a leaning two, and a domino."""
    truths = np.zeros(3, TRUTH)
    truths["kind"], truths["value"], truths["has_geometry"] = (FLAT, LEANS, OTHER), (5, 2, 3), (1, 1, 0)
    truths["corners"] = [[50, 52], [78, 49], [80, 81], [47, 77]]
    truths["below"], truths["up"] = (0.2, 0.6), (0.1, -0.5, 0.8)
    return truths


def draw_spots(answers: Answers) -> Any:
    """Return crops with a red spot at the first corner, a green one at the second, a blue one where `below` points."""
    x = torch.zeros(len(answers.kind), 3, CROP, CROP)
    for n in range(len(x)):
        for channel, place in enumerate((answers.corners[n, 0], answers.corners[n, 1], answers.below[n])):
            column, row = (place * FACE + CROP / 2).tolist()
            x[n, channel, math.floor(row), math.floor(column)] = 1
    return x


@pytest.mark.parametrize("change", [mirror, turn_quarter])
def test_what_is_told_moves_with_the_picture(change: Any) -> None:
    answers = tell_answers(make_truths(), CPU)
    x, changed = change(draw_spots(answers), answers)
    true = draw_spots(changed)
    assert torch.any(x != draw_spots(answers))
    for seen, told in zip(x.flatten(0, 1), true.flatten(0, 1), strict=True):
        assert torch.cdist(torch.nonzero(seen).float(), torch.nonzero(told).float()).item() < 1.5
    ways = torch.stack([changed.below, changed.up], 1)
    was = torch.stack([answers.below, answers.up], 1)
    assert torch.allclose((ways[:, 0] * ways[:, 1]).sum(1), (was[:, 0] * was[:, 1]).sum(1))
    for name in ("kind", "value", "posed", "drawn"):
        assert torch.equal(getattr(changed, name), getattr(answers, name))


def say(answers: Answers) -> Any:
    """Return what a net says that is right and sure."""
    out = torch.zeros(len(answers.kind), OUTPUTS)
    out[:, KINDS] = 12.0 * torch.nn.functional.one_hot(answers.kind, 3)
    out[:, VALUES] = 12.0 * torch.nn.functional.one_hot((answers.value - 1).clamp(min=0), 6)
    out[:, CORNERS], out[:, BELOW], out[:, UP] = answers.corners.flatten(1), answers.below, answers.up
    return out


def test_right_answers_have_hardly_any_loss_and_each_part_counts() -> None:
    answers = tell_answers(make_truths(), CPU)
    right, _ = measure_loss(say(answers), answers)
    assert float(right) < 0.2  # labels are smoothed
    for part, rows in {"kind": KINDS, "value": VALUES, "corners": CORNERS, "below": BELOW, "up": UP}.items():
        out = say(answers)
        out[:, rows] = out[:, rows].roll(1, 1) + (0 if part in {"kind", "value"} else 1)
        total, parts = measure_loss(out, answers)
        assert float(total) > float(right) + 0.2
        assert parts[part] > 0.4


def test_corners_may_come_in_any_order_around_the_face() -> None:
    answers = tell_answers(make_truths(), CPU)
    right, _ = measure_loss(say(answers), answers)
    for order in ([1, 2, 3, 0], [3, 2, 1, 0], [0, 2, 1, 3]):
        out = say(answers)
        out[:, CORNERS] = answers.corners[:, order].flatten(1)
        same = abs(float(measure_loss(out, answers)[0] - right)) < 1e-5
        assert same == (order != [0, 2, 1, 3])


def test_values_and_places_of_what_is_no_die_do_not_count() -> None:
    answers = tell_answers(make_truths(), CPU)
    assert answers.value.tolist() == [5, 2, 0]
    out = say(answers)
    out[2, VALUES], out[2, CORNERS], out[2, BELOW] = torch.tensor([9.0, 0, 0, 0, 0, 0]), 7, 7
    assert float(measure_loss(out, answers)[0]) == pytest.approx(float(measure_loss(say(answers), answers)[0]))
