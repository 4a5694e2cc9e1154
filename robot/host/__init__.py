"""Play games one after another at one table: status, faults, requests, and the table's connection."""
