"""Comments on elements and shapes: threads, replies, mentions, and what is resolved."""
