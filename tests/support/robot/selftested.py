"""A self-test of the simulated table on a virtual clock."""

from contextlib import ExitStack

from hardware.dimensions import CRANK
from robot.app import controller_kind, devices
from robot.config import Config
from robot.selftest.bench import Bench
from robot.selftest.guide import Guide
from robot.selftest.report import StepResult
from robot.selftest.steps import choose_steps, run_steps
from robot.table.choice import TableChoice


def do_selftest(
    faults: str = "",
    steps: str = "",
    *,
    table: str = "sim",
    seed: int = 1,
    throws: int = 2,
    guide: Guide | None = None,
    machine: str = CRANK,
) -> list[StepResult]:
    """Return what comes of these steps (all for none) on a table with these faults."""
    with ExitStack() as stack:
        choice = TableChoice(table, None, seed, None, faults, machine=machine).resolve(Config())
        parts = devices(choice, stack)
        bench = Bench.of_devices(parts, stack, choice, guide or Guide(), throws)
        there = controller_kind(machine).STEPS
        return list(run_steps(bench, choose_steps(there, steps.split(",") if steps else ())))


def causes_of(results: list[StepResult]) -> set[tuple[str, ...]]:
    """Return the causes that results name: of each trouble those that it cannot tell apart."""
    return {trouble.causes for result in results for trouble in result.troubles}
