"""A repository as static pages: elements in, files out."""
