"""Permissions on elements and facets: what is hidden is hidden everywhere, and what is left is what was permitted."""

import re

import pytest

from tests.rest.editing.archive import HIRING, HIRING_STEP, IDS, OFFERS, PAY, PROCESSES, RECORDS, Archive, open_archive
from tests.support import company
from tests.support.api import Api, Database

UNKNOWN = company.element_id(999)


@pytest.fixture
def archive(api: Api, database: Database) -> Archive:
    return open_archive(api, database)


@pytest.fixture
def closed(archive: Archive) -> Archive:
    """Only the staff enters personnel."""
    archive.permit(IDS["personnel"], {"staff": "full"})
    return archive


def test_what_is_set_holds_for_everything_below(closed: Archive) -> None:
    listed = f"{PROCESSES}?$filter=type -eq 'subProcess'"

    assert closed.names(listed, "hanna") == ["Hiring", "Offers", "Pay", "Records"]
    assert closed.names(listed, "stan") == ["Offers", "Records"]
    assert closed.names(listed, "boss") == ["Offers", "Records"]


@pytest.mark.parametrize("who", ["stan", "boss", "vera"])
def test_hidden_and_unknown_answer_alike(closed: Archive, who: str) -> None:
    """Byte for byte, but for the id of the request, at every address that takes the id of an element."""
    addresses = [
        "",
        "/attributes",
        "/related",
        "/children",
        "/content",
        "/info",
        "/versions",
        "/usages",
        "/history",
    ]
    requests: list[tuple[str, str, object]] = [("GET", f"{PROCESSES}/{{id}}{each}", None) for each in addresses]
    requests += [("GET", "release/{id}/transitions", None), ("POST", "release/{id}/createversion", None)]
    requests += [("POST", f"{PROCESSES}/{{id}}/{each}", None) for each in ("delete", "lock", "unlock")]
    requests += [("POST", f"{PROCESSES}/{{id}}/move", {"position": 0}), ("DELETE", f"{PROCESSES}/{{id}}", None)]
    requests += [("POST", PROCESSES, {"elements": [{"id": "{id}", "attributes": {"name": {"1033": "Mine"}}}]})]
    requests += [("GET", "rest/tasks?element={id}", None), ("GET", "rest/diagram/{id}/render/1033/detailed", None)]

    for method, path, body in requests:
        found = []
        for id_ in (HIRING, UNKNOWN):
            sent = None if body is None else eval(repr(body).replace("{id}", id_))  # our own words
            answer = closed.send(method, path.replace("{id}", id_), who, sent)
            found.append((answer.status_code, re.sub(rb'"requestId":"[^"]*"', b"", answer.content)))
        assert found[0] == found[1], (method, path)


def test_what_is_hidden_is_not_shown_by_those_who_refer_to_it(closed: Archive) -> None:
    def referred(who: str) -> list[str]:
        (found,) = closed.get(f"{PROCESSES}/{RECORDS}", who)["elements"]
        return [each["id"] for each in found["related"]["processes"]]

    assert referred("hanna") == [HIRING, OFFERS]
    assert referred("stan") == [OFFERS]


def test_what_is_hidden_stays_when_what_is_seen_is_replaced(closed: Archive) -> None:
    closed.change("processes", "stan", {"id": RECORDS, "related": {"processes": []}})

    (found,) = closed.get(f"{PROCESSES}/{RECORDS}", "hanna")["elements"]
    assert [each["id"] for each in found["related"]["processes"]] == [HIRING]


def test_an_element_as_it_was_read_is_posted_back_without_a_change(closed: Archive) -> None:
    (seen,) = closed.get(f"{PROCESSES}/{RECORDS}", "stan")["elements"]
    before = closed.send("GET", f"{PROCESSES}/{RECORDS}", "stan").headers["etag"]

    closed.change("processes", "stan", seen)

    assert closed.send("GET", f"{PROCESSES}/{RECORDS}", "stan").headers["etag"] == before


def test_what_lost_its_parent_does_not_stay_in_a_zone_whose_permissions_are_gone(
    closed: Archive, database: Database
) -> None:
    tenant = database.tenant(closed.tenant)
    closed.send("POST", f"{PROCESSES}/{IDS['personnel']}/delete?force=true", "adam")
    assert closed.status(f"{PROCESSES}/{HIRING}", "stan") == 404, "it keeps the permissions of what was above it"

    async def drop() -> None:
        async with database.storage.writer(tenant, actor=None) as writer:
            await writer.zones.drop(IDS["personnel"])

    database.run(drop())
    assert closed.status(f"{PROCESSES}/{HIRING}", "stan") == 200
    assert "EditElement" in closed.info(HIRING, "adam")["permissions"]


def test_history_does_not_show_it_either(closed: Archive) -> None:
    closed.change("processes", "hanna", {"id": RECORDS, "related": {"processes": None}})
    history = f"{PROCESSES}/{RECORDS}/history"

    assert HIRING in closed.send("GET", history, "hanna").text
    assert HIRING not in closed.send("GET", history, "stan").text
    assert OFFERS in closed.send("GET", history, "stan").text


def test_history_does_not_show_below_what_is_hidden_an_element_stood(closed: Archive) -> None:
    closed.permit(HIRING, {"staff": "full", "stan": "full"})
    for place in ("sales", "personnel"):
        closed.post(f"{PROCESSES}/{HIRING}/move", "adam", {"parent": IDS[place]})

    def moved(who: str) -> list[object]:
        rows = closed.get(f"{PROCESSES}/{HIRING}/history", who)["values"]
        return [each["difference"]["parent"] for each in rows if each["kind"] == "element.moved"]

    sales, personnel = IDS["sales"], IDS["personnel"]
    assert moved("hanna") == [{"from": sales, "to": personnel}, {"from": personnel, "to": sales}]
    assert moved("stan") == [{"from": sales, "to": None}, {"from": None, "to": sales}]


def test_history_does_not_show_that_something_hidden_was_deleted(closed: Archive) -> None:
    closed.post(f"{PROCESSES}/{HIRING}/delete?force=true", "adam")
    closed.permit(RECORDS, {"vera": "full", "stan": "full", "staff": "full"})
    history = f"{PROCESSES}/{RECORDS}/history"

    assert HIRING not in closed.send("GET", history, "stan").text


def test_history_names_only_people_whom_the_caller_sees(archive: Archive) -> None:
    archive.permit(RECORDS, {"vera": "full", "stan": "full", "staff": "full"})
    history = f"{PROCESSES}/{RECORDS}/history"

    def seen_by(who: str) -> tuple[object, object, object]:
        row = archive.get(history, who)["values"][0]
        return row.get("by"), row.get("actor"), row.get("told")

    adam = {"type": "user", "name": {"127": "Adam Example"}}
    everybody = ", ".join(IDS[each] for each in ("vera", "stan", "staff"))
    assert seen_by("stan") == seen_by("hanna") == (IDS["adam"], adam, {"to": everybody})
    archive.permit_facet("users", {"staff": "full"})
    assert seen_by("hanna") == (IDS["adam"], adam, {"to": everybody})
    assert seen_by("stan") == (None, None, {"to": IDS["staff"]})


def test_a_lock_does_not_show_a_hidden_user(archive: Archive) -> None:
    asked: dict[str, object] = {
        PROCESSES: {"elements": [{"id": HIRING, "attributes": {"name": {"1033": "Taking on"}}}]},
        f"{PROCESSES}/{HIRING}/lock": None,
        f"{PROCESSES}/{HIRING}/unlock": None,
        f"{PROCESSES}/{HIRING}/move": {"position": 3},
        f"{PROCESSES}/{HIRING}/delete": None,
    }
    archive.post(f"{PROCESSES}/{HIRING}/lock", "adam")

    def seen_by(who: str) -> list[tuple[int, bool]]:
        answers = [archive.send("POST", f"{path}?dryRun=true", who, body) for path, body in asked.items()]
        answers.append(archive.send("POST", f"{PROCESSES}/{HIRING}/lock?takeOver=true&dryRun=true", who))
        return [(each.status_code, IDS["adam"] in each.text) for each in answers]

    refused = [409, 409, 403, 409, 409, 200]
    assert seen_by("stan") == [(each, True) for each in refused]
    archive.permit_facet("users", {"staff": "full"})
    assert seen_by("stan") == [(each, False) for each in refused]


def test_search_counts_and_statistics_know_nothing_of_it(closed: Archive) -> None:
    assert [each["id"] for each in closed.get("rest/search?q=hiring", "hanna")["values"]] == [HIRING]
    assert closed.get("rest/search?q=hiring", "stan")["values"] == []
    assert closed.send("GET", f"{PROCESSES}?$count=true&$pageSize=1", "hanna").headers["x-total-count"] == "7"
    assert closed.send("GET", f"{PROCESSES}?$count=true&$pageSize=1", "stan").headers["x-total-count"] == "4"

    def processes(who: str) -> int:
        found = closed.get("rest/stats?by=type", who)["values"]
        return sum(each["count"] for each in found if each["type"] == "subProcess")

    assert processes("adam") - processes("boss") == 2


def test_flow_objects_are_hidden_with_their_diagram(closed: Archive) -> None:
    assert closed.status(f"{PROCESSES}/{HIRING_STEP}", "hanna") == 200
    assert closed.status(f"{PROCESSES}/{HIRING_STEP}", "stan") == 404


def test_shapes_that_come_later_are_hidden_too(closed: Archive) -> None:
    items = [{"shapeInfo": {"index": 0}, "element": {"type": "task", "attributes": {"name": {"1033": "Decide"}}}}]

    closed.post(f"{PROCESSES}/{HIRING}/content", "hanna", {"values": items})

    (made,) = (
        each for each in closed.get(f"{PROCESSES}/{HIRING}/content", "hanna")["elements"] if each["id"] != HIRING_STEP
    )
    assert closed.status(f"{PROCESSES}/{made['id']}", "hanna") == 200
    assert closed.status(f"{PROCESSES}/{made['id']}", "stan") == 404


def test_what_is_moved_goes_by_where_it_stands(closed: Archive) -> None:
    assert closed.status(f"{PROCESSES}/{OFFERS}", "stan") == 200

    closed.post(f"{PROCESSES}/{OFFERS}/move", "adam", {"parent": IDS["personnel"]})
    assert closed.status(f"{PROCESSES}/{OFFERS}", "stan") == 404

    closed.post(f"{PROCESSES}/{OFFERS}/move", "adam", {"parent": IDS["sales"]})
    assert closed.status(f"{PROCESSES}/{OFFERS}", "stan") == 200


def test_what_is_created_below_is_hidden_at_once(closed: Archive) -> None:
    made = {"type": "subProcess", "parent": IDS["personnel"], "attributes": {"name": {"1033": "Leave"}}}

    (created,) = closed.change("processes", "hanna", made)["elements"]

    assert closed.status(f"{PROCESSES}/{created['id']}", "hanna") == 200
    assert closed.status(f"{PROCESSES}/{created['id']}", "stan") == 404


def test_what_loses_its_parent_stays_hidden(closed: Archive) -> None:
    closed.post(f"{PROCESSES}/{IDS['personnel']}/delete?force=true", "adam")

    assert closed.status(f"{PROCESSES}/{PAY}", "hanna") == 200
    assert closed.status(f"{PROCESSES}/{PAY}", "stan") == 404


def test_what_was_hidden_is_hidden_in_the_trash(closed: Archive) -> None:
    closed.post(f"{PROCESSES}/{PAY}/delete", "adam")
    (deleted,) = closed.get("rest/trash", "adam")["values"]

    assert closed.get("rest/trash", "boss") == {"count": 0, "total": 0, "values": []}
    closed.post(f"rest/trash/{deleted['id']}/restore", "boss", status=404)
    closed.post(f"rest/trash/{deleted['id']}/restore", "adam")
    assert closed.status(f"{PROCESSES}/{PAY}", "boss") == 404


def test_the_nearest_setting_decides(closed: Archive) -> None:
    closed.permit(PAY, {"stan": "read", "staff": "full"})

    assert closed.status(f"{PROCESSES}/{PAY}", "stan") == 200
    assert closed.status(f"{PROCESSES}/{HIRING}", "stan") == 404


def test_those_who_are_not_named_may_be_left_as_they_were(archive: Archive) -> None:
    archive.permit(IDS["personnel"], {"stan": "read"}, excludes=False)

    for who in ("hanna", "stan", "boss"):
        assert archive.status(f"{PROCESSES}/{HIRING}", who) == 200
    assert archive.info(HIRING, "hanna")["hasEditPermission"] is True
    assert archive.info(HIRING, "stan")["hasEditPermission"] is False


def test_those_who_are_named_may_get_what_holds_above_as_well(closed: Archive) -> None:
    closed.permit(PAY, {"hanna": "glance", "adam": "full"})
    assert closed.status(f"{PROCESSES}/{PAY}", "hanna") == 403

    closed.permit(PAY, {"hanna": "glance", "adam": "full"}, inherits=True)
    assert closed.status(f"{PROCESSES}/{PAY}", "hanna") == 200


def test_who_may_only_see_that_it_is_there_sees_its_name_type_and_state(archive: Archive) -> None:
    archive.permit(IDS["personnel"], {"staff": "full", "stan": "glance"})

    assert archive.status(f"{PROCESSES}/{HIRING}", "stan") == 403
    assert archive.status(f"{PROCESSES}/{HIRING}/attributes", "stan") == 403
    listed = {each["id"]: each for each in archive.get(PROCESSES, "stan")["elements"]}
    assert listed[HIRING]["attributes"] == {"name": {"1033": "Hiring"}}
    assert (listed[HIRING]["type"], listed[HIRING]["state"]) == ("subProcess", "inProcess")
    assert "related" not in listed[HIRING]
    assert len(listed[OFFERS]["attributes"]) > 1


def test_who_may_not_open_it_does_not_find_it_by_what_is_in_it(archive: Archive) -> None:
    archive.permit(IDS["personnel"], {"staff": "full", "stan": "glance"})
    filtered = f"{PROCESSES}?$filter=Contains(description,'hiring')"

    assert archive.names(filtered, "hanna") == ["Hiring"]
    assert archive.names(filtered, "stan") == []
    assert [
        each["id"] for each in archive.get("rest/facets/processes/reporting", "stan")["values"] if each["id"] == HIRING
    ] == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("hiring", True),
        ("HIR", True),
        ("hi", True),
        ("irin", True),
        ("done", False),
        ("hiring done", False),
        ("hiring is", True),
        ("how-paying", False),
    ],
)
def test_who_may_not_open_it_finds_it_by_its_name_alone(archive: Archive, text: str, found: bool) -> None:
    archive.change("processes", "adam", {"id": HIRING, "attributes": {"description": {"1033": "How-paying is done"}}})
    archive.permit(IDS["personnel"], {"staff": "full", "stan": "glance"})

    answer = archive.get(f"rest/search?q={text}&types=subProcess", "stan")

    hits = [each for each in answer["values"] if each["id"] == HIRING]
    assert [(each["name"], set(each)) for each in hits] == (
        [({"1033": "Hiring"}, {"id", "versionId", "facetName", "type", "state", "expandUri", "name", "snippets"})]
        if found
        else []
    )
    assert (answer["total"], answer["facets"].get("processes", 0)) == (len(answer["values"]),) * 2
    seen = archive.get(f"rest/search?q={text}&types=subProcess", "hanna")["values"]
    (opened,) = [each for each in seen if each["id"] == HIRING]
    assert [each["expandUri"] for each in hits] == [opened["expandUri"]] * found


def test_a_token_is_found_by_no_one_who_may_only_name_it(archive: Archive) -> None:
    archive.post("rest/tokens", "adam", {"name": "Kestrel", "role": "viewer"})
    archive.permit(IDS["personnel"], {"staff": "full", "stan": "glance"})

    for who in ("stan", "hanna", "vera"):
        for text in ("kestrel", "ke"):
            assert archive.get(f"rest/search?q={text}", who)["values"] == []
    assert archive.get("rest/search?q=kestrel", "adam")["values"] != []


@pytest.mark.parametrize(
    ("level", "edit", "create", "delete", "offers"),
    [
        ("read", 403, 403, 403, "OpenElement"),
        ("change", 200, 403, 403, "EditElement"),
        ("full", 200, 200, 200, "DeleteElement"),
    ],
)
def test_each_level_permits_what_it_says(
    archive: Archive, level: str, edit: int, create: int, delete: int, offers: str
) -> None:
    archive.permit(IDS["personnel"], {"staff": "full", "stan": level})
    renamed = {"id": HIRING, "attributes": {"name": {"1033": "Taking on"}}}
    made = {"type": "subProcess", "parent": IDS["personnel"], "attributes": {"name": {"1033": "Leave"}}}

    assert offers in archive.info(HIRING, "stan")["permissions"]
    archive.change("processes", "stan", renamed, status=edit)
    archive.change("processes", "stan", made, status=create)
    archive.post(f"{PROCESSES}/{PAY}/delete", "stan", status=delete)


def test_who_may_delete_but_not_edit_is_shown_so(archive: Archive) -> None:
    archive.permit(IDS["personnel"], {"staff": "full", "stan": "clear"})

    found = archive.info(PAY, "stan")

    assert (found["hasEditPermission"], found["isCurrentRemovable"]) == (False, True)
    archive.post(f"{PROCESSES}/{PAY}/delete", "stan")


def test_deleting_does_not_show_who_is_hidden_and_refers_to_it(archive: Archive) -> None:
    archive.permit(RECORDS, {"staff": "full"})

    refused = archive.post(f"{PROCESSES}/{OFFERS}/delete", "hanna", status=409)
    assert RECORDS in refused["message"]
    refused = archive.post(f"{PROCESSES}/{OFFERS}/delete", "stan", status=409)
    assert RECORDS not in str(refused)
    archive.post(f"{PROCESSES}/{OFFERS}/delete?force=true", "stan")


def test_a_facet_without_show_is_not_there(archive: Archive) -> None:
    archive.permit_facet("users", {"staff": "full"})

    assert "users" in _facets(archive, "hanna")
    assert "users" not in _facets(archive, "stan")
    assert archive.status("rest/facets/users/views", "stan") == 404
    assert archive.status("rest/facets/users/views/list/elements", "stan") == 404
    assert archive.status("rest/facets/users/views/list/elements", "hanna") == 200

    archive.permit_facet("users", {})
    assert "users" in _facets(archive, "stan")


def _facets(archive: Archive, who: str) -> list[str]:
    return [each["name"] for each in archive.get("rest/facets", who)["values"]]


def test_permission_sets_hold_where_nothing_is_set(archive: Archive) -> None:
    archive.change("users", "adam", {"id": IDS["stan"], "related": {"permissionSets": [{"id": IDS["none"]}]}})
    assert archive.get(PROCESSES, "stan")["elements"] == []

    archive.change("users", "adam", {"id": IDS["stan"], "related": {"permissionSets": [{"id": IDS["read"]}]}})
    assert archive.status(f"{PROCESSES}/{HIRING}", "stan") == 200
    archive.change("processes", "stan", {"id": HIRING, "attributes": {"name": {"1033": "Mine"}}}, status=403)

    archive.permit(IDS["personnel"], {"stan": "full", "staff": "full"})
    archive.change("processes", "stan", {"id": HIRING, "attributes": {"name": {"1033": "Mine"}}})


def test_a_group_brings_its_permission_sets(archive: Archive) -> None:
    archive.change("usergroups", "adam", {"id": IDS["guests"], "related": {"permissionSets": [{"id": IDS["glance"]}]}})
    archive.change("users", "adam", {"id": IDS["stan"], "related": {"userGroups": [{"id": IDS["guests"]}]}})

    assert archive.status(f"{PROCESSES}/{HIRING}", "stan") == 403
    assert "Hiring" in archive.names(PROCESSES, "stan")


def test_who_leaves_the_group_is_out_with_the_next_request(closed: Archive) -> None:
    assert closed.status(f"{PROCESSES}/{HIRING}", "hanna") == 200

    closed.change("users", "adam", {"id": IDS["hanna"], "related": {"userGroups": []}})

    assert closed.status(f"{PROCESSES}/{HIRING}", "hanna") == 404


def test_no_user_shuts_themselves_out_by_accident(archive: Archive) -> None:
    refused = archive.permit(IDS["personnel"], {"staff": "full"}, "boss", status=409)
    assert refused["data"][0]["code"] == "lock-out"
    assert archive.status(f"{PROCESSES}/{HIRING}", "boss") == 200

    archive.permit(IDS["personnel"], {"staff": "full"}, "boss", query="?force=true")
    assert archive.status(f"{PROCESSES}/{HIRING}", "boss") == 404


def test_the_root_is_everybodys(archive: Archive) -> None:
    refused = archive.permit(IDS["house"], {"staff": "full"}, status=409)

    assert refused["data"][0]["code"] == "root"


def test_what_a_grant_names_must_be_what_it_should_be(archive: Archive) -> None:
    body = {"grants": [{"principal": HIRING, "permissionSets": [IDS["staff"]]}, {"principal": "nobody"}], "other": 1}
    refused = archive.post(f"{PROCESSES}/{PAY}/permissions", "adam", {**body, "grants": []}, status=400)
    assert [each["path"] for each in refused["data"]] == ["other"]

    del body["other"]
    refused = archive.post(f"{PROCESSES}/{PAY}/permissions", "adam", body, status=400)
    assert [each["path"] for each in refused["data"]] == [
        "grants[0].principal",
        "grants[0].permissionSets",
        "grants[1].principal",
        "grants[1].permissionSets",
    ]


def test_what_is_set_is_shown(closed: Archive) -> None:
    (value,) = closed.get(f"{PROCESSES}/{HIRING}/permissions", "adam")["values"]

    assert value == {
        "element": IDS["personnel"],
        "own": False,
        "inherits": False,
        "excludes": True,
        "grants": [{"principal": IDS["staff"], "permissionSets": [IDS["full"]]}],
    }


def test_why_shows_no_place_that_is_hidden(closed: Archive) -> None:
    closed.permit(HIRING, {"staff": "full", "boss": "full"}, inherits=True)
    asked = f"{PROCESSES}/{HIRING}/access?user={IDS['boss']}"

    assert closed.status(f"{PROCESSES}/{IDS['personnel']}", "boss") == 404
    (found,) = closed.get(asked, "boss")["values"]
    assert [(each["code"], each.get("element")) for each in found["because"][1:]] == [
        ("named", HIRING),
        ("excluded", None),
    ]
    assert IDS["personnel"] not in str(found)
    assert IDS["personnel"] in closed.send("GET", asked, "adam").text


def test_why_a_user_may_or_may_not_is_shown(closed: Archive) -> None:
    def seen_by(who: str) -> tuple[bool, list[str], list[str]]:
        (found,) = closed.get(f"{PROCESSES}/{HIRING}/access?user={IDS[who]}", "adam")["values"]
        return found["visible"], found["levels"], [each["code"] for each in found["because"]]

    assert seen_by("hanna") == (True, ["show", "open", "edit", "new", "delete", "approve"], ["role", "named"])
    assert seen_by("stan") == (False, [], ["role", "excluded"])
    assert seen_by("vera") == (False, [], ["role", "draft", "excluded"])
    (found,) = closed.get(f"{PROCESSES}/{OFFERS}/access?user={IDS['stan']}", "boss")["values"]
    assert [each["code"] for each in found["because"]] == ["role", "default"]
    closed.get(f"{PROCESSES}/{HIRING}/access", "stan", status=403)
    closed.get(f"{PROCESSES}/{HIRING}/access?user={HIRING}", "adam", status=400)


@pytest.mark.parametrize(
    "grants", [{"staff": "full"}, {"staff": "full", "boss": "glance"}], ids=["hidden", "show only"]
)
def test_the_access_of_a_user_is_explained_to_those_who_may_open_the_user(
    archive: Archive, grants: dict[str, str]
) -> None:
    """Found by the oracle: the explanation says the role."""
    archive.permit_facet("users", grants)

    unknown = archive.get(f"{PROCESSES}/{OFFERS}/access?user={OFFERS}", "boss", status=400)
    refused = archive.get(f"{PROCESSES}/{OFFERS}/access?user={IDS['stan']}", "boss", status=400)
    archive.get(f"{PROCESSES}/{OFFERS}/access", "boss")

    assert {**refused, "requestId": ""} == {**unknown, "requestId": ""}


def test_two_people_never_get_each_others_answers(closed: Archive) -> None:
    """Permissions are part of the key of a cached response."""
    for who, status in (("hanna", 200), ("stan", 404), ("hanna", 200), ("boss", 404), ("adam", 200)):
        assert closed.status(f"{PROCESSES}/{HIRING}", who) == status
