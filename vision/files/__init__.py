"""Headers and metadata of picture files."""
