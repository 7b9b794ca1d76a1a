"""What viewers see of the feed: that something they see has changed. Nothing of drafts, and nothing of who changed what."""

from tests.rest.feed.test_feed import kinds, rename, whole_feed
from tests.support import company
from tests.support.api import element
from tests.support.changing import Changing


def seen(changing: Changing, after: int, query: str = "") -> list[tuple[str, str]]:
    return kinds(whole_feed(changing, after, query, "viewer"))


def test_drafts_and_the_work_on_them_leave_no_event(changing: Changing) -> None:
    before = changing.revision
    (made,) = changing.update({"type": "subProcess", "attributes": {"name": {"1033": "Weigh"}}})
    rename(changing, made["id"], "Weigh twice")
    changing.write(f"{element(made['id'])}/lock")
    changing.write(f"{element(made['id'])}/comments", {"text": "Twice?"})
    changing.write(f"{element(made['id'])}/delete?force=true")
    assert seen(changing, before) == []
    assert len(whole_feed(changing, before)) >= 4


def test_what_viewers_see_from_now_on_or_no_more_is_an_event(changing: Changing) -> None:
    (made,) = changing.update({"type": "subProcess", "attributes": {"name": {"1033": "Weigh"}}})
    before = changing.revision
    changing.release(made["id"])
    released = seen(changing, before, "&$pageSize=1")
    assert {id_ for _, id_ in released} == {made["id"]}

    before = changing.revision
    changing.write(f"rest/release/{made['id']}/createversion")
    rename(changing, made["id"], "Weigh thrice")
    assert seen(changing, before) == [], "the next version is a draft"

    before = changing.revision
    changing.write(f"{element(made['id'])}/comments", {"text": "On what scales?"}, "viewer")
    assert seen(changing, before) == [("comment.added", made["id"])]

    before = changing.revision
    changing.write(f"{element(made['id'])}/delete?force=true")
    assert ("element.deleted", made["id"]) in seen(changing, before)


def test_events_of_viewers_say_neither_who_nor_why_nor_what(changing: Changing) -> None:
    before = changing.revision
    rename(changing, company.ERP, "Planner", "it", x_reason="Secret")
    page = changing.read(f"rest/events?after={before}", "viewer")
    assert [sorted(each["data"]) for each in page["values"]] == [
        sorted(("revision", "kind", "id", "versionId", "facetName", "type"))
    ] * len(page["values"])
    assert "Secret" not in str(page)
    assert changing.get(f"rest/events?after={before}&changes=true", "viewer").status_code == 403


def test_a_page_learns_which_elements_have_changed(changing: Changing) -> None:
    now = changing.read("rest/live")
    assert now == {"changed": [], "all": False, "rights": now["rights"], "next": str(changing.revision)}
    rename(changing, company.RETURNS, "Take back")
    news = changing.read(f"rest/live?after={now['next']}")
    assert news["changed"] == [
        {
            "event": f"{changing.revision}.{company.RETURNS}.1",
            "id": company.RETURNS,
            "facetName": "processes",
            "kind": "element.changed",
            "versionId": news["changed"][0]["versionId"],
        }
    ]
    assert (news["all"], news["rights"]) == (False, now["rights"])
    assert changing.read(f"rest/live?after={now['next']}", "viewer")["changed"] == []


def test_a_page_that_missed_too_much_reads_everything_again(changing: Changing) -> None:
    before = changing.revision
    changing.update(*({"type": "subProcess", "attributes": {"name": {"1033": f"{each}"}}} for each in range(201)))
    news = changing.read(f"rest/live?after={before}")
    assert (news["changed"], news["all"], news["next"]) == ([], True, str(changing.revision))


def test_a_cursor_that_is_no_place_is_refused(changing: Changing) -> None:
    assert changing.get("rest/live?after=x").status_code == 400
    assert changing.get("rest/live?after=99999").status_code == 400
    assert changing.get("rest/live", None).status_code == 401
