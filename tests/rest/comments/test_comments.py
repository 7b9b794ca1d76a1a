"""Comments: threads with replies and mentions, who sees and settles them, and what is left of them where."""

from typing import Any

import pytest

from facetstore.usecases.commenting.changing_threads import LONGEST_COMMENT, MOST_COMMENTS
from tests.rest.editing.archive import HIRING, IDS, OFFERS, PAY, PROCESSES, open_archive
from tests.support import company
from tests.support.api import Api, Database, Json
from tests.support.changing import DETAIL, Changing
from tests.support.proven import unproven

RECEIPT = f"{DETAIL}/{company.RECEIPT}/comments"
SHAPE = company.shape_id(6, "2.1", 2)


def threads(changing: Changing, role: str = "administrator", path: str = RECEIPT) -> list[Json]:
    found: list[Json] = changing.read(path, role)["values"]
    return found


def add(changing: Changing, text: str, role: str = "editor", path: str = RECEIPT, **more: Any) -> str:
    made: str = changing.write(path, {"text": text, **more}, role)["values"][0]["id"]
    return made


def texts(found: list[Json]) -> list[list[str]]:
    return [[each["text"] for each in thread["comments"]] for thread in found]


def test_a_comment_begins_a_thread_that_others_reply_to_and_settle(changing: Changing) -> None:
    first = add(changing, " Who checks the seal? ", mentions=[company.ANNA])
    add(changing, "Anna does.", "administrator", replyTo=first)
    add(changing, "Another matter")

    thread, other = threads(changing)
    assert texts([thread, other]) == [["Who checks the seal?", "Anna does."], ["Another matter"]]
    assert thread["id"] == first
    assert thread["isOpen"]
    assert thread["mayResolve"]
    asked, answered = thread["comments"]
    assert [each["id"] for each in asked["mentions"]] == [company.ANNA]
    assert asked["by"]["type"] == answered["by"]["type"] == "authToken"
    assert changing.read(RECEIPT)["open"] == 2

    changing.write(f"{RECEIPT}/{first}/resolve", role="editor")
    thread, _ = threads(changing)
    assert not thread["isOpen"]
    assert thread["resolvedBy"] == asked["by"]
    assert changing.read(RECEIPT)["open"] == 1
    changing.write(f"{RECEIPT}/{first}/reopen", role="administrator")
    assert "resolvedBy" not in threads(changing)[0]
    assert changing.read(RECEIPT)["open"] == 2


def test_the_history_and_the_feed_name_comments_without_their_texts(changing: Changing) -> None:
    first = add(changing, "A secret matter")
    changing.write(f"{RECEIPT}/{first}/resolve")
    changing.write(f"{RECEIPT}/{first}/resolve")
    changing.api.send("DELETE", f"{RECEIPT}/{first}", "administrator", tenant=changing.address)

    kinds = ["comment.deleted", "comment.resolved", "comment.added"]
    found = changing.history(company.RECEIPT)[:3]
    assert [each["kind"] for each in found] == kinds, "to resolve it again does nothing"
    assert all(each["told"] == {"comment": first, "thread": first} for each in found)
    feed = changing.get("rest/events?after=0&kinds=" + ",".join(kinds))
    assert [each["data"]["kind"] for each in feed.json()["values"]] == kinds[::-1]
    assert "A secret matter" not in feed.text + str(found)
    assert threads(changing) == []


def test_viewers_comment_on_what_is_released_and_see_no_thread_about_a_draft(changing: Changing) -> None:
    draft = add(changing, "About the draft")
    add(changing, "About what is released", path=f"{DETAIL}/{company.RECEIPT_2_0}/comments")
    add(changing, "A reader asks", "viewer")

    assert texts(threads(changing, "viewer")) == [["About what is released"], ["A reader asks"]]
    assert changing.read(RECEIPT, "viewer")["open"] == 2
    assert texts(threads(changing, "editor"))[0] == ["About the draft"]
    assert changing.post(RECEIPT, {"text": "Me too", "replyTo": draft}, "viewer").status_code == 400
    for way in ("resolve", "reopen"):
        assert changing.post(f"{RECEIPT}/{draft}/{way}", None, "viewer").status_code == 404
    own = threads(changing, "viewer")
    assert [each["mayResolve"] for each in own] == [False, True]
    assert changing.post(f"{RECEIPT}/{own[0]['id']}/resolve", None, "viewer").status_code == 403
    assert changing.post(f"{RECEIPT}/{own[1]['id']}/resolve", None, "viewer").status_code == 200
    assert changing.post(f"{DETAIL}/{company.RETURNS}/comments", {"text": "?"}, "viewer").status_code == 404


def test_a_deleted_comment_leaves_its_place_where_others_replied(changing: Changing) -> None:
    first = add(changing, "Wrong")
    reply = add(changing, "No", "administrator", replyTo=first)

    def delete(id_: str, role: str) -> int:
        return changing.api.send("DELETE", f"{RECEIPT}/{id_}", role, tenant=changing.address).status_code

    assert delete(reply, "editor") == 403
    assert delete(first, "editor") == 200
    assert texts(threads(changing)) == [["", "No"]]
    assert not threads(changing)[0]["comments"][0]["mayDelete"]
    assert delete(reply, "administrator") == 200
    assert texts(threads(changing)) == [[""]]
    assert delete(first, "administrator") == 200
    assert threads(changing) == []
    assert delete(first, "administrator") == 404


@pytest.mark.one_engine
@pytest.mark.parametrize(
    ("body", "paths"),
    [
        ({}, ["text"]),
        ([], []),
        ({"text": " \n"}, ["text"]),
        ({"text": "a" * (LONGEST_COMMENT + 1), "replyTo": "x", "mentions": "y"}, ["text", "replyTo", "mentions"]),
        ({"text": "a\x00b", "colour": 1}, ["colour", "text"]),
        ({"text": "a", "mentions": [company.ANNA] * 21}, ["mentions"]),
        ({"text": "a", "mentions": [company.ERP]}, ["mentions"]),
        ({"text": "a", "shape": company.NOWHERE}, ["shape"]),
        ({"text": "a", "replyTo": company.NOWHERE}, ["replyTo"]),
        ({"text": "a", "shape": SHAPE, "replyTo": company.NOWHERE}, ["shape"]),
    ],
)
def test_a_wrong_comment_is_refused_with_every_finding(changing: Changing, body: Any, paths: list[str]) -> None:
    answer = changing.post(RECEIPT, body, "editor")

    assert answer.status_code == 400
    assert [each["path"] for each in answer.json()["data"] if "path" in each] == paths
    assert threads(changing) == []


def test_a_comment_on_a_shape_is_hidden_with_the_shape(database: Database) -> None:
    api = Api(database)
    archive = open_archive(api, database)
    path, hiring = f"{PROCESSES}/{OFFERS}/comments", f"{PROCESSES}/{HIRING}/comments"
    drawn = {"values": [{"shapeInfo": {"index": 0}, "element": {"id": PAY}}]}
    archive.post(f"{PROCESSES}/{OFFERS}/content", "hanna", drawn)
    (shown,) = archive.get(f"{PROCESSES}/{OFFERS}/content", "hanna")["elements"]
    shape = shown["properties"]["shapeId"]
    on_shape = archive.post(path, "hanna", {"text": "Here", "shape": shape})["values"][0]["id"]
    archive.post(path, "hanna", {"text": "Of all"})
    archive.post(hiring, "hanna", {"text": "Elsewhere"})
    assert archive.get(path, "stan")["open"] == 2

    archive.permit(IDS["personnel"], {"staff": "full"})

    found = archive.get(path, "stan")
    assert (found["count"], found["open"], texts(found["values"])) == (1, 1, [["Of all"]])
    assert archive.get(path, "hanna")["count"] == 2
    assert archive.status(f"{path}/{on_shape}/resolve", "stan", "POST") == 404
    assert archive.status(path, "stan", "POST", {"text": "?", "shape": shape}) == 400
    assert archive.status(path, "stan", "POST", {"text": "?", "replyTo": on_shape}) == 400
    assert archive.status(hiring, "stan") == 404
    assert archive.status(hiring, "stan", "POST", {"text": "?"}) == 404
    assert archive.status(f"{hiring}/{on_shape}", "hanna", "DELETE") == 404, "it is about another element"
    api.close()


@pytest.mark.one_engine
def test_an_element_has_so_many_comments_and_no_more(changing: Changing) -> None:
    tenant = changing.database.tenant(changing.address)
    first = add(changing, "First")

    async def fill() -> None:
        async with changing.database.storage.writer(tenant, actor=None) as writer:
            comment = await writer.comments.one(first)
            assert comment is not None
            for number in range(MOST_COMMENTS - 1):
                await writer.comments.add(comment._replace(id=f"{number:036}"))
            writer.keep_revision()

    changing.database.run(fill())
    assert len(threads(changing)[0]["comments"]) == MOST_COMMENTS
    assert changing.post(RECEIPT, {"text": "One more"}).status_code == 409


def test_a_proof_finds_comments_that_the_history_does_not_know(empty_database: Database) -> None:
    changing = Changing(empty_database)
    first = add(changing, "First")
    add(changing, "Second", replyTo=first)
    assert empty_database.run(unproven(empty_database.storage)) == []
    engine = empty_database.storage.engine
    empty_database.run(
        engine.fetch("UPDATE comment SET id = :id WHERE id = :first", {"id": company.NOWHERE, "first": first})
    )

    faults = "\n".join(empty_database.run(unproven(empty_database.storage)))

    assert f"comment {company.NOWHERE}: the history does not know it" in faults
    assert "its thread is not there" in faults
    changing.close()
