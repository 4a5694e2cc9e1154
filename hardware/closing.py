"""What is opened is closed at the end of a with-block."""

from abc import ABC, abstractmethod
from typing import Self


class Closing(ABC):
    """Something that has to be closed, be it by hand or by leaving its with-block."""

    __slots__ = ()

    @abstractmethod
    def close(self) -> None:
        """Give back what is held; closing twice is harmless."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()
