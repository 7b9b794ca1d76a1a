"""Each role with each tool: who may call it, and no answer names an element or version that reads of the interface keep from this role."""

import json
import re
from typing import Final

import pytest

from facetstore.rest.mcp.tools import TOOLS
from tests.rest.mcp.asking import tool
from tests.support import company
from tests.support.api import ACME, ROLES, Api
from tests.support.proof import record

EDITORS_ALONE: Final = ("what_changed", "propose")
GUID: Final = re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b")
EVERY_ID: Final = sorted(
    {value for value in vars(company).values() if isinstance(value, str) and GUID.fullmatch(value)}
)
WORDS: Final = ("goods", "Wareneingang", "draft", "returns", "anna", "erp", "risk", "archive", "start")


def _shown(api: Api, role: str) -> set[str]:
    """The ids of all elements and versions that the interface names to a role: in lists, and in all that is shown of an element."""
    found = set[str]()
    for facet in api.read("rest/facets", role)["values"]:
        found |= _named(api.read(f"rest/facets/{facet['name']}/views/list/elements", role))
    for each in EVERY_ID:
        # Where it would be shown; whether it is, the role's own reads say.
        facet = tool(api, "read", element=each).get("data", {}).get("facet", "processes")
        path = f"rest/facets/{facet}/views/detail/elements/{each}"
        for more in ("", "/versions", "/usages", "/history"):
            response = api.get(path + more, role)
            found |= _named(response.json()) if response.is_success else set()
    return found


def _named(said: object) -> set[str]:
    return {*GUID.findall(json.dumps(said))}


def _arguments(name: str, element: str) -> dict[str, object]:
    if name == "propose":
        change = {"element": element, "attributes": {"name": {"1033": {}}}}
        return {"title": "T", "reason": "R", "changes": [change]}
    return {"words": element} if name == "find" else {"element": element}


@pytest.mark.one_engine
@pytest.mark.parametrize("role", ROLES)
def test_every_tool_answers_a_role_with_what_it_may_read(api: Api, role: str) -> None:
    shown, leaks, calls = _shown(api, role), [], 0

    for name in TOOLS:
        for each in (*WORDS, *EVERY_ID) if name == "find" else EVERY_ID:
            said = tool(api, name, role, ACME, **_arguments(name, each))
            refused = role == "viewer" and name in EDITORS_ALONE
            assert (said.get("code") == "forbidden") >= refused, (name, each)
            named = _named(said) - {each}
            leaks += [(name, each, id_) for id_ in named - shown]
            calls += 1

    assert leaks == []
    record(f"calls of tools as {role}", calls, "nothing that the role may not read", engine=api.engine)
