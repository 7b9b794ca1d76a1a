"""`python -m facetstore` is the command `facetstore`."""

from __future__ import annotations

from facetstore.cli.main import main

if __name__ == "__main__":
    main()
