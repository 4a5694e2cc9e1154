"""The study of the shake: thousands of throws of the physical machine, and whether they are as good as chance."""

from pathlib import Path

RESULTS = Path(__file__).parent / "results.json"
"""What the study found, from which `tools.draw.shake` draws."""
