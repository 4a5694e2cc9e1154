"""The steps of board, camera and light."""

from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar

from hardware.camera import AdjustableCamera, DescribedCamera, Readout
from hardware.errors import Failure, LinkError
from robot.app import calibration_of_table, configured_camera_settings
from robot.saying import Saying, Value
from robot.selftest.bench import Bench
from robot.selftest.diagnosis import CameraMeasure, LightMeasure, Trouble, of_camera, of_lights
from robot.selftest.result import StepResult
from robot.table.camera_setup import CameraSetup
from robot.table.look import Image
from vision.calibration.camera_check import Sighting, flicker_of, marker_light, sighting_of
from vision.calibration.plate_fit import markers_white
from vision.errors import VisionError
from vision.table.lights import grey

BOARD, CAMERA = "board", "camera"
FRAMES = 7
"""Pictures one after another between which a light on the mains swings."""


@dataclass(frozen=True, slots=True)
class BoardStep:
    """Whether the right board answers, with this package's firmware."""

    name: ClassVar[str] = "board"
    needs: ClassVar[frozenset[str]] = frozenset()
    alone: ClassVar[bool] = True

    def run(self, bench: Bench) -> StepResult:
        try:
            hello = bench.controller().hello()
        except LinkError as error:
            said: dict[str, Value] = {"said": error.what}
            match error.failure:
                case Failure.DICTIONARY | Failure.PROTOCOL_VERSION:
                    trouble = Trouble("wrong-firmware", ("wrong-firmware",), said)
                case Failure.NO_BOARD:
                    trouble = Trouble("wrong-board", ("wrong-board", "wrong-port"), said)
                case Failure.NO_REPLY:
                    trouble = Trouble("board-silent", ("board-silent", "no-firmware"))
                case _:
                    raise
            return StepResult(self.name, troubles=(trouble,))
        figures: dict[str, Value] = {"firmware": hello.firmware, "protocol": hello.protocol, "reset": hello.reset}
        return StepResult(self.name, (Saying("selftest-board-answers", figures),), figures=dict(figures))


@dataclass(frozen=True, slots=True)
class CameraStep:
    """What the camera sees, how sharply, and from where."""

    name: ClassVar[str] = "camera"
    needs: ClassVar[frozenset[str]] = frozenset({BOARD, CAMERA})
    alone: ClassVar[bool] = True

    def run(self, bench: Bench) -> StepResult:
        image = bench.lit()
        camera = bench.camera()
        if isinstance(camera, AdjustableCamera) and calibration_of_table(bench.table) is None:
            bench.guide.tell(Saying("calibrate-camera"))
            with suppress(VisionError):  # what is wrong with the picture is measured below
                CameraSetup(camera, bench.clock, bench.nominal, configured_camera_settings()).found()
            image = bench.picture()
        pictures = [image, *(bench.picture() for _ in range(FRAMES - 1))]
        plate = bench.plate
        sighting = sighting_of(image, plate)
        mode = camera.mode if isinstance(camera, DescribedCamera) else None
        nominal = (*plate.camera_place, plate.camera_height)
        measure = CameraMeasure(sighting, flicker_of(pictures), nominal, plate.field_width, mode)
        return StepResult(
            self.name,
            tuple(_camera_lines(measure, mode, image)),
            of_camera(measure),
            ((Saying("selftest-picture-camera"), image),),
            _camera_figures(sighting, measure.flicker, mode),
        )


def _camera_lines(measure: CameraMeasure, mode: Readout | None, image: Image) -> list[Saying]:
    sighting = measure.sighting
    lines = []
    if mode is not None:
        across, down = mode.size
        read = {"percent": round(100 * mode.share)}
        lines.append(Saying("selftest-sensor", {"name": mode.name, "across": across, "down": down, **read}))
    lines.append(Saying("selftest-size", {"across": image.shape[1], "down": image.shape[0]}))
    if sighting.width is not None:
        lines.append(Saying("selftest-width", {"mm": round(sighting.width), "right": round(measure.field)}))
    if sighting.camera is not None and sighting.roll is not None:
        x, y, height = (round(part) for part in sighting.camera)
        lines.append(Saying("selftest-hangs", {"height": height, "x": x, "y": y, "degrees": round(sighting.roll, 1)}))
    if sighting.blur is not None and sighting.haze is not None:
        sharp = {"pixels": round(sighting.blur, 2), "percent": round(100 * sighting.haze)}
        lines.append(Saying("selftest-sharp", sharp))
    lines.append(Saying("selftest-markers", {"count": len(sighting.seen)}))
    lines.append(Saying("selftest-swing", {"percent": round(100 * measure.flicker, 2)}))
    return lines


def _camera_figures(sighting: Sighting, flicker: float, mode: Readout | None) -> dict[str, object]:
    return {
        "sensor": mode.name if mode else None,
        "mode": list(mode.size) if mode else None,
        "millimetres": sighting.width and round(sighting.width, 1),
        "place": sighting.camera and [round(part, 1) for part in sighting.camera],
        "roll": sighting.roll and round(sighting.roll, 2),
        "blur": sighting.blur and round(sighting.blur, 3),
        "haze": sighting.haze and round(sighting.haze, 4),
        "flicker": round(flicker, 5),
        "markers": list(sighting.seen),
    }


@dataclass(frozen=True, slots=True)
class LightStep:
    """Whether each half of the ring shines, on its side, and brightly enough."""

    name: ClassVar[str] = "lights"
    needs: ClassVar[frozenset[str]] = frozenset({BOARD, CAMERA})
    alone: ClassVar[bool] = True

    def run(self, bench: Bench) -> StepResult:
        shots = {
            name: bench.lit(left=left, right=right)
            for name, left, right in (
                ("none", False, False),
                ("left", True, False),
                ("right", False, True),
                ("both", True, True),
            )
        }
        found = bench.seen()
        if found is None:
            return StepResult(self.name, skipped=Saying("selftest-unseen"), pictures=_captioned(shots))
        _, view = found
        plate = bench.plate
        lights = {name: marker_light(shot, view, plate) for name, shot in shots.items()}
        white = markers_white(grey(shots["both"]), view, plate)
        measure = LightMeasure(lights["none"], lights["left"], lights["right"], lights["both"], white)
        figures = {
            "left": round(measure.gain("left"), 4),
            "right": round(measure.gain("right"), 4),
            "leftwards": [round(measure.side("left"), 3), round(measure.side("right"), 3)],
            "white": white,
        }
        brightest = max(measure.gain("left"), measure.gain("right"), 1e-6)
        percent = {name: round(100 * measure.gain(name) / brightest) for name in ("left", "right")}
        lines = (Saying("selftest-halves", percent), Saying("selftest-white", {"level": round(white)}))
        return StepResult(self.name, lines, of_lights(measure), _captioned(shots), figures)


def _captioned(shots: dict[str, Image]) -> tuple[tuple[Saying, Image], ...]:
    return tuple((Saying(f"selftest-picture-{name}"), shots[name]) for name in ("left", "right"))
