"""Another tenant's ids, wherever an id can stand in a request: nothing distinguishes them from ids that nothing has."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import httpx
import pytest

from tests.rest.access.asking import ID, KINDS, Variant, bodies, variants
from tests.rest.access.premises import Premises, unknown
from tests.support.api import Api, Database
from tests.support.people import Clock
from tests.support.proof import LONG, record

CALLERS: Final = ("viewer", "editor", "administrator")
FILTERS: Final = ("id -eq '{}'", "versionId -eq '{}'", "id -in ('{}')", "Contains(attributes,'{}')")
EVERYDAY: Final = ("administrator", "viewer", "administrator", "editor", "administrator")
HOUR: Final = 3600


class Case(NamedTuple):
    """A request with one place for an id."""

    name: str
    method: str
    path: str
    body: str | None
    kind: str
    is_first: bool


class Tenants(NamedTuple):
    """Two on one database, and the application without and with answers that it keeps."""

    own: Premises
    foreign: Premises
    fresh: Api
    kept: Api
    clock: Clock


@pytest.fixture(scope="module")
def tenants(database: Database) -> Iterator[Tenants]:
    clock = Clock()
    fresh, kept = Api(database, cache_bytes=0, clock=clock), Api(database, clock=clock)
    own, foreign = Premises(fresh, "isolation/own", "aa"), Premises(fresh, "isolation/foreign", "ff")
    yield Tenants(own, foreign, fresh, kept, clock)
    fresh.close()
    kept.close()


def cases(ids: Mapping[str, str]) -> Iterator[Case]:
    for variant in variants():
        yield from _in_path(variant, ids)
        yield from _in_query(variant, ids)
        yield from _in_body(variant, ids)


def _in_path(variant: Variant, ids: Mapping[str, str]) -> Iterator[Case]:
    for variable in variant.variables:
        if variable == "key":  # any text, which comes back; test_preferences.py has keys that are ids
            continue
        for kind in KINDS.get(variable, ("element",)):
            yield _case(variant, variable, variant.address(ids, {variable: ID}, {}), variant.body(ids), kind)


def _in_query(variant: Variant, ids: Mapping[str, str]) -> Iterator[Case]:
    for parameter in sorted(variant.route.allowed - {"name"}):  # what a new file is called names nothing that exists
        for text in FILTERS if parameter in ("$filter", "Filter") else ("{}",):
            for kind in KINDS.get(parameter, ("element",)):
                path = variant.address(ids, {}, {parameter: text.format(ID)})
                yield _case(variant, parameter, path, variant.body(ids), kind)


def _in_body(variant: Variant, ids: Mapping[str, str]) -> Iterator[Case]:
    for each in bodies(ids)[variant.route.body] if variant.route.body else ():
        if each.kind is not None:
            yield _case(variant, "body", variant.address(ids, {}, {}), json.dumps(each.content), each.kind)


def _case(variant: Variant, place: str, path: str, body: str | None, kind: str) -> Case:
    return Case(f"{variant.method} {variant.path} {place}", variant.sent, path, body, kind, variant.is_first)


def answered(api: Api, case: Case, who: str, id_: str, tenants: Tenants) -> tuple[int, dict[str, str], str, int]:
    """The answer without what is every request's own and without the id, and how many statements it took."""
    tenants.clock.move(HOUR)  # who fails to sign in must wait
    content = case.body.replace(ID, id_).encode() if case.body is not None else None
    response = api.send(case.method, case.path.replace(ID, id_), who, tenant=tenants.own.address, content=content)
    return response.status_code, _headers(response, id_), _text(response, id_), api.statements


def _headers(response: httpx.Response, id_: str) -> dict[str, str]:
    # An answer that repeats the id has a hash of its own.
    own = ("x-request-id", "content-length", "date", *(("etag",) if id_ in response.text else ()))
    return {name: value.replace(id_, ID) for name, value in response.headers.items() if name not in own}


def _text(response: httpx.Response, id_: str) -> str:
    return response.text.replace(response.headers["x-request-id"], "").replace(id_, ID)


def chosen(every: list[Case]) -> Iterator[tuple[Case, str, bool]]:
    """Each case with each caller, with and without cached responses; in an everyday run with one of them in turn, and only some
    of those that call an operation in another way than its first."""
    for number, case in enumerate(every):
        if LONG:
            yield from ((case, who, keeps) for who in CALLERS for keeps in (False, True))
        elif case.is_first or number % 3 == 0:
            yield case, EVERYDAY[number % len(EVERYDAY)], number // len(EVERYDAY) % 2 == 1


def test_another_tenants_id_is_an_unknown_one_wherever_it_stands(tenants: Tenants) -> None:
    own, foreign = tenants.own, tenants.foreign
    revisions = [own.api.database.tenant(each.address).revision for each in (own, foreign)]
    for api in (tenants.fresh, tenants.kept):
        for who in CALLERS:
            api.get("rest/info", who, tenant=own.address)

    asked, seen = 0, []
    for case, who, keeps in chosen(list(cases(own.ids))):
        api, id_ = tenants.kept if keeps else tenants.fresh, foreign.ids[case.kind]
        for _ in range(1 + keeps):
            expected, found = (answered(api, case, who, each, tenants) for each in (unknown(id_), id_))
            asked += 1
            if found != expected:
                seen.append(f"{case} as {who}: {found} is not {expected}")

    assert seen == []
    assert [own.api.database.tenant(each.address).revision for each in (own, foreign)] == revisions
    record("Requests with another tenant's id", asked, f"as with an unknown one, on {own.api.engine}")


_MOMENT: Final = re.compile(r"(?<!\{elementId\}/)(diff|releasenotes) (from|to)$")
"""A parameter of an operation that compares many elements: it is a moment, and every id is refused alike."""


def test_an_own_id_is_distinguished_from_an_unknown_one(tenants: Tenants) -> None:
    """That the test before can fail: its requests do reach what their ids name."""
    asked = [each for each in cases(tenants.own.ids) if each.method == "GET" and each.name.split()[-1] in KINDS]
    asked = [each for each in asked if not _MOMENT.search(each.name)]

    alike = {
        case.name
        for case in asked
        if case.kind != "shape" and (id_ := tenants.own.ids[case.kind])
        if answered(tenants.fresh, case, "administrator", unknown(id_), tenants)[2]
        == answered(tenants.fresh, case, "administrator", id_, tenants)[2]
    }

    assert len(asked) > 30
    assert alike == set()
