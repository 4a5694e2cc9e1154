"""The printed mat on which people throw dice of their own: its layout, and a reader that uses its geometry."""
