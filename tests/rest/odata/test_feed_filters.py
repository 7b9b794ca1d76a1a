"""$filter and $orderby say of rows what plain Python says of the rows that were read without them."""

from collections.abc import Callable
from random import Random
from typing import Final
from urllib.parse import quote

from facetstore.domain.values import equality_key, order_key
from tests.rest.odata.random_filters import expression
from tests.rest.odata.validating import Client, Row
from tests.support.api import Api
from tests.support.proof import record, sampled

EXPRESSIONS: Final = sampled(2000, 150)
SETS: Final = (
    "Elements",
    "References",
    "Releases",
    "Translations",
    "Changes",
    "Types",
    "States",
    "subProcess",
    "user",
    "role",
)


def test_random_filters_agree_with_plain_python(client: Callable[..., Client], api: Api) -> None:
    reader, random = client(), Random(26)
    known = {name: rows for name in SETS if (rows := reader.checked_rows(name))}
    names = [*known]
    matched = 0

    for number in range(EXPRESSIONS):
        name = names[number % len(names)]
        rows = known[name]
        wanted = expression(random, reader.columns(name), rows)
        expected = [row for row in rows if wanted.holds(row)]
        found = reader.rows(f"{name}?$filter={quote(wanted.text, safe='')}")
        assert found == expected, (name, wanted.text)
        matched += 0 < len(found) < len(rows)

    assert matched > EXPRESSIONS / 5
    record("$filter expressions of the OData feed", EXPRESSIONS, "agree with plain Python", engine=api.engine)


def test_every_order_is_that_of_plain_python_across_pages(client: Callable[..., Client]) -> None:
    reader, random = client(), Random(7)

    for name in ("Elements", "References", "subProcess", "Changes", "Days"):
        rows = reader.rows(name) if name != "Days" else reader.rows(f"{name}?$top=60")
        for column in reader.columns(name):
            descends = random.random() < 0.5
            order = f"{column} desc" if descends else column
            top = f"&$top={len(rows)}" if name != "Days" else "&$filter=year ge 2026&$top=40"
            ordered = reader.rows(f"{name}?$orderby={order}{top}")
            places = [_place(row, column) for row in ordered]
            assert places == sorted(places, reverse=descends), (name, order)
            if name != "Days":
                assert _sorted(ordered) == _sorted(rows)


def _place(row: Row, column: str) -> tuple[bool, object]:
    cell = row[column]
    return (cell is not None, order_key(equality_key(cell))[:200] if isinstance(cell, str) else cell or 0)


def _sorted(rows: list[Row]) -> list[str]:
    return sorted(map(str, rows))
