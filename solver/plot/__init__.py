"""Pictures of games; needs matplotlib."""

from importlib import import_module

from installation import install_command
from solver.errors import MissingMatplotlibError

try:
    import_module("matplotlib")
except ImportError as missing:
    raise MissingMatplotlibError(f"pictures need matplotlib: run '{install_command('matplotlib')}'") from missing
