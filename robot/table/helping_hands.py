"""What a table's hands do beside holding the calibration board: they move its lid and its emergency stop."""

from typing import Protocol

from robot.table.calibration import Hands


class HelpingHands(Hands, Protocol):
    """Hands at the table."""

    def lid_open(self) -> None:
        """Open the lid."""

    def lid_shut(self) -> None:
        """Close the lid."""

    def stop_pressed(self) -> None:
        """Press the emergency stop."""

    def stop_released(self) -> None:
        """Release the emergency stop."""
