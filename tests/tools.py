"""Programs that tests call and that no Python package brings."""

import os
import shutil

import pytest


def needs(program: str) -> None:
    """Skip the test where `program` is missing, and fail it where nothing may be: under CI=true."""
    if shutil.which(program) is not None:
        return
    missing = f"{program} is not installed: 'make system' brings it"
    if os.environ.get("CI") == "true":
        pytest.fail(missing)
    pytest.skip(missing)
