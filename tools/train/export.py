"""Export the trained net as ONNX: normalisation folded into convolutions, weights in half precision."""

from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor

from tools.train.net import Convolution, DiceNet, ResidualBlock, ResidualBlocks
from tools.train.targets import CHANNELS

OPSET = 13


class _Graph:
    """The nodes and weights of an ONNX graph, in order."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.weights: list[Any] = []

    def add(self, kind: str, *inputs: str, **attributes: Any) -> str:
        name = f"{kind.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def weight(self, values: Tensor) -> str:
        name = f"weights{len(self.weights)}"
        half = values.detach().numpy().astype(np.float16)
        self.weights.append(numpy_helper.from_array(half, name))
        return self.add("Cast", name, to=TensorProto.FLOAT)

    def convolve(self, x: str, weight: Tensor, bias: Tensor, stride: int = 1) -> str:
        size = weight.shape[-1]
        names = self.weight(weight), self.weight(bias)
        return self.add("Conv", x, *names, kernel_shape=[size, size], strides=[stride, stride], pads=[size // 2] * 4)

    def convolution(self, x: str, part: Convolution) -> str:
        return self.convolve(x, *part.folded)

    def block(self, x: str, part: ResidualBlock) -> str:
        inner = self.add("Relu", self.convolution(x, part.first))
        return self.add("Relu", self.add("Add", x, self.convolution(inner, part.second)))

    def blocks(self, x: str, part: ResidualBlocks) -> str:
        for block in part.blocks:
            x = self.block(x, block)
        return x

    def pool(self, x: str) -> str:
        return self.add("MaxPool", x, kernel_shape=[2, 2], strides=[2, 2])

    def double(self, x: str) -> str:
        scales = numpy_helper.from_array(np.array([1, 1, 2, 2], np.float32), f"scales{len(self.nodes)}")
        self.weights.append(scales)
        return self.add(
            "Resize", x, "", scales.name, mode="nearest", nearest_mode="floor",
            coordinate_transformation_mode="asymmetric",
        )  # fmt: skip


def write_onnx(net: DiceNet, path: Path) -> None:
    """Write ``Net.eighth`` to ``path``.

    Its input "picture" is (1, 3, h, w), BGR, 0 to 255, its output "maps" (1, 4 * CHANNELS, h / 8, w / 8).
    """
    graph = _Graph()
    x = "picture"
    weight, bias, stride = net.enter.folded
    x = graph.add("Relu", graph.convolve(x, weight / 255, bias, stride))
    x = graph.add("Relu", graph.convolution(graph.pool(x), net.quarter))
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
    graph.nodes[-1].output[0] = "maps"
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "reader",
            [helper.make_tensor_value_info("picture", TensorProto.FLOAT, [1, 3, "height", "width"])],
            [helper.make_tensor_value_info("maps", TensorProto.FLOAT, [1, 4 * CHANNELS, "rows", "columns"])],
            graph.weights,
        ),
        opset_imports=[helper.make_opsetid("", OPSET)],
        producer_name="pipsqueak",
    )
    model.ir_version = 8
    onnx.checker.check_model(model)
    new = path.with_suffix(".new")
    new.write_bytes(model.SerializeToString())
    new.replace(path)
