"""Which moments `asOf` takes, what it refuses, and who sees what of the past."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from facetstore.usecases.tenants.token_instants import set_definition
from tests.rest.reading.reads import READS
from tests.support import company
from tests.support.api import Api, element
from tests.support.changing import DETAIL, Changing

BERLIN = ZoneInfo("Europe/Berlin")
CHECK = element(company.CHECK)
LIST = "rest/facets/processes/views/list/elements"


def name(changing: Changing, query: str, role: str = "administrator") -> str:
    found: str = changing.read(f"{element(company.RETURNS)}?{query}", role)["elements"][0]["attributes"]["name"]["1033"]
    return found


def rename(changing: Changing, to: str) -> None:
    changing.update({"id": company.RETURNS, "attributes": {"name": {"1033": to}}})


def test_a_moment_is_a_revision_an_instant_or_a_day(changing: Changing) -> None:
    before = changing.revision
    rename(changing, "First")
    first, now = changing.revision, datetime.now(BERLIN)
    rename(changing, "Second")

    assert name(changing, f"asOf={before}") == "Returns"
    assert name(changing, f"asOf={first}") == name(changing, f"asof={first}") == "First"
    assert name(changing, f"asOf={now.replace(tzinfo=None).isoformat()}") == "First"
    assert name(changing, f"asOf={now.isoformat()}") == "First", "the plus sign may stand as it is"
    assert name(changing, f"asOf={now.astimezone(ZoneInfo('UTC')).replace(tzinfo=None).isoformat()}Z") == "First"
    assert name(changing, f"asOf={now.date()}") == "Second", "today is not over yet"
    assert changing.get(f"{LIST}?asOf={now.date() - timedelta(days=1)}").json()["elements"] == []
    assert changing.get(f"{element(company.RETURNS)}?asOf=0").status_code == 404


@pytest.mark.parametrize(
    ("moment", "says"),
    [
        ("9999999999999999999999", "is in the future: the storage is at revision"),
        ("9999-12-31", "is in the future: it is"),
        ("2190-01-01T00:00:00Z", "is in the future: it is"),
        ("yesterday", "asOf takes a revision up to"),
        ("", "asOf takes a revision up to"),
        ("-1", "asOf takes a revision up to"),
        ("2024-02-30", "asOf takes a revision up to"),
        ("2024-02-03T25:00:00", "asOf takes a revision up to"),
        ("2024-02-03T10:00:00%2B99:00", "asOf takes a revision up to"),
        ("1&asOf=2", "asOf is given 2 times"),
    ],
)
def test_a_moment_that_makes_no_sense_is_refused(api: Api, moment: str, says: str) -> None:
    answer = api.get(f"{CHECK}?asOf={moment}")

    assert answer.status_code == 400
    assert says in answer.json()["message"]


@pytest.mark.parametrize("path", READS.values(), ids=READS)
def test_every_read_takes_a_moment_or_says_that_it_has_none(api: Api, path: str) -> None:
    answer = api.get(f"{path}{'&' if '?' in path else '?'}asOf=2024-01-01T00:00:00")

    if "transitions" in path or "translations" in path:
        assert answer.status_code == 400
        assert "only knows the present" in answer.json()["message"]
    else:
        assert answer.status_code in (200, 404), answer.text


def test_writes_and_reads_of_the_present_take_no_moment(changing: Changing) -> None:
    body = {"elements": [{"id": company.RETURNS, "attributes": {"name": {"1033": "Never"}}}]}

    assert changing.post(f"{DETAIL}?asOf=1", body).status_code == 400
    assert changing.post(f"{DETAIL}?as%4ff=1", body).status_code == 400
    for path in ("rest/me", "rest/tasks", "rest/trash", f"{CHECK}/history", f"{CHECK}/permissions", "rest/preferences"):
        assert changing.get(f"{path}?asOf=1").status_code == 400, path
    assert name(changing, "") == "Returns"


def test_an_etag_of_the_past_fits_no_change_of_today(changing: Changing) -> None:
    etag = changing.get(f"{element(company.RETURNS)}?asOf={changing.revision}").headers["etag"]
    body = {"elements": [{"id": company.RETURNS, "attributes": {"name": {"1033": "Never"}}}]}

    assert changing.post(DETAIL, body, If_Match=etag).status_code == 412


def test_the_next_page_is_of_the_same_moment(changing: Changing) -> None:
    then = changing.revision
    first = changing.get(f"{LIST}?$pageSize=2&asOf={then}")
    rename(changing, "Aaa")

    link = first.headers["link"]
    assert f"asOf={then}" in link
    second = changing.get(link[link.index("rest/facets") : link.index(">")])
    whole = changing.get(f"{LIST}?$pageSize=4&asOf={then}").json()["elements"]
    assert first.json()["elements"] + second.json()["elements"] == whole


def test_viewers_see_what_was_published_then(changing: Changing) -> None:
    before = changing.revision
    changing.release(company.RETURNS)

    assert changing.get(element(company.RETURNS), "viewer").status_code == 200
    assert changing.get(f"{element(company.RETURNS)}?asOf={before}", "viewer").status_code == 404
    assert changing.get(f"{element(company.RETURNS)}?asOf={before}", "editor").status_code == 200


def test_what_was_deleted_is_there_before_and_comes_back_with_its_references(changing: Changing) -> None:
    path = f"{element(company.RECEIPT_2_1)}/related/systems"
    before, then = changing.revision, changing.read(path)
    changing.write(f"{element(company.ERP, 'it')}/delete?force=true")
    changing.update({"id": company.RECEIPT, "attributes": {"description": {"1033": "Without it"}}})
    without, gone = changing.revision, changing.read(path)
    (deleted,) = changing.read("rest/trash")["values"]
    changing.write(f"rest/trash/{deleted['id']}/restore")

    assert gone != then
    assert changing.read(path) == then
    assert changing.read(f"{path}?asOf={changing.revision}") == then
    assert changing.read(f"{path}?asOf={without}") == gone
    assert changing.read(f"{path}?asOf={before}") == then


def test_the_method_and_the_settings_are_those_of_that_day(changing: Changing) -> None:
    database, tenant = changing.database, changing.database.tenant(changing.address)
    names = '{"1031": "Zusatz", "1033": "Extra"}'
    extra = f'{{"names": {names}, "descriptions": {names}, "dataType": "SingleLineText", "invariant": true}}'
    method = f'{{"properties": {{"extra": {extra}}}, "types": {{"subProcess": {{"properties": {{"extra": null}}}}}}}}'

    async def change(additions: str) -> None:
        async with database.storage.writer(tenant, actor=None) as writer:
            await set_definition(writer, tenant, tenant.settings, additions)

    config = "rest/facets/processes/views/detail/config/subProcess"
    before, plain = changing.revision, changing.get(config).content
    database.run(change(method))
    with_extra, more = changing.revision, changing.get(config).content
    changing.update({"id": company.RETURNS, "attributes": {"extra": {"127": "More"}}})
    written = changing.revision
    database.run(change("{}"))

    assert plain != more
    assert changing.get(config).content == changing.get(f"{config}?asOf={before}").content == plain
    assert changing.get(f"{config}?asOf={with_extra}").content == more
    asked = f"{element(company.RETURNS)}/attributes/extra?asOf={written}"
    assert changing.read(asked)["values"]["extra"] == {"127": "More"}


def test_a_cached_answer_of_the_past_outlives_changes_and_is_no_answer_of_the_present(changing: Changing) -> None:
    then = changing.revision
    first = [changing.get(f"{LIST}?asOf={then}").content for _ in range(2)]
    rename(changing, "Other")

    assert changing.get(LIST).content != first[0]
    assert {changing.get(f"{LIST}?asOf={then}").content, *first} == {first[0]}


def test_the_number_of_statements_does_not_grow_with_references(changing: Changing) -> None:
    def asked(systems: list[str]) -> int:
        changing.update({"id": company.RETURNS, "related": {"systems": [{"id": each} for each in systems]}})
        changing.read(f"{element(company.RETURNS)}/related?asOf={changing.revision}")
        return changing.api.statements

    assert asked([company.ERP]) == asked([company.ERP, company.SCANNER])
