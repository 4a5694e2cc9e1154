"""What only developers run: drawings of the documents, benchmarks, studies. No room imports it; no wheel holds it."""
