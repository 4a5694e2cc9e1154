"""The study of the shake: tests whether thousands of throws of the simulated machine are random."""

from pathlib import Path

RESULTS = Path(__file__).parent / "results.json"
"""The results of the study, from which `tools.draw.shake` draws."""
