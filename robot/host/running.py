"""Locks that tell whether a host serves a user's folders: it keeps settings, password and phones in memory."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from robot.config import Folders
from robot.errors import RobotError
from robot.files import lock_byte

LOCKS = "hosts.locks"


@contextmanager
def hold_host_lock(folders: Folders) -> Iterator[None]:
    """Hold a lock that says that a host serves these folders; several hosts may hold it. It ends with the program.

    If the folder cannot be written, nobody can replace its files, and no lock is needed.

    Raises:
        RobotError: a block of `lock_hosts_out` is running.

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
def lock_hosts_out(folders: Folders) -> Iterator[None]:
    """Lock out all hosts, and everybody else who wants this lock. If there are no folders yet, nobody uses them.

    Raises:
        RobotError: a host serves the folders, somebody else holds this lock, or the lock cannot be used.

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
