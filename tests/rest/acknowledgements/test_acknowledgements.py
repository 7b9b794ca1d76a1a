"""Read and understood: who may ask, who is asked, one record for each person and version, and who may see which of them."""

import csv
import io
import time
from functools import partial

from facetstore.storage.verifying.acknowledged import check_acknowledgements
from facetstore.storage.verifying.faults import Part
from facetstore.usecases.noticing.days import derive_of_day
from facetstore.usecases.noticing.deriving import derive_notices
from tests.rest.acknowledgements.readers import ask, awaited, confirm, listed, path_of, release, release_again, waiting
from tests.rest.editing.archive import HIRING, IDS, OFFERS, PROCESSES, open_archive
from tests.support import company
from tests.support.api import Api, Database

ROLES = "rest/facets/roles/views/detail/elements"
DAY = 86_400_000_000_000


def test_each_person_confirms_a_version_once_and_the_next_one_again(database: Database) -> None:
    api = Api(database)
    archive = open_archive(api, database)
    assert ask(archive, OFFERS, IDS["staff"], IDS["vera"]) == 200
    assert awaited(archive, "vera") == [], "nothing of it is released"
    assert archive.get(path_of(OFFERS), "adam")["values"] == []
    assert archive.status(path_of(OFFERS), "vera", "POST", {"versionId": OFFERS, "culture": 1033}) == 404
    version = release(archive, OFFERS)

    assert awaited(archive, "vera") == awaited(archive, "hanna") == [OFFERS]
    assert awaited(archive, "stan") == []
    assert waiting(archive, OFFERS) == {IDS[each] for each in ("vera", "hanna", "adam")}
    assert confirm(archive, OFFERS, version, "vera") == 200
    revision = database.tenant(archive.tenant).revision
    assert confirm(archive, OFFERS, version, "vera") == 200
    assert database.tenant(archive.tenant).revision == revision, "what is confirmed already changes nothing"

    found = listed(archive, OFFERS)
    assert (found["count"], found["missing"], found["versionId"]) == (3, 2, version)
    (done,) = (each for each in found["values"] if "confirmedOn" in each)
    assert (done["person"]["id"], done["culture"]) == (IDS["vera"], 1033)
    assert awaited(archive, "vera") == []
    history = archive.get(f"{PROCESSES}/{OFFERS}/history", "adam")["values"]
    assert [each["by"] for each in history if each["kind"] == "acknowledgement.given"] == [IDS["vera"]]
    events = archive.get("rest/events?after=0&kinds=acknowledgement.given&changes=true", "adam")["values"]
    assert [each["data"]["told"] for each in events] == [{"versionId": version, "culture": "1033"}]

    other = release_again(archive, OFFERS)
    assert awaited(archive, "vera") == [OFFERS]
    assert confirm(archive, OFFERS, version, "vera") == 409, "another version is in force"
    assert confirm(archive, OFFERS, other, "vera") == 200
    (part,) = database.run(_verified(database, archive.tenant))
    assert (part.number, part.faults) == (2, ())
    api.close()


async def _verified(database: Database, address: str) -> list[Part]:
    key = next(each.key for each in await database.storage.tenants() if str(each.address) == address)
    return [each async for each in check_acknowledgements(database.storage.engine, key)]


def test_only_who_may_release_asks_and_only_who_is_asked_confirms(database: Database) -> None:
    api = Api(database)
    archive = open_archive(api, database)
    archive.change("processes", "adam", {"id": OFFERS, "related": {"owner": [{"id": IDS["stan"]}]}})
    version = release(archive, OFFERS)

    asking = {who: ask(archive, OFFERS, IDS["vera"], who=who) for who in ("vera", "hanna", "stan", "piet", "boss")}
    assert asking == {"vera": 403, "hanna": 403, "stan": 200, "piet": 200, "boss": 200}, "Stan is the owner"
    assert confirm(archive, OFFERS, version, "stan") == 409, "not asked"
    assert confirm(archive, OFFERS, OFFERS, "vera") == 409, "no version"
    ask(archive, OFFERS, IDS["vera"], roles=("viewer",))
    database.add_token(archive.tenant, "viewer", "program")
    assert confirm(archive, OFFERS, version, "program") == 403, "a program reads nothing"
    wrong = {"principals": ["x", IDS["vera"]], "roles": ["king"], "more": 1}
    answer = archive.send("POST", f"{path_of(OFFERS)}/request", "adam", wrong)
    assert answer.status_code == 400
    assert {each["path"] for each in answer.json()["data"]} == {"principals", "roles", "more"}
    assert ask(archive, OFFERS, OFFERS) == 400, "a process cannot be asked"
    assert ask(archive, OFFERS) == 400
    assert ask(archive, IDS["sales"], IDS["vera"]) == 403, "a category is never released"

    own = listed(archive, OFFERS, "vera")
    assert (own["isAsked"], own["mayAsk"], own["mayList"]) == (True, False, False)
    assert "asked" not in own
    assert {each["person"]["id"] for each in own["values"]} <= {IDS["vera"]}
    assert archive.status(f"{path_of(OFFERS)}/proof", "vera") == 403
    assert archive.status(f"{path_of(OFFERS)}/request", "hanna", "DELETE") == 403
    assert archive.status(f"{path_of(OFFERS)}/request", "piet", "DELETE") == 200
    assert awaited(archive, "vera") == []
    api.close()


def test_a_hidden_element_asks_no_user_who_may_not_open_it(database: Database) -> None:
    api = Api(database)
    archive = open_archive(api, database)
    version = release(archive, HIRING)
    assert ask(archive, HIRING, roles=("viewer",)) == 200
    archive.permit(IDS["personnel"], {"staff": "full"})
    database.run(derive_notices(database.storage, database.tenant(archive.tenant)))

    assert awaited(archive, "vera") == []
    assert archive.get("rest/notices", "vera") == {"count": 0, "unread": 0, "values": []}
    assert confirm(archive, HIRING, version, "vera") == 404
    assert archive.status(path_of(HIRING), "vera") == 404
    assert awaited(archive, "hanna") == [HIRING]
    assert ask(archive, HIRING, IDS["vera"], who="piet") == 404
    api.close()


def test_holders_of_roles_are_asked_and_all_with_a_role_of_callers(database: Database) -> None:
    api = Api(database)
    archive = open_archive(api, database)
    version = release(archive, OFFERS)
    made = {"type": "role", "attributes": {"name": {"1033": "Seller"}, "description": {"1033": "Sells"}}}
    body = {"elements": [{**made, "related": {"roleHolders": [{"id": IDS["stan"]}]}}]}
    seller = archive.post(ROLES, "adam", body)["elements"][0]["id"]
    assert ask(archive, OFFERS, seller, roles=("administrator",)) == 200
    assert awaited(archive, "stan") == [], "viewers do not see who holds it"
    archive.post(f"release/{seller}/transitions/InProcessToReleased?ignoreWarnings=true", "adam")

    assert awaited(archive, "stan") == awaited(archive, "boss") == [OFFERS]
    assert awaited(archive, "piet") == []
    assert waiting(archive, OFFERS) == {IDS[each] for each in ("stan", "adam", "boss")}
    assert confirm(archive, OFFERS, version, "stan") == 200
    found = listed(archive, OFFERS)["asked"]
    assert ([each["id"] for each in found["principals"]], found["roles"]) == ([seller], ["administrator"])
    archive.change("users", "adam", {"id": IDS["boss"], "attributes": {"roleInactive": {"127": True}}})
    assert waiting(archive, OFFERS) == {IDS["adam"]}, "who has left is not waited for"
    api.close()


def test_who_is_asked_is_noticed_and_reminded_each_week_until_it_is_confirmed(database: Database) -> None:
    api = Api(database)
    archive = open_archive(api, database)
    ask(archive, OFFERS, IDS["vera"], IDS["stan"])
    version = release(archive, OFFERS)
    storage, tenant, now = database.storage, database.tenant(archive.tenant), time.time_ns()
    database.run(derive_notices(storage, tenant))

    def of(who: str) -> list[str]:
        found = database.run(storage.notices(tenant).of(IDS[who], 100))
        return [each.detail for each in reversed(found) if each.kind == "acknowledge"]

    assert (of("vera"), of("stan"), of("piet")) == ([""], [""], [])
    confirm(archive, OFFERS, version, "stan")
    for days in (1, 6, 8, 9, 15):
        database.run(derive_of_day(storage, tenant, partial(int, now + days * DAY)))
    assert (of("vera"), of("stan")) == (["", "7", "14"], [""])
    archive.post(f"{path_of(OFFERS)}/request", "adam", {"principals": [IDS["piet"]]})
    database.run(derive_of_day(storage, tenant, lambda: now + 30 * DAY))
    assert of("vera") == ["", "7", "14"], "who is asked no more is not reminded"
    assert of("piet") == ["28"]
    api.close()


def test_the_proof_names_all_versions_and_runs_in_no_spreadsheet(database: Database) -> None:
    api = Api(database)
    archive = open_archive(api, database)
    name = "=HYPERLINK(1)"
    archive.change("users", "adam", {"id": IDS["vera"], "attributes": {"firstName": {"127": name}}})
    ask(archive, OFFERS, IDS["vera"], IDS["stan"])
    first = release(archive, OFFERS)
    confirm(archive, OFFERS, first, "vera")
    second = release_again(archive, OFFERS)
    confirm(archive, OFFERS, second, "vera")

    proof = archive.get(f"{path_of(OFFERS)}/proof", "adam")
    rows = [(each["versionId"], each["person"], "confirmedOn" in each) for each in proof["values"]]
    assert rows == [(first, IDS["vera"], True), (second, IDS["vera"], True), (second, IDS["stan"], False)]
    assert [each["number"] for each in proof["values"]] == ["1.0", "2.0", "2.0"]
    assert {each.get("inZone") for each in proof["values"][:2]} == {company.SETTINGS.time_zone}
    answer = archive.send("GET", f"{path_of(OFFERS)}/proof?format=csv", "adam")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    table = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert table[0]["personName"] == f"'{name} Example"
    assert archive.status(f"{path_of(OFFERS)}/proof?format=exe", "adam") == 400
    api.close()
