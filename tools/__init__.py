"""Programs for developers: drawings for the documents, benchmarks, studies. No room imports them; no wheel has them."""
