"""Flashing of the board: find the port, check the HEX file, run avrdude, and check the answer afterwards."""
