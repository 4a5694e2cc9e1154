"""Pig for three, solved exactly, and for four to ten, approximately."""
