"""`facetstore conformance`: whether a server speaks this interface."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from facetstore.cli.console import print_line, progress_bar, say
from facetstore.cli.pull_command import Rate, Token, Url, needed_token, warn_of_readers
from facetstore.cli.shared_options import run


def conformance(
    url: Url,
    token: Token = None,
    rate: Rate = 25,
    most: Annotated[
        int,
        typer.Option("--most", min=1, metavar="N", help="How many elements of each facet are asked for one by one."),
    ] = 20,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE", help="Where the report goes. Default: it is printed.")
    ] = None,
) -> None:
    """Ask a server every public read, and report which answers differ from the specification."""
    run(_conformance(url, needed_token(token), rate, most, report))


async def _conformance(url: str, token: str, rate: float, most: int, report: Path | None) -> None:
    from facetstore.bootstrap.answer_shapes import AnswerShapes
    from facetstore.exchange.pull.conformance import Conformance
    from facetstore.exchange.pull.remote import opened_remote, tenant_address

    base = tenant_address(url)
    warn_of_readers(base)
    async with opened_remote(base, token, rate=rate) as remote:
        asking = Conformance(remote, AnswerShapes().look)
        with progress_bar() as progress:
            await asking.run(most=most, progress=progress)
    _write(asking.page(base), report)
    say(f"Asked {asking.asked:,} questions: {asking.wrong:,} answers have another shape.")
    if asking.wrong:
        raise typer.Exit(1)


def _write(lines: Iterable[str], report: Path | None) -> None:
    if report is not None:
        report.write_text("".join(f"{line}\n" for line in lines), "utf-8")
        return
    for line in lines:
        print_line(line)
