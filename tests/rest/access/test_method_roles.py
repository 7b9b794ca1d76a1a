"""A tenant that gives roles of the method other names is served by those names."""

from collections.abc import Mapping
from itertools import count

from facetstore.metamodel.loader import parse_additions
from facetstore.usecases.tenants.tenant_changes import apply_metamodel
from tests.support.api import Api, Json
from tests.support.changing import DETAIL, DIAGRAM, Changing
from tests.support.company import ANNA, OLGA, RECEIPT_2_0

OWN = """
properties:
  coAuthors:
    names: {1031: "Mitautoren", 1033: "Co-authors"}
    descriptions: {1031: "Wer mitschreibt.", 1033: "Who writes, too."}
    relatedTypes: [user, userGroup, authToken]
types:
  subProcess:
    properties: {coAuthors: }
methodRoles:
"""
_numbers = count(1)
SUB_PROCESS = {"type": "subProcess", "attributes": {"name": {"1033": "Packing"}}}


def test_a_page_learns_what_plays_which_role(api: Api) -> None:
    body = api.read("rest/types")

    assert body["roles"]["authors"] == ["author", "secondaryAuthors"]
    assert body["roles"]["user"] == "user"
    assert body["roles"]["roleFlags"]["editor"] == "roleEditor"
    assert body["roles"]["lastSignIn"] == "userLastLogin"


def test_a_role_whose_property_a_caller_may_not_read_is_left_out(api: Api) -> None:
    roles = api.read("rest/types", "viewer")["roles"]

    assert "lastSignIn" not in roles
    assert roles["signIns"] == []


def test_a_page_learns_which_states_are_released_and_start_versions(api: Api) -> None:
    types = {each["key"]: each for each in api.read("rest/types")["values"]}
    states = {each["key"]: (each["isReleased"], each["startsVersion"]) for each in types["subProcess"]["states"]}

    assert states["inProcess"] == (False, False)
    assert states["released"] == (True, True)
    assert states["expired"] == (False, True)


def test_a_context_of_the_tenant_names_the_authors(changing: Changing) -> None:
    apply(changing, "  authors: [coAuthors]")
    (made,) = changing.update({**SUB_PROCESS, "related": {"author": [{"id": ANNA}]}})

    assert renamed(changing, made["id"]) == 403  # the role stamps its creator as the author, and that is not the editor
    changing.update({"id": made["id"], "related": {"coAuthors": []}})
    assert renamed(changing, made["id"]) == 200  # though `author` still names another
    changing.update({"id": made["id"], "related": {"coAuthors": [{"id": OLGA}]}})
    assert renamed(changing, made["id"]) == 403


def test_what_was_stored_before_follows_the_new_names(changing: Changing) -> None:
    (made,) = changing.update({**SUB_PROCESS, "related": {"author": [{"id": ANNA}]}})
    before = renamed(changing, made["id"]), listed(changing, made["id"])

    apply(changing, "  authors: [coAuthors]")

    assert before == (403, True)
    assert (renamed(changing, made["id"]), listed(changing, made["id"])) == (200, False)


def test_content_shows_the_contexts_that_the_role_names(changing: Changing) -> None:
    before = contexts(changing)

    apply(changing, "  diagramContexts: [executiveRole]")

    assert "systems" in before
    assert contexts(changing) <= {"executiveRole"}


def test_owners_are_counted_by_the_context_that_the_role_names(changing: Changing) -> None:
    changing.update({**SUB_PROCESS})
    apply(changing, "  owner: coAuthors")
    changing.update({**SUB_PROCESS, "related": {"coAuthors": [{"id": OLGA}]}})

    values = changing.read("rest/stats?by=owner&types=subProcess")["values"]

    assert {each.get("owner"): each["count"] for each in values}[OLGA] == 1


def apply(changing: Changing, roles: str) -> None:
    storage, tenant = changing.database.storage, changing.database.tenant(changing.address)
    additions: Mapping[str, object] = parse_additions(f"{OWN}{roles}\n", "own.yaml")
    changing.database.run(apply_metamodel(storage, tenant, additions))


def renamed(changing: Changing, element: str) -> int:
    body = {"elements": [{"id": element, "attributes": {"description": {"1033": f"Text {next(_numbers)}"}}}]}
    return changing.post(DETAIL, body, "editor").status_code


def listed(changing: Changing, element: str) -> bool:
    """Whether a list shows an editor that an element is read-only."""
    found: list[Json] = changing.read(f"{DETAIL}?$filter=id -eq '{element}'", "editor")["elements"]
    return bool(found[0].get("setReadOnly"))


def contexts(changing: Changing) -> set[str]:
    shown = changing.read(f"{DIAGRAM}/{RECEIPT_2_0}/content")["elements"]
    return {name for each in shown for name in each.get("related", {})}
