"""Long measurements of the readers, run by hand."""
