"""Clients that are not ours read the feed: python-odata makes its classes of the metadata, pandas its tables of the pages."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pandas
import pytest
import requests
from odata import ODataService

from tests.support.demo_service import DemoService, demo_service

pytestmark = pytest.mark.one_engine

SETS: Final = ("Elements", "Releases", "Types", "subProcess")


@pytest.fixture(scope="module")
def service(demo_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[DemoService]:
    with demo_service(demo_data, tmp_path_factory.mktemp("feed")) as service:
        yield service


@pytest.fixture
def session(service: DemoService) -> Iterator[requests.Session]:
    """As such a client comes: the token is a password."""
    with requests.Session() as session:
        session.trust_env, session.auth = False, ("token", service.tokens["viewer"])
        yield session


def _root(service: DemoService) -> str:
    return f"{service.api}rest/odata/"


def _pages(session: requests.Session, address: str | None) -> Iterator[list[dict[str, Any]]]:
    while address is not None:
        page = session.get(address).json()
        yield page["value"]
        address = page.get("@odata.nextLink")


def test_python_odata_reads_every_row(service: DemoService, session: requests.Session) -> None:
    feed = ODataService(_root(service), session=session, reflect_entities=True, quiet_progress=True)

    for name in SETS:
        rows = list(feed.query(feed.entities[name]))
        assert len(rows) == int(session.get(f"{_root(service)}{name}/$count").text) > 0, name
    kind = feed.entities["Elements"]
    found = feed.query(kind).filter(kind.type == "subProcess").order_by(kind.elementName.asc()).limit(3)
    assert [each.type for each in found] == ["subProcess"] * 3


def test_pandas_makes_tables_of_pages_and_of_files(service: DemoService, session: requests.Session) -> None:
    for name in SETS:
        pages = pandas.concat([pandas.DataFrame(each) for each in _pages(session, _root(service) + name)])
        assert len(pages) == int(session.get(f"{_root(service)}{name}/$count").text)
        lines = session.get(f"{_root(service)}{name}?$format=ndjson").text.splitlines()
        assert len(lines) == len(pages)
        assert not pages.duplicated().any()
