"""The guide in docs/build, from the machine's parts and tools/cad/steps.toml: make guide, or python -m tools.guide."""

MADE = "<!-- by tools.guide: make guide -->"
"""The second line of every page."""
