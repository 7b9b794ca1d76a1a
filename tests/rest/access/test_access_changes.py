"""Every kind of access change after every other: an old credential is judged at once by what holds now."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

import httpx
import pytest

from facetstore.domain.tenant import parse_address
from facetstore.metamodel.loader import load_with_additions
from facetstore.storage.engines.dialect import POSTGRES, SQLITE, Dialect
from facetstore.storage.engines.schema_files import migrations
from facetstore.usecases.people.users import add_account
from facetstore.usecases.tenants.tenant_administration import delete_tenant, restore_tenant
from facetstore.usecases.tenants.tenant_changes import set_tenant
from tests.rest.editing.archive import HIRING, IDS, OFFERS, PROCESSES, Archive, open_archive
from tests.support.api import Api, Database, Json
from tests.support.people import PASSWORD, Browser, set_password
from tests.support.proof import LONG

CALLER: Final = "hanna"
ADMINISTRATOR: Final = "boss"
_PROBES: Final = (f"{PROCESSES}/{HIRING}/info", f"{PROCESSES}/{OFFERS}/info")
_REMEMBERED: Final = 1
"""How many credentials that ended are tried again after every change."""


@dataclass
class World:
    """A tenant, a user and a token whose access changes, and every credential they had lately."""

    warm: Api
    database: Database
    archive: Archive
    cookies: list[str] = field(default_factory=list)
    secrets: list[str] = field(default_factory=list)
    ended: set[str] = field(default_factory=set)
    token: str = ""
    host: str = ""
    on: dict[str, bool] = field(default_factory=dict)

    def flip(self, what: str) -> bool:
        """The other side of a change that goes forth and back."""
        self.on[what] = not self.on.get(what, False)
        return self.on[what]

    def update(self, facet: str, *elements: Json) -> None:
        self.archive.change(facet, ADMINISTRATOR, *elements)

    def post(self, path: str, body: object = None) -> Any:
        return self.archive.post(path, ADMINISTRATOR, body)

    def sign_in(self) -> Browser:
        """A browser with a live session where the user may have one."""
        browser = Browser(self.warm, self.archive.tenant)
        if browser.sign_in(CALLER).status_code == 200:
            assert browser.cookie is not None
            self.cookies = [*self.cookies[-_REMEMBERED:], browser.cookie]
        return browser

    def end_cookies(self) -> None:
        self.ended |= set(self.cookies)

    def answers(self, api: Api) -> list[tuple[str, str, int, str]]:
        """The responses to every credential, as far as they depend on access."""
        given = [("cookie", f"facetstore-session={each}", each) for each in self.cookies]
        given += [("symbio-auth-token", each, each) for each in self.secrets]
        found = []
        for header, value, secret in given:
            for path in _PROBES:
                response = api.at("GET", f"/{self.archive.tenant}/_api/{path}", headers={header: value})
                found.append((secret[:4], path, response.status_code, _comparable(response)))
                assert secret not in self.ended or response.status_code == 401, (header, path)
        return found


def _comparable(response: httpx.Response) -> str:
    """An answer without what differs from request to request."""
    body: Json = response.json()
    body.pop("requestId", None)
    return json.dumps(body)


def _sign_out(world: World) -> None:
    browser = world.sign_in()
    browser.send("DELETE", "rest/session")
    world.ended |= set(world.cookies[-1:]) if browser.cookie is None else set()


def _change_password(world: World) -> None:
    browser = world.sign_in()
    answer = browser.send("POST", "rest/session/password", {"old": PASSWORD, "new": PASSWORD})
    if answer.status_code == 200:
        world.end_cookies()
        assert browser.cookie is not None
        world.cookies = [*world.cookies[-_REMEMBERED:], browser.cookie]


def _set_password(world: World) -> None:
    if world.on.get("deleted", False):
        return  # the command finds no such user
    set_password(world.database, world.archive.tenant, CALLER, PASSWORD)
    world.end_cookies()


def _flag(world: World, facet: str, element: str, flag: str) -> None:
    world.update(facet, {"id": element, "attributes": {flag: {"127": world.flip(element + flag)}}})


def _user(world: World, **values: Json) -> None:
    if not world.on.get("deleted", False):
        world.update("users", {"id": IDS[CALLER], **values})


def _role(world: World) -> None:
    _user(world, attributes={"roleArchitect": {"127": world.flip("architect")}})


def _inactive(world: World) -> None:
    _user(world, attributes={"roleInactive": {"127": world.flip("inactive")}})
    if world.on["inactive"] and not world.on.get("deleted", False):
        world.end_cookies()


def _delete(world: World) -> None:
    if world.flip("deleted"):
        world.post(f"rest/facets/users/views/list/elements/{IDS[CALLER]}/delete?force=true")
        world.end_cookies()
        return
    (gone,) = [
        each for each in world.archive.get("rest/trash", ADMINISTRATOR)["values"] if each["elementId"] == IDS[CALLER]
    ]
    world.post(f"rest/trash/{gone['id']}/restore")


def _groups(world: World) -> None:
    _user(world, related={"userGroups": [{"id": IDS["guests"]}] if world.flip("groups") else [{"id": IDS["staff"]}]})


def _sets(world: World) -> None:
    _user(world, related={"permissionSets": [{"id": IDS["glance"]}] if world.flip("sets") else []})


def _set_contents(world: World) -> None:
    grants = ["show"] if world.flip("contents") else ["show", "open", "edit"]
    world.update("permissionsets", {"id": IDS["change"], "attributes": {"grants": {"127": grants}}})


def _permission(world: World) -> None:
    path = f"{PROCESSES}/{IDS['personnel']}/permissions"
    if world.flip("permission"):
        world.archive.permit(IDS["personnel"], {"staff": "change", ADMINISTRATOR: "full"}, ADMINISTRATOR)
    else:
        assert world.archive.send("DELETE", path, ADMINISTRATOR).status_code == 200


def _facet_permission(world: World) -> None:
    grants = {"staff": "change", ADMINISTRATOR: "full"} if world.flip("facet") else {}
    world.archive.permit_facet("processes", grants, ADMINISTRATOR)


def _move(world: World) -> None:
    parent = IDS["personnel"] if world.flip("moved") else IDS["sales"]
    world.post(f"{PROCESSES}/{OFFERS}/move", {"parent": parent, "position": 0})


def _rotate(world: World) -> None:
    answer = world.archive.send("POST", f"rest/tokens/{world.token}/rotate", ADMINISTRATOR, {})
    if answer.status_code == 200:
        world.ended |= set(world.secrets[-1:])
        world.secrets = [*world.secrets[-_REMEMBERED:], answer.json()["values"][0]["secret"]]


def _revoke(world: World) -> None:
    if world.flip("revoked"):
        world.post(f"rest/tokens/{world.token}/revoke")
        world.ended |= set(world.secrets[-1:])
    else:
        world.update("automation", {"id": world.token, "attributes": {"roleInactive": {"127": False}}})
        _rotate(world)


def _token_role(world: World) -> None:
    _flag(world, "automation", world.token, "roleArchitect")


def _token_expiry(world: World) -> None:
    until = "2001-01-01T00:00:00" if world.flip("expired") else "2099-01-01T00:00:00"
    world.update("automation", {"id": world.token, "attributes": {"validUntil": {"127": until}}})


def _host(world: World) -> None:
    world.update("automation", {"id": world.host, "attributes": {"isActive": {"127": not world.flip("blocked")}}})


def _tenant_deleted(world: World) -> None:
    address = parse_address(world.archive.tenant)
    assert address is not None
    world.database.run(delete_tenant(world.database.storage, address))
    assert {status for _, _, status, _ in world.answers(world.warm)} == {401}
    world.database.run(restore_tenant(world.database.storage, address))


def _settings(world: World) -> None:
    zone = "Europe/Berlin" if world.flip("zone") else "UTC"
    tenant = world.database.tenant(world.archive.tenant)
    world.database.run(set_tenant(world.database.storage, tenant, {"timeZone": zone}))


def _edit(world: World) -> None:
    """No change of access at all."""
    before = world.database.tenant(world.archive.tenant).access
    world.post(PROCESSES, {"elements": [{"id": HIRING, "attributes": {"purp": {"1033": str(world.flip("edited"))}}}]})
    world.sign_in()
    assert world.database.tenant(world.archive.tenant).access == before


CHANGES: Final[tuple[Callable[[World], None], ...]] = (
    _sign_out, _change_password, _set_password, _role, _inactive, _delete, _groups, _sets, _set_contents, _permission,
    _facet_permission, _move, _rotate, _revoke, _token_role, _token_expiry, _host, _tenant_deleted, _settings, _edit,
)  # fmt: skip


def every_order_of_two(kinds: int) -> Iterator[int]:
    """A walk in which every kind follows every kind, itself included, once (a de Bruijn sequence)."""
    left = {each: list(range(kinds)) for each in range(kinds)}
    path, walk = [0], list[int]()
    while path:
        if left[path[-1]]:
            path.append(left[path[-1]].pop())
        else:
            walk.append(path.pop())
    return reversed(walk)


def walk(kinds: int) -> Iterator[int]:
    """Every kind after every kind, or in an everyday run after four of them."""
    if LONG:
        return every_order_of_two(kinds)
    return (step * number % kinds for step in (1, 3, 7, 9) for number in range(kinds))


@pytest.fixture
def world(api: Api, database: Database) -> World:
    archive = open_archive(api, database)
    tenant = database.tenant(archive.tenant)
    database.run(add_account(database.storage, tenant, IDS[CALLER], CALLER))
    set_password(database, archive.tenant, CALLER, PASSWORD)
    world = World(api, database, archive, secrets=[database.tokens[archive.tenant, CALLER]])
    (made,) = world.post("rest/tokens", {"name": "robot", "role": "editor"})["values"]
    world.token = made["id"]
    world.secrets.append(made["secret"])
    attributes = {"name": {"1033": "Here"}, "hostAddress": {"127": "127.0.0.1"}, "isActive": {"127": True}}
    host = {"type": "host", "parent": world.token, "attributes": attributes}
    (made,) = archive.change("automation", ADMINISTRATOR, host)["elements"]
    world.host = made["id"]
    world.sign_in()
    return world


@pytest.mark.parametrize("dialect", [SQLITE, POSTGRES])
def test_the_facets_of_all_who_may_call_are_counted(dialect: Dialect) -> None:
    (text,) = [each.text for each in migrations(dialect) if each.name == "identity"]
    counted = {frozenset(re.findall(r"'(\w+)'", each)) for each in re.findall(r"facet IN \(([^)]*)\)", text)}

    types = load_with_additions({}, administration=False).types
    deciding = {each.facet for each in types.values() if each.principal} | {
        types["host"].facet,
        types["permissionSet"].facet,
    }

    assert counted == {frozenset(deciding)}


def test_every_kind_follows_every_kind() -> None:
    walked = list(every_order_of_two(len(CHANGES)))

    assert len(set(pairwise(walked))) == len(CHANGES) ** 2
    assert set(walk(len(CHANGES))) == set(range(len(CHANGES)))


def test_old_credentials_are_judged_at_once_after_every_two_changes_of_access(world: World) -> None:
    before = "nothing"
    for each in walk(len(CHANGES)):
        change = CHANGES[each]
        change(world)
        fresh = Api(world.database)
        try:
            now = world.answers(fresh)
        finally:
            fresh.close()
        assert world.answers(world.warm) == now, (before, change.__name__)
        before = change.__name__
