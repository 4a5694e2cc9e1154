"""What a camera is to the rest of the robot: frames that carry the time their exposure began."""

from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A picture: `image` (h, w, 3) uint8 BGR, and `time`, the clock's seconds when its exposure began."""

    image: NDArray[np.uint8]
    time: float


class Camera(Protocol):
    """Something that looks at the table: opened by making it, closed by `close` or the end of a with-block."""

    def frame(self, after: float | None = None) -> Frame:
        """Return the newest frame, or with `after` one whose exposure began later than that; waits for it.

        Raises a CameraError: FrameTimeoutError when none comes, NoMorePicturesError at the end of a film or folder,
        CameraLostError when the camera has gone.
        """
        ...

    def close(self) -> None:
        """Let the camera go; harmless when it has been closed before."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
