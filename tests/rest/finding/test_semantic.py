"""Search by what names mean: it finds what was never translated, shows nothing that its caller may not see, and learns from nothing hidden."""

from collections.abc import Iterator
from itertools import count
from typing import Final
from urllib.parse import quote

import pytest

from facetstore.bootstrap import meaning
from facetstore.bootstrap.meaning import check_semantic
from facetstore.domain.errors import InvalidValues
from facetstore.usecases.finding.like_names import LikeNames
from facetstore.usecases.ports.finding import MOST_HITS
from tests.rest.mcp.asking import data
from tests.support import company
from tests.support.api import Api, Database, Json

THINGS: Final = (
    ("Rechnung", "invoice"), ("Bestellung", "order"), ("Lieferant", "supplier"), ("Maschine", "engine"), ("Angebot", "quotation"),
    ("Vertrag", "contract"), ("Kunde", "buyer"), ("Lager", "warehouse"), ("Urlaub", "holiday"), ("Gehalt", "salary"),
)  # fmt: skip
TASKS: Final = (
    ("prüfen", "verify"),
    ("anlegen", "create"),
    ("löschen", "remove"),
    ("planen", "schedule"),
    ("buchen", "post"),
)
ALONE: Final = {
    ("Rechnung", "planen"),
    ("Vertrag", "buchen"),
    ("Kunde", "löschen"),
    ("Urlaub", "prüfen"),
    ("Lager", "anlegen"),
}
"""Known in German alone."""
KESTREL: Final = {1031: "Turmfalke", 1033: "kestrel"}
WATCHED: Final = company.element_id(3999)
_numbers = count(1)


class Semantic:
    """A company whose names are translated, most of them, and a service that learns them."""

    def __init__(self, database: Database, *more: company.Record) -> None:
        self.api = Api(database, semantic=True)

        def records() -> Iterator[company.Record]:
            yield from _translated()
            yield from more

        roles = ("viewer", "editor", "administrator")
        self.address = database.add_tenant(f"semantic/{next(_numbers)}", company.SETTINGS, records, roles=roles)

    @property
    def names(self) -> LikeNames:
        assert self.api.app.likeness is not None
        return self.api.app.likeness

    def search(self, words: str, role: str = "viewer", more: str = "") -> Json:
        return self.api.read(f"rest/search?q={quote(words)}{more}", role, tenant=self.address)

    def found(self, words: str, role: str = "viewer") -> list[str]:
        return [each["name"]["1031"] for each in self.search(words, role)["values"]]

    def learn(self) -> None:
        """What the background does, once it was asked for by a search."""
        faults: list[Exception] = []
        self.search("nowhere at all")
        self.api.database.run(self.names.catch_up(faults.append))
        assert faults == []


def _translated() -> Iterator[company.Record]:
    yield company.header()
    for number, (thing, task) in enumerate((thing, task) for thing in THINGS for task in TASKS):
        names = {1031: f"{thing[0]} {task[0]}", 1033: f"{task[1]} {thing[1]}"}
        if (thing[0], task[0]) in ALONE:
            del names[1033]
        yield company.versioned("subProcess", 3000 + number, "1.0", "released", names)


@pytest.fixture
def semantic(database: Database) -> Iterator[Semantic]:
    made = Semantic(database)
    yield made
    made.api.close()


def test_german_names_are_found_by_english_words_once_they_are_learned(semantic: Semantic) -> None:
    asked = {f"{german} {task}": f"{TASK[task]} {THING[german]}" for german, task in ALONE}

    before = [german in semantic.found(english) for german, english in asked.items()]
    semantic.learn()

    assert not any(before)
    assert all(german in semantic.found(english)[:5] for german, english in asked.items())
    assert semantic.found("Rechnung planen")[0] == "Rechnung planen"  # what has the words comes first
    assert semantic.found("zzxxqq") == []


THING: Final = dict(THINGS)
TASK: Final = dict(TASKS)


def test_pages_counts_and_types_are_those_of_a_search(semantic: Semantic) -> None:
    semantic.learn()

    whole = semantic.search("verify holiday")
    page = semantic.search("verify holiday", more="&$page=2&$pageSize=2")

    assert whole["total"] == whole["count"] == whole["facets"]["processes"] > 2
    assert page["total"] == whole["total"]
    assert page["values"] == whole["values"][2:4]
    assert semantic.search("verify holiday", more="&types=mainProcess")["total"] == 0


def test_what_a_caller_does_not_see_is_not_found_and_displaces_nothing(database: Database) -> None:
    drafts = [
        company.versioned("subProcess", 5000 + number, "0.1", "inProcess", {1031: f"Urlaub prüfen {number}"})
        for number in range(MOST_HITS + 20)
    ]
    semantic = Semantic(database, *drafts)
    semantic.learn()

    assert "Urlaub prüfen" in semantic.found("verify holiday")
    assert not [each for each in semantic.found("verify holiday") if each.startswith("Urlaub prüfen ")]
    assert [each for each in semantic.found("verify holiday", "editor") if each.startswith("Urlaub prüfen ")]
    semantic.api.close()


@pytest.mark.parametrize("is_hidden", [True, False])
def test_what_is_not_open_to_all_teaches_nothing(database: Database, is_hidden: bool) -> None:
    """A released German name, and the translation of its word in names that are drafts, or released."""
    number, state = ("0.1", "inProcess") if is_hidden else ("1.0", "released")
    pairs = [company.versioned("subProcess", 3900 + each, number, state, dict(KESTREL)) for each in range(3)]
    watched = company.versioned("subProcess", 3999, "1.0", "released", {1031: "Turmfalken"})
    semantic = Semantic(database, *pairs, watched)
    semantic.learn()

    found = [WATCHED in _ids(semantic.search("verify kestrel", role)) for role in ("viewer", "administrator")]

    assert found == [not is_hidden, not is_hidden]
    semantic.api.close()


def _ids(answer: Json) -> list[str]:
    return [each["id"] for each in answer["values"]]


def test_after_a_change_of_rights_nothing_is_used_until_it_is_learned_again(semantic: Semantic) -> None:
    semantic.learn()
    assert semantic.found("verify holiday")
    path = f"rest/facets/processes/views/detail/elements/{company.element_id(3000)}/permissions?force=true"
    body = b'{"grants":[],"inherits":false,"excludes":true}'
    changed = semantic.api.post(path, "administrator", tenant=semantic.address, content=body)
    assert changed.status_code == 200, changed.text

    assert semantic.found("verify holiday") == []
    semantic.learn()

    assert "Urlaub prüfen" in semantic.found("verify holiday")
    assert "Rechnung prüfen" not in semantic.found("verify holiday")


def test_agents_find_it_too_and_the_past_does_without(semantic: Semantic) -> None:
    semantic.learn()
    revision = semantic.api.read("rest/revision", "administrator", tenant=semantic.address)["revision"]

    cited = data(semantic.api, "find", "viewer", semantic.address, words="verify holiday", culture=1031)["found"]
    assert "Urlaub prüfen" in {each["name"] for each in cited}
    assert semantic.search("verify holiday", "editor", more=f"&asOf={revision}")["total"] == 0


@pytest.mark.one_engine
def test_without_the_extra_the_service_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    check_semantic(wanted=True)
    monkeypatch.setattr(meaning, "find_spec", lambda _: None)
    check_semantic(wanted=False)

    with pytest.raises(InvalidValues, match=r"facetstore\[semantic\]"):
        check_semantic(wanted=True)
