"""Train the net of the second look: a path tracer draws its crops, photographs add real ones."""
