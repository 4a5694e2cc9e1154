"""Export the trained net as ONNX: normalisation folded into convolutions, which are then quantised to 8 bits."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor

from tools.train.augment import Recolour
from tools.train.net import Convolution, DiceNet, ResidualBlock, ResidualBlocks
from tools.train.scenes import scene
from tools.train.surfaces import make_tiles
from tools.train.targets import CHANNELS

OPSET = 13

CALIBRATION, SIZE = 64, 256
"""Number and size of the drawn scenes that show the range of each map."""

SEED = 0x1B17
"""A seed that training does not use."""


class _Graph:
    """The nodes and weights of an ONNX graph, in order."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.weights: list[Any] = []

    def add(self, kind: str, *inputs: str, **attributes: Any) -> str:
        name = f"{kind.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, list(inputs), [name], name, **attributes))
        return name

    def weight(self, values: Tensor) -> str:
        name = f"weights{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(values.detach().numpy().astype(np.float32), name))
        return name

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


class _DrawnPictures:
    """The drawn scenes that show the range of each map."""

    def __init__(self) -> None:
        self._left = _drawn_pictures()

    def get_next(self) -> dict[str, NDArray[np.uint8]] | None:
        return next(self._left, None)


def _drawn_pictures() -> Iterator[dict[str, NDArray[np.uint8]]]:
    tiles, recolour = make_tiles(), Recolour()
    for number in range(CALIBRATION):
        rng = np.random.default_rng((SEED, number))
        image, _ = scene(rng, SIZE, tiles)
        yield {"picture": recolour(rng, image, 30.0)[None]}


def write_onnx(net: DiceNet, path: Path) -> None:
    """Write ``Net.eighth`` to ``path``, quantised to 8 bits but for the first and the last convolution.

    Its input "picture" is (1, h, w, 3), BGR uint8, its output "maps" (1, 4 * CHANNELS, h / 8, w / 8). Weights have
    7 bits: processors without instructions for 8 bits would saturate.
    """
    from onnxruntime.quantization import QuantFormat, QuantType, quantize_static

    model = float_model(net)
    whole, new = path.with_suffix(".float"), path.with_suffix(".new")
    onnx.save(model, whole)
    convolutions = [node.name for node in model.graph.node if node.op_type == "Conv"]
    quantize_static(
        whole,
        new,
        _DrawnPictures(),
        quant_format=QuantFormat.QDQ,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        per_channel=True,
        reduce_range=True,
        nodes_to_exclude=[convolutions[0], convolutions[-1]],
    )
    whole.unlink()
    new.replace(path)


def float_model(net: DiceNet) -> onnx.ModelProto:
    """Return ``Net.eighth`` as ONNX in floating point; for its input and output see ``write_onnx``."""
    graph = _Graph()
    x = graph.add("Transpose", "picture", perm=[0, 3, 1, 2])
    x = graph.add("Cast", x, to=TensorProto.FLOAT)
    weight, bias, stride = net.enter.folded
    # The largest of four is positive where one is. Pooled before, the map is quantised at a quarter of the size, which
    # takes ONNX Runtime a quarter of the net's time less.
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
    graph.nodes[-1].output[0] = "maps"
    model = helper.make_model(
        helper.make_graph(
            graph.nodes,
            "reader",
            [helper.make_tensor_value_info("picture", TensorProto.UINT8, [1, "height", "width", 3])],
            [helper.make_tensor_value_info("maps", TensorProto.FLOAT, [1, 4 * CHANNELS, "rows", "columns"])],
            graph.weights,
        ),
        opset_imports=[helper.make_opsetid("", OPSET)],
        producer_name="pipsqueak",
    )
    model.ir_version = 8
    onnx.checker.check_model(model)
    return model
