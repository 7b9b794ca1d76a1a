"""Prints the processes of a tenant with their flow: `python read_processes.py http://HOST/COLLECTION/STORAGE`."""

import json
import os
import sys
from collections.abc import Iterator
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

TOKEN = os.environ["TOKEN"]


def get(address: str, **headers: str) -> tuple[int, dict[str, str], Any]:
    """Status, headers and JSON of an answer; a refusal says what is wrong."""
    request = Request(address, headers={"symbio-auth-token": TOKEN, **headers})
    try:
        with urlopen(request, timeout=30) as answer:
            return answer.status, dict(answer.headers), json.load(answer)
    except HTTPError as refusal:
        if refusal.code == 304:
            return 304, dict(refusal.headers), None
        error = json.load(refusal)
        raise SystemExit(f"{refusal.code}: {error['message']} (request {error['requestId']})") from None


def pages(address: str, size: int = 500) -> Iterator[dict[str, Any]]:
    """The elements of a list, a page at a time."""
    number = 1
    while True:
        _, _, answer = get(f"{address}?$page={number}&$pageSize={size}&$resources=attributes")
        yield from answer["elements"]
        if answer["count"] < size:
            return
        number += 1


def text(values: dict[str, str]) -> str:
    """A text in English, else in German, else in whatever language there is."""
    return values.get("1033") or values.get("1031") or next(iter(values.values()), "")


def main() -> None:
    processes = f"{sys.argv[1]}/_api/rest/facets/processes/views"
    for element in pages(f"{processes}/list/elements"):
        if element["type"] != "subProcess":
            continue
        attributes = element["attributes"]
        print(f"{text(attributes['name'])} ({attributes['version']['127']}, {element['state']})")
        _, _, content = get(f"{processes}/diagram/elements/{element['versionId']}/content")
        for shape in content["elements"]:
            print(f"  {shape['type']}: {text(shape['attributes'].get('name', {}))}")
    _, headers, _ = get(f"{processes}/tree/elements")
    status, _, _ = get(f"{processes}/tree/elements", **{"If-None-Match": headers["etag"]})
    print(f"asked again: {status}")


if __name__ == "__main__":
    main()
