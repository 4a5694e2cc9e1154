"""A builder of ONNX graphs, and their quantisation to 8 bits."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper
from torch import Tensor

from robot.files import replace_whole
from tools.train.net import Convolution, ResidualBlock, ResidualBlocks

OPSET = 13

Named: TypeAlias = tuple[str, Sequence[int | str]]
"""The name of an input or output, and its shape."""

Shown: TypeAlias = Iterator[dict[str, NDArray[np.uint8]]]
"""Inputs that show the range of each map."""


class Graph:
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

    def finish(self, name: str, given: Named, found: Named) -> onnx.ModelProto:
        """Return the model with the input ``given``, in uint8, and the output ``found``, from the last node."""
        self.nodes[-1].output[0] = found[0]
        ends = [helper.make_tensor_value_info(given[0], TensorProto.UINT8, given[1])]
        outs = [helper.make_tensor_value_info(found[0], TensorProto.FLOAT, found[1])]
        model = helper.make_model(
            helper.make_graph(self.nodes, name, ends, outs, self.weights),
            opset_imports=[helper.make_opsetid("", OPSET)],
            producer_name="pipsqueak",
        )
        model.ir_version = 8
        onnx.checker.check_model(model)
        return model


class _Samples:
    """The inputs that show the range of each map, in ONNX Runtime's format."""

    def __init__(self, shown: Shown) -> None:
        self._left = shown

    def get_next(self) -> dict[str, NDArray[np.uint8]] | None:
        return next(self._left, None)


def write_in_eight_bits(model: onnx.ModelProto, path: Path, shown: Shown) -> None:
    """Write a model to ``path``, quantised to 8 bits except for its first and last layer with weights.

    Weights have 7 bits: processors without instructions for 8 bits would saturate.
    """
    from onnxruntime.quantization import QuantFormat, QuantType, quantize_static

    layers = [node.name for node in model.graph.node if node.op_type in {"Conv", "Gemm"}]
    with replace_whole(path) as beside:
        quantize_static(
            model,
            beside,
            _Samples(shown),
            quant_format=QuantFormat.QDQ,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            per_channel=True,
            reduce_range=True,
            nodes_to_exclude=[layers[0], layers[-1]],
        )
