"""XML from strangers, for every format that is made of it."""
