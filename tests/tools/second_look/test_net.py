"""The written net says what the trained one says, and judging it tells what passes."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch: make add EXTRA=train")
onnx = pytest.importorskip("onnx", reason="writing the net needs onnx: make add EXTRA=train")

import onnxruntime  # noqa: E402

from tests.support.second_look.stub_renderer import StubRenderer  # noqa: E402
from tools.second_look.export import build_model, write_onnx  # noqa: E402
from tools.second_look.judge import COUNT, SEED, draw_crops, judge  # noqa: E402
from tools.second_look.net import OUTPUTS, SecondLookNet  # noqa: E402
from tools.second_look.renderer import CROP, FLAT, LEANS, OTHER, PROPS, TRUTH, Crops  # noqa: E402
from vision.photograph.second_look import KINDS, VALUES  # noqa: E402

pytestmark = pytest.mark.check

LARGEST = 8_000_000
"""Bytes of the written net."""


@pytest.fixture(scope="module")
def net() -> SecondLookNet:
    """Return a net of random weights whose normalisation suits what it sees."""
    torch.manual_seed(5)
    net = SecondLookNet()
    for part in net.modules():
        if isinstance(part, torch.nn.BatchNorm2d):
            torch.nn.init.uniform_(part.weight, 0.5, 1.5)
            torch.nn.init.normal_(part.bias, 0, 0.3)
            part.momentum = 1.0
    with torch.no_grad():
        net(torch.rand(8, 3, 16, 16).repeat_interleave(8, 2).repeat_interleave(8, 3))
    net.eval()
    return net


@pytest.fixture(scope="module")
def crops() -> np.ndarray:
    """Return crops (12, CROP, CROP, 3), BGR."""
    return draw_crops(StubRenderer(), 1, 12)  # type: ignore[arg-type]


def look(path: Path, crops: np.ndarray) -> np.ndarray:
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    return np.asarray(session.run(["looks"], {"crops": crops})[0])


def say(net: SecondLookNet, crops: np.ndarray) -> np.ndarray:
    x = torch.from_numpy(np.ascontiguousarray(crops[..., ::-1])).permute(0, 3, 1, 2).float() / 255
    with torch.no_grad():
        out: np.ndarray = net(x).numpy()
    assert out.shape == (len(crops), OUTPUTS)
    assert out.std(axis=0).max() > 0.01
    return out


def test_in_floating_point_the_written_net_says_the_same(net: SecondLookNet, crops: np.ndarray, tmp_path: Path) -> None:
    onnx.save(build_model(net), tmp_path / "second_look.onnx")
    said = say(net, crops)
    np.testing.assert_allclose(look(tmp_path / "second_look.onnx", crops), said, atol=1e-3 * float(said.std()))


def test_in_eight_bits_it_says_nearly_the_same_and_is_small(
    net: SecondLookNet, crops: np.ndarray, tmp_path: Path
) -> None:
    write_onnx(net, tmp_path / "second_look.onnx", crops)
    said, seen = say(net, crops), look(tmp_path / "second_look.onnx", crops)
    assert np.abs(seen - said).mean() < 0.2 * said.std()  # random weights are harder than trained ones
    assert (tmp_path / "second_look.onnx").stat().st_size < LARGEST
    assert [path.name for path in tmp_path.iterdir()] == ["second_look.onnx"]


class LeaningRenderer(StubRenderer):
    """Draws flat, leaning and odd crops in turn; every second leaning one leans on a coin, the others on a rim."""

    def render(self, seed: int, count: int, props: int = 511) -> Crops:
        self.asked.append((seed, count, props))
        truths = np.zeros(count, TRUTH)
        truths["kind"] = np.resize([FLAT, LEANS, OTHER, FLAT, LEANS, OTHER], count)
        truths["prop"] = np.resize([0, PROPS.index("coin"), 0, 0, PROPS.index("rim"), 0], count)
        truths["lean"], truths["value"], truths["family"] = 20, 3, 2
        truths["has_geometry"] = truths["kind"] != OTHER
        truths["below"] = (0.3, 0.4)
        return Crops(np.zeros((count, CROP, CROP, 3), np.uint8), truths)


def test_judging_tells_what_passes_for_a_flat_die() -> None:
    class Blind:
        """Says that rims are flat, and never another value than 3 or other vector than none."""

        def eval(self) -> Any:
            return self

        def to(self, _: object) -> Any:
            return self

        def __call__(self, x: np.ndarray) -> Any:
            out, rows = torch.zeros(len(x), OUTPUTS), np.arange(len(x))
            out[:, KINDS] = torch.tensor([0.0, 5.0, 0.0])
            out[(rows % 6 == 0) | (rows % 6 == 3), FLAT] = torch.linspace(8, 9, 20)
            out[rows % 6 == 4, FLAT] = 10.0
            out[:, VALUES.start + 2] = 1.0
            return out

    renderer = LeaningRenderer()
    found = judge(Blind(), renderer, torch.device("cpu"), 0b10001, 60)  # type: ignore[arg-type]
    assert renderer.asked == [(SEED, 60, 0b10001)]
    assert found == pytest.approx(
        {
            "leaning": 0.5,
            "other": 0.0,
            "leaning by 15 to 25 degrees": 0.5,
            "leaning on: coin": 0.0,
            "leaning on: rim": 1.0,
            "cards": 0.0,
            "wrong values of flat dice": 0.0,
            "median error of below, in sides": 0.5,
        }
    )
    assert COUNT > 1000
