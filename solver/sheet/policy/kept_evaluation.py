"""Evaluations of policies, kept beside the tables."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

from solver.checked_file import LOG, check_header, load_or_solve, pack, read, solver_version, take_arrays, write
from solver.errors import TableError
from solver.sheet.exact.sheet_files import file_of
from solver.sheet.game.sheet import Sheet
from solver.sheet.policy.evaluate import PolicyEvaluation
from solver.throw_distribution import Chance


def evaluate_once(
    sheet: Sheet, die: tuple[Chance, ...], name: str, folder: Path | None, evaluate: Callable[[], PolicyEvaluation]
) -> PolicyEvaluation:
    """Return what `evaluate` finds of the strategy called `name`, kept in a folder if there is one.

    What another version of the solver has found is computed again. Raises what `evaluate` raises.
    """
    played = file_of(Path(), sheet, die).stem
    expected = {"evaluation": [played, name], "version": solver_version()}
    mark = hashlib.sha256(json.dumps(expected).encode()).hexdigest()[:16]

    def load(path: Path) -> PolicyEvaluation:
        header, body = read(path)
        told = {key: header.pop(key, None) for key in ("scores", "further", "written", "bonus", "seconds")}
        check_header(header, expected, path, f"{name} at {sheet.name}")
        try:
            shapes = [("<f8", tuple(told[key])) for key in ("scores", "further", "written")]
            bonus, seconds = float(told["bonus"]), float(told["seconds"])
        except TypeError as wrong:
            raise TableError(f"table {path} holds no evaluation: compute it again") from wrong
        scores, further, written = take_arrays(body, shapes, path)
        return PolicyEvaluation(sheet, scores, further, written, bonus, seconds)

    def save(found: PolicyEvaluation, path: Path) -> None:
        arrays = {"scores": found.scores, "further": found.further, "written": found.written}
        told = {key: array.shape for key, array in arrays.items()}
        header = expected | told | {"bonus": found.bonus, "seconds": found.seconds}
        write(pack(header, b"".join(array.astype("<f8").tobytes() for array in arrays.values())), path)

    path = folder and folder / f"{sheet.name}-{name}-{mark}.table"
    return load_or_solve(path, load, evaluate, save, LOG)
