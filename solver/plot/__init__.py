"""Pictures of games; needs matplotlib."""

from importlib import import_module

from solver.errors import MissingPackageError

try:
    import_module("matplotlib")
except ImportError as missing:
    raise MissingPackageError("pictures need", "matplotlib", "solve") from missing
