"""Many games of score sheets, played fast."""
