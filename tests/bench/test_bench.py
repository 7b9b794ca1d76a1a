"""The measurements still run: a small tenant, every case once, the table and the picture."""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from bench import __main__ as program
from bench import finding, reads, report, writing, writing_data
from bench.dataset import ADDRESS, Dataset, make_dataset
from bench.load import Client, loopback
from bench.reads import Case, Condition, Figure, measure_reads
from facetstore.bootstrap.database import opened_storage
from facetstore.bootstrap.settings import Settings
from facetstore.domain.access import EDITORS
from facetstore.usecases.ports.selections import ById, Children, Parts
from tests.support.patience import START_SECONDS

ELEMENTS = 300
CASES = ["element by id, 10 references", "list of 100, attributes", "list of 100, references", "children of 50", "304"]


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Dataset]:
    folder = tmp_path_factory.mktemp("bench")
    return folder, asyncio.run(fill(folder))


async def fill(folder: Path) -> Dataset:
    async with opened_storage(Settings(data=folder)) as storage:
        return await make_dataset(storage, ELEMENTS)


@pytest.fixture(scope="module")
def figures(filled: tuple[Path, Dataset]) -> Iterator[list[Figure]]:
    """One short round of every case, with a token that no test has renewed meanwhile."""
    folder, _ = filled
    dataset = asyncio.run(fill(folder))
    whole = reads.cases

    def few(dataset: Dataset) -> tuple[Case, ...]:
        return tuple(replace(each, paths=each.paths[:8], requests=16) for each in whole(dataset))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reads, "ROUNDS", 1)
        patch.setattr(reads, "cases", few)
        said: list[str] = []
        found = measure_reads(str(folder), dataset, Condition.CHANGED, said.append)
        assert len(said) == len(CASES)
        yield found


def test_every_case_is_measured_on_both_sides(figures: list[Figure]) -> None:
    assert [each.case for each in figures] == CASES
    for each in figures:
        assert each.ours > 0
        assert each.raw > 0
        assert each.condition is Condition.CHANGED
        assert (each.size == 0) == (each.case == "304")


def test_the_dataset_is_what_the_cases_say(filled: tuple[Path, Dataset]) -> None:
    folder, dataset = filled

    async def look() -> tuple[int, int]:
        async with opened_storage(Settings(data=folder)) as storage:
            tenant = await storage.tenant(ADDRESS)
            assert tenant is not None
            reader = storage.reader(tenant, EDITORS)
            row = await reader.element(ById(dataset.elements[0]), Parts(contexts=None))
            assert row is not None
            references = (row.related or b"").count(b'"expandUri"') + (row.history or b"").count(b'"expandUri"')
            return references, len(await reader.elements(Children(dataset.parents[0]), Parts()))

    assert asyncio.run(look()) == (10, 50)


def test_filling_again_renews_only_the_token(filled: tuple[Path, Dataset]) -> None:
    folder, dataset = filled

    renewed = asyncio.run(fill(folder))

    assert renewed.elements == dataset.elements
    assert renewed.token != dataset.token


def test_the_figures_become_a_table_and_a_picture(
    figures: list[Figure], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "performance.md"
    page.write_text("# Performance\n\n<!-- figures -->\nold\n<!-- end of figures -->\nafter\n", "utf-8")
    monkeypatch.setattr(report, "_DOCS", tmp_path)

    report.write_reads({"SQLite": figures}, ELEMENTS)

    written = page.read_text("utf-8")
    for case in CASES:
        assert case in written
        assert case in (tmp_path / "performance.svg").read_text("utf-8")
    assert "old" not in written
    assert written.endswith("<!-- end of figures -->\nafter\n")


@pytest.mark.long
def test_finding_is_measured_and_becomes_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "performance.md"
    page.write_text("<!-- finding -->\n<!-- end of finding -->\n", "utf-8")
    monkeypatch.setattr(report, "_DOCS", tmp_path)
    monkeypatch.setattr(finding, "TIMES", 1)

    found = asyncio.run(program._measure_finding(str(tmp_path / "data"), 600))
    report.write_finding({"SQLite": found}, 600)

    written = page.read_text("utf-8")
    assert {each.question for each in found.answers} >= set(finding.questions(600))
    assert all(each.question in written for each in found.answers)
    assert found.sizes["index of words"] > 0


@pytest.mark.long
def test_growth_is_measured_in_databases_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = tmp_path / "performance.md"
    page.write_text("<!-- growth -->\n<!-- end of growth -->\n", "utf-8")
    monkeypatch.setattr(report, "_DOCS", tmp_path)
    monkeypatch.setattr(finding, "TIMES", 1)
    measured = program.Measured()

    program._measure(program.GROWTH, "SQLite", str(tmp_path), 240, measured)
    report.write_growth(measured.growth)

    assert sorted(each.name for each in tmp_path.iterdir() if each.is_dir()) == ["240", "60", "960"]
    table = [line for line in page.read_text("utf-8").splitlines() if line.startswith("| ")]
    assert len(table) == 1 + len(measured.growth["SQLite"][60].answers)
    assert {line.count("|") for line in table} == {2 + 3 + 1}


@pytest.fixture(params=["SQLite", pytest.param("PostgreSQL", marks=[pytest.mark.postgres, pytest.mark.long])])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Settings]:
    """An engine, and an empty database of it."""
    if request.param == "SQLite":
        return request.param, Settings(data=tmp_path / "data")
    new_postgres_database: Callable[[], str] = request.getfixturevalue("new_postgres_database")
    return request.param, Settings(database=new_postgres_database())


def test_writing_is_measured_and_becomes_a_table_that_leaves_the_others_alone(
    empty: tuple[str, Settings], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "performance.md"
    page.write_text(
        "<!-- finding -->\nfound\n<!-- end of finding -->\n<!-- writing -->\nold\n<!-- end of writing -->\n", "utf-8"
    )
    monkeypatch.setattr(report, "_DOCS", tmp_path)
    monkeypatch.setattr(writing, "UPDATES", 32)
    monkeypatch.setattr(writing, "SHAPES", 5)
    engine, settings = empty
    said: list[str] = []

    written = writing.measure_writing(engine, settings, 100, said.append)
    report.write_writing({engine: written}, 100)

    assert [each.what for each in written] == [
        "import, elements a second",
        "import of an element, in raw requests",
        "change of one attribute, 16 writers, CPU µs",
        "change of one attribute, 16 writers, in raw requests",
        "change of one attribute, 16 writers, a second",
        "the same, a token for each writer, in raw requests",
        "diagram of 5 shapes, ms",
    ]
    assert all(each.figure > 0 for each in written)
    assert len(said) == len(written)
    assert page.read_text("utf-8").startswith(
        "<!-- finding -->\nfound\n<!-- end of finding -->\n<!-- writing -->\nA tenant of 100"
    )
    # Beside them the languages and stereotypes that every tenant has, and perhaps the address from which the token was used.
    expected = {"authToken": 16, "capability": 100, "subProcess": 8, "system": 300, "task": 8 * 5, "user": 200}
    population = asyncio.run(_population(settings))
    assert {name: population[name] for name in expected} == expected


def test_connections_that_a_server_closed_meanwhile_are_opened_again() -> None:
    """The service closes those over which no request came for ten seconds: another server was measured then."""
    answer = b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"
    with loopback(0) as listener:
        listener.settimeout(START_SECONDS)
        client = Client(listener.getsockname()[1], 2)
        for _ in range(2):
            listener.accept()[0].close()
        with ThreadPoolExecutor() as pool:
            asked = pool.submit(client.many, [b"GET / HTTP/1.1\r\n\r\n"], 4)
            connections = [listener.accept()[0] for _ in range(2)]
            for connection in connections * 2:
                connection.recv(1024)
                connection.sendall(answer)
            asked.result(START_SECONDS)
        client.close()
        for connection in connections:
            connection.close()


async def _population(settings: Settings) -> Mapping[str, int]:
    async with opened_storage(settings) as storage:
        tenant = await storage.tenant(writing_data.ADDRESS)
        assert tenant is not None
        return await storage.population(tenant.key)


def test_tables_with_one_engine_are_not_written(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["bench", "--write", "--engine", "sqlite"])

    with pytest.raises(SystemExit) as left:
        program.main()

    assert left.value.code == 2
    assert "--write needs both engines" in capsys.readouterr().err


def test_the_program_shows_its_options(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["bench", "--help"])

    with pytest.raises(SystemExit) as left:
        program.main()

    assert left.value.code == 0
    assert "--elements" in capsys.readouterr().out
