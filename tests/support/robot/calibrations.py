"""A calibration as a table of the tests has it."""

from vision.calibration.calibration_file import Calibration
from vision.table.plate import Lens

LENS = Lens((1280, 720), (989.5, 989.0), (640.0, 359.0), (0.0, 0.0, 0.0, 0.0, 0.0))
CALIBRATION = Calibration("2031-05-04", LENS, 0.1, 16, 0.1, (115.0, 100.0, 340.0))
