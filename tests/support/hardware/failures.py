"""Expects one failure of a device."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from hardware.errors import Failure, HardwareError


@contextmanager
def raises(failure: Failure, match: str | None = None) -> Iterator[pytest.ExceptionInfo[HardwareError]]:
    with pytest.raises(HardwareError, match=match) as raised:
        yield raised
    assert raised.value.failure is failure
