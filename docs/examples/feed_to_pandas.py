"""Counts elements by type and state: `python feed_to_pandas.py http://HOST/COLLECTION/STORAGE`."""

import os
import sys
from typing import Any

import pandas
import requests


def table(feed: str, name: str, **options: str) -> pandas.DataFrame:
    """All rows of a table, page by page."""
    rows: list[dict[str, Any]] = []
    address: str | None = f"{feed}{name}"
    query: dict[str, str] | None = {f"${option}": value for option, value in options.items()}
    while address is not None:
        answer = requests.get(address, query, auth=("token", os.environ["TOKEN"]), timeout=60)
        answer.raise_for_status()
        page = answer.json()
        rows += page["value"]
        address, query = page.get("@odata.nextLink"), None
    return pandas.DataFrame(rows)


def main() -> None:
    feed = f"{sys.argv[1]}/_api/rest/odata/"
    elements = table(feed, "Elements", select="elementId,type,state", filter="state ne null")
    types = table(feed, "Types", select="type,typeName")
    named = elements.merge(types, on="type")
    print(
        named.pivot_table(
            index="typeName", columns="state", values="elementId", aggfunc="count", fill_value=0
        ).to_string()
    )


if __name__ == "__main__":
    main()
