"""Documented answers of the reference product, data leaf by data leaf. What differs is listed, with the decision that says why."""

import json
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Final, NamedTuple

import pytest

from facetstore.domain.tenant import TenantSettings
from tests.support.api import Api, Database
from tests.support.documented import BASE, Documented, documented, leaves, records

EXAMPLES: Final = {each.name: each for each in documented()}
SETTINGS: Final = TenantSettings(
    title="showcase", mandatory_cultures=(1031, 1033), region="DE", time_zone="W. Europe Standard Time"
)
BASE_STORAGE: Final = "documented/base"

pytestmark = pytest.mark.skipif(not EXAMPLES, reason="There are no documented answers beside this checkout.")


class Difference(NamedTuple):
    """Leaves of documented answers that may differ, as patterns of the example and the leaf, and why."""

    example: str
    leaf: str
    why: str


DIFFERENCES: Final = (
    Difference(
        "*", "count", "0017: the standard has more facets and views than were documented; each of those is there."
    ),
    Difference("api-1.0/facets", "values.[[]standardtypes[]].*", "0017: facets that later answers have no more."),
    Difference("api-1.0/facets", "values.[[]trainings[]].*", "0017: facets that later answers have no more."),
    Difference(
        "api-1.0/elements-list-tree", "*.expandUri", "D1.6: names of facets and views as later answers have them."
    ),
    Difference(
        "api-1.0/elements-list-tree", "*.state1.127", "D1.6: a value that was never resolved, and later is `show`."
    ),
    Difference("content-create", "values.*.id", "D5.11: ids that the service makes for new elements."),
    Difference(
        "element-get-detail", "*.attributes.purp.*", "0072: html is an XML document, also where plain text was given."
    ),
    Difference(
        "element-get-detail", "*.attributes.scope.*", "0072: html is an XML document, also where plain text was given."
    ),
    Difference("storage-info", "region.nativeName", "0015: the name of a region in its own language, from CLDR."),
    Difference("storage-info", "template", "0017: the template is ours."),
)
OPEN: Final = (
    Difference(
        "config-type", "values.[[]processHouse[]].properties.*", "The configuration of the process house (#18)."
    ),
    Difference("element-info", "*.isCurrentCopyable", "Copying of elements (#18)."),
    Difference("related-get-expanded", "values.author.*.related.*", "Expansion within references (#18)."),
)
"""What is still to be built, and may be equal one day."""


@pytest.fixture(scope="module")
def api(database: Database) -> Iterator[Api]:
    """A service with the storage that others are based on."""
    database.add_tenant(BASE_STORAGE, SETTINGS, id_=_base_storage())
    api = Api(database)
    yield api
    api.close()


def _base_storage() -> str:
    return str(EXAMPLES["storage-info"].answer["baseTenant"])


def _answer(api: Api, database: Database, each: Documented) -> object:
    settings = TenantSettings(**{**vars(SETTINGS), "base_tenant": BASE_STORAGE})
    id_ = each.answer["tenant"] if each.name == "storage-info" else None
    database.add_tenant(each.tenant, settings, lambda: records(each), id_=id_, roles=("administrator",))
    query = "&".join(f"{name}={value}" for name, value in each.query.items())
    body = None if each.request is None else json.dumps(each.request).encode()
    ask = api.get if each.method == "GET" else api.post
    headers = {"api-version": "1.0"} if each.name.startswith("api-1.0/") else {}
    given = {} if body is None else {"content": body}
    answer = ask(
        f"{each.path}?{query}" if query else each.path, "administrator", tenant=each.tenant, headers=headers, **given
    )
    assert answer.status_code == 200, answer.text
    return answer.json()


def _matching(example: str, leaf: str) -> Difference | None:
    found = (
        each for each in (*DIFFERENCES, *OPEN) if fnmatchcase(example, each.example) and fnmatchcase(leaf, each.leaf)
    )
    return next(found, None)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_data_leaf_of_a_documented_answer_is_equal_or_listed(api: Api, database: Database, name: str) -> None:
    each = EXAMPLES[name]

    answered = leaves(_answer(api, database, each))

    wanted = {".".join(path): value for path, value in leaves(each.answer).items()}
    here = {".".join(path): value for path, value in answered.items()}
    differing = {path: (value, here.get(path)) for path, value in wanted.items() if here.get(path) != value}
    assert {path: each for path, each in differing.items() if _matching(name, path) is None} == {}


@pytest.mark.one_engine
def test_every_listed_difference_is_of_a_documented_leaf() -> None:
    paths = [(name, ".".join(path)) for name, each in EXAMPLES.items() for path in leaves(each.answer)]

    unknown = [
        each
        for each in (*DIFFERENCES, *OPEN)
        if not any(fnmatchcase(name, each.example) and fnmatchcase(path, each.leaf) for name, path in paths)
    ]
    assert unknown == []
    assert BASE in json.dumps([each.answer for each in EXAMPLES.values()])
