"""Which versions of what are at work."""

import platform
from importlib.metadata import version


def versions() -> dict[str, str]:
    """Return the versions of the package and of Python, and what system it is."""
    return {
        "pipsqueak": version("pipsqueak"),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
    }
