"""Files of elements: receiving, attaching and serving them."""
