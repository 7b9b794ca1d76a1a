"""Notices: of mentions, replies, releases, tasks and ends; for those whom they concern, once, and only while they may see it."""

import asyncio
import time
from typing import Any, Final

from facetstore.storage.store import SqlStorage
from facetstore.usecases.noticing.days import derive_of_day
from facetstore.usecases.noticing.deriving import derive_notices
from facetstore.usecases.ports.notice_store import HISTORY, StoredNotice
from tests.rest.editing.archive import HIRING, IDS, OFFERS, PROCESSES, Archive, open_archive
from tests.support import company
from tests.support.api import Api, Database, Json
from tests.support.changing import Changing

DAY: Final = 86_400_000_000_000


def derive(database: Database, address: str) -> int:
    return database.run(derive_notices(database.storage, database.tenant(address)))


def notices(archive: Archive, who: str) -> list[Json]:
    found: list[Json] = archive.get("rest/notices", who)["values"]
    return found


def kinds(archive: Archive, who: str) -> list[tuple[str, str]]:
    """Kind and element of the notices of a person."""
    return [(each["kind"], each["element"]["id"]) for each in notices(archive, who)]


def comment(archive: Archive, who: str, element: str, text: str, **more: Any) -> str:
    made: str = archive.post(f"{PROCESSES}/{element}/comments", who, {"text": text, **more})["values"][0]["id"]
    return made


def test_comments_are_noticed_by_whom_they_concern_once(database: Database) -> None:
    api = Api(database)
    archive = open_archive(api, database)
    archive.post(f"rest/subscriptions/{IDS['sales']}", "boss", {"below": True})
    archive.post(f"rest/subscriptions/{IDS['sales']}", "piet")
    first = comment(archive, "hanna", OFFERS, "Who?", mentions=[IDS["stan"], IDS["hanna"]])
    comment(archive, "stan", OFFERS, "I do.", replyTo=first)
    revision = database.tenant(archive.tenant).revision

    assert derive(database, archive.tenant) > 0
    assert derive(database, archive.tenant) == 0

    assert kinds(archive, "stan") == [("mention", OFFERS)]
    assert kinds(archive, "hanna") == [("reply", OFFERS)]
    assert kinds(archive, "boss") == [("comment", OFFERS)] * 2
    assert kinds(archive, "piet") == [], "he follows the element alone, not what is below it"
    (seen,) = notices(archive, "stan")
    assert seen["by"]["name"] == {"1033": "Hanna Example"} or "Hanna" in str(seen["by"])
    assert archive.get("rest/notices", "boss")["unread"] == 2
    archive.post("rest/notices/read", "boss", {"ids": [notices(archive, "boss")[0]["id"]]})
    assert archive.get("rest/notices", "boss")["unread"] == 1
    archive.post("rest/notices/read", "boss")
    assert archive.get("rest/notices", "boss")["unread"] == 0
    assert archive.get("rest/notices", "stan")["unread"] == 1
    assert database.tenant(archive.tenant).revision == revision, "none of it is content"
    assert archive.status("rest/notices/read", "boss", "POST", {"ids": 1}) == 400
    api.close()


def test_a_right_that_is_taken_away_takes_notices_and_subscriptions_along(database: Database) -> None:
    api = Api(database)
    archive = open_archive(api, database)
    archive.post(f"rest/subscriptions/{HIRING}", "stan")
    comment(archive, "hanna", HIRING, "Look", mentions=[IDS["stan"], IDS["vera"]])
    derive(database, archive.tenant)
    assert kinds(archive, "stan") == [("mention", HIRING)]
    assert kinds(archive, "vera") == [], "viewers do not see that there is a draft"
    followers = archive.get(f"v1/subscriptions/{HIRING}", "hanna")["values"]
    assert [(each["person"]["id"], each["below"]) for each in followers] == [(IDS["stan"], False)]
    assert len(archive.get("rest/subscriptions", "stan")["values"]) == 1

    archive.permit(IDS["personnel"], {"staff": "full"})
    comment(archive, "hanna", HIRING, "Again", mentions=[IDS["stan"]])
    derive(database, archive.tenant)

    answer = archive.send("GET", "rest/notices", "stan")
    assert answer.json() == {"count": 0, "unread": 0, "values": []}
    assert archive.get("rest/subscriptions", "stan")["values"] == []
    assert archive.status(f"v1/subscriptions/{HIRING}", "stan") == 404
    assert archive.status(f"rest/subscriptions/{HIRING}", "stan", "DELETE") == 404
    api.close()


def test_releases_and_tasks_are_noticed(database: Database) -> None:
    api = Api(database)
    archive = open_archive(api, database)
    archive.post(f"rest/subscriptions/{IDS['house']}", "vera", {"below": True}, status=200)
    change = {"id": OFFERS, "related": {"reviewer": [{"id": IDS["piet"]}]}}
    archive.change("processes", "hanna", change)
    archive.post(f"release/{OFFERS}/transitions/InProcessToInReview?ignoreWarnings=true", "hanna")
    derive(database, archive.tenant)

    (task,) = notices(archive, "piet")
    assert (task["kind"], task["element"]["id"]) == ("decision", OFFERS)
    archive.post(
        f"rest/tasks/{archive.get('rest/tasks', 'piet')['values'][0]['id']}/accept?ignoreWarnings=true", "piet"
    )
    archive.post(f"release/{HIRING}/transitions/InProcessToReleased?ignoreWarnings=true", "adam")
    derive(database, archive.tenant)

    assert ("release", HIRING) in kinds(archive, "vera")
    api.close()


def test_what_expires_soon_is_noticed_once_for_each_threshold(changing: Changing) -> None:
    noon = time.time_ns() // DAY * DAY + DAY // 2  # the same day in the zone of the storage, whenever the test runs
    until = time.strftime("%Y-%m-%dT00:00:00", time.gmtime(noon / 1e9 + 20 * 86400))
    storage, tenant = changing.database.storage, changing.database.tenant(changing.address)
    changing.update({"id": company.RETURNS, "related": {"owner": [{"id": company.ANNA}]}})
    changing.update({"id": company.RETURNS, "attributes": {"validUntil": {"127": until}}})
    changing.release(company.RETURNS)

    def at(days: int) -> int:
        return changing.database.run(derive_of_day(storage, tenant, lambda: noon + days * DAY))

    def of_anna() -> list[str]:
        found = changing.database.run(storage.notices(tenant).of(company.ANNA, 100))
        return [each.detail for each in reversed(found) if each.element == company.RETURNS]

    at(0)
    assert of_anna() == ["30"]
    at(0)
    at(1)
    assert of_anna() == ["30"], "the same threshold on another day"
    at(14)
    at(19)
    assert of_anna() == ["30", "7", "1"]


def test_stale_translations_are_noticed_by_who_is_responsible_once_a_version(changing: Changing) -> None:
    storage, tenant = changing.database.storage, changing.database.tenant(changing.address)
    changing.update({"id": company.RETURNS, "related": {"owner": [{"id": company.ANNA}]}})
    changing.update({"id": company.RETURNS, "attributes": {"name": {"1031": "Retouren", "1033": "Returns"}}})

    def of_anna(days: int) -> list[str]:
        at = time.time_ns() + days * DAY
        changing.database.run(derive_of_day(storage, tenant, lambda: at))
        found = changing.database.run(storage.notices(tenant).of(company.ANNA, 100))
        return [each.detail for each in found if each.kind == "translation" and each.element == company.RETURNS]

    assert of_anna(0) == []
    changing.update({"id": company.RETURNS, "attributes": {"name": {"1033": "Goods that come back"}}})
    assert of_anna(1) == ["1"]
    assert of_anna(2) == ["1"], "once for each version and language"


def test_the_list_goes_on_behind_the_newest_and_old_notices_are_forgotten(database: Database) -> None:
    api = Api(database)
    archive = open_archive(api, database)
    tenant, now, day = database.tenant(archive.tenant), time.time_ns(), 86_400_000_000
    work = database.storage.notices(tenant)

    def made(number: int, days: int) -> StoredNotice:
        created = now // 1000 - days * day - number // 2
        return StoredNotice(
            IDS["stan"], f"n{number:03}", "mention", OFFERS, None, None, "", public=True, created=created
        )

    database.run(work.add([made(number, 1) for number in range(205)]))
    first = notices(archive, "stan")
    rest = archive.get(f"rest/notices?before={first[-1]['id']}", "stan")
    assert [each["id"] for each in (*first, *rest["values"])] == [f"n{number:03}" for number in range(205)]
    assert (len(first), rest["count"], rest["unread"]) == (200, 5, 5)
    assert archive.status("rest/notices?before=unknown", "stan") == 400
    assert archive.status(f"rest/notices?before={first[-1]['id']}", "hanna") == 400, "that of another"

    archive.post("rest/notices/read", "stan", {"ids": ["n000"]})
    database.run(derive_of_day(database.storage, tenant, lambda: now + 100 * day * 1000))
    assert notices(archive, "stan")[0]["id"] == "n001", "what was read is forgotten earlier"
    database.run(derive_of_day(database.storage, tenant, lambda: now + 401 * day * 1000))
    assert notices(archive, "stan") == []
    api.close()


def test_two_nodes_at_once_make_no_notice_twice_and_lose_none(database: Database) -> None:
    api = Api(database)
    archive = open_archive(api, database)
    ids = [comment(archive, "hanna", OFFERS, str(number), mentions=[IDS["stan"]]) for number in range(5)]
    tenant = database.tenant(archive.tenant)
    other = SqlStorage(database.storage.engine)

    async def both() -> None:
        await asyncio.gather(*(derive_notices(each, tenant) for each in (database.storage, other, database.storage)))

    database.run(both())
    assert sorted(each["id"] for each in notices(archive, "stan")) == sorted(f"comment:{each}" for each in ids)
    work = database.storage.notices(tenant)
    assert database.run(work.progress(HISTORY)) == tenant.revision
    assert not database.run(work.store(HISTORY, 0, 1, ())), "progress goes on from where it is alone"
    api.close()


def test_where_no_one_follows_nothing_is_read(empty_database: Database) -> None:
    changing = Changing(empty_database)
    changing.update({"id": company.RETURNS, "attributes": {"name": {"1033": "Another"}}})
    tenant = empty_database.tenant(changing.address)
    behind = empty_database.run(empty_database.storage.unnoticed())
    assert [each.key for each in behind] == [tenant.key]

    assert derive(empty_database, changing.address) == 0

    assert empty_database.run(empty_database.storage.unnoticed()) == []
    changing.close()
