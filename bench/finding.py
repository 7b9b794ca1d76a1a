"""How long it takes to find things: the time of the statements of a list of fifty, on either engine."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from bench.finding_data import ALSO, FACET, FEW, MANY
from facetstore.domain.callers import Caller, Role
from facetstore.domain.tenant import Tenant
from facetstore.domain.values import ElementId
from facetstore.query.options import Page, ReadOptions
from facetstore.usecases.finding.search_hits import plan_search
from facetstore.usecases.ports.storage import Revisions, Storage
from facetstore.usecases.reading.lists import plan_list
from facetstore.usecases.tenancy import Reading, serve

TIMES: Final = 25
PAGE: Final = 50
SEARCHED: Final = ("z", "zy", "zyl", "zylinderk", "montagelinie prüfung", "prüf")
"""Typed searches: few hits, many hits, and very many hits."""


@dataclass(frozen=True, slots=True)
class Found:
    """The time of one question in milliseconds, and the number of elements found."""

    question: str
    most: float
    """What it may take."""
    took: float
    elements: int


@dataclass(frozen=True, slots=True)
class Finding:
    """All answers of one engine, and how much room its tables and indexes take, in megabytes."""

    answers: Sequence[Found]
    sizes: Mapping[str, float]


def questions(elements: int) -> Mapping[str, tuple[float, str]]:
    """What is asked, with the milliseconds it may take."""
    some = f"{elements // 3:06}"
    return {
        "equals": (1, f"text05 -eq 'nothing like this {some}'"),
        "startswith": (3, "StartsWith(name,'Zeichnung Zoll')"),
        "contains, 0.2 % hits": (15, f"Contains(text07,'{FEW.word[2:]}')"),
        "contains, 10 % hits": (15, f"Contains(text07,'{MANY.word[2:]}')"),
        "contains, no hits": (15, "Contains(text07,'unauffindbar')"),
        "contains, one letter": (60, "Contains(text07,'q')"),
        "contains, two letters, no hits": (60, "Contains(text07,'qx')"),
        "any attribute contains, 0.2 % hits": (60, f"Contains(attributes,'{FEW.word[2:]}')"),
        "any attribute contains, 10 % hits": (60, f"Contains(attributes,'{MANY.word[2:]}')"),
        "any attribute contains, no hits": (60, "Contains(attributes,'unauffindbar')"),
        "any attribute contains, two letters, no hits": (60, "Contains(attributes,'qx')"),
        "two conditions, 10 % each": (15, f"Contains(text07,'{MANY.word}') AND Contains(text08,'{ALSO.word}')"),
        "two conditions, 0.2 % and 10 %": (15, f"Contains(text07,'{FEW.word}') AND Contains(text08,'{ALSO.word}')"),
        "a related context's attribute": (15, "owner/lastName -eq 'Lovelace123'"),
    }


async def measure_finding(storage: Storage, tenant: Tenant, elements: int, say: Callable[[str], None]) -> list[Found]:
    served = serve(tenant)
    caller = Caller(tenant.key, ElementId(""), Role.ADMINISTRATOR, 0)
    revisions = Revisions(tenant.revision, tenant.definition, tenant.access)
    reading = Reading(served, caller, storage, revisions)
    found = []
    for question, (most, text) in questions(elements).items():
        found.append(await _timed(question, most, _list(reading, ReadOptions(page=Page(PAGE), filter=text))))
        say(_line(found[-1]))
    for question, most, options in await _far_pages(reading, elements):
        found.append(await _timed(question, most, _list(reading, options)))
        say(_line(found[-1]))
    for typed in SEARCHED:
        found.append(await _timed(f"search as you type: {typed}", 20, _search(reading, typed)))
        say(_line(found[-1]))
    return found


async def _far_pages(reading: Reading, elements: int) -> list[tuple[str, float, ReadOptions]]:
    """Page 1,000, or the last one, by number and by cursor."""
    number = min(1000, elements // PAGE)
    before = plan_list(reading, FACET, "list", ReadOptions(page=Page(PAGE, number - 1)))
    listing = await reading.opened.lists.listing(before.selection, before.slice, before.narrowing, places=True)
    by_cursor = ReadOptions(page=Page(PAGE), cursor=before.next_cursor(listing))
    by_number = ReadOptions(page=Page(PAGE, number))
    return [(f"page {number:,} by cursor", 5, by_cursor), (f"page {number:,} by $page", 15, by_number)]


def _search(reading: Reading, typed: str) -> Callable[[], Awaitable[int]]:
    async def ask() -> int:
        wanted = plan_search(reading, {"q": typed}, Page(10))
        return len((await reading.opened.search(wanted.sought, 10, 0)).elements)

    return ask


def _list(reading: Reading, options: ReadOptions) -> Callable[[], Awaitable[int]]:
    async def ask() -> int:
        wanted = plan_list(reading, FACET, "list", options)
        listing = await reading.opened.lists.listing(wanted.selection, wanted.slice, wanted.narrowing, places=True)
        return len(listing.elements)

    return ask


async def _timed(question: str, most: float, ask: Callable[[], Awaitable[int]]) -> Found:
    """The middle of all times but the first."""
    number = await ask()
    took = median([await _time(ask) for _ in range(TIMES)])
    return Found(question, most, took * 1000, min(number, PAGE))


async def _time(ask: Callable[[], Awaitable[int]]) -> float:
    began = time.perf_counter()
    await ask()
    return time.perf_counter() - began


def _line(found: Found) -> str:
    over = "" if found.took <= found.most else "  TOO LONG"
    return f"{found.question}: {found.took:.2f} ms of {found.most:g} ({found.elements} elements){over}"
