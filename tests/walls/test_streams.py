"""Live streams of events: what others change comes by itself, and nothing comes any more when a right, a token or the service ends."""

import asyncio
import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from facetstore.rest.server.gate import Gate
from facetstore.usecases.feed.waking import MOST_OF_PRINCIPAL
from tests.rest.editing.archive import HIRING, IDS, OFFERS
from tests.rest.server.running import Send, connected, running, until_closed
from tests.walls.rooms import Room
from tests.walls.served import Served

PATIENCE: Final = 300
"""Seconds after which a read from a stream fails. Nothing waits that long unless something is wrong."""


class Stream:
    """An open stream, read event by event."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.response = response

    def block(self) -> dict[str, str] | None:
        """The fields of the next block; None if the stream has ended."""
        found: dict[str, str] = {}
        while line := self.response.readline():
            if not (text := line.decode().rstrip("\n")):
                return found
            name, _, value = text.partition(": ")
            found[name] = value
        return None

    def event(self) -> dict[str, Any] | None:
        """The next event; None if the stream has ended."""
        while (block := self.block()) is not None:
            if "data" in block:
                event: dict[str, Any] = json.loads(block["data"])
                assert (block["id"], block["event"]) == (event["id"], event["data"]["kind"])
                return event
        return None

    def name(self) -> str:
        """The name that the next event gives to its element."""
        event = self.event()
        assert event is not None
        name: str = event["data"]["difference"]["attributes"]["name"]["1033"]["to"]
        return name


EVENTS: Final = "rest/events?changes=true"


@contextmanager
def streaming(room: Room, who: str, status: int = 200, path: str = EVENTS, **headers: str) -> Iterator[Stream]:
    """A stream that has begun; of events, with what each of them changed."""
    connection = http.client.HTTPConnection("127.0.0.1", room.served.node.port, timeout=PATIENCE)
    token = room.served.database.tokens[room.tenant, who]
    given = {"accept": "text/event-stream", "symbio-auth-token": token, **headers}
    try:
        connection.request("GET", f"/{room.tenant}/_api/{path}", headers=given)
        response = connection.getresponse()
        assert response.status == status
        stream = Stream(response)
        if status == 200:
            assert response.headers["content-type"] == "text/event-stream"
            assert stream.block() == {"retry": "2000"}
        yield stream
    finally:
        connection.close()


def rename(room: Room, id_: str, name: str) -> None:
    room.change(id_, attributes={"name": {"1033": name}})


def test_what_others_change_comes_by_itself_and_a_client_goes_on_where_it_was(served: Served) -> None:
    room = Room(served)
    with streaming(room, "stan") as stream:
        rename(room, OFFERS, "Bids")
        first = stream.event()
        rename(room, OFFERS, "Tenders")
        assert stream.name() == "Tenders"
    assert first is not None
    assert first["subject"] == OFFERS

    with streaming(room, "stan", **{"last-event-id": first["id"]}) as stream:
        assert stream.name() == "Tenders", "what came while the client was away is sent first"
        rename(room, OFFERS, "Offers")
        assert stream.name() == "Offers"


def test_a_right_that_is_taken_away_ends_its_events_and_a_token_its_stream(served: Served) -> None:
    room = Room(served)
    with streaming(room, "stan") as stream, streaming(room, "hanna") as inside:
        rename(room, HIRING, "Recruiting")
        assert stream.name() == inside.name() == "Recruiting"
        room.permit(IDS["personnel"], {"staff": "full"})
        rename(room, HIRING, "Zinnober")
        rename(room, OFFERS, "Bids")
        assert stream.name() == "Bids", "nothing of what is hidden now came before it"
        while (event := inside.event()) is not None and event["subject"] != HIRING:
            pass
        assert event is not None
        room.write("adam", "rest/facets/users/views/detail/elements", inactive("stan"))
        rest = stream.response.read()
        assert b"Zinnober" not in rest
    assert room.send("stan", "rest/events?after=0", method="GET").status == 401


def news(stream: Stream) -> dict[str, Any]:
    """The next message of a page that says more than that nothing has changed."""
    while (block := stream.block()) is not None:
        found: dict[str, Any] = json.loads(block["data"])
        assert block["id"] == found["next"]
        if found["changed"] or found["all"]:
            return found
    raise AssertionError("The stream has ended.")


def test_a_page_learns_of_changes_and_of_rights_that_have_changed(served: Served) -> None:
    room = Room(served)
    with streaming(room, "stan", path="rest/live") as stream:
        rename(room, OFFERS, "Bids")
        first = news(stream)
        assert [(each["id"], each["kind"]) for each in first["changed"]] == [(OFFERS, "element.changed")]
        room.permit(IDS["personnel"], {"staff": "full"})
        assert news(stream)["all"]
    rename(room, OFFERS, "Tenders")
    with streaming(room, "stan", path="rest/live", **{"last-event-id": first["next"]}) as stream:
        assert OFFERS in {each["id"] for each in news(stream)["changed"]}


def present(stream: Stream, element: str) -> list[Any]:
    """Who else is there, as the next message says that names anyone or no one."""
    while (block := stream.block()) is not None:
        found: dict[str, Any] = json.loads(block["data"])
        if "present" in found:
            assert found["present"]["elementId"] == element
            values: list[Any] = found["present"]["values"]
            return values
    raise AssertionError("The stream has ended.")


def test_a_window_learns_who_is_there_as_long_as_its_user_may_open_the_element(served: Served) -> None:
    room = Room(served)

    def be_at(who: str, element: str | None, **more: object) -> None:
        room.write(who, "rest/presence", {"window": "window-1", "elementId": element, **more})

    with (
        streaming(room, "stan", path="rest/live?window=window-1") as stream,
        streaming(room, "adam", path="rest/live?window=window-1") as inside,
    ):
        for who in ("stan", "adam", "hanna"):
            be_at(who, HIRING)
        while len(present(inside, HIRING)) < 2:
            pass
        be_at("hanna", HIRING, isEditing=True)
        while not (found := present(stream, HIRING)) or not found[0]["isEditing"]:
            pass
        assert found[0]["by"]["id"] == IDS["hanna"]
        room.permit(IDS["personnel"], {"staff": "full"})
        be_at("hanna", None)
        while present(inside, HIRING)[-1]["by"]["id"] != IDS["stan"]:
            pass
        assert present(stream, HIRING) == [], "adam is still there"


def inactive(who: str) -> dict[str, Any]:
    """A body that takes a role away."""
    return {"elements": [{"id": IDS[who], "attributes": {"roleInactive": {"127": True}, "roleEditor": {"127": False}}}]}


def test_a_caller_has_so_many_streams_at_a_time_in_each_process(served: Served) -> None:
    room = Room(served)
    if served.workers > 1:
        return  # which of them gets a connection is by chance
    open_streams = [streaming(room, "stan") for _ in range(MOST_OF_PRINCIPAL)]
    for each in open_streams:
        each.__enter__()
    with streaming(room, "stan", status=503) as refused:
        assert b"streams open already" in refused.response.read()
    with streaming(room, "hanna"):
        pass
    for each in open_streams:
        each.__exit__(None, None, None)
    while True:  # the server notices that they are gone
        try:
            with streaming(room, "stan"):
                break
        except AssertionError:
            continue


def test_a_server_that_shuts_down_ends_what_has_no_end() -> None:
    gate, ended = Gate(), asyncio.Event()
    gate.shut_down = ended.set

    async def endless(_: dict[str, Any], receive: Any, send: Send) -> None:
        del receive
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"begun", "more_body": True})
        await ended.wait()
        await send({"type": "http.response.body", "body": b"ended"})

    server = running(endless, gate=gate)
    with connected(server.__enter__()) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n")
        received = connection.recv(4096)
        while b"begun" not in received:
            received += connection.recv(4096)
        assert not ended.is_set()
        server.__exit__(None, None, None)
        assert ended.is_set()
        assert b"ended" in until_closed(connection)[0]
