"""The training of the second look's net on crops from a path tracer and from photographs."""
