"""The 3D view: all pieces as glTF, each with its step and its direction of assembly, and a page that shows them."""

import base64
import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tools.cad.assembly import Assembly
from tools.cad.mesh import matrix_of
from tools.guide.pictures import BRASS, COLOURS, SCREW, Meshes, pieces_of, shift_of
from tools.guide.steps import BuildGuide, GuideStep

VIEWER = Path(__file__).with_name("viewer.html")
TOLERANCE, ANGLE = 0.3, 0.6
"""Tolerances of the triangles, in mm and radians."""
INDEX, FLOAT, ARRAY, ELEMENTS = 5123, 5126, 34962, 34963
"""Constants of glTF: unsigned short and float; buffers for vertices and for indices."""
AWAY = 0.35
"""Shift of pieces without an own direction, as a share of their distance from the machine's middle."""
MAGIC, JSON_CHUNK, BINARY_CHUNK = b"glTF", b"JSON", b"BIN\0"


def steps_of(guide: BuildGuide) -> dict[str, GuideStep]:
    """Return the first step of each part and joint, by name."""
    found: dict[str, GuideStep] = {}
    for step in guide.steps:
        for name in (*step.joints, *step.parts):
            found.setdefault(name, step)
    return found


def glb(machine: Assembly, guide: BuildGuide) -> bytes:
    """Return the machine at home as binary glTF, in mm, z upward.

    Each node's `extras` have its `step`, its `group`, and `apart`, its shift in mm when the machine is pulled apart.
    """
    meshes, binary, views, accessors = Meshes(TOLERANCE, ANGLE), bytearray(), list[Any](), list[Any]()

    def add(values: NDArray[Any], target: int, kind: int, **shape: Any) -> int:
        """Add vertices or indices, and return the number of their accessor."""
        data = values.tobytes()
        views.append({"buffer": 0, "byteOffset": len(binary), "byteLength": len(data), "target": target})
        binary.extend(data + b"\0" * (-len(data) % 4))
        accessors.append({"bufferView": len(accessors), "componentType": kind, "count": len(values)} | shape)
        return len(accessors) - 1

    solids, materials, nodes = [], [], []
    steps, groups = steps_of(guide), _groups(machine)
    middle = np.array([machine.plan.wide / 2, -machine.plan.deep / 2, 0.0])
    for number, part in enumerate(machine.parts):
        vertices, triangles = meshes.of(part)
        if len(vertices) > np.iinfo(np.uint16).max:
            raise ValueError(f"{part.name} has too many vertices for a view")
        points, corners = vertices.astype("<f4"), triangles.astype("<u2").ravel()
        bounds = {"min": points.min(axis=0).tolist(), "max": points.max(axis=0).tolist()}
        position = add(points, ARRAY, FLOAT, type="VEC3", **bounds)
        indices = add(corners, ELEMENTS, INDEX, type="SCALAR")
        drawn = {"attributes": {"POSITION": position}, "indices": indices, "material": number}
        solids.append({"name": part.name, "primitives": [drawn]})
        colour = COLOURS[number % len(COLOURS)]
        if part.make == "fastener":
            colour = BRASS if part.name.startswith("insert") else SCREW
        rgba = [*(round((c / 255) ** 2.2, 3) for c in colour), 0.35 if part.clear else 1.0]
        material: dict[str, Any] = {"pbrMetallicRoughness": {"baseColorFactor": rgba, "metallicFactor": 0.0}}
        materials.append(material | ({"alphaMode": "BLEND"} if part.clear else {}))
        for placing in part.places:
            step, matrix = steps[placing.joint or part.name], matrix_of(placing)
            shift = shift_of(part, placing, step.picture) if step.picture else np.zeros(3)
            if not shift.any():
                shift = (matrix[:3, 3] - middle) * AWAY
            group, apart = groups.index((part.name, placing.joint)), [round(float(value), 1) for value in shift]
            extras = {"step": step.number, "group": group, "apart": apart}
            place = [round(float(value), 5) for value in matrix.T.ravel()]
            nodes.append({"name": part.name, "mesh": number, "matrix": place, "extras": extras})
    found = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [*range(len(nodes))]}], "nodes": nodes}
    found |= {"meshes": solids, "materials": materials, "accessors": accessors, "bufferViews": views}
    found["buffers"] = [{"byteLength": len(binary)}]
    text = json.dumps(found, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<I", len(text)) + JSON_CHUNK + text
    chunks += struct.pack("<I", len(binary)) + BINARY_CHUNK + bytes(binary)
    return MAGIC + struct.pack("<II", 2, len(chunks) + 12) + chunks


def _groups(machine: Assembly) -> list[tuple[str, str]]:
    """Return the groups that appear and disappear together: each part, and each kind of fastener in each joint."""
    return list(dict.fromkeys((part.name, placing.joint) for part in machine.parts for placing in part.places))


def viewer(model: bytes, machine: Assembly, guide: BuildGuide) -> str:
    """Return the page that shows a model step by step, without a network. It hides the same parts as the pictures."""
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
