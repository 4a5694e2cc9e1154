"""The small convolutional net that finds and reads the top faces of dice; ONNX Runtime runs it."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Image

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

Floats: TypeAlias = NDArray[np.float32]

WEIGHTS = Path(__file__).parent / "data" / "reader.onnx"

STRIDE = 4
"""Pixels of the picture for each cell of the maps."""

USUAL = 30.0
"""The side of a top face, in pixels, for which the maps' size channel is 0."""

EVEN = 16
"""Width and height of the net's input are multiples of this; pictures are padded."""


@dataclass(frozen=True, slots=True)
class Maps:
    """The net's output for a picture: ``channels`` (13, rows, columns), one cell for every ``STRIDE`` pixels."""

    channels: Floats

    @property
    def heat(self) -> Floats:
        """The log-odds (rows, columns) that the centre of a top face lies in a cell."""
        return np.asarray(self.channels[0])

    def values(self, row: NDArray[np.intp], column: NDArray[np.intp]) -> Floats:
        """Return the log-probabilities (n, 7) that the face in each cell is unreadable or shows 1 to 6."""
        values = self.channels[1:8, row, column].T
        values = values - values.max(axis=1, keepdims=True)
        return np.asarray(values - np.log(np.exp(values).sum(axis=1, keepdims=True)), np.float32)

    def faces(self, row: NDArray[np.intp], column: NDArray[np.intp]) -> Floats:
        """Return x, y and side (3, n), in pixels, of the faces in these cells."""
        size, right, down = self.channels[8:11, row, column]
        x, y = (column + 0.5 + right) * STRIDE, (row + 0.5 + down) * STRIDE
        return np.asarray([x, y, USUAL * np.exp(np.clip(size, -2, 2))], np.float32)

    def down(self, row: NDArray[np.intp], column: NDArray[np.intp]) -> Floats:
        """Return the vectors (n, 2) from the centre of each top face to that of the face below, in sides."""
        return np.asarray(self.channels[11:13, row, column].T, np.float32)


def start_session(weights: Path) -> "InferenceSession":
    """Return ONNX Runtime's session of a net; it takes as many threads as OpenCV does now."""
    # Importing it takes a tenth of a second, and most verbs read no photograph.
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = cv2.getNumThreads()
    # Threads that wait for the next picture must not keep a core busy.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(str(weights), options, providers=["CPUExecutionProvider"])


class Net:
    """The net that finds faces, with its weights."""

    def __init__(self, weights: Path = WEIGHTS) -> None:
        self._session = start_session(weights)

    def forward(self, image: Image) -> Maps:
        """Return the maps for a picture (h, w, 3), BGR."""
        height, width = image.shape[:2]
        right, bottom = -width % EVEN, -height % EVEN
        if right or bottom:
            image = np.asarray(cv2.copyMakeBorder(image, 0, bottom, 0, right, cv2.BORDER_REPLICATE), np.uint8)
        (found,) = self._session.run(None, {"picture": np.ascontiguousarray(image)[None]})
        out = np.asarray(found, np.float32)[0]
        # The net's output is at an eighth of the size: each group of four channels holds four neighbouring cells.
        channels, rows, columns = out.shape[0] // 4, out.shape[1], out.shape[2]
        maps = np.empty((channels, 2 * rows, 2 * columns), np.float32)
        for cell in range(4):
            maps[:, cell // 2 :: 2, cell % 2 :: 2] = out[cell::4]
        return Maps(np.ascontiguousarray(maps[:, : -(-height // STRIDE), : -(-width // STRIDE)]))
