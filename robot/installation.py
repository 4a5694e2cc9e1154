"""How this program was installed: its name for pip, its version, and the command that adds a missing package."""

import re
import sys
from importlib.util import find_spec
from pathlib import Path

from hardware.errors import Failure, HardwareError
from solver.errors import MissingPackageError, SolverError

DISTRIBUTION = "pipsqueak-robot"
"""The name for pip; on PyPI `pipsqueak` is another project."""
VERSION = "0.5.0"
EXTRAS = {
    **dict.fromkeys(("matplotlib", "scipy"), "solve"),
    **dict.fromkeys(("gymnasium", "open_spiel", "pettingzoo", "pyspiel"), "learn"),
    "mujoco": "twin",
    **dict.fromkeys(("build123d", "ezdxf", "manifold3d", "rectpack", "trimesh"), "make"),
    **dict.fromkeys(("bpy", "onnx", "torch"), "train"),
}
"""The extra that installs each optional module."""
CODE = Path(__file__).resolve().parents[1]
"""The folder of this program's packages."""
UNIX = {"fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"}
"""Standard modules of Python that Windows lacks."""
SPELLED = {
    "trace": "lambda",
    "exploring": "exploring-starts",
    "last_round": "last-round",
    "solo": "players 1",
    **dict.fromkeys(("sides", "weights", "dice_of"), "die"),
    **{name: f"rule {name}" for name in ("opening", "penalty", "commit")},
}
"""Options of the solver that have another name on the command line."""
LIBRARY = re.compile(r"(lib\S+)\.so\.(\d+)\S*: cannot open shared object file")
"""The system's message when a shared library is missing."""
OF_OPENCV = "libgl1 libglib2.0-0"
DEBIAN = {"libGL": OF_OPENCV, "libgthread-2.0": OF_OPENCV, "libglib-2.0": OF_OPENCV, "libz": "zlib1g"}
"""Debian packages of libraries that need others too, or whose package is not named by Debian Policy 8.1."""


def install_command(module: str, *, code: Path = CODE, prefix: str = sys.prefix) -> str:
    """Return the command that adds a package's `module` to the environment `prefix` for the program in `code`.

    In a checkout, the command is make's if no environment is active, or if it adds an extra to make's own. In other
    environments, and outside a checkout, it uses the tool that made the environment. It works in any folder, and quotes
    with double quotes only.
    """
    extra = EXTRAS.get(module)
    part = f"[{extra}]" if extra else ""
    wanted = f'"{DISTRIBUTION}{part}"'
    if (code / "Makefile").is_file() and (code / "pyproject.toml").is_file():
        if prefix == sys.base_prefix or (extra and Path(prefix).resolve() == (code / ".venv").resolve()):
            return f'make -C "{code}" ' + (f"add EXTRA={extra}" if extra else "setup")
        wanted = f'-e "{code}{part}" -c "{code / "constraints.txt"}"'
    return f"{_installer(Path(prefix))} {wanted}"


def _installer(prefix: Path) -> str:
    """Return the command that installs into an environment; those of `pipx` and `uv` have no pip."""
    if (prefix / "pipx_metadata.json").is_file():
        return f'pipx runpip "{prefix.name}" install'
    if find_spec("pip") is None:
        return f'uv pip install --python "{sys.executable}"'
    return f'"{sys.executable}" -m pip install'


def describe_error(error: Exception) -> str:
    """Return the message of an error, with the command line's names for the solver's options.

    If a package is missing, the message names the command that installs it.
    """
    if isinstance(error, MissingPackageError):
        return f"{error.what}: run '{install_command(str(error.name))}'"
    if isinstance(error, HardwareError) and error.failure is Failure.MISSING_MUJOCO:
        return f"{error.what}: run '{install_command('mujoco')}'"
    return error.tell(spell_option) if isinstance(error, SolverError) else str(error)


def spell_option(name: str) -> str:
    """Return the command line's option for an option of the solver or a part of a position."""
    return f"--{SPELLED.get(name, name).replace('_', '-')}"


def describe_import(error: ImportError) -> str:
    """Return why a module cannot be imported and what to do; "" if this program has the fault."""
    module = (error.name or "").partition(".")[0]
    if absent := LIBRARY.search(str(error)):
        library, version = absent[1].lower(), absent[2]
        named = f"{library}-{version}" if library[-1].isdigit() else library + version
        return f"the system has no {absent[1]}.so.{version}: run 'sudo apt install {DEBIAN.get(absent[1], named)}'"
    if module in UNIX:
        return f"this needs {module}, which Windows does not have: run it in WSL ('wsl --install') or on Linux"
    if not isinstance(error, ModuleNotFoundError) or (CODE / module).is_dir():
        return ""
    if module in sys.stdlib_module_names:
        return f"this Python was built without {module.lstrip('_')}: use another one, such as the system's python3"
    return f"{module} is not installed: run '{install_command(module)}'"
