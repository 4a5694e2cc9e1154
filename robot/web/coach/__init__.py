"""The coach on the page: its open sessions, and what a session looks like as JSON."""
