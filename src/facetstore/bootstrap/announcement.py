"""What a start prints: where the service is, and a first request to try."""

from __future__ import annotations

import shlex

from rich.console import Console


def announce(base: str, secret: str | None) -> None:
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    console.print(f"[bold]Facetstore[/bold] is at [cyan]{base}[/cyan]")
    console.print(f"  interface    {base}/_docs")
    if secret is not None:
        console.print(f"  demo tenant  {base}/demo/showcase/")
        console.print(f"  token        {secret}  (named Demo, renewed at each start)")
        request = f"{base}/demo/showcase/_api/rest/facets/processes/views/tree/elements"
        console.print(f"  try          curl -H {shlex.quote('symbio-auth-token: ' + secret)} {request}")
    console.print("  stop         Ctrl-C")
