"""What tests of several tools share."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hardware.dimensions import BOXES, dimensions

if TYPE_CHECKING:
    from tools.cad.assembly import Assembly
    from tools.cad.files import MadeMachine


@pytest.fixture
def one_thread() -> Iterator[None]:
    """Let no test take more than its core."""
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.fixture(scope="session")
def machine() -> "Assembly":
    """Return the machine whose sheets are cut."""
    from tools.cad.assembly import assemble

    return assemble("cut")


@pytest.fixture(scope="session")
def machines(machine: "Assembly") -> "dict[str, MadeMachine]":
    """Return what the files of all machines show, by their folders."""
    from tools.cad.assembly import assemble
    from tools.cad.boxes import BoxesAssembly
    from tools.cad.files import make_boxes, make_crank

    crank, printed = make_crank(machine), make_crank(assemble("print"))
    boxes = make_boxes(BoxesAssembly(dimensions(BOXES)), crank.bed)
    return {"crank": crank, "crank/all-printed": printed, "boxes": boxes}


@pytest.fixture(scope="session")
def kit(machines: "dict[str, MadeMachine]", tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder with the files of all machines."""
    from tools.cad.files import write_files
    from tools.cad.listing import parts_list

    folder = tmp_path_factory.mktemp("machine")
    for name, machine in machines.items():
        write_files(machine, folder / name, 0.15)
        (folder / name / "parts.csv").write_text(parts_list(machine.parts, {}), encoding="utf-8")
    return folder
