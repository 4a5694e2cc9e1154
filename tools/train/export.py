"""Export the trained net as ONNX: fold normalisation into convolutions, then quantise these to 8 bits."""

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto

from tools.train.augment import Recolour
from tools.train.graph import Graph, Named, Shown, write_in_eight_bits
from tools.train.net import DiceNet
from tools.train.scenes import scene
from tools.train.surfaces import make_tiles
from tools.train.targets import CHANNELS

CALIBRATION, SIZE = 64, 256
"""Number and size of the drawn scenes that show the range of each map."""

SEED = 0x1B17
"""A seed that training does not use."""


def _draw_pictures() -> Shown:
    tiles, recolour = make_tiles(), Recolour()
    for number in range(CALIBRATION):
        rng = np.random.default_rng((SEED, number))
        image, _ = scene(rng, SIZE, tiles)
        yield {"picture": recolour(rng, image, 30.0)[None]}


def write_onnx(net: DiceNet, path: Path) -> None:
    """Write ``Net.eighth`` to ``path`` in 8 bits; for its input and output see ``build_model``."""
    write_in_eight_bits(build_model(net), path, _draw_pictures())


def build_model(net: DiceNet) -> onnx.ModelProto:
    """Return ``Net.eighth`` as ONNX in floating point.

    Its input "picture" is (1, h, w, 3), BGR uint8, its output "maps" (1, 4 * CHANNELS, h / 8, w / 8).
    """
    graph = Graph()
    x = graph.add("Transpose", "picture", perm=[0, 3, 1, 2])
    x = graph.add("Cast", x, to=TensorProto.FLOAT)
    weight, bias, stride = net.enter.folded
    # ReLU and the maximum of four can change places. Pooling first makes the quantised map a quarter as large, which
    # saves ONNX Runtime a quarter of the net's time.
    x = graph.add("Relu", graph.pool(graph.convolve(x, weight / 255, bias, stride)))
    x = graph.add("Relu", graph.convolution(x, net.quarter))
    x = graph.blocks(x, net.fine)
    x = graph.add("Relu", graph.convolution(graph.pool(x), net.widen))
    x = graph.blocks(x, net.middle)
    y = graph.add("Relu", graph.convolution(graph.pool(x), net.widen_more))
    y = graph.blocks(y, net.coarse)
    x = graph.add("Relu", graph.add("Add", x, graph.double(graph.convolution(y, net.narrow))))
    x = graph.blocks(x, net.back)
    offset = net.head.bias
    assert offset is not None
    x = graph.convolve(x, net.head.weight, offset)
    given: Named = "picture", [1, "height", "width", 3]
    return graph.finish("reader", given, ("maps", [1, 4 * CHANNELS, "rows", "columns"]))
