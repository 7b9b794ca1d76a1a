"""Events on their way to receivers: all of them, in order, signed, again if they were not taken, and none to whom it is not meant for."""

import threading
from typing import Any

import pytest

from facetstore.usecases.webhooks.placeholders import fill
from tests.rest.webhooks.hooks import PATIENCE, Hooks
from tests.support import company
from tests.support.changing import DETAIL, Changing
from tests.support.receiving import Received, Receiver, receiving


def rename(changing: Changing, id_: str, name: str, facet: str = "processes") -> None:
    path = f"rest/facets/{facet}/views/detail/elements"
    changing.update({"id": id_, "attributes": {"name": {"1033": name}}}, path=path)


def names(received: list[Received]) -> list[str]:
    return [each.event["data"]["difference"]["attributes"]["name"]["1033"]["to"] for each in received]


def test_what_changes_is_sent_once_signed_and_in_order(hooks: Hooks, receiver: Receiver) -> None:
    made = hooks.make(receiver.url(), changes=True)
    rename(hooks.changing, company.RETURNS, "One")
    rename(hooks.changing, company.RETURNS, "Two")
    rename(hooks.changing, company.RETURNS, "Three")
    hooks.send(lambda: hooks.shown(made["id"])["cursor"].startswith(str(hooks.changing.revision)))

    assert names(receiver.received) == ["One", "Two", "Three"]
    assert len(set(receiver.ids)) == 3
    feed = hooks.changing.read("rest/events?after=0&changes=true&kinds=element.changed")["values"]
    assert [each.verified(made["secret"]) for each in receiver.received] == feed[-3:]
    assert [(each["state"], each["status"]) for each in hooks.deliveries(made["id"])] == [("delivered", 200)] * 3


def test_only_what_fits_the_filter_is_sent(hooks: Hooks, receiver: Receiver) -> None:
    hooks.make(receiver.url("/it"), facets=["it"])
    hooks.make(receiver.url("/kind"), kinds=["element.created"])
    hooks.make(receiver.url("/type"), types=["system"])
    hooks.make(receiver.url("/released"), states=["released"])
    last = hooks.make(receiver.url("/all"))
    rename(hooks.changing, company.RETURNS, "Take back")
    rename(hooks.changing, company.ERP, "Planner", "it")
    (made,) = hooks.changing.update({"type": "subProcess", "attributes": {"name": {"1033": "Weigh"}}})
    hooks.changing.release(company.RETURNS)
    done = str(hooks.changing.revision)
    hooks.send(lambda: hooks.shown(last["id"])["cursor"].startswith(done) and "/released" in paths(receiver))
    sent = [(each.path, each.event["subject"]) for each in receiver.received if each.path != "/all"]
    assert sorted(set(sent)) == [
        ("/it", company.ERP),
        ("/kind", made["id"]),
        ("/released", company.RETURNS),
        ("/type", company.ERP),
    ]


def paths(receiver: Receiver) -> list[str]:
    return [each.path for each in receiver.received]


def test_what_is_not_taken_comes_again_with_the_same_id_before_what_follows(hooks: Hooks, receiver: Receiver) -> None:
    refused: list[str] = []

    def unwilling(request: Received) -> tuple[int, bytes]:
        if request.event["subject"] == company.RETURNS and refused.count(request.id) < 2:
            refused.append(request.id)
            return 503, b"not now"
        return 200, b""

    receiver.answer = unwilling
    made = hooks.make(receiver.url())
    rename(hooks.changing, company.RETURNS, "One")
    rename(hooks.changing, company.RETURNS, "Two")
    rename(hooks.changing, company.ERP, "Other", "it")
    hooks.send(lambda: len(hooks.deliveries(made["id"], "?state=delivered")) == 3)
    taken = [each for each in receiver.ids if each not in refused or receiver.ids.count(each) == 1]
    ours = [each.id for each in receiver.received if each.event["subject"] == company.RETURNS]
    assert ours == [ours[0]] * 3 + [ours[3]] * 3
    assert taken, "what another element has to say did not wait"
    assert ours[0] != ours[3]
    attempts = {each["event"]: each["attempts"] for each in hooks.deliveries(made["id"])}
    assert sorted(attempts.values()) == [1, 3, 3]


def test_what_is_never_taken_is_given_up_and_can_be_sent_again(hooks: Hooks, receiver: Receiver) -> None:
    receiver.answer = lambda _: (400, b"no")
    hooks.timing = hooks.slower(pauses=(0.01, 0.01))
    made = hooks.make(receiver.url())
    rename(hooks.changing, company.RETURNS, "One")
    hooks.send(lambda: hooks.shown(made["id"])["counts"]["dead"] == 1)
    assert receiver.ids == [receiver.ids[0]] * 3
    receiver.answer = lambda _: (200, b"yes")
    hooks.changing.write(f"rest/webhooks/{made['id']}/replay", {"dead": True})
    hooks.send(lambda: bool(hooks.deliveries(made["id"], "?state=delivered")))
    assert set(receiver.ids) == {receiver.ids[0]}


def test_a_replay_sends_the_same_events_with_the_same_ids(hooks: Hooks, receiver: Receiver) -> None:
    before = hooks.changing.revision
    made = hooks.make(receiver.url())
    rename(hooks.changing, company.RETURNS, "One")
    rename(hooks.changing, company.ERP, "Two", "it")
    hooks.send(lambda: len(receiver.received) == 2)
    hooks.changing.write(f"rest/webhooks/{made['id']}/replay", {"after": str(before)})
    hooks.send(lambda: len(receiver.received) == 4)
    assert set(receiver.ids[:2]) == set(receiver.ids[2:])
    refused = hooks.changing.post(f"rest/webhooks/{made['id']}/replay", {"after": "999999"})
    assert refused.status_code == 400


def test_a_receiver_that_hangs_delays_no_other(hooks: Hooks, receiver: Receiver) -> None:
    with receiving() as slow:
        released = threading.Event()

        def hang(_: Received) -> tuple[int, bytes]:
            released.wait(PATIENCE)
            return 200, b""

        slow.answer = hang
        for number in range(6):
            hooks.make(slow.url(f"/{number}"))
        hooks.make(receiver.url())
        rename(hooks.changing, company.RETURNS, "One")
        hooks.send(lambda: bool(receiver.received))
        assert all(each.event["subject"] == company.RETURNS for each in receiver.received)
        answered = hooks.changing.read("rest/webhooks")["values"]
        assert all(each["counts"] == {"waiting": 0, "dead": 0} for each in answered), "the others go on waiting"
        released.set()


def test_a_receiver_that_is_gone_pauses_its_webhook(hooks: Hooks, receiver: Receiver) -> None:
    receiver.answer = lambda _: (410, b"gone")
    made = hooks.make(receiver.url())
    rename(hooks.changing, company.RETURNS, "One")
    hooks.send(lambda: hooks.shown(made["id"])["state"] == "paused")
    assert "410" in hooks.shown(made["id"])["trouble"]
    receiver.answer = lambda _: (200, b"")
    hooks.change(made["id"], paused=False)
    hooks.send(lambda: bool(hooks.deliveries(made["id"], "?state=delivered")))
    assert "trouble" not in hooks.shown(made["id"])


def test_redirects_are_not_followed(hooks: Hooks, receiver: Receiver) -> None:
    receiver.answer = lambda _: (302, b"")
    receiver.headers = {"location": receiver.url("/elsewhere")}
    made = hooks.make(receiver.url())
    tried = hooks.changing.write(f"rest/webhooks/{made['id']}/test")["values"][0]
    assert tried["status"] == 302
    assert paths(receiver) == ["/hook"]


def test_it_sends_what_the_one_it_acts_as_may_open(hooks: Hooks, receiver: Receiver) -> None:
    changing = hooks.changing
    token = changing.write("rest/tokens", {"name": "narrow", "role": "editor"})["values"][0]["id"]
    made = hooks.make(receiver.url(), actsAs=token)
    rename(changing, company.RETURNS, "One")
    hooks.send(lambda: len(receiver.received) == 1)
    changing.write(f"rest/tokens/{token}/revoke")
    rename(changing, company.RETURNS, "Two")
    hooks.send(lambda: hooks.shown(made["id"])["state"] == "paused")
    assert len(receiver.received) == 1
    assert "acts as" in hooks.shown(made["id"])["trouble"]


def test_templates_are_filled_with_what_the_element_was_after_the_change(hooks: Hooks, receiver: Receiver) -> None:
    body = '{"text": "[name] is now [name|^(..)]", "list": ["[event.kind]", 7], "by": "[related.owner.name]"}'
    hooks.make(receiver.url("/p?n=[name]&d=[event.time:dd.MM.yyyy]"), body=body, headers={"x-state": "[event.state]"})
    hooks.make(receiver.url("/g/[event.element]"), method="GET")
    rename(hooks.changing, company.RETURNS, 'Ta"ke & back')
    hooks.send(lambda: len(receiver.received) == 2)
    post, get = sorted(receiver.received, key=lambda each: each.method, reverse=True)
    assert post.event == {"text": 'Ta"ke & back is now Ta', "list": ["element.changed", 7], "by": ""}
    assert post.path.startswith("/p?n=Ta%22ke%20%26%20back&d=")
    assert post.headers["x-state"] == "inProcess"
    assert (get.method, get.path, get.body) == ("GET", f"/g/{company.RETURNS}", b"")


@pytest.mark.one_engine
@pytest.mark.parametrize(
    ("template", "filled"),
    [
        ("[name|[A-Z]+]", "AB"),
        ("[name|x]", ""),
        ("[day:yyyy/MM]", "2026/03"),
        ("[nothing]", ""),
        ("[name", "[name"),
        ("[1]", "[1]"),
        ("a[name]b[name]", "aAB cdbAB cd"),
    ],
)
def test_placeholders(template: str, filled: str) -> None:
    values = {"name": "AB cd", "day": "2026-03-01"}
    assert fill("", {"h": template}, None, values)[1] == {"h": filled}


def test_two_processes_send_nothing_twice(hooks: Hooks, receiver: Receiver) -> None:
    made = [hooks.make(receiver.url(f"/{number}")) for number in range(6)]
    for number in range(5):
        rename(hooks.changing, company.RETURNS, f"Name {number}")
    shops = [hooks.shop(name) for name in ("one", "two")]
    hooks.send(lambda: len(receiver.received) >= 30, *shops)
    sent = [(each.path, each.id) for each in receiver.received]
    assert len(sent) == len(set(sent)) == 5 * len(made)


def test_a_paused_webhook_sends_later_what_happened_meanwhile(hooks: Hooks, receiver: Receiver) -> None:
    made = hooks.make(receiver.url(), paused=True)
    rename(hooks.changing, company.RETURNS, "One")
    other = hooks.make(receiver.url("/other"))
    rename(hooks.changing, company.RETURNS, "Two")
    hooks.send(lambda: len(receiver.received) == 1)
    assert paths(receiver) == ["/other"]
    hooks.change(made["id"], paused=False)
    hooks.send(lambda: len(receiver.received) == 3)
    assert hooks.shown(other["id"])["counts"] == {"waiting": 0, "dead": 0}


def test_what_its_principal_may_no_longer_see_is_given_up(hooks: Hooks, receiver: Receiver) -> None:
    receiver.answer = lambda _: (500, b"")
    made = hooks.make(receiver.url())
    changed: list[Any] = hooks.changing.update({"type": "subProcess", "attributes": {"name": {"1033": "Secret"}}})
    hooks.send(lambda: hooks.shown(made["id"])["counts"]["waiting"] == 1)
    path = f"{DETAIL}/{changed[0]['id']}"
    assert hooks.changing.api.send("DELETE", path, tenant=hooks.changing.address).status_code == 200
    receiver.answer = lambda _: (200, b"")
    hooks.send(lambda: len(hooks.deliveries(made["id"], "?state=delivered")) == 2)
    assert [each.event["data"]["kind"] for each in receiver.received[-2:]] == ["element.created", "element.deleted"]
