"""The simulated table: the same bytes on the wire and the same pixels in the lens, without the machine."""
