"""How many statements a read runs: at most six, a search that finds nothing seven, and as many for a thousand elements as for one."""

from collections.abc import Iterator
from itertools import count

import pytest

from facetstore.domain.tenant import TenantSettings
from facetstore.storage.reads import list_reader
from tests.support import company
from tests.support.api import ACME, Api, Database, element
from tests.support.proof import LONG

MOST = 6
MANY = 1000
VERSIONS = 30

HOUSE = company.element_id(1)
PROCESS = company.element_id(2)
PERSON = company.element_id(3)
STEREOTYPE = company.element_id(4)
SYSTEMS, TASKS, PROCESSES = 10_000, 20_000, 30_000
"""Where the ids of the many begin."""

ALL = "attributes,related,children,content,displayNames,rootPath,stereotype"
_added = count(60_000)

LIST = "rest/facets/it/views/list/elements"
TREE = "rest/facets/processes/views/tree/elements"

FILTER = "$filter=Contains(name,'system')"
NARROWED = {
    "by many": FILTER,
    "by few": "$filter=name -eq 'System 0'",
    "by nothing": "$filter=Contains(attributes,'nothing like that')",
    "by what others have": "$filter=author/lastName -eq 'Adler' AND NOT IsNull(author)",
    "by much": "$filter=(Contains(name,'s') OR state -eq 'released') AND NOT version -gt '2' AND createdOn -ge '2000-01-01'",
    "ordered": f"{FILTER}&$orderby=state desc,name,createdOn",
    "one page": f"{FILTER}&$orderby=name desc&$pageSize=1000",
    "a page of one": f"{FILTER}&$pageSize=1",
    "counted": f"{FILTER}&$count=true&$facetCounts=type,state,author",
    "the page of an element": f"{FILTER}&$orderby=name&$pageSelectionKey={company.element_id(SYSTEMS)}",
    "in one culture": f"{FILTER}&$culture=1033",
    "with everything": (
        f"{FILTER}&$orderby=name desc&$resources={ALL}&$expandRelated=author,owner&$count=true&$facetCounts=type"
        f"&$pageSize=1000&$pageSelectionKey={company.element_id(SYSTEMS)}"
    ),
}

READS = {
    "1": "rest/facets",
    "2": "rest/facets/processes/views",
    "3": LIST,
    "3 in detail": "rest/facets/it/views/detail/elements",
    "3 of roots": TREE,
    "3 of orphans": "rest/facets/it/views/orphaned/elements",
    "3 of the last released": "rest/facets/processes/views/lastReleasedProcesses/elements",
    "3 one page": f"{LIST}?$page=1&$pageSize=1000",
    "3 counted": f"{LIST}?$count=true",
    "3 the page of an element": f"{LIST}?$pageSelectionKey={company.element_id(SYSTEMS)}",
    "3 selected": f"{LIST}?$select=name,author",
    "3 with all resources": f"{LIST}?$resources={ALL}",
    "3 expanded": f"{LIST}?$expandRelated=author,owner",
    "3 with everything": (
        f"{LIST}?$resources={ALL}&$expandRelated=author,owner&$count=true"
        f"&$pageSize=1000&$pageSelectionKey={company.element_id(SYSTEMS)}"
    ),
    **{f"3 filtered, {name}": f"{LIST}?{query}" for name, query in NARROWED.items()},
    "3 in detail, filtered": f"rest/facets/it/views/detail/elements?{FILTER}",
    "3 of roots, filtered": f"{TREE}?$filter=Contains(name,'e')&$orderby=name desc&$pageSize=1000",
    "3 of orphans, filtered": f"rest/facets/it/views/orphaned/elements?{FILTER}",
    "3 of the last released, filtered": "rest/facets/processes/views/lastReleasedProcesses/elements?$filter=costs -eq null",
    "4": element(PROCESS),
    "4 filtered": f"{element(PROCESS)}?$filter=Contains(name,'task')",
    "4 with everything": f"{element(PROCESS)}?$resources={ALL}&$expandRelated=systems,author",
    "4 of a parent": element(HOUSE, view="tree"),
    "6": f"{element(PROCESS)}/attributes",
    "6 one": f"{element(PROCESS)}/attributes/name",
    "7": f"{element(PROCESS)}/related",
    "6 filtered": f"{element(PROCESS)}/attributes?$filter=Contains(attributes,'process')",
    "7 filtered": f"{element(PROCESS)}/related?$filter=Contains(name,'system')",
    "7 filtered and expanded": f"{element(PROCESS)}/related?$filter=Contains(name,'system')&$expandRelated=systems",
    "7 expanded": f"{element(PROCESS)}/related?$expandRelated=systems,releaseHistory",
    "8": f"{element(PROCESS)}/related/systems",
    "8 expanded": f"{element(PROCESS)}/related/systems?$expandRelated=systems",
    "9": f"{element(HOUSE, view='tree')}/children",
    "9 in detail": f"{element(HOUSE)}/children",
    "10": f"{element(PROCESS)}/content",
    "10 of structure": f"{element(HOUSE)}/content",
    "12": f"{element(PROCESS)}/info",
    "13": f"{element(PROCESS)}/versions",
    "13 with everything": f"{element(PROCESS)}/versions?$resources={ALL}&$expandRelated=systems",
    "13 filtered": f"{element(PROCESS)}/versions?$filter=author/lastName -eq 'Adler'",
    "14": "rest/facets/processes/views/tree/config",
    "14 one": "rest/facets/processes/views/tree/config/subProcess",
    "15": "rest/facets/processes/reporting",
    "15 flat": "rest/facets/it/reporting?$flat=true",
    "15 one page": "rest/facets/it/reporting?$page=1&$pageSize=1000",
    "15 filtered": f"rest/facets/it/reporting?$flat=true&{FILTER}&$orderby=name desc",
    "15 on one": f"rest/facets/processes/reporting/{PROCESS}",
    "15 on one, expanded": f"rest/facets/processes/reporting/{PROCESS}?$expandRelated=author",
    "15 on a parent": f"rest/facets/processes/reporting/{HOUSE}",
    "16": "rest/info",
    "17": f"release/{PROCESS}/transitions",
    "+ diagram": f"rest/diagram/{PROCESS}/render/1033/vertical",
    "+ diagram with details": f"rest/diagram/{PROCESS}/render/1033/detailed",
    "+ diagram in lanes": f"rest/diagram/{PROCESS}/render/1033/verticalSwimlane?format=json",
    "+ diagram of structure": f"rest/diagram/{HOUSE}/render/1033/detailed",
    "+ search": "rest/search?q=process%201",
    "+ search by a letter": "rest/search?q=s&$pageSize=1000",
    "+ search for nothing": "rest/search?q=pruefen",
    "+ usages": f"{element(company.element_id(SYSTEMS), 'it')}/usages?$pageSize=1000",
    "+ stats": "rest/stats?by=facet,type,state,stereotype",
    "+ stats by owner": "rest/stats?by=owner",
    "+ stats by month": "rest/stats?by=month",
    "+ stats by missing culture": "rest/stats?by=missingCulture",
}


def company_of(number: int) -> Iterator[company.Record]:
    """This many of everything: systems, children, references, shapes."""
    yield company.header()
    yield {"id": PERSON, "type": "user", "attributes": {"firstName": {127: "Ada"}, "lastName": {127: "Adler"}}}
    yield company.plain("systemType", STEREOTYPE, {1033: "Kind"})
    yield company.plain("processHouse", HOUSE, {1033: "House"}, 1)
    for n in range(number):
        system = company.versioned("system", SYSTEMS + n, "1.0", "released", {1033: f"System {n}"}, author=[PERSON])
        yield {**system, "stereotype": STEREOTYPE}
        yield company.plain(
            "task", company.element_id(TASKS + n), {1033: f"Task {n}"}, systems=[company.element_id(SYSTEMS)]
        )
        yield company.versioned("mainProcess", PROCESSES + n, "1.0", "released", {1033: f"Process {n}"}, HOUSE, n)
        yield company.plain("view", company.element_id(40_000 + n), {1033: f"View {n}"}, 2)
    # Every version lists all that were released, so a thousand of them would be a million references.
    yield from (process(n) for n in range(1, min(number, VERSIONS)))
    yield released_process(number)


def process(major: int) -> company.Record:
    return company.versioned("subProcess", 2, f"{major}.0", "expired", {1033: "Process"})


def released_process(number: int) -> company.Record:
    """The last version of the one process, which shows all tasks and refers to all systems."""
    record = company.versioned("subProcess", 2, f"{VERSIONS}.0", "released", {1033: "Process"})
    record["stereotype"] = STEREOTYPE
    shapes = [company.element_id(50_000 + place) for place in range(number)]
    record["related"] = company.references(
        {"systems": [company.element_id(SYSTEMS + each) for each in range(number)], "author": [PERSON]}
    )
    record["content"] = [
        {
            "id": company.element_id(TASKS + place),
            "properties": {
                "shapeId": shapes[place],
                "predecessors": [{"properties": {"shapeId": before}} for before in shapes[max(0, place - 1) : place]],
            },
        }
        for place in range(number)
    ]
    return record


@pytest.fixture(scope="session")
def one(database: Database) -> str:
    return database.add_tenant("count/one", TenantSettings(), lambda: company_of(1))


@pytest.fixture(scope="session")
def thousand(database: Database) -> str:
    return database.add_tenant("count/thousand", TenantSettings(), lambda: company_of(MANY))


def counted(api: Api, path: str, role: str, tenant: str) -> int:
    """The statements of a read by a caller the service knows."""
    api.get("rest/info", role, tenant=tenant)
    response = api.get(path, role, tenant=tenant)
    assert response.status_code == 200, response.text
    return api.statements


@pytest.mark.parametrize("path", READS.values(), ids=READS)
@pytest.mark.parametrize("role", ["viewer", "administrator"])
def test_a_read_runs_at_most_six_statements_and_as_many_for_a_thousand_as_for_one(
    database: Database, one: str, thousand: str, path: str, role: str
) -> None:
    api = Api(database, cache_bytes=0)

    for_one = counted(api, path, role, one)
    for_many = counted(api, path, role, thousand)
    api.close()

    # A page that is full by the first look needs no other; the same look at a list of one finds too little.
    found_sooner = path == READS["3 filtered, a page of one"]
    looked_further = path == READS["+ search for nothing"]
    assert for_one - found_sooner == for_many <= MOST + looked_further


@pytest.mark.parametrize("path", READS.values(), ids=READS)
def test_asking_the_same_again_costs_no_more(database: Database, one: str, path: str) -> None:
    """Where the answer was not kept, or the tenant has changed since."""
    api = Api(database, cache_bytes=0)
    first = counted(api, path, "viewer", one)

    again = counted(api, path, "viewer", one)
    api.close()

    assert again == first


def test_children_that_share_a_position_cost_no_more_than_those_that_do_not(forgetful_api: Api) -> None:
    apart = counted(forgetful_api, element(company.HOUSE, view="tree") + "/children", "viewer", ACME)
    together = counted(forgetful_api, element(company.DOMAIN, "it", "tree") + "/children", "viewer", ACME)

    assert together == apart


def test_a_report_with_everything_runs_at_most_six_statements(forgetful_api: Api, one: str) -> None:
    path = f"rest/facets/processes/reporting/{PROCESS}?$resources={ALL}&$expandRelated=author"

    assert counted(forgetful_api, path, "viewer", one) <= MOST


def test_a_list_that_is_walked_in_vain_also_keeps_to_six(
    database: Database, thousand: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What an index has found is looked for in the order of the list first, as far as it promises to be near; here, nowhere."""
    monkeypatch.setattr(list_reader, "_FIRST", 0)
    monkeypatch.setattr(list_reader, "_UNEVEN", 0)
    path = f"{LIST}?{FILTER}&$resources={ALL}&$expandRelated=author,owner&$pageSize=500"
    api = Api(database, cache_bytes=0)

    statements, found = counted(api, path, "viewer", thousand), api.read(path, tenant=thousand)["count"]
    api.close()

    assert (statements, found) == (MOST, 500)


@pytest.mark.parametrize(
    "name", ["3", "3 with everything", "4", "7", "9", "10", "12", "13 with everything", "15 on one"]
)
def test_the_first_read_after_a_change_also_keeps_to_six(database: Database, name: str) -> None:
    """It may have to find out what the change can have touched."""
    tenant = database.add_tenant("count/changing", TenantSettings(), lambda: company_of(1))

    assert after_a_change(database, READS[name], tenant) <= MOST


def after_a_change(database: Database, path: str, tenant: str) -> int:
    """The statements of a read that was answered before a system was added."""
    api = Api(database)
    for _ in range(2):
        api.get(path, "viewer", tenant=tenant)
    number = next(_added)
    record = company.versioned("system", number, "1.0", "released", {1033: f"Added {number}"}, author=[PERSON])
    database.add_elements(tenant, lambda: [company.header(), record])
    assert api.get(path, "viewer", tenant=tenant).status_code == 200
    statements = api.statements
    api.close()
    return statements


@pytest.mark.parametrize("path", READS.values(), ids=READS)
def test_an_answer_that_is_cached_costs_the_one_statement_that_shows_it_is_still_true(
    api: Api, one: str, thousand: str, path: str
) -> None:
    tenant = thousand if LONG else one
    size = len(api.get(path, "viewer", tenant=tenant).content)

    api.get(path, "viewer", tenant=tenant)

    assert api.statements == 1 or size > 1 << 20


def test_the_first_read_of_a_process_also_reads_the_tenant_and_who_calls_and_what_they_may(
    database: Database, one: str
) -> None:
    api = Api(database, cache_bytes=0)
    api.get(element(PROCESS), "viewer", tenant=one)
    first = api.statements
    api.get(element(PROCESS) + "?$resources=attributes", "viewer", tenant=one)
    second = api.statements
    api.close()

    assert (first, second) == (5, 2)


def test_the_thousand_really_are_there(api: Api, thousand: str) -> None:
    process = element(PROCESS)

    assert api.get(f"{LIST}?$count=true&$pageSize=1", tenant=thousand).headers["x-total-count"] == "1000"
    assert api.read(TREE, tenant=thousand)["count"] == 1001
    assert api.read(f"{element(HOUSE)}/children", tenant=thousand)["count"] == 1000
    assert api.read(f"{process}/content", tenant=thousand)["count"] == 1000
    assert len(api.read(f"{process}/related/systems", tenant=thousand)["values"]["systems"]) == 1000
    assert api.read(f"{process}/versions", tenant=thousand)["count"] == VERSIONS
