"""Permalinks: one for the element, one for each version, one for each shape; the same for every caller."""

import json
from urllib.parse import urlsplit

import pytest

from tests.support import company
from tests.support.api import BASE, Api, Json

LINKS = "v1/permalinks"
SHAPE = company.shape_id(6, "2.0", 2)
VERSION = company.version_id(6, "2.0")


def links(api: Api, query: str, role: str = "viewer") -> dict[str, Json]:
    return {each["linkType"]: each for each in api.read(f"{LINKS}?{query}", role)["values"]}


def test_all_possible_links_are_listed_and_lead_to_the_page(api: Api) -> None:
    found = links(
        api,
        f"facetName=Processes&facetViewKey=treeanddiagram&contextKey={company.RECEIPT}&variantKey="
        f"&versionKey={VERSION.upper()}&selectionKey={SHAPE}&routeData[x]=1",
    )

    assert list(found) == ["ofElement", "ofVersion", "ofSelection"]
    leads = {name: api.at("GET", each["url"]).headers["location"] for name, each in found.items()}
    page = f"{BASE}/acme/main/elements/processes"
    assert leads == {
        "ofElement": f"{page}/{company.RECEIPT}",
        "ofVersion": f"{page}/{VERSION}",
        "ofSelection": f"{page}/{VERSION}?shape={SHAPE}",
    }


def test_the_same_request_gets_the_same_link(api: Api) -> None:
    body = json.dumps({"linkType": "ofversion"}).encode()
    path = f"{LINKS}?contextKey={company.RECEIPT}&versionKey={VERSION}"

    made = [api.post(path, role, content=body).json() for role in ("viewer", "administrator", "viewer")]

    assert made[0] == made[1] == made[2]
    assert made[0]["values"] == [links(api, path.partition("?")[2])["ofVersion"]]


def test_an_element_without_versions_has_one_link(api: Api) -> None:
    assert list(links(api, f"contextKey={company.HOUSE}")) == ["ofElement"]
    body = json.dumps({"linkType": "ofVersion"}).encode()
    response = api.post(f"{LINKS}?contextKey={company.HOUSE}", content=body)
    assert (response.status_code, response.json()["data"][0]["path"]) == (400, "linkType")
    assert "It has: ofElement." in response.json()["message"]


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("", 400),
        ("contextKey=x", 400),
        (f"contextKey={company.RECEIPT}&variantKey=a", 400),
        (f"contextKey={company.NOWHERE}", 404),
        (f"contextKey={company.RECEIPT}&facetName=it", 404),
        (f"contextKey={company.RECEIPT}&selectionKey={company.NOWHERE}", 404),
        (f"contextKey={company.HOUSE}&versionKey={VERSION}", 404),
        (f"contextKey={company.RETURNS}", 404),
        (f"contextKey={company.RECEIPT}&versionKey={company.version_id(6, '2.1')}", 404),
    ],
)
def test_what_is_wrong_or_not_seen_has_no_link(api: Api, query: str, status: int) -> None:
    assert api.get(f"{LINKS}?{query}", "viewer").status_code == status


@pytest.mark.parametrize("body", [b"", b"{}", b'{"linkType":"ofAnything"}', b'{"linkType":1}', b"[]"])
def test_a_body_names_a_type_of_link(api: Api, body: bytes) -> None:
    response = api.post(f"{LINKS}?contextKey={company.RECEIPT}", content=body)

    assert response.status_code == 400
    assert "ofElement, ofVersion, ofSelection" in response.json()["message"]


def test_an_address_says_nothing_of_what_exists(api: Api) -> None:
    (link,) = links(api, f"contextKey={company.HOUSE}").values()
    known = urlsplit(link["url"]).path

    elsewhere = api.at("GET", known.replace("/acme/main/", "/nobody/here/"))
    assert elsewhere.status_code == api.at("GET", known).status_code == 302
    for wrong in ("x", "processes-e", "processes-x" + "a" * 26, "processes-s" + "a" * 26, "..-e" + "a" * 26):
        assert api.at("GET", f"/acme/main/go/{wrong}").status_code != 302, wrong
