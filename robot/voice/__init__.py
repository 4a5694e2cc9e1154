"""The robot's voice: what it says aloud, speech synthesis, and playback."""
