"""Imports of files: a plan with findings and the difference that it would make, then apply and undo (decision 0104)."""
