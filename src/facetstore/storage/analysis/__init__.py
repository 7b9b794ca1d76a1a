"""The facts of the star schema: rows of elements, references, releases, tasks, translations and changes, for one audience."""
