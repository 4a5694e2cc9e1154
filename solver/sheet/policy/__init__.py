"""Policies for score sheets, and their exact results."""
