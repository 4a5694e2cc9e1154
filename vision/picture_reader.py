"""What every reader of pictures can do."""

from typing import Protocol

from vision.pictures import Image
from vision.reading import Reading


class PictureReader(Protocol):
    """Anything that reads dice in pictures."""

    def read(self, *exposures: Image) -> Reading:
        """Return the dice in pictures (h, w, 3), BGR uint8, of one still scene under different light."""
        ...
