"""One request, one answer: what comes in, what goes out, and what is told of it."""
