"""The coach on the page: its open sessions, and their JSON."""
