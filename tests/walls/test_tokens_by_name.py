"""Finding 12: those who do not administer learn no more of a token than its name and type, where something refers to it."""

import json
from typing import Any, Final
from urllib.parse import quote

from tests.walls.served import Served

_UNTIL: Final = "2031-07-08T09:10:11"
_ADDRESS: Final = "203.0.113.77"
_AUTOMATION: Final = "rest/facets/automation/views/list/elements"
_PROCESSES: Final = "rest/facets/processes/views/detail/elements"
_REPORT: Final = "rest/facets/processes/reporting"


def _write(served: Served, tenant: str, path: str, element: dict[str, Any], who: str = "administrator") -> str:
    answer = served.ask(tenant, who, path, {"elements": [element]})
    assert answer.status == 200, answer.body
    made: str = answer.json()["elements"][0]["id"]
    return made


def _robot(served: Served) -> tuple[str, str, str]:
    """A tenant, a token with a host in it, and a process that the token has made."""
    tenant = served.new_tenant()
    answer = served.ask(tenant, "administrator", "rest/tokens", {"name": "Robot", "role": "editor"})
    assert answer.status == 200, answer.body
    (made,) = answer.json()["values"]
    served.database.tokens[tenant, "robot"] = made["secret"]
    _write(served, tenant, _AUTOMATION, {"id": made["id"], "attributes": {"validUntil": {"127": _UNTIL}}})
    attributes = {"name": {"1033": _ADDRESS}, "hostAddress": {"127": _ADDRESS}}
    _write(served, tenant, _AUTOMATION, {"type": "host", "parent": made["id"], "attributes": attributes})
    draft = {"type": "subProcess", "attributes": {"name": {"1033": "Made by a robot"}}}
    process = _write(served, tenant, _PROCESSES, draft, "robot")
    return tenant, made["id"], process


def _paths(token: str, process: str) -> list[str]:
    own = ["", "/attributes", "/related", "/children", "/content", "/info", "/versions", "/history", "/usages"]
    filters = [f"createdBy/validUntil -eq '{_UNTIL}'", "createdBy/roleEditor -eq true", f"hostAddress -eq '{_ADDRESS}'"]
    return [
        _AUTOMATION,
        f"{_AUTOMATION}?$orderby=validUntil",
        "rest/facets/automation/views/detail/elements",
        "rest/facets/automation/reporting",
        "rest/facets/automation/config/list",
        *(f"{_AUTOMATION}/{token}{each}" for each in own),
        f"{_PROCESSES}/{token}",
        f"{_PROCESSES}/{process}?$expandRelated=createdBy,changedBy",
        f"{_PROCESSES}/{process}/related/createdBy",
        *(f"{_PROCESSES}?$filter={quote(each)}" for each in filters),
        f"{_PROCESSES}?$filter={quote('createdBy/name -like %Robot%')}",
        f"{_REPORT}/{process}",
        f"rest/search?q={_ADDRESS}",
        "rest/search?q=Robot",
        "rest/stats?by=type",
        "rest/tokens",
    ]


def test_nothing_is_shown_of_a_token_but_its_name(served: Served) -> None:
    tenant, token, process = _robot(served)

    for path in _paths(token, process):
        for answer in (served.ask(tenant, who, path) for who in ("viewer", "editor")):
            assert answer.status in (200, 400, 403, 404), (path, answer.status)
            text = answer.body.decode()
            if answer.status == 200:
                assert _UNTIL not in text and _ADDRESS not in text, path  # noqa: PT018
                assert "authToken" not in text or "roleEditor" not in text, path
                assert "-eq" not in path or process not in text, path


def test_a_reference_shows_who_made_an_element(served: Served) -> None:
    tenant, token, process = _robot(served)

    (found,) = served.ask(tenant, "editor", f"{_PROCESSES}/{process}").json()["elements"]

    (by,) = found["related"]["createdBy"]
    assert (by["id"], by["type"], by["facetName"]) == (token, "authToken", "automation")
    assert json.dumps(by).count("role") == 0

    expanded = served.ask(tenant, "editor", f"{_PROCESSES}/{process}?$expandRelated=createdBy").json()["elements"]
    (by,) = expanded[0]["related"]["createdBy"]
    assert by["id"] == token
    assert list(by["attributes"]) == ["name"]


def test_administrators_read_tokens_as_before(served: Served) -> None:
    tenant, token, _ = _robot(served)

    detail = _AUTOMATION.replace("list", "detail")
    (found,) = served.ask(tenant, "administrator", f"{detail}/{token}").json()["elements"]
    listed = served.ask(tenant, "administrator", _AUTOMATION).body.decode()

    assert found["attributes"]["validUntil"] == {"127": _UNTIL}
    assert _ADDRESS in listed


def test_owners_list_their_own_tokens_and_no_others(served: Served) -> None:
    """A token that an administrator made and that is an administrator itself makes another one, and is an editor from then on."""
    tenant, token, _ = _robot(served)
    _write(served, tenant, _AUTOMATION, {"id": token, "attributes": {"roleAdministrator": {"127": True}}})
    answer = served.ask(tenant, "robot", "rest/tokens", {"name": "Robot's own", "role": "viewer"})
    assert answer.status == 200, answer.body
    _write(served, tenant, _AUTOMATION, {"id": token, "attributes": {"roleAdministrator": {"127": False}}})

    (own,) = served.ask(tenant, "robot", "rest/tokens").json()["values"]

    assert (own["name"], own["role"]) == ("Robot's own", "viewer")
    assert served.ask(tenant, "viewer", "rest/tokens").json() == {"count": 0, "values": []}
    assert served.ask(tenant, "robot", _AUTOMATION).status == 404
