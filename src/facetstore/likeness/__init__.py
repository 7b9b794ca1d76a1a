"""Which names mean the same in other words or another language, learned from names alone."""
