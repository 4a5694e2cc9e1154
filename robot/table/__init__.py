"""The table: one throw, one look at the dice, what is in doubt, and calibration."""
