"""The digital twin: the firmware's binary in simavr drives a simulated machine."""
