"""An estimate of everybody's chance to win at a score sheet, fast and without numba."""
