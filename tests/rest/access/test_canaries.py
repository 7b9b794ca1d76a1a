"""Random requests to a tenant, asked of two databases: in one of them other tenants are full of words that must not leak."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import quote

import pytest

from facetstore.storage.store import SqlStorage
from facetstore.usecases.tenancy import token_digest
from tests.rest.conftest import settings_of
from tests.support import company
from tests.support.api import ACME, ACME_ID, RIVAL, Api, Database
from tests.support.proof import record, scaled
from tests.support.walls import CANARY, twin

CALLERS: Final = {"viewer": company.QUENTIN, "editor": company.ANNA, "architect": company.OLGA}
"""People of the company, who have the same ids in both databases."""

OWN_IDS: Final = (company.RECEIPT, company.RECEIPT_2_0, company.CHECK, company.LOGISTICS, company.ERP, company.UNLOAD)
CANARY_IDS: Final = tuple(company.element_id(number) for number in range(4001, 4012))
FOREIGN_IDS: Final = (company.RIVAL_HOUSE, *CANARY_IDS)
IDS: Final = (*OWN_IDS, *FOREIGN_IDS, company.NOWHERE)
WORDS: Final = ("goods", "Unload", "Wareneingang", "ERP", CANARY, CANARY[:5], "Fink", "a", "The", "Anna", "nothing")
FACETS: Final = ("processes", "it", "risks", "users", "tags", "inputsoutputs", "usergroups")
VIEWS: Final = ("list", "detail", "tree", "orphaned", "reporting")
PROPERTIES: Final = (
    "name",
    "id",
    "versionId",
    "type",
    "state",
    "owner/lastName",
    "author/id",
    "name/1031",
    "description",
)
EXPIRES: Final = 1 << 62
"""Never, in microseconds."""

Answer = tuple[int, dict[str, str], str]


def aviary() -> Iterator[company.Record]:
    """Other birds in a cage of their own: words and ids that the company does not have, and its names once more."""
    yield company.header()
    yield company.plain("processHouse", CANARY_IDS[0], {1033: f"Goods {CANARY}"})
    for number in range(4002, 4012):
        names = {1031: f"Wareneingang Fink {number}", 1033: f"Goods receipt Fink {number}"}
        yield company.versioned("subProcess", number, "1.0", "inEffect", names, CANARY_IDS[0])


@pytest.fixture(scope="module")
def alone_and_not(
    request: pytest.FixtureRequest, database: Database, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Api, Api]]:
    """The company alone on a database, and on one with others, who came before and after it."""
    databases = []
    for others in (False, True):
        folder: Path = tmp_path_factory.mktemp("canaries")
        databases.append(Database.open(settings_of(request, folder, engine=database.engine)))
        if others:
            databases[-1].add_tenant(RIVAL, company.SETTINGS, twin, roles=())
        databases[-1].add_tenant(ACME, company.SETTINGS, company.acme, id_=ACME_ID, roles=())
        if others:
            databases[-1].add_tenant("aviary/main", company.SETTINGS, aviary, roles=())
        let_in(databases[-1])
    apis = [Api(each) for each in databases]
    yield apis[0], apis[1]
    for api, each in zip(apis, databases, strict=True):
        api.close()
        each.close()


def let_in(database: Database) -> None:
    stored = database.tenant(ACME)

    async def work(storage: SqlStorage) -> None:
        async with storage.writer(stored, actor=None) as writer:
            for name, element in CALLERS.items():
                await writer.accounts.set_token(element, token_digest(name), EXPIRES)

    database.elsewhere(work)
    database.tokens |= {(ACME, name): name for name in CALLERS}


def some_filter(dice: random.Random, depth: int = 0) -> str:
    if depth < 2 and dice.random() < 0.3:
        word = dice.choice(("AND", "OR"))
        return f"({some_filter(dice, depth + 1)} {word} {some_filter(dice, depth + 1)})"
    name, value = dice.choice(PROPERTIES), dice.choice((*WORDS, *IDS))
    form = dice.choice(("{0} -eq '{1}'", "{0} -ne '{1}'", "{0} -gt '{1}'", "{0} -in ('{1}','ERP')", "NOT IsNull({0})",
                        "Contains({0},'{1}')", "StartsWith({0},'{1}')", "Contains(attributes,'{1}')", "{0} -like '%{1}%'"))  # fmt: skip
    return form.format(name, value)


def some_options(dice: random.Random) -> dict[str, str]:
    """Those of a list, each now and then."""
    options = {
        "$filter": some_filter(dice),
        "$orderby": dice.choice(("name", "name desc", "state,name", "id desc", "changedOn desc,name")),
        "$page": str(dice.randint(1, 3)),
        "$pageSize": str(dice.randint(1, 8)),
        "$pageSelectionKey": dice.choice(IDS),
        "$count": "true",
        "$facetCounts": "type,state",
        "$select": dice.choice(("name", "name,state", "author")),
        "$resources": dice.choice(("attributes", "related,rootPath", "children,content,versions")),
        "$expandRelated": dice.choice(("author", "owner,systems")),
        "$culture": dice.choice(("1031", "1033")),
    }
    return {name: value for name, value in options.items() if dice.random() < (0.5 if name == "$filter" else 0.15)}


def some_request(dice: random.Random) -> str:
    """The path of a read, mostly of a list."""
    facet, view, id_ = dice.choice(FACETS), dice.choice(VIEWS), dice.choice(IDS)
    word, options = dice.choice(WORDS), some_options(dice)
    elements = f"rest/facets/{facet}/views/{view}/elements"
    narrowed = {name: value for name, value in options.items() if name in ("$filter", "$select", "$resources")}
    paged = {name: value for name, value in options.items() if name in ("$page", "$pageSize")}
    chosen = dice.choices(
        [
            (elements, options),
            (f"{elements}/{id_}", narrowed),
            (f"{elements}/{id_}/{dice.choice(('related', 'children', 'content', 'info', 'versions'))}", {}),
            (f"rest/facets/it/views/list/elements/{id_}/usages", paged),
            (f"rest/facets/{facet}/reporting", {**narrowed, **paged}),
            ("rest/search", {"q": word, **paged}),
            ("rest/stats", {"by": dice.choice(("facet", "type,state", "facet,stereotype"))}),
            ("rest/tasks", {"element": id_}),
            (f"release/{id_}/transitions", {}),
        ],
        (8, 3, 3, 1, 2, 4, 1, 1, 1),
    )  # fmt: skip
    path, query = chosen[0]
    return f"{path}?" + "&".join(f"{name}={quote(value)}" for name, value in query.items())


def answered(api: Api, path: str, who: str) -> Answer:
    """The answer but for what is every request's own."""
    address, _, query = path.partition("?")
    token = (b"symbio-auth-token", who.encode())
    status, headers, body = api.wire(f"/{ACME}/_api/{address}".encode(), query.encode(), [token])
    own = headers.pop("x-request-id")
    return status, {**headers, "content-length": ""}, body.decode().replace(own, "")


@pytest.mark.parametrize("seed", range(2))
def test_other_tenants_leave_no_trace_in_any_answer(alone_and_not: tuple[Api, Api], seed: int) -> None:
    alone, among_others = alone_and_not
    dice, number, found = random.Random(seed), scaled(10_000) // 2, 0

    for _ in range(number):
        path, who = some_request(dice), dice.choice(tuple(CALLERS))
        expected, answer = answered(alone, path, who), answered(among_others, path, who)
        assert answer == expected, f"{who} {path}"
        text = answer[2] + "".join(answer[1].values())
        leaks = [each for each in (CANARY, "Fink", *FOREIGN_IDS) if each in text and each not in path]
        assert leaks == [], f"{who} {path}"
        found += answer[0] == 200

    assert found > number // 3, "most of them are answered"
    record("Random requests beside tenants full of canary words", number, f"as without them, on {alone.engine}")
