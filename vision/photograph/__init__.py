"""Photographs of dice from anywhere."""
