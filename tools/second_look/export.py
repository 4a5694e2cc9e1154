"""Export the net of the second look as ONNX, quantised to 8 bits."""

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import TensorProto

from tools.second_look.net import OUTPUTS, SecondLookNet
from tools.second_look.renderer import CROP
from tools.train.graph import Graph, write_in_eight_bits
from tools.train.net import ResidualBlock


def write_onnx(net: SecondLookNet, path: Path, shown: NDArray[np.uint8]) -> None:
    """Write the net to ``path`` in 8 bits; the crops ``shown`` give the range of each map. See ``build_model``."""
    write_in_eight_bits(build_model(net), path, ({"crops": crop[None]} for crop in shown))


def build_model(net: SecondLookNet) -> onnx.ModelProto:
    """Return the net as ONNX in floating point.

    Its input "crops" is (n, CROP, CROP, 3), BGR uint8, its output "looks" (n, OUTPUTS).
    """
    graph = Graph()

    def connect(x: str, part: Any) -> str:
        weight, bias = graph.weight(part.weight), graph.weight(part.bias)
        return graph.add("Gemm", x, weight, bias, transB=1)

    x = graph.add("Transpose", "crops", perm=[0, 3, 1, 2])
    x = graph.add("Cast", x, to=TensorProto.FLOAT)
    x = graph.add("Mul", x, graph.weight(torch.tensor(4 / 255)))
    x = graph.add("Sub", x, graph.weight(torch.tensor(4 * 0.45)))
    weight, bias, stride = net.stem.folded
    x = graph.add("Relu", graph.convolve(x, weight.flip(1), bias, stride))  # crops are BGR
    for part in net.body:
        x = graph.block(x, part) if isinstance(part, ResidualBlock) else graph.add("Relu", graph.convolution(x, part))
    places = graph.add("Flatten", graph.add("Relu", graph.convolution(x, net.thin)))
    mean = graph.add("Flatten", graph.add("GlobalAveragePool", x))
    x = graph.add("Relu", connect(graph.add("Concat", places, mean, axis=1), net.hidden))
    connect(x, net.out)
    return graph.finish("second look", ("crops", ["n", CROP, CROP, 3]), ("looks", ["n", OUTPUTS]))
