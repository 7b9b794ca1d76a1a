"""Who reads the feed, with which credential, and what of the storage: nothing that the caller may not open, not even in a count."""

import base64
from collections.abc import Callable

import pytest

from tests.rest.odata.validating import Client, Row
from tests.support import company
from tests.support.api import ACME, API, RIVAL, Api
from tests.support.changing import Changing

ROOT = f"{API}/rest/odata/"
Clients = Callable[..., Client]


def _basic(user: str, password: str) -> dict[str, str]:
    return {"authorization": "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()}


def _of(changing: Changing, role: str = "administrator") -> Client:
    root = f"{changing.base}/_api/rest/odata/"
    token = changing.database.tokens[changing.address, role]
    return Client(lambda address: changing.api.at("GET", address, headers={"symbio-auth-token": token}), root)


@pytest.mark.one_engine
def test_a_token_comes_as_header_bearer_query_or_password(api: Api) -> None:
    token = api.database.tokens[ACME, "viewer"]
    ways = [
        {"symbio-auth-token": token},
        {"authorization": f"Bearer {token}"},
        _basic("token", token),
        _basic("", token),
        _basic("anybody at all", token),
    ]

    for headers in ways:
        response = api.at("GET", f"{ROOT}Types?$top=1", headers=headers)
        assert response.status_code == 200
        assert "set-cookie" not in response.headers
    assert api.at("GET", f"{ROOT}Types?$top=1&symbio-auth-token={token}").status_code == 200


@pytest.mark.one_engine
def test_the_address_of_the_next_page_has_no_token(api: Api) -> None:
    token = api.database.tokens[ACME, "viewer"]

    page = api.at("GET", f"{ROOT}Elements?symbio-auth-token={token}", headers={"prefer": "maxpagesize=1"}).json()

    assert "nextLink" in str(page.keys())
    assert token not in str(page)


@pytest.mark.one_engine
@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"authorization": "Basic"},
        {"authorization": "Basic %%%"},
        {"authorization": "Basic dG9rZW4="},
        _basic("token", "x"),
        _basic("token", ""),
        {"authorization": "Digest x"},
        {"cookie": "facetstore-session=x"},
    ],
)
def test_without_a_token_the_feed_asks_for_a_password_in_the_shape_of_odata(api: Api, headers: dict[str, str]) -> None:
    response = api.at("GET", ROOT, headers=headers)

    assert response.status_code == 401
    assert response.headers["www-authenticate"].startswith("Basic realm=")
    assert response.json()["error"]["code"] == "unauthenticated"


@pytest.mark.one_engine
def test_no_other_address_takes_or_asks_for_a_password(api: Api) -> None:
    token = api.database.tokens[ACME, "administrator"]

    for path in ("rest/facets", "rest/me", "rest/reporting", "rest/odatas", "odata", "rest/revision"):
        response = api.at("GET", f"{API}/{path}", headers=_basic("token", token))
        assert response.status_code in (401, 404), path
        assert "Basic" not in response.headers.get("www-authenticate", "")
    for path in (f"/{ACME}/_api/rest/facets", "/_docs", f"/{ACME}/mcp", f"/{ACME}/"):
        assert "Basic" not in api.at("GET", path).headers.get("www-authenticate", "")


@pytest.mark.one_engine
def test_passwords_of_people_and_tokens_of_others_open_nothing(api: Api) -> None:
    stranger = api.database.tokens[RIVAL, "administrator"]

    assert api.at("GET", ROOT, headers=_basic("token", stranger)).status_code == 401
    unknown = api.at("GET", ROOT.replace(ACME, "acme/none"), headers=_basic("token", stranger))
    assert unknown.status_code == 401


@pytest.mark.one_engine
def test_wrong_passwords_are_slowed_down_like_failed_sign_ins(changing: Changing) -> None:
    root = f"/{changing.address}/_api/rest/odata/"
    api = Api(changing.database, client=("198.51.100.26", 50000))
    token = changing.database.tokens[changing.address, "viewer"]
    found = [api.at("GET", root, headers=_basic("token", f"guess {n}")) for n in range(55)]
    later = api.at("GET", root, headers=_basic("token", token))
    api.close()

    assert found[0].status_code == 401
    assert found[-1].status_code == 429
    assert int(found[-1].headers["retry-after"]) > 0
    assert found[-1].json()["error"]["code"] == "too-many-attempts"
    assert later.status_code == 200


def test_viewers_read_what_is_released_and_nothing_of_drafts(client: Clients) -> None:
    drafts = {each["elementId"] for each in client("editor").rows("Elements")}
    released = {each["elementId"] for each in client("viewer").rows("Elements")}

    assert company.RETURNS in drafts
    assert company.RETURNS not in released
    assert "Changes" not in client("viewer").sets
    assert client("viewer").refused("Changes")[0] == 404
    assert client("viewer").read(f"Elements('{company.RECEIPT}')")["versionId"] == company.RECEIPT_2_0
    assert client("editor").read(f"Elements('{company.RECEIPT}')")["versionId"] == company.RECEIPT_2_1


def test_the_released_star_of_an_editor_is_that_of_a_viewer(client: Clients) -> None:
    for name in client("viewer").sets:
        of_editor = client("editor", "released/1033/").rows(name)
        assert of_editor == client("viewer").rows(name), name


def test_every_key_of_a_fact_leads_to_an_element(client: Clients) -> None:
    for role in ("viewer", "administrator"):
        reader = client(role)
        ids = {each["elementId"] for each in reader.rows("Elements")}
        for name in ("Elements", "References", "Releases", "Tasks", "Translations"):
            columns = [
                each for each in reader.columns(name) if each.endswith("Id") and each not in ("versionId", "taskId")
            ]
            for row in reader.rows(name):
                assert {row[each] for each in columns} - {None} <= ids, (role, name)


def test_what_permissions_hide_is_in_no_row_no_count_and_no_change(changing: Changing) -> None:
    before = {
        name: _of(changing).rows(name) for name in ("Elements", "References", "Changes", "Translations", "Releases")
    }
    body = {"grants": [], "inherits": False, "excludes": True}
    path = f"rest/facets/processes/views/detail/elements/{company.OPERATIONS}/permissions?force=true"
    hidden = {company.OPERATIONS, *_below(before["Elements"], company.OPERATIONS)}

    changing.write(path, body)
    editor = _of(changing, "editor")

    for name in before:
        rows = editor.rows(name)
        assert rows
        assert not [row for row in rows if hidden & {str(cell) for cell in row.values()}], name
        assert int(editor.get(f"{editor.root}{name}/$count").text) == len(rows)
        assert editor.read(f"{name}?$top=0&$count=true")["@odata.count"] == len(rows)
    for id_ in hidden:
        assert editor.refused(f"Elements('{id_}')")[0] == 404
        assert editor.rows(f"References?$filter=targetId eq '{id_}' or elementId eq '{id_}'") == []
    assert not [each for each in editor.rows("Elements?$expand=parent,owner,references") if hidden & _cells(each)]


def _cells(row: Row) -> set[str]:
    cells = set()
    for each in row.values():
        for part in each if isinstance(each, list) else [each]:
            cells |= _cells(part) if isinstance(part, dict) else {str(part)}
    return cells


def _below(rows: list[Row], id_: str) -> set[str]:
    children = {row["elementId"] for row in rows if row["parentId"] == id_}
    return children.union(*(_below(rows, each) for each in children))


def test_what_was_deleted_is_in_no_table(changing: Changing) -> None:
    assert _of(changing).rows(f"Changes?$filter=elementId eq '{company.RETURNS}'")

    response = changing.api.at(
        "DELETE",
        f"{changing.base}/_api/rest/facets/processes/views/detail/elements/{company.RETURNS}?force=true",
        headers={"symbio-auth-token": changing.database.tokens[changing.address, "administrator"]},
    )

    assert response.status_code == 200, response.text
    for name in ("Elements", "References", "Changes", "Translations", "Releases", "Tasks", "subProcess"):
        assert not [row for row in _of(changing).rows(name) if company.RETURNS in row.values()], name


def test_what_a_role_may_not_read_is_no_column(ruled: Changing) -> None:
    whole, narrow = _of(ruled), _of(ruled, "viewer")
    hidden = {(name, each) for name in narrow.sets for each in {*whole.columns(name)} - {*narrow.columns(name)}}

    assert hidden
    for name, column in hidden:
        assert narrow.refused(f"{name}?$select={column}")[0] == 400
        assert narrow.refused(f"{name}?$filter={column} eq null")[0] == 400
        assert narrow.refused(f"{name}?$orderby={column}")[0] == 400
    contexts = {each["context"] for each in narrow.rows("References")}
    assert contexts < {each["context"] for each in whole.rows("References")}


def test_tasks_are_rows_with_their_element(changing: Changing) -> None:
    texts = {"description": {"1033": "What it is for"}, "reasonForRevision": {"127": "It was time"}}
    changing.update({"id": company.RETURNS, "attributes": texts})
    changing.write(f"release/{company.RETURNS}/transitions/InProcessToInReview?ignoreWarnings=true")

    tasks = _of(changing).rows("Tasks?$expand=element($select=elementId)")

    assert {each["elementId"] for each in tasks} == {company.RETURNS}
    assert all(each["element"] == {"elementId": company.RETURNS} for each in tasks)
    assert all(each["state"] == "open" and each["openedDay"] and each["closedDay"] is None for each in tasks)
    assert _of(changing, "viewer").rows("Tasks") == []


def test_changes_count_by_day_and_kind(changing: Changing) -> None:
    client = _of(changing)
    before = sum(each["changes"] for each in client.rows(f"Changes?$filter=elementId eq '{company.RETURNS}'"))

    for name in ("One", "Two", "Three"):
        changing.update({"id": company.RETURNS, "attributes": {"name": {"1033": name}}})

    rows = client.rows(f"Changes?$filter=elementId eq '{company.RETURNS}'&$expand=dayDetails,element")
    assert sum(each["changes"] for each in rows) == before + 3
    assert all(each["dayDetails"]["day"] == each["day"] for each in rows)
    assert {each["element"]["elementName"] for each in rows} == {"Three"}
