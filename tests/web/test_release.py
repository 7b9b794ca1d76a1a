"""Releasing: sent, reviewed, checked and released by one after the other; declined and mended; handed on."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from facetstore.domain.callers import Role
from tests.web.browser import Scheme, Site
from tests.web.hands import HANDS, Hand

DETAIL: Final = "rest/facets/processes/views/detail/elements"
PEOPLE: Final = {Role.EDITOR: "Lang", Role.ANALYZER: "Falk", Role.ARCHITECT: "Sommerfeld", Role.APPROVER: "Hartung"}
NAME: Final = "Rad prüfen"
MESSAGE: Final = "Please look at the brakes."
TEXTS: Final = {
    "name": {"1031": NAME, "1033": "Check the bike"},
    "description": {"1031": "Jede Schraube.", "1033": "Every screw."},
}
WORDS: Final = {
    "en": {
        "send": "Send to review", "accept": "Accept", "accepted": "Accepted.", "decline": "Decline", "declined": "Declined.",
        "reason": "Reason", "done": "Done: Send to review.", "waits": "waits", "task": "1 open task", "tasks": "{} open tasks", "none": "No open tasks",
        "hand on": "Hand on", "handed on": "Handed on.", "to": "To whom", "save": "Save", "saved": "Saved.", "name": "Name (English)",
        "missing": "The mandatory property \"Name\" is missing (English).", "sent back": "sent it back",
        "release": "Release directly", "more": "Other steps", "message": "Message to them", "ignore": "Go on in spite of", "released": "Done: Release directly.",
    },
    "de": {
        "send": "Zum Review geben", "accept": "Annehmen", "accepted": "Angenommen.", "decline": "Ablehnen", "declined": "Abgelehnt.",
        "reason": "Grund", "done": "Erledigt: Zum Review geben.", "waits": "wartet", "task": "1 offene Aufgabe", "tasks": "{} offene Aufgaben", "none": "Keine offenen Aufgaben",
        "hand on": "Weitergeben", "handed on": "Weitergegeben.", "to": "An wen", "save": "Speichern", "saved": "Gespeichert.", "name": "Name (Englisch)",
        "missing": "Die Pflichtangabe „Name“ fehlt (Englisch).", "sent back": "zurückgegeben",
        "release": "Direkt freigeben", "more": "Weitere Schritte", "message": "Nachricht dazu", "ignore": "Trotz", "released": "Erledigt: Direkt freigeben.",
    },
}  # fmt: skip

mostly_by_mouse: Final = pytest.mark.parametrize(
    ("hand", "language", "scheme"),
    [
        pytest.param(HANDS["mouse"], "en", "light", id="mouse"),
        pytest.param(HANDS["keyboard"], "de", "dark", id="keyboard", marks=pytest.mark.long),
    ],
)
"""Every day by mouse: menus, dialogs and fields of other pages are used by keyboard in stories of their own."""


@pytest.fixture(scope="module")
def people(site: Site) -> dict[Role, str]:
    with site.client() as client:
        found = client.get("rest/facets/users/views/list/elements").json()["elements"]
    by_name = {each["attributes"]["lastName"]["127"]: each["id"] for each in found}
    return {role: by_name[name] for role, name in PEOPLE.items()}


def make(site: Site, people: dict[Role, str], attributes: dict[str, Any]) -> str:
    """A draft with an author, a reviewer, a quality manager and an owner."""
    named = {
        "author": Role.EDITOR,
        "reviewer": Role.ANALYZER,
        "qualityManager": Role.ARCHITECT,
        "owner": Role.APPROVER,
    }
    related = {context: [{"facetName": "users", "id": people[role], "type": "user"}] for context, role in named.items()}
    body = {"elements": [{"type": "subProcess", "attributes": attributes, "related": related}]}
    with site.client() as client:
        made = client.post(DETAIL, json=body)
    assert made.status_code == 200, made.text
    return str(made.json()["elements"][0]["id"])


def stored(site: Site, process: str) -> dict[str, Any]:
    with site.client() as client:
        found: dict[str, Any] = client.get(f"{DETAIL}/{process}").json()["elements"][0]
    return found


def tasks(site: Site, process: str) -> list[dict[str, Any]]:
    with site.client() as client:
        found: list[dict[str, Any]] = client.get(f"rest/tasks?element={process}&state=all").json()["values"]
    return found


def remove(site: Site, process: str) -> None:
    """Leave nothing to decide for the next story."""
    with site.client() as client:
        assert client.delete(f"{DETAIL}/{process}?force=true").is_success


def send(site: Site, process: str, hand: Hand, language: str, scheme: Scheme) -> None:
    """The author sends it to review."""
    words = WORDS[language]
    path = f"elements/processes/{process}?tab=release&culture=1031"
    with site.visit(Role.EDITOR, path, language=language, scheme=scheme) as visit:
        page = visit.page
        expect(page.get_by_role("main").locator("strong", has_text="Ines Falk")).to_be_visible()
        hand.use(page.get_by_role("button", name=words["send"]))
        dialog = page.get_by_role("dialog", name=words["send"])
        expect(dialog.get_by_text("Ines Falk")).to_be_visible()
        hand.write(dialog.get_by_label(words["message"]), MESSAGE)
        visit.check_accessible_once(f"sending to review in {language}")
        hand.use(dialog.get_by_role("button", name=words["send"]))
        expect(page.get_by_text(words["done"])).to_be_visible()
        expect(page.locator('[aria-current="step"]')).to_contain_text(f"Ines Falk: {words['waits']}")
        visit.check_accessible_once(f"in review in {language}")


def decide(site: Site, role: Role, hand: Hand, language: str, scheme: Scheme, how: str = "accept") -> None:
    """Decide one of the tasks of a person; the frame of the page shows what is to be decided and what is left."""
    words = WORDS[language]

    def tells(count: int) -> None:
        given = {0: words["none"], 1: words["task"]}.get(count, words["tasks"].format(count))
        expect(page.get_by_role("link", name=given, exact=True)).to_be_visible()

    with site.visit(role, "tasks?culture=1031", language=language, scheme=scheme) as visit:
        page = visit.page
        expect(page.get_by_role("button", name=f"{words[how]}: {NAME}")).to_be_visible()
        found = page.get_by_role("button", name=re.compile(f"^{words[how]}: ")).count()
        tells(found)
        hand.use(page.get_by_role("button", name=f"{words[how]}: {NAME}"))
        dialog = page.get_by_role("dialog", name=f"{words[how]}: {NAME}")
        if how == "decline":
            hand.write(dialog.get_by_label(words["reason"]), "The screws are missing.")
        expect(dialog).to_be_visible()
        if role is Role.ANALYZER:
            expect(dialog.get_by_text(MESSAGE)).to_be_visible()
        visit.check_accessible_once(f"{how} in {language}")
        hand.use(dialog.get_by_role("button", name=words[how], exact=True))
        expect(page.get_by_text(words["accepted" if how == "accept" else "declined"])).to_be_visible()
        tells(found - 1)
        visit.check_accessible_once(f"{found - 1} left in {language}")


@mostly_by_mouse
def test_a_process_is_sent_to_review_checked_and_released_by_three_people(
    site: Site, people: dict[Role, str], hand: Hand, language: str, scheme: Scheme
) -> None:
    process = make(site, people, TEXTS)
    send(site, process, hand, language, scheme)
    for role in (Role.ANALYZER, Role.ARCHITECT, Role.APPROVER):
        decide(site, role, hand, language, scheme)

    with site.visit(Role.EDITOR, f"elements/processes/{process}?tab=release", language=language) as visit:
        done = visit.page.locator('[data-mark="done"]')
        expect(done).to_have_count(4)
        assert all(
            name in " ".join(done.all_inner_texts())
            for name in ("Friederike Lang", "Ines Falk", "Lea Sommerfeld", "Sabine Hartung")
        )
        expect(visit.page.locator('[aria-current="step"]')).to_contain_text("Sabine Hartung")

    released = stored(site, process)
    assert released["state"] == "released"
    assert [each["id"] for each in released["related"]["relBy"]] == [people[Role.APPROVER]]
    assert [(each["state"], each["closedBy"]) for each in tasks(site, process)] == [
        ("accepted", people[role]) for role in (Role.ANALYZER, Role.ARCHITECT, Role.APPROVER)
    ]


@mostly_by_mouse
def test_what_was_declined_is_mended_where_the_finding_leads_and_sent_again(
    site: Site, people: dict[Role, str], hand: Hand, language: str, scheme: Scheme
) -> None:
    words = WORDS[language]
    process = make(site, people, {**TEXTS, "name": {"1031": NAME}})
    send(site, process, hand, language, scheme)
    decide(site, Role.ANALYZER, hand, language, scheme, "decline")
    assert stored(site, process)["state"] == "inProcess"

    path = f"elements/processes/{process}?tab=release&culture=1031"
    with site.visit(Role.EDITOR, path, language=language, scheme=scheme) as visit:
        page = visit.page
        expect(page.get_by_role("note")).to_contain_text(words["sent back"])
        expect(page.get_by_role("note")).to_contain_text("The screws are missing.")
        visit.check_accessible()
        hand.use(page.get_by_role("link", name=words["missing"]))
        field = page.get_by_label(words["name"])
        expect(field).to_be_focused()
        hand.write(field, "Check the bike well")
        hand.use(page.get_by_role("button", name=words["save"]))
        expect(page.get_by_text(words["saved"])).to_be_visible()
        visit.settle()
    send(site, process, hand, language, scheme)

    mended = stored(site, process)
    assert mended["attributes"]["name"] == {"1031": NAME, "1033": "Check the bike well"}
    assert mended["state"] == "inReview"
    declined, again = tasks(site, process)
    assert (declined["state"], declined["reason"], declined["closedBy"]) == (
        "declined",
        "The screws are missing.",
        people[Role.ANALYZER],
    )
    assert again["state"] == "open"
    remove(site, process)


@mostly_by_mouse
def test_a_task_is_handed_on_to_a_user_who_then_has_it(
    site: Site, people: dict[Role, str], hand: Hand, language: str, scheme: Scheme
) -> None:
    words = WORDS[language]
    process = make(site, people, TEXTS)
    send(site, process, hand, language, scheme)
    with site.visit(Role.ANALYZER, "tasks?culture=1031", language=language, scheme=scheme) as visit:
        page = visit.page
        hand.use(page.get_by_role("button", name=f"{words['hand on']}: {NAME}"))
        dialog = page.get_by_role("dialog")
        hand.choose(
            dialog.get_by_role("combobox", name=words["to"]),
            "Hartung",
            page.get_by_role("option", name="Sabine Hartung"),
        )
        visit.check_accessible()
        hand.use(dialog.get_by_role("button", name=words["hand on"], exact=True))
        expect(page.get_by_text(words["handed on"])).to_be_visible()
        expect(page.get_by_role("link", name=words["none"])).to_be_visible()

    (task,) = tasks(site, process)
    assert (task["assignee"], task["state"]) == (people[Role.APPROVER], "open")
    decide(site, Role.APPROVER, hand, language, scheme)
    assert stored(site, process)["state"] == "readyForQa"
    remove(site, process)


@mostly_by_mouse
def test_warnings_are_read_before_they_are_ignored(
    site: Site, people: dict[Role, str], hand: Hand, language: str, scheme: Scheme
) -> None:
    words = WORDS[language]
    process = make(site, people, TEXTS)
    start = {
        "element": {"type": "evStart", "attributes": {"name": {"1033": "Bike arrived"}}},
        "shapeInfo": {"index": 0},
    }
    with site.client() as client:
        assert client.post(f"{DETAIL}/{process}/content", json={"values": [start]}).status_code == 200
        refused = client.post(f"rest/release/{process}/transitions/InProcessToReleased")
    assert (refused.status_code, refused.json()["type"]) == (409, "warning"), refused.text

    path = f"elements/processes/{process}?tab=release"
    with site.visit(Role.ARCHITECT, path, language=language, scheme=scheme) as visit:
        page = visit.page
        assert page.locator('main button[data-variant="filled"]:visible').all_inner_texts() == [words["send"]], (
            "one next step"
        )
        hand.use(page.get_by_role("button", name=words["more"]))
        hand.use(page.get_by_role("menuitem", name=words["release"]))
        dialog = page.get_by_role("dialog", name=words["release"])
        confirm = dialog.get_by_role("button", name=words["release"])
        expect(confirm).to_be_disabled()
        expect(dialog.get_by_role("listitem")).to_have_count(len(refused.json()["data"]))
        hand.use(dialog.get_by_role("checkbox", name=words["ignore"]))
        visit.check_accessible()
        hand.use(confirm)
        expect(page.get_by_text(words["released"])).to_be_visible()

    assert stored(site, process)["state"] == "released"


def test_an_author_reads_why_others_must_approve(site: Site, people: dict[Role, str]) -> None:
    """An architect approves what others wrote; of an own draft the page says why not, and offers to take it back."""
    process = make(site, people, TEXTS)
    person = {"facetName": "users", "id": people[Role.ARCHITECT], "type": "user"}
    with site.client() as client:
        changed = client.post(DETAIL, json={"elements": [{"id": process, "related": {"author": [person]}}]})
        assert changed.is_success, changed.text
        assert client.post(f"rest/release/{process}/transitions/InProcessToInReview").is_success

    with site.visit(Role.ARCHITECT, f"elements/processes/{process}?tab=release", expected=(403,)) as visit:
        page = visit.page
        shut = page.get_by_role("listitem").filter(has_text="Review passed, to release")
        expect(shut).to_contain_text("You are an author of this draft, so another user must approve it.")
        expect(page.get_by_role("button", name="Review passed")).to_have_count(0)
        expect(page.get_by_role("button", name="Back to process")).to_be_visible()
        visit.check_accessible()
    remove(site, process)
