"""Print plates: prints of one material, laid out on the printer's bed, as 3MF files with the settings of each print."""

import ctypes
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from zipfile import ZipFile

import lib3mf
import numpy as np
from trimesh.transformations import rotation_matrix, translation_matrix

from tools.cad.mesh import Pose, mesh_of
from tools.cad.part import CadPart
from tools.cad.sheets import arrange
from tools.cad.slicer import describe_print, settings_of
from tools.zips import zip_of

APART = 6.0
"""The gap in mm between prints on a bed, and to its edges: there is room for a brim or a skirt."""
SETTINGS = "Metadata/Slic3r_PE_model.config"
"""The file in which PrusaSlicer and its relatives find each part's settings, without printer and filament."""


@dataclass(frozen=True, slots=True)
class PrintPlate:
    """Pieces that are printed together, each with the matrix (4, 4) that moves it onto the bed."""

    material: str
    number: int
    pieces: tuple[tuple[CadPart, Pose], ...]

    @property
    def file(self) -> str:
        return f"{self.material.replace(',', '').replace(' ', '-')}-{self.number}"


def plates(parts: Sequence[CadPart], bed: tuple[float, float]) -> Iterator[PrintPlate]:
    """Yield plates with all pieces of the printed parts. Raises ValueError if one is larger than the bed."""
    groups: dict[str, list[CadPart]] = defaultdict(list)
    for part in parts:
        if part.make == "print":
            groups[part.material] += [part] * part.quantity
    for material, pieces in sorted(groups.items()):
        corners = [(points.min(axis=0), points.max(axis=0)) for points, _ in map(mesh_of, pieces)]
        sizes = [(part.name, *(high - low)[:2].tolist()) for part, (low, high) in zip(pieces, corners, strict=True)]
        for number, area in enumerate(arrange(sizes, bed, APART), 1):
            laid = []
            for which, left, low, turned in sorted(area):
                least, most = corners[which]
                turn = rotation_matrix(np.pi / 2, (0, 0, 1)) if turned else np.eye(4)
                corner = (-most[1], least[0], least[2]) if turned else least
                laid.append((pieces[which], translation_matrix(np.subtract((left, low, 0), corner)) @ turn))
            yield PrintPlate(material, number, tuple(laid))


def write_plate(plate: PrintPlate) -> bytes:
    """Return a plate as the bytes of a 3MF: a mesh for each part with its settings, and an item for each piece."""
    model = lib3mf.Wrapper().CreateModel()
    model.SetUnit(lib3mf.ModelUnit.MilliMeter)
    model.SetBuildUUID(_identifier(0))
    model.GetMetaDataGroup().AddMetaData("", "Title", f"Pipsqueak: {plate.file}", "xs:string", True)
    objects: dict[str, lib3mf.MeshObject] = {}
    for number, (part, pose) in enumerate(plate.pieces, 1):
        if part.name not in objects:
            objects[part.name] = model.AddMeshObject()
            _fill(objects[part.name], part, number)
        transform = lib3mf.Transform()
        for column, values in enumerate(pose[:3].T):
            transform.Fields[column][:] = values
        model.AddBuildItem(objects[part.name], transform).SetUUID(_identifier(number + 1000))
    with ZipFile(BytesIO(bytes(model.QueryWriter("3mf").WriteToBuffer()))) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    parts = {part.name: part for part, _ in plate.pieces}
    told = ET.Element("config")
    for name, mesh in objects.items():
        about = ET.SubElement(told, "object", id=str(mesh.GetModelResourceID()))
        for key, value in settings_of(parts[name]).items():
            ET.SubElement(about, "metadata", type="object", key=key, value=value)
        # PrusaSlicer ignores triangles that no volume names.
        ET.SubElement(about, "volume", firstid="0", lastid=str(mesh.GetTriangleCount() - 1))
    return zip_of(files | {SETTINGS: ET.tostring(told, encoding="utf-8", xml_declaration=True)})


def _fill(mesh: lib3mf.MeshObject, part: CadPart, number: int) -> None:
    mesh.SetName(part.name)
    words = f"{part.material}: {describe_print(part)}"
    mesh.GetMetaDataGroup().AddMetaData("", "Description", words, "xs:string", True)
    mesh.SetUUID(_identifier(number))
    vertices, triangles = mesh_of(part)
    corners = [lib3mf.Position((ctypes.c_float * 3)(*vertex)) for vertex in vertices.tolist()]
    mesh.SetGeometry(corners, [lib3mf.Triangle((ctypes.c_uint32 * 3)(*three)) for three in triangles.tolist()])


def _identifier(number: int) -> str:
    """Return an identifier that is not random, so that the same plate gives the same bytes."""
    return f"00000000-0000-4000-8000-{number:012d}"
