"""Checked files: a format number, a header as a line of JSON, the content, and a SHA-256 that reveals damage."""

import functools
import glob
import hashlib
import itertools
import json
import logging
import math
import os
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from solver.errors import TableError

FORMAT = 1
MAGIC = b"pipsqueak table "
DIGEST = hashlib.sha256().digest_size

Say = Callable[[str], None]
LOG: Say = logging.getLogger(__name__).warning

T = TypeVar("T")


@functools.cache
def solver_version() -> str:
    """Return a mark that changes with any module of the solver, so that no kept file is older than the code."""
    folder = Path(__file__).parent
    files = [(str(path.relative_to(folder)), path.stat()) for path in sorted(folder.rglob("*.py"))]
    known = [(name, found.st_size, found.st_mtime_ns) for name, found in files]
    return hashlib.sha256(repr(known).encode()).hexdigest()[:16]


def pack(header: Mapping[str, Any], body: bytes) -> bytes:
    """Return the content of a file with this header and body."""
    content = MAGIC + f"{FORMAT}\n".encode() + json.dumps(header, sort_keys=True).encode() + b"\n" + body
    return content + hashlib.sha256(content).digest()


def unpack(content: bytes, path: Path) -> tuple[dict[str, Any], memoryview]:
    """Return header and body of `content`, which came from `path`. Raises TableError if anything is wrong with it."""
    first, newline, _ = content[: len(MAGIC) + 8].partition(b"\n")
    if not first.startswith(MAGIC[: len(first)]):
        raise TableError(f"{path} is not a table of pipsqueak: reinstall pipsqueak or compute it again")
    if newline and first != MAGIC + str(FORMAT).encode():
        raise TableError(f"table {path} has another format than {FORMAT}, the one this version reads: compute it again")
    if len(content) <= DIGEST or hashlib.sha256(memoryview(content)[:-DIGEST]).digest() != content[-DIGEST:]:
        raise TableError(
            f"table {path} is truncated or damaged (wrong checksum): reinstall pipsqueak or compute it again"
        )
    begin = len(first) + 1
    end = content.find(b"\n", begin)
    try:
        header = dict(json.loads(content[begin:end]))
    except (TypeError, ValueError) as wrong:
        raise TableError(f"table {path} has no header that can be read: compute it again") from wrong
    return header, memoryview(content)[end + 1 : -DIGEST]


def read(path: Path) -> tuple[dict[str, Any], memoryview]:
    """Return header and body of the file at `path`. Raises FileNotFoundError, or TableError if it cannot be used."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise
    except OSError as refused:
        raise TableError(f"table {path} cannot be read ({refused.strerror}): check folder and disk") from refused
    return unpack(content, path)


def check_header(header: Mapping[str, Any], expected: Mapping[str, Any], path: Path, game: str) -> None:
    """Raise TableError unless the file at `path` has the header that a `game` needs."""
    if header != expected:
        raise TableError(f"table {path} holds another game than {game}: compute it again")


def load_arrays(header: Mapping[str, Any], path: Path, game: str) -> dict[str, NDArray[Any]]:
    """Return the arrays, by their names, that `save_arrays` wrote to `path` with this header for a `game`.

    Raises FileNotFoundError, or TableError if anything is wrong with the file or it holds another game.
    """
    found, body = read(path)
    listed = found.pop("arrays", ())
    check_header(found, header, path, game)
    try:
        content = memoryview(zlib.decompress(body)) if any("packed" in one for one in listed) else body
        sizes = [np.dtype(one["type"]).itemsize * math.prod(one["shape"]) for one in listed]
        if len(content) != sum(sizes):
            raise ValueError("its length is wrong")
        parts = [content[end - size : end] for size, end in zip(sizes, itertools.accumulate(sizes), strict=True)]
        read_ones = zip(listed, parts, strict=True)
        return {one["name"]: np.frombuffer(part, one["type"]).reshape(one["shape"]) for one, part in read_ones}
    except (zlib.error, LookupError, TypeError, ValueError) as wrong:
        raise TableError(f"table {path} does not hold the values that its header says: compute it again") from wrong


def save_arrays(
    header: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]], path: Path, *, packed: bool = True
) -> None:
    """Write arrays to `path`, packed by zlib or plain, as `write` does. Raises what `write` raises."""
    how = {"packed": "zlib"} if packed else {}
    listed = [{"name": name, "type": one.dtype.str, "shape": [*one.shape], **how} for name, one in arrays.items()]
    body = b"".join(one.tobytes() for one in arrays.values())
    write(pack({**header, "arrays": listed}, zlib.compress(body, 9) if packed else body), path)


def write(content: bytes, path: Path) -> None:
    """Write `content` to `path`, under a temporary name first, then renamed. Raises TableError if writing fails."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        clear(path)
        with beside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as refused:
        with suppress(OSError):
            beside.unlink()
        raise TableError(f"table {path} cannot be written ({refused.strerror}): check folder and disk") from refused


def load_or_solve(
    path: Path | None, load: Callable[[Path], T], solve: Callable[[], T], save: Callable[[T, Path], None], say: Say
) -> T:
    """Return the table that `load` reads from `path`, or else the one that `solve` computes, saved there by `save`.

    Reports a damaged file to `say` and replaces it. Reports a folder that cannot be written, too. Without a path, saves
    nothing. Raises what `solve` raises.
    """
    if path is None:
        return solve()
    try:
        return load(path)
    except FileNotFoundError:
        pass
    except TableError as damaged:
        say(f"{damaged}; it is computed now")
    solved = solve()
    try:
        save(solved, path)
    except TableError as refused:
        say(str(refused))
    return solved


def clear(path: Path) -> None:
    """Remove temporary files beside `path` of processes that were stopped while writing it."""
    for left in path.parent.glob(f"{glob.escape(path.name)}.*.new"):
        try:
            os.kill(int(left.name.split(".")[-2]), 0)
        except ProcessLookupError:
            left.unlink(missing_ok=True)
        except (PermissionError, ValueError, OverflowError):
            continue  # it is another's, and may be written just now
