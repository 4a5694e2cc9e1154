"""Calibration of a camera and its table."""
