"""The robot's voice: what it says aloud, how that becomes sound, and who plays it."""
