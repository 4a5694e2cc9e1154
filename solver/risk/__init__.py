"""Battles and campaigns of Risk."""
