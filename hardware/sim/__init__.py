"""The simulated table: the same bytes on the wire and the same kind of pictures, without the machine."""
