"""Writing the firmware into the board: which port, which HEX, avrdude, and whether it answers afterwards."""
