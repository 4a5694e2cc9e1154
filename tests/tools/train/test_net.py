from pathlib import Path

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch: make add EXTRA=train")
onnx = pytest.importorskip("onnx", reason="writing the net needs onnx: make add EXTRA=train")

from tools.train.export import build_model, write_onnx  # noqa: E402
from tools.train.net import DiceNet  # noqa: E402
from tools.train.scenes import scene  # noqa: E402
from tools.train.surfaces import make_tiles  # noqa: E402
from tools.train.targets import CHANNELS  # noqa: E402
from vision.photograph.net import Net as WrittenNet  # noqa: E402

pytestmark = pytest.mark.check

LARGEST = 4_000_000


@pytest.fixture(scope="module")
def net() -> DiceNet:
    """Return a net whose normalisation is no identity."""
    torch.manual_seed(5)
    net = DiceNet()
    for part in net.modules():
        if isinstance(part, torch.nn.BatchNorm2d):
            torch.nn.init.uniform_(part.weight, 0.5, 1.5)
            torch.nn.init.normal_(part.bias, 0, 0.3)
            part.running_mean.normal_(0, 0.2)
            part.running_var.uniform_(0.5, 1.5)
    net.eval()
    return net


def both(net: DiceNet, path: Path) -> tuple[np.ndarray, np.ndarray]:
    """Return the maps of one drawn picture, by the written net and by PyTorch."""
    image = scene(np.random.default_rng(3), 128, make_tiles())[0][:90, :125]
    seen = WrittenNet(path).forward(image).channels
    padded = cv2.copyMakeBorder(image, 0, 6, 0, 3, cv2.BORDER_REPLICATE)
    with torch.no_grad():
        maps = net(torch.from_numpy(padded).movedim(-1, 0)[None].float() / 255).numpy()[0]
    assert seen.shape == (CHANNELS, 23, 32)
    assert maps.std() > 0.1
    return seen, maps[:, :23, :32]


def test_in_floating_point_the_written_net_says_the_same_as_pytorch(net: DiceNet, tmp_path: Path) -> None:
    onnx.save(build_model(net), tmp_path / "reader.onnx")
    seen, maps = both(net, tmp_path / "reader.onnx")
    np.testing.assert_allclose(seen, maps, atol=1e-3 * float(maps.std()))


def test_in_eight_bits_it_says_nearly_the_same_is_small_and_has_the_same_bytes(net: DiceNet, tmp_path: Path) -> None:
    one, again = (tmp_path / name for name in ("reader.onnx", "again.onnx"))
    for path in (one, again):
        write_onnx(net, path)
    seen, maps = both(net, one)
    assert np.abs(seen - maps).mean() < 0.1 * maps.std()
    assert one.stat().st_size <= LARGEST
    assert one.read_bytes() == again.read_bytes()
