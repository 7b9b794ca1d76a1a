"""The tenant's own types and properties over the interface: administrators read and replace them, checked as a whole."""

import copy
import json
from typing import Any, Final

import httpx
import pytest

from facetstore.metamodel.loader import problems_of_additions, type_patterns
from tests.rest.access.asking import OWN
from tests.rest.configuration.configured import Configured
from tests.support.api import Json

ADDITIONS = "rest/metamodel/additions"
SUPPLIERS = "rest/facets/stakeholders/views/detail/elements"
CONFIG = "rest/facets/stakeholders/views/detail/config"
OTHERS = ("viewer", "editor", "approver", "analyzer", "architect")


def put(
    own: Configured, additions: object, query: str = "", role: str = "administrator", **headers: str
) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    content = json.dumps({"additions": additions}).encode()
    return own.api.send("POST", f"{ADDITIONS}{query}", role, tenant=own.address, content=content, headers=named)


def supplier(name: str = "Iron works") -> Json:
    return {"type": "supplier", "attributes": {"name": {"1033": name}, "bookingUnit": {"1033": "4711"}}}


def places(response: httpx.Response) -> list[str]:
    return [each["path"] for each in response.json()["data"]]


def changed(**parts: Any) -> Json:
    """The additions with another type `supplier`."""
    made: Json = copy.deepcopy(OWN)
    made["types"]["supplier"].update(parts)
    return made


def test_a_new_tenant_adds_nothing_and_offers_types_to_begin_with(own: Configured) -> None:
    answer = own.read(ADDITIONS)

    assert answer["additions"] == {}
    assert answer["patterns"]["stakeholder"] == {
        "facet": "stakeholders",
        "identity": "versioned",
        "lifecycle": "release",
        "include": ["named", "tracked", "versioned"],
    }
    assert not {"user", "task", "configCulture"} & answer["patterns"].keys()


@pytest.mark.one_engine
@pytest.mark.parametrize("administration", [False, True])
def test_a_new_type_can_be_made_like_each_pattern(administration: bool) -> None:
    texts = {"1031": "Neu", "1033": "New"}
    types = {
        f"new{key}": {**pattern, "names": texts, "descriptions": texts, "color": "#112233"}
        for key, pattern in type_patterns(administration).items()
    }

    assert len(types) > 30
    assert problems_of_additions({"types": types}, administration) == ()


def test_what_is_put_is_read_back_and_can_be_written_at_once(own: Configured) -> None:
    before = own.post(SUPPLIERS, supplier())

    response = put(own, OWN)

    assert response.status_code == 200, response.text
    assert before.status_code == 400
    assert response.json() == own.read(ADDITIONS)
    assert own.read(ADDITIONS)["additions"] == OWN
    (made,) = own.store(SUPPLIERS, supplier(), role="editor")
    assert made["attributes"]["bookingUnit"] == {"1033": "4711"}
    (shown,) = own.read(f"{CONFIG}/supplier", "viewer")["values"]
    assert shown["displayNames"] == {"1031": "Kostenstelle", "1033": "Cost centre"}


@pytest.mark.one_engine
def test_other_roles_neither_read_nor_change_them(own: Configured) -> None:
    revision = own.tenant.revision

    for role in OTHERS:
        assert own.send("GET", ADDITIONS, role=role).status_code == 403
        assert put(own, OWN, role=role).status_code == 403
        assert put(own, OWN, "?dryRun=true", role=role).status_code == 403

    assert (own.tenant.revision, own.tenant.additions) == (revision, "{}")


@pytest.mark.one_engine
def test_a_dry_run_checks_and_stores_nothing(own: Configured) -> None:
    revision = own.tenant.revision

    assert put(own, OWN, "?dryRun=true").status_code == 200
    assert put(own, changed(facet="nowhere"), "?dryRun=true").status_code == 400

    assert (own.tenant.revision, own.tenant.additions) == (revision, "{}")


@pytest.mark.one_engine
def test_the_same_again_changes_nothing(own: Configured) -> None:
    put(own, OWN)
    revision = own.tenant.revision

    assert put(own, OWN).status_code == 200

    assert own.tenant.revision == revision


MISTAKES: Final[tuple[tuple[Json, str, str], ...]] = (
    (changed(facet="stakeholder"), "types.supplier.facet", "Did you mean 'stakeholders'?"),
    (changed(color="red"), "types.supplier.color", "Expected a colour"),
    (changed(lifecycle=None), "types.supplier.lifecycle", "Expected"),
    (changed(names={"1031": "Nur deutsch"}), "types.supplier.names", "1033"),
    (changed(names={"1031": "\x01", "1033": "x"}), "types.supplier.names.1031", "control character"),
    (changed(properties={"unknown": {}}), "types.supplier.properties.unknown", "unknown"),
    ({"properties": {"name": changed()["properties"]["bookingUnit"]}}, "properties.name", "already"),
    ({"types": []}, "types", "Expected"),
    ({"facets": {}}, "facets", "facets"),
)


@pytest.mark.one_engine
def test_mistakes_are_named_with_their_place(own: Configured) -> None:
    for additions, place, words in MISTAKES:
        response = put(own, additions)

        assert response.status_code == 400
        named = [each["error"] for each in response.json()["data"] if each["path"].startswith(place)]
        assert any(words in each for each in named), (place, named)
    assert own.tenant.additions == "{}"


@pytest.mark.one_engine
def test_a_body_without_additions_is_refused(own: Configured) -> None:
    bodies: tuple[Any, ...] = ([], {"additions": []}, {"additions": {}, "more": 1}, {"types": {}}, "x", 1)
    for body in bodies:
        assert own.send("POST", ADDITIONS, body).status_code == 400
    assert own.tenant.additions == "{}"


@pytest.mark.one_engine
def test_long_deep_and_wrong_ones_are_refused_with_few_words(own: Configured) -> None:
    deep: Any = {}
    for _ in range(200):
        deep = {"x": deep}
    many = {f"t{number}": {"x": 1} for number in range(500)}

    long = put(own, {"rules": {"x" * 100_001: {}}})

    assert long.status_code == 400
    assert long.json()["data"][0]["code"] == "too-costly"
    assert places(put(own, {"types": deep}))[0].startswith("types.x.x")
    assert len(places(put(own, {"types": many}))) == 100


def test_a_type_that_elements_have_stays(own: Configured) -> None:
    put(own, OWN)
    own.store(SUPPLIERS, supplier(), supplier("Steel works"))

    response = put(own, {})

    assert response.status_code == 400
    (finding,) = response.json()["data"]
    assert finding["error"] == "2 elements of the type supplier exist."
    assert (finding["code"], finding["path"]) == ("still-used", "types.supplier")
    assert own.read(ADDITIONS)["additions"] == OWN


def test_who_overtakes_another_is_refused(own: Configured) -> None:
    etag = own.send("GET", ADDITIONS).headers["etag"]
    first = put(own, OWN, if_match=etag)

    late = put(own, {}, if_match=etag)
    again = put(own, {}, if_match=first.headers["etag"])

    assert [each.status_code for each in (first, late, again)] == [200, 412, 200]
    assert own.read(ADDITIONS)["additions"] == {}


@pytest.mark.one_engine
def test_a_change_of_content_does_not_overtake(own: Configured) -> None:
    put(own, OWN)
    etag = own.send("GET", ADDITIONS).headers["etag"]

    own.store(SUPPLIERS, supplier())

    assert put(own, changed(color="#000000"), if_match=etag).status_code == 200


@pytest.mark.one_engine
def test_a_repeated_request_is_answered_as_before(own: Configured) -> None:
    first = put(own, OWN, idempotency_key="one")
    revision = own.tenant.revision

    second = put(own, OWN, idempotency_key="one")

    assert (second.status_code, second.json()) == (200, first.json())
    assert own.tenant.revision == revision
    assert put(own, {}, idempotency_key="one").status_code == 422


def test_the_audit_says_who_changed_what(own: Configured) -> None:
    put(own, OWN)
    put(own, changed(color="#000000"))
    put(own, {})

    found = own.read("rest/audit?kind=metamodel.changed")["values"]

    assert [each["detail"] for each in found] == [
        {"types": "-subProcess, -supplier", "properties": "-bookingUnit"},
        {"types": "supplier"},
        {"types": "+subProcess, +supplier", "properties": "+bookingUnit"},
    ]
    assert {each["actor"] for each in found} == {own.read("rest/me")["id"]}


def test_another_tenant_is_left_as_it_is(own: Configured) -> None:
    other = Configured(own.database, roles=("administrator",))

    put(own, OWN)

    assert other.read(ADDITIONS)["additions"] == {}
    assert other.post(SUPPLIERS, supplier()).status_code == 400
    other.close()
