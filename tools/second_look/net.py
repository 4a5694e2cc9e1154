"""The net of the second look, in PyTorch: a plain residual net over one crop."""

from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional

from tools.train.batches import TrainingError
from tools.train.net import Convolution, ResidualBlock
from tools.train.trainee import read_state, write_state
from vision.photograph.second_look import BELOW

CHANNELS, BLOCKS = (24, 32, 64, 112, 176), (1, 2, 3, 3)
"""Channels at strides 2, 2, 4, 8 and 16, and residual blocks at the last four."""

THIN, HIDDEN = 40, 256
"""Channels of the map of 8 x 8 places that is flattened, and of the layer before the last."""

UP = slice(BELOW.stop, BELOW.stop + 2)
"""Outputs that the reader does not use: the direction of the scene's up in the picture."""

OUTPUTS = UP.stop


class SecondLookNet(nn.Module):
    """Crops (n, 3, 128, 128), RGB, 0 to 1, in; (n, OUTPUTS) out.

    Mean pooling loses the lean of dice: a flattened map of 8 x 8 places is added to it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = Convolution(3, CHANNELS[0], stride=2)
        parts: list[Convolution | ResidualBlock] = []
        for level, count in enumerate(BLOCKS):
            parts.append(Convolution(CHANNELS[level], CHANNELS[level + 1], stride=2 if level else 1))
            parts += [ResidualBlock(CHANNELS[level + 1]) for _ in range(count)]
        self.body = nn.ModuleList(parts)
        self.thin = Convolution(CHANNELS[-1], THIN, 1)
        self.hidden = nn.Linear(64 * THIN + CHANNELS[-1], HIDDEN)
        self.out = nn.Linear(HIDDEN, OUTPUTS)

    def forward(self, x: Tensor) -> Tensor:
        x = functional.relu(self.stem((x - 0.45) * 4))
        for part in self.body:
            x = part(x) if isinstance(part, ResidualBlock) else functional.relu(part(x))
        x = torch.cat([functional.relu(self.thin(x)).flatten(1), x.mean((2, 3))], 1)
        out: Tensor = self.out(functional.relu(self.hidden(x)))
        return out


def load_weights(path: Path) -> SecondLookNet:
    """Return the net with the weights in a file. Raises TrainingError."""
    net = SecondLookNet()
    try:
        net.load_state_dict(read_state(path))
    except RuntimeError as error:
        raise TrainingError(f"{path} holds weights of another net") from error
    net.eval()
    return net


def save_weights(net: SecondLookNet, path: Path) -> None:
    """Write the weights of a net in half precision."""
    state = {name: part.half() if part.dtype.is_floating_point else part for name, part in net.state_dict().items()}
    write_state(path, {name: part.cpu() for name, part in state.items()})
