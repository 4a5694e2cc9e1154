"""A base class for objects that a with-block closes."""

from abc import ABC, abstractmethod
from typing import Self


class Closing(ABC):
    """An object to be closed, by close() or at the end of a with-block."""

    __slots__ = ()

    @abstractmethod
    def close(self) -> None:
        """Release the resources. Closing twice is harmless."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()
