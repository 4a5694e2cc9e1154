"""Pictures of games; needs matplotlib."""

from importlib import import_module

from solver.errors import MissingMatplotlibError

try:
    import_module("matplotlib")
except ImportError as missing:
    raise MissingMatplotlibError("pictures need matplotlib: run 'make setup'") from missing
