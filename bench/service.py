"""The service under measurement as a process: `python -m bench.service PORT MEGABYTES DATA|URL`."""

from __future__ import annotations

import sys
from pathlib import Path

from facetstore.bootstrap.serve import Serving, listen, serve
from facetstore.bootstrap.settings import Settings


def main() -> None:
    port, megabytes, place = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    settings = Settings(database=place) if "://" in place else Settings(data=Path(place))
    serving = Serving(settings, port=port, kept_megabytes=megabytes)
    with listen(serving) as listener:
        serve(serving, listener)


if __name__ == "__main__":
    main()
