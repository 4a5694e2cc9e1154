"""What tests of several tools share."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tools.cad.assembly import Assembly


@pytest.fixture
def one_thread() -> Iterator[None]:
    """Let no test take more than its core."""
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.fixture(scope="session")
def machine() -> "Assembly":
    """Return the machine whose sheets are cut."""
    from tools.cad.assembly import assembled

    return assembled("cut")
