"""What every test can ask for: databases on a PostgreSQL that all workers of a run share, and the demo company."""

import gc
import os
from collections.abc import Callable, Generator, Iterator
from functools import cache
from pathlib import Path
from typing import Final, Protocol

import httpx
import pytest

from tests.support.demo_service import make_demo
from tests.support.leaks import LEAKS, no_secret_stays_behind, pytest_runtest_makereport
from tests.support.postgres import GIVEN, Cluster, PostgresUnavailable, create_database, drop_database
from tests.support.proof import LONG, POSTGRES_SAMPLE, POSTGRES_SHARE
from tests.support.storages import migrate
from tests.support.times import pytest_terminal_summary

__all__ = ["no_secret_stays_behind", "pytest_runtest_makereport", "pytest_terminal_summary"]

CLUSTER: Final = pytest.StashKey[Cluster]()
# The name under which the controller of a parallel run passes the place of the cluster to its workers.
FOLDER: Final = "facetstore_postgres_folder"

SLOW: Final = (
    (
        *("web/test_typing.py", "web/test_signing_in_again.py", "web/test_overtaken.py", "web/test_release.py"),
        *("web/test_phone.py", "web/test_passwords.py", "web/test_text_links.py", "web/test_tree.py", "web"),
    ),
    ("walls",),
    ("reliability", "stateful", "exchange", "cli", "bootstrap", "test_docs.py"),
    ("rest/release", "rest/openapi", "rest/people", "rest/response_cache", "bench", "storage/finding"),
)
"""Folders and files whose tests take longest, by the worker that begins with them (script/test has as many), in their order: a
worker that has nothing left takes over tests from the end of another one's, and a long one should not be the last of all."""

ON_BOTH_ENGINES: Final = (
    *("storage", "causes", "reliability", "stateful", "walls", "bootstrap", "test_support_postgres.py"),
    *("rest/past", "rest/finding"),
)
"""Folders and files whose tests run on PostgreSQL every day, too: the engine is what they are about, or it decides what comes out."""


class WorkerNode(Protocol):
    """The part of xdist's worker controller that is used here; xdist ships no types."""

    config: pytest.Config
    workerinput: dict[str, str]


def pytest_configure(config: pytest.Config) -> None:
    found: dict[str, str] | None = getattr(config, "workerinput", None)
    config.stash[CLUSTER] = Cluster.open() if found is None else Cluster.attach(Path(found[FOLDER]))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: WorkerNode) -> None:
    node.workerinput[FOLDER] = str(node.config.stash[CLUSTER].folder)


def pytest_unconfigure(config: pytest.Config) -> None:
    config.stash[CLUSTER].close()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    put_off = set() if LONG else {item for item in items if _is_put_off(item)}
    if not LONG:
        put_off.update(_repeated_on_postgres([item for item in items if item not in put_off]))
        put_off.update(_shared_with_postgres([item for item in items if item not in put_off]))
    if put_off:
        config.hook.pytest_deselected(items=put_off)
        items[:] = [item for item in items if item not in put_off]
    items[:] = _slow_first(items)


def _slow_first(items: list[pytest.Item]) -> list[pytest.Item]:
    """The tests in parts, one for each worker, with slow ones at the beginning: at the end, workers share what is left.

    All stories of the page are in one part, so that one browser at a time shares the processors.
    """
    begins_with = [tuple(_node_ids(name) for name in names) for names in SLOW]
    slow = [_in_order([item for item in items if item.nodeid.startswith(names)], names) for names in begins_with]
    is_slow = {item for part in slow for item in part}
    others = [item for item in items if item not in is_slow]
    ordered, size = list[pytest.Item](), len(items) // len(SLOW)
    for number, part in enumerate(slow, 1):
        ordered += part
        room = max(0, number * size - len(ordered)) if number < len(slow) else len(others)
        ordered += others[:room]
        others = others[room:]
    return ordered


def _in_order(items: list[pytest.Item], names: tuple[str, ...]) -> list[pytest.Item]:
    """Those of the first file or folder first; within one, as they were collected."""
    return sorted(
        items, key=lambda item: next(place for place, name in enumerate(names) if item.nodeid.startswith(name))
    )


def _node_ids(name: str) -> str:
    """What the ids of all tests of this file or folder begin with."""
    return f"tests/{name}::" if name.endswith(".py") else f"tests/{name}/"


def _is_put_off(item: pytest.Item) -> bool:
    """Whether only runs with the full counts have this test: it is long, or repeats on PostgreSQL what no engine has a say in."""
    if item.get_closest_marker("long"):
        return True
    return bool(item.get_closest_marker("one_engine") and item.get_closest_marker("postgres"))


def _repeated_on_postgres(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """Of the parameter sets of a test that also runs on SQLite, those that everyday runs leave out on PostgreSQL: four in five."""
    by_function: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("postgres") and "postgres" in item.name:
            by_function.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for function in by_function.values():
        yield from (item for number, item in enumerate(function) if number % POSTGRES_SAMPLE)


def _shared_with_postgres(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """Of the tests of a file above storage, those that everyday runs leave to SQLite alone: three in four."""
    everywhere = tuple(_node_ids(name) for name in ON_BOTH_ENGINES)
    on_sqlite = {item.nodeid.partition("[")[0] for item in items if not item.get_closest_marker("postgres")}
    by_file: dict[Path, dict[str, list[pytest.Item]]] = {}
    for item in items:
        function = item.nodeid.partition("[")[0]
        if item.get_closest_marker("postgres") and function in on_sqlite and not item.nodeid.startswith(everywhere):
            by_file.setdefault(item.path, {}).setdefault(function, []).append(item)
    for functions in by_file.values():
        for number, repeated in enumerate(functions.values()):
            yield from repeated if number % POSTGRES_SHARE else ()


@pytest.fixture(scope="session", autouse=True)
def certificates_read_once() -> Iterator[None]:
    """For each client, httpx reads the certificates of the web again, which takes longer than most requests of a test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("httpx._transports.default.create_ssl_context", cache(httpx.create_ssl_context))
        yield


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    # Thousands of tests stay to the end: the garbage collector need not look through them each time.
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.collect()
        gc.freeze()


@pytest.fixture(scope="session")
def postgres_server(pytestconfig: pytest.Config) -> str:
    """The address of a server on which databases may be made."""
    given = os.environ.get(GIVEN)
    if given:
        return given
    try:
        return pytestconfig.stash[CLUSTER].url()
    except PostgresUnavailable as missing:
        # A build that skips what it cannot run proves nothing about it.
        if os.environ.get("CI"):
            raise
        pytest.skip(str(missing))


@pytest.fixture(scope="session")
def postgres_databases(postgres_server: str) -> Iterator[list[str]]:
    """The addresses of all databases that were made; they are gone after the run, with the server or before."""
    made: list[str] = []
    yield made
    LEAKS.look_into_postgres(made)
    if os.environ.get(GIVEN):
        for url in made:
            drop_database(postgres_server, url)


@pytest.fixture(scope="session")
def new_postgres_database(postgres_server: str, postgres_databases: list[str]) -> Callable[[], str]:
    """Makes an empty database and returns its address."""

    def make() -> str:
        postgres_databases.append(create_database(postgres_server))
        return postgres_databases[-1]

    return make


@pytest.fixture(scope="session")
def new_migrated_database(
    postgres_server: str, postgres_databases: list[str], new_postgres_database: Callable[[], str]
) -> Callable[[], str]:
    """Makes a database that has all tables and no tenants: a copy, which takes a quarter of the time of all migrations."""
    migrate(template := new_postgres_database())

    def make() -> str:
        postgres_databases.append(create_database(postgres_server, copy_of=template))
        return postgres_databases[-1]

    return make


@pytest.fixture(scope="session")
def postgres_url(new_postgres_database: Callable[[], str]) -> str:
    """A database of this worker's own, empty at first."""
    return new_postgres_database()


@pytest.fixture(scope="session")
def demo_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the demo tenant, closed, so that it may be copied: making it takes longer than many a test."""
    folder = tmp_path_factory.mktemp("demo")
    make_demo(folder)
    return folder
