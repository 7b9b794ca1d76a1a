"""Synonyms over the interface: administrators read and replace them, and the next search knows them."""

import json

import httpx
import pytest

from tests.rest.configuration.configured import SYSTEMS, Configured
from tests.support.api import Json

SYNONYMS = "rest/search/synonyms"
GROUPS = [["Kraftfahrzeug", "Kfz"], ["QM", "quality  management"]]


def put(
    own: Configured, groups: object, query: str = "", role: str = "administrator", **headers: str
) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    content = json.dumps({"synonyms": groups}).encode()
    return own.api.send("POST", f"{SYNONYMS}{query}", role, tenant=own.address, content=content, headers=named)


def found(own: Configured, q: str) -> list[str]:
    values: list[Json] = own.read(f"rest/search?q={q}&facets=it")["values"]
    return [each["name"]["1033"] for each in values]


def test_what_is_put_is_read_back_and_searched_at_once(own: Configured) -> None:
    own.store(SYSTEMS, {"type": "system", "attributes": {"name": {"1033": "Kraftfahrzeug register"}}})
    assert own.read(SYNONYMS) == {"synonyms": []}
    before = found(own, "kfz")

    response = put(own, GROUPS)

    assert response.status_code == 200, response.text
    assert (
        response.json() == own.read(SYNONYMS) == {"synonyms": [["Kraftfahrzeug", "Kfz"], ["QM", "quality management"]]}
    )
    assert (before, found(own, "kfz")) == ([], ["Kraftfahrzeug register"])
    (row,) = own.read("rest/audit?kind=synonyms.changed")["values"]
    assert row["detail"] == {"number": "2"}


def test_a_change_of_others_is_not_overwritten(own: Configured) -> None:
    etag = put(own, GROUPS).headers["etag"]
    assert put(own, [["one", "two"]], If_Match=etag).status_code == 200

    assert put(own, [], If_Match=etag).status_code == 412
    assert own.read(SYNONYMS) == {"synonyms": [["one", "two"]]}


def test_a_dry_run_stores_nothing_and_the_same_again_changes_nothing(own: Configured) -> None:
    assert put(own, GROUPS, "?dryRun=true").status_code == 200
    assert own.read(SYNONYMS) == {"synonyms": []}
    put(own, GROUPS)
    definition = own.tenant.definition

    assert put(own, GROUPS).status_code == 200
    assert own.tenant.definition == definition


@pytest.mark.one_engine
@pytest.mark.parametrize(
    ("groups", "path", "said"),
    [
        ("car", None, "The body needs"),
        ([["car"]], "synonyms[0]", "2 to 10 entries"),
        ([["a", "b", "c"] * 4], "synonyms[0]", "2 to 10 entries"),
        ([["car", 1]], "synonyms[0][1]", "a text of up to 60"),
        ([["car", "x" * 61]], "synonyms[0][1]", "a text of up to 60"),
        ([["car", "auto\u0001"]], "synonyms[0][1]", "without control characters"),
        ([["car", "%%"]], "synonyms[0][1]", "at least 2 letters"),
        ([["car", "one two three four five"]], "synonyms[0][1]", "in 1 to 4 words"),
        ([["Prüfung", "PRUFUNG"]], "synonyms[0][1]", "leave one of them out"),
        ([["one", "two"]] * 501, "synonyms", "up to 500 groups"),
    ],
)
def test_every_mistake_is_named_with_its_place(own: Configured, groups: object, path: str | None, said: str) -> None:
    response = put(own, groups)

    assert response.status_code == 400
    if path is None:
        assert said in response.text
    else:
        (finding,) = response.json()["data"]
        assert (finding["path"], said in finding["error"]) == (path, True), finding
    assert own.read(SYNONYMS) == {"synonyms": []}
