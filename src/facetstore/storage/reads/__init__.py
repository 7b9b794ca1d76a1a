"""What is read for a caller: elements, lists, counts, usages, history."""
