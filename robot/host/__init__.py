"""Hosts games one after another on one table: status, faults, requests, and the table's connection."""
