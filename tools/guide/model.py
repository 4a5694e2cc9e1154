"""The 3D view: all pieces as glTF, each with its step and the way that it comes from, and a page that shows it."""

import base64
import json
import struct
from pathlib import Path
from typing import Any

import numpy as np

from tools.cad.assembly import Assembly
from tools.cad.mesh import matrix_of
from tools.guide.pictures import BRASS, COLOURS, SCREW, Meshes, pieces_of, shift_of
from tools.guide.steps import BuildGuide, GuideStep

VIEWER = Path(__file__).with_name("viewer.html")
TOLERANCE, ANGLE = 0.3, 0.6
"""Of the triangles: mm, and radians."""
INDEX, FLOAT = 5123, 5126
"""Kinds of numbers in glTF: unsigned short, and float."""
AWAY = 0.35
"""How far pieces without a way of their own are drawn apart, as a share of their distance from the machine's middle."""
MAGIC, JSON_CHUNK, BINARY_CHUNK = b"glTF", b"JSON", b"BIN\0"


def steps_of(guide: BuildGuide) -> dict[str, GuideStep]:
    """Return the step of each part and joint; a part's goes before that of a joint with its name."""
    found: dict[str, GuideStep] = {}
    for step in guide.steps:
        for name in (*step.joints, *step.parts):
            found.setdefault(name, step)
    return found


def glb(machine: Assembly, guide: BuildGuide) -> bytes:
    """Return the machine at home as binary glTF, in mm, z upward.

    Each node's `extras` have its `step`, its `group`, and `apart`, its way in mm when the machine is pulled apart.
    """
    meshes, binary = Meshes(TOLERANCE, ANGLE), bytearray()
    found: dict[str, Any] = {
        "asset": {"version": "2.0"},
        "scene": 0,
        "scenes": [{"nodes": []}],
        "nodes": [],
        "meshes": [],
        "materials": [],
        "accessors": [],
        "bufferViews": [],
    }
    steps, groups = steps_of(guide), _groups(machine)
    middle = np.array([machine.plan.wide / 2, -machine.plan.deep / 2, 0.0])
    for number, part in enumerate(machine.parts):
        vertices, triangles = meshes.of(part)
        if len(vertices) > np.iinfo(np.uint16).max:
            raise ValueError(f"{part.name} has too many vertices for a view")
        _add(found, binary, vertices.astype("<f4"))
        _add(found, binary, triangles.astype("<u2").ravel())
        colour = COLOURS[number % len(COLOURS)]
        if part.make == "fastener":
            colour = BRASS if part.name.startswith("insert") else SCREW
        found["materials"].append(
            {
                "pbrMetallicRoughness": {
                    "baseColorFactor": [*(round((c / 255) ** 2.2, 3) for c in colour), 0.35 if part.clear else 1.0],
                    "metallicFactor": 0.0,
                },
                **({"alphaMode": "BLEND"} if part.clear else {}),
            }
        )
        accessor = len(found["accessors"])
        found["meshes"].append(
            {
                "name": part.name,
                "primitives": [{"attributes": {"POSITION": accessor - 2}, "indices": accessor - 1, "material": number}],
            }
        )
        for placing in part.places:
            step = steps[placing.joint or part.name]
            shift = np.zeros(3)
            if step.picture:
                shift = shift_of(part, placing, step.picture)
            matrix = matrix_of(placing)
            if not shift.any():
                shift = (matrix[:3, 3] - middle) * AWAY
            found["scenes"][0]["nodes"].append(len(found["nodes"]))
            found["nodes"].append(
                {
                    "name": part.name,
                    "mesh": number,
                    "matrix": [round(float(value), 5) for value in matrix.T.ravel()],
                    "extras": {
                        "step": step.number,
                        "group": groups.index((part.name, placing.joint)),
                        "apart": [round(float(value), 1) for value in shift],
                    },
                }
            )
    found["buffers"] = [{"byteLength": len(binary)}]
    text = json.dumps(found, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<I", len(text)) + JSON_CHUNK + text
    chunks += struct.pack("<I", len(binary)) + BINARY_CHUNK + bytes(binary)
    return MAGIC + struct.pack("<II", 2, len(chunks) + 12) + chunks


def _add(found: dict[str, Any], binary: bytearray, values: Any) -> None:
    """Add vertices (n, 3), or indices, as an accessor."""
    data = values.tobytes()
    kind, shape, target = (FLOAT, "VEC3", 34962) if values.ndim == 2 else (INDEX, "SCALAR", 34963)
    found["bufferViews"].append({"buffer": 0, "byteOffset": len(binary), "byteLength": len(data), "target": target})
    accessor = {
        "bufferView": len(found["bufferViews"]) - 1,
        "componentType": kind,
        "count": len(values),
        "type": shape,
    }
    if shape == "VEC3":
        accessor |= {"min": values.min(axis=0).tolist(), "max": values.max(axis=0).tolist()}
    found["accessors"].append(accessor)
    binary += data + b"\0" * (-len(data) % 4)


def _groups(machine: Assembly) -> list[tuple[str, str]]:
    """Return what appears and disappears together: each part, and the fasteners of a kind in each joint."""
    return list(dict.fromkeys((part.name, placing.joint) for part in machine.parts for placing in part.places))


def viewer(model: bytes, machine: Assembly, guide: BuildGuide) -> str:
    """Return the page that shows a model step by step, without a network. It hides what a step's picture hides."""
    groups = _groups(machine)
    steps: list[tuple[int, str, list[int]]] = []
    for step in guide.steps:
        if step.picture:
            pieces = pieces_of(machine, guide, step, step.picture)
            shown = {(piece.part.name, piece.placing.joint) for piece in pieces}
            steps.append((step.number, step.title, [n for n, group in enumerate(groups) if group in shown]))
    page = VIEWER.read_text(encoding="utf-8")
    text = json.dumps(steps, ensure_ascii=False, separators=(",", ":"))
    return page.replace("STEPS", text).replace("MODEL", base64.b64encode(model).decode("ascii"))
