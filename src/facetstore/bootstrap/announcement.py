"""What `facetstore serve` prints at its start: the address of the service, and a first request to try."""

from __future__ import annotations

import shlex
from typing import NamedTuple

from rich.console import Console

from facetstore.bootstrap.python_floor import outdated


class Demo(NamedTuple):
    """The token and the link that lead into the demo tenant."""

    token: str
    link: str


def announce(base: str, demo: Demo | None) -> None:
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    if advice := outdated():
        console.print(f"Python should be newer: {advice}.")
    console.print(f"[bold]Facetstore[/bold] is at [cyan]{base}[/cyan]")
    console.print(f"  interface    {base}/_docs")
    if demo is not None:
        console.print(f"  demo tenant  {base}/demo/showcase/")
        console.print(f"  sign in      {demo.link}  (once, as its administrator)")
        console.print(f"  token        {demo.token}  (named Demo, renewed at each start)")
        request = f"{base}/demo/showcase/_api/rest/facets/processes/views/tree/elements"
        console.print(f"  try          curl -H {shlex.quote('symbio-auth-token: ' + demo.token)} {request}")
    console.print("  stop         Ctrl-C")
