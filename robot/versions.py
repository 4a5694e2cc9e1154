"""Which versions of what are at work."""

import platform
from importlib.metadata import version


def versions() -> dict[str, str]:
    """Return the versions of the package, of Python and of the system."""
    return {"pipsqueak": version("pipsqueak"), "python": platform.python_version(), "system": platform.platform()}
