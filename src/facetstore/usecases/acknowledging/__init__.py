"""Acknowledgements: persons confirm that they have read and understood the released version of an element."""
