"""What a table's hands do beside holding the calibration board: they move its lid, its emergency stop and its dice."""

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


class DiceHands(Protocol):
    """Hands that move dice from well to well."""

    def lay_dice(self, wells: tuple[int, ...]) -> None:
        """Lay the die that was in well 1 when the table was put up into the first of `wells`, and so on.

        The dice that are not named go into the wells that are left, in their order.
        """


class TableHands(HelpingHands, DiceHands, Protocol):
    """Hands that a table has of its own."""
