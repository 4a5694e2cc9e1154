"""The robot's own table: its plate, its wells, its open tray."""
