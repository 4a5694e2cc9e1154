"""Boxes of a sheet in short: what they pay is points, or a sum of dice."""

from solver.sheet.game.sheet import Box, BoxKind, Pays


def _box(name: str, kind: BoxKind, pays: int | Pays, **shape: object) -> Box:
    points, paid = (0, pays) if isinstance(pays, Pays) else (pays, Pays.POINTS)
    return Box(name, kind, paid, points, **shape)  # type: ignore[arg-type]


def number(name: str, face: int) -> Box:
    return _box(name, BoxKind.NUMBER, Pays.OWN, face=face)


def groups(name: str, *sizes: int, pays: int | Pays, same: bool = False, total: int = 0) -> Box:
    return _box(name, BoxKind.GROUPS, pays, sizes=tuple(sorted(sizes, reverse=True)), same=same, total=total)


def straight(name: str, length: int, points: int | Pays, start: int = 0) -> Box:
    return _box(name, BoxKind.STRAIGHT, points, length=length, start=start)


def some_faces(name: str, *faces: int, pays: int | Pays) -> Box:
    return _box(name, BoxKind.FACES, pays, faces=tuple(sorted(faces)))


def sum_of(name: str, total: int, pays: int | Pays) -> Box:
    return _box(name, BoxKind.SUM, pays, total=total)


def chance(name: str = "chance") -> Box:
    return _box(name, BoxKind.CHANCE, Pays.ALL)
