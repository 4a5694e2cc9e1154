"""The fully convolutional net that finds and reads top faces, in PyTorch."""

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from tools.train.targets import CHANNELS


@dataclass(frozen=True, slots=True)
class NetShape:
    """Channels at strides 2, 4, 8 and 16, and residual blocks at 4, 8, 16 and again at 8.

    Most of the work is in 3 x 3 convolutions of stride 1 with 64 channels or more, which are the fastest on processors.
    """

    stem: int = 16
    fine: int = 32
    middle: int = 64
    coarse: int = 128
    fine_blocks: int = 1
    middle_blocks: int = 3
    coarse_blocks: int = 3
    back_blocks: int = 1


class Convolution(nn.Module):
    """A convolution with batch normalisation; the export folds the latter into the former."""

    def __init__(self, inside: int, outside: int, size: int = 3, stride: int = 1) -> None:
        super().__init__()
        self.plain = nn.Conv2d(inside, outside, size, stride, size // 2, bias=False)
        self.norm = nn.BatchNorm2d(outside, momentum=0.03)

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.norm(self.plain(x))
        return out

    @property
    def folded(self) -> tuple[Tensor, Tensor, int]:
        """Weights, offsets and stride of the equivalent convolution without normalisation."""
        spread, mean = self.norm.running_var, self.norm.running_mean
        assert spread is not None
        assert mean is not None
        gain = self.norm.weight / torch.sqrt(spread + self.norm.eps)
        return self.plain.weight * gain[:, None, None, None], self.norm.bias - mean * gain, self.plain.stride[0]


class ResidualBlock(nn.Module):
    """A residual block of two convolutions."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = Convolution(channels, channels)
        self.second = Convolution(channels, channels)
        nn.init.constant_(self.second.norm.weight, 0.2)

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(x + self.second(functional.relu(self.first(x))))


class ResidualBlocks(nn.Module):
    """A sequence of residual blocks."""

    def __init__(self, channels: int, count: int) -> None:
        super().__init__()
        self.blocks = [ResidualBlock(channels) for _ in range(count)]
        for number, block in enumerate(self.blocks):
            self.add_module(str(number), block)

    def forward(self, x: Tensor) -> Tensor:
        for block in self.blocks:
            x = block(x)
        return x


class DiceNet(nn.Module):
    """The net from pictures (n, 3, h, w) to `CHANNELS` maps at a quarter of their size; h and w are multiples of 16.

    Pictures are BGR, 0 to 1. ``eighth`` computes the maps at an eighth of the size with four neighbours at a place, (n,
    4 * CHANNELS, h / 8, w / 8). This part is exported; the reader rearranges the maps.
    """

    def __init__(self, shape: NetShape | None = None) -> None:
        super().__init__()
        shape = shape or NetShape()
        self.shape = shape
        self.enter = Convolution(3, shape.stem, stride=2)
        self.quarter = Convolution(shape.stem, shape.fine)
        self.fine = ResidualBlocks(shape.fine, shape.fine_blocks)
        self.widen = Convolution(shape.fine, shape.middle)
        self.middle = ResidualBlocks(shape.middle, shape.middle_blocks)
        self.widen_more = Convolution(shape.middle, shape.coarse)
        self.coarse = ResidualBlocks(shape.coarse, shape.coarse_blocks)
        self.narrow = Convolution(shape.coarse, shape.middle, 1)
        self.back = ResidualBlocks(shape.middle, shape.back_blocks)
        self.head = nn.Conv2d(shape.middle, 4 * CHANNELS, 1)
        rare = torch.zeros(4 * CHANNELS)
        rare[:4] = -4.0
        self.head.bias = nn.Parameter(rare)

    def eighth(self, x: Tensor) -> Tensor:
        """Return the maps at an eighth of the size: each group of four channels has four neighbouring cells."""
        x = functional.relu(self.enter(x))
        x = functional.relu(self.quarter(functional.max_pool2d(x, 2)))
        x = self.fine(x)
        x = functional.relu(self.widen(functional.max_pool2d(x, 2)))
        x = self.middle(x)
        y = functional.relu(self.widen_more(functional.max_pool2d(x, 2)))
        y = self.coarse(y)
        x = functional.relu(x + functional.interpolate(self.narrow(y), scale_factor=2.0, mode="nearest"))
        x = self.back(x)
        out: Tensor = self.head(x)
        return out

    def forward(self, x: Tensor) -> Tensor:
        return functional.pixel_shuffle(self.eighth(x), 2)
