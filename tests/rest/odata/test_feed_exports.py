"""Whole tables as files hold what the feed shows, in one state, and DuckDB and pandas read them."""

import csv
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import duckdb
import pandas
import pytest

from facetstore.bootstrap.jobs import JobProcesses
from tests.rest.odata.validating import Client
from tests.support.api import ACME, API, Api

ROOT = f"{API}/rest/odata/"
Clients = Callable[..., Client]


def _get(api: Api, path: str, role: str = "administrator", **headers: str) -> bytes:
    response = api.at("GET", f"{ROOT}{path}", headers={"symbio-auth-token": api.database.tokens[ACME, role], **headers})
    assert response.status_code == 200, response.text
    assert response.headers["content-disposition"].startswith("attachment")
    return response.content


@pytest.mark.parametrize("name", ["Elements", "References", "Changes", "Days", "subProcess", "authToken"])
def test_every_format_has_the_rows_of_the_feed(client: Clients, api: Api, tmp_path: Path, name: str) -> None:
    rows = client().rows(name)

    lines = [json.loads(line) for line in _get(api, f"{name}?$format=ndjson").splitlines()]
    cells = [*csv.DictReader(io.StringIO(_get(api, name, accept="text/csv").decode()))]
    parquet = tmp_path / "rows.parquet"
    parquet.write_bytes(_get(api, f"{name}?$format=parquet"))

    assert lines == rows
    key = client().key(name)[0]
    assert [each[key] for each in cells] == [each[key] for each in rows]
    with duckdb.connect() as database:
        found = database.read_parquet(str(parquet))
        columns, number = found.columns, len(found.fetchall())
    assert columns == [*client().columns(name)]
    assert number == len(rows) == int(client().get(f"{ROOT}{name}/$count").text)
    assert len(pandas.read_csv(io.BytesIO(_get(api, f"{name}?$format=csv")))) == len(rows)


def test_parquet_has_the_values_of_the_feed_with_their_types(client: Clients, api: Api, tmp_path: Path) -> None:
    parquet = tmp_path / "rows.parquet"
    parquet.write_bytes(_get(api, "Elements?$format=parquet"))

    known = client().rows("Elements")
    columns = "elementId, elementName, major, CAST(createdDay AS VARCHAR), epoch_us(changedOn)"
    with duckdb.connect() as database:
        rows = database.read_parquet(str(parquet))
        shape = dict(zip(rows.columns, map(str, rows.types), strict=True))
        found = rows.project(columns).fetchall()

    assert [shape[each] for each in ("major", "createdDay", "changedOn")] == ["BIGINT", "DATE", "TIMESTAMP"]
    assert [row[:4] for row in found] == [
        (each["elementId"], each["elementName"], each["major"], each["createdDay"]) for each in known
    ]
    moments = [pandas.Timestamp(each["changedOn"]).value // 1000 if each["changedOn"] else None for each in known]
    assert [row[4] for row in found] == moments


def test_the_whole_star_is_an_archive_with_a_file_for_each_table(client: Clients, api: Api) -> None:
    for role in ("viewer", "administrator"):
        reader = client(role)
        archive = zipfile.ZipFile(io.BytesIO(_get(api, "$export?$format=ndjson", role)))
        assert sorted(archive.namelist()) == sorted(f"{name}.ndjson" for name in reader.sets)
        for name in reader.sets:
            found = [json.loads(line) for line in archive.read(f"{name}.ndjson").splitlines()]
            assert found == reader.rows(name), name


def test_an_export_takes_a_filter_and_columns(client: Clients, api: Api) -> None:
    query = "$filter=type eq 'subProcess'&$select=elementName&$orderby=elementName desc"

    found = [json.loads(line) for line in _get(api, f"Elements?{query}&$format=ndjson").splitlines()]

    assert found == client().rows(f"Elements?{query}")
    assert found


@pytest.mark.one_engine
def test_what_an_export_does_not_take_is_refused(client: Clients) -> None:
    for path in (
        "Elements?$format=csv&$top=1",
        "Elements?$format=csv&$expand=parent",
        "$export?$format=atom",
        "$export?$top=1",
    ):
        assert client().refused(path)[0] == 400
    assert client().refused("Elements?$format=xlsx")[1]["message"].startswith("$format takes json")


@pytest.mark.one_engine
def test_cells_that_a_spreadsheet_would_run_are_texts(changing_named: Callable[[str], Client]) -> None:
    reader = changing_named('=HYPERLINK("http://x")')

    text = reader.get(f"{reader.root}subProcess?$select=elementName&$format=csv").text

    assert '"\'=HYPERLINK(""http://x"")"' in text


def test_parquet_is_made_in_a_job_process_within_its_limits(api: Api, tmp_path: Path) -> None:
    limited = Api(api.database, jobs=JobProcesses())
    try:
        (tmp_path / "rows.parquet").write_bytes(_get(limited, "Days?$format=parquet"))
    finally:
        api.database.run(limited.app.jobs.close())
        limited.close()

    with duckdb.connect() as database:
        assert len(database.read_parquet(f"{tmp_path}/rows.parquet").fetchall()) == int(_count(api, "Days"))


def _count(api: Api, name: str) -> str:
    return api.at(
        "GET", f"{ROOT}{name}/$count", headers={"symbio-auth-token": api.database.tokens[ACME, "viewer"]}
    ).text
