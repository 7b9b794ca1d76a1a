"""Manuals of processes as PDF and Word."""
