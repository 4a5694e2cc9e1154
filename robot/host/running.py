"""Whether a host serves the folders of a user, whose settings, password and phones it has in memory and writes."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from robot.config import Folders
from robot.errors import RobotError
from robot.files import lock_byte

LOCKS = "hosts.locks"


@contextmanager
def hosting(folders: Folders) -> Iterator[None]:
    """Note that a host serves these folders, several at a time; the note ends with the program, however it ends.

    Where nothing can be written, nothing is replaced either, and no note is needed.

    Raises:
        RobotError: `without_hosts` goes on meanwhile.

    """
    with ExitStack() as stack:
        try:
            folders.data.mkdir(parents=True, exist_ok=True)
            free = lock_byte(stack.enter_context((folders.data / LOCKS).open("a+b")), 0, shared=True)
        except OSError:
            free = True
        if not free:
            raise RobotError(f"'data restore' or 'data forget' is changing {folders.data}: start again when it is done")
        yield


@contextmanager
def without_hosts(folders: Folders) -> Iterator[None]:
    """Let no host begin to serve these folders, and nobody else change them so. Nobody uses them if there are none yet.

    Raises:
        RobotError: a host serves them, somebody else changes them, or it cannot be found out.

    """
    with ExitStack() as stack:
        path = folders.data / LOCKS
        try:
            free = lock_byte(stack.enter_context(path.open("a+b")), 0)
        except FileNotFoundError:
            free = True
        except OSError as error:
            raise RobotError(f"{path} cannot be used ({error.strerror}): correct its permissions") from error
        if not free:
            raise RobotError(
                f"{folders.data} is in use: end 'serve' or 'exhibit' first, as with 'systemctl stop pipsqueak'"
            )
        yield
