"""The table: throws, looks at the dice, doubts, and calibration."""
