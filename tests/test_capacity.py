"""docs/explanation/capacity.md says what the calculator calculates, and the calculator calculates what its formulas say."""

from dataclasses import replace

import pytest

from script.lib.capacity import PAGE, Cost, Load, Measured, Result, main, read_measured, render, result_lines

EVEN = Measured(
    cached=Cost(100, 20),
    fresh=Cost(1_000, 500),
    fresh_list=Cost(2_000, 1_000),
    change=Cost(3_000, 400),
    element_bytes=10_000,
    tenant_bytes=100_000,
    change_bytes=1_000,
    change_log_bytes=10_000,
    worker_memory=100e6,
    tenant_memory=10_000,
)
LOAD = Load(
    tenants=1_000,
    elements=100_000_000,
    requests=1_000,
    changes=0.1,
    fresh=0.2,
    lists=0.1,
    busy_hours=1,
    days=100,
    cores=4,
    use=0.5,
    disk_gb=500,
)


def test_the_page_holds_what_is_calculated_from_the_measured_figures() -> None:
    page = PAGE.read_text("utf-8")

    assert render(page) == page, "Run script/capacity --write."
    assert page.count("\n| ") > 30


def test_the_figures_follow_from_load_and_cost() -> None:
    result = Result(LOAD, EVEN)

    # 0.6 × 100 + 0.2 × 1,000 + 0.1 × 2,000 + 0.1 × 3,000, and the same of the database
    assert (round(result.service_microseconds), round(result.database_microseconds)) == (760, 252)
    assert (result.workers, result.nodes) == (2, 2)
    # 1,000 × 0.1 × 3,600 × 100 changes
    assert result.history_bytes == pytest.approx(36e9)
    assert result.disk_bytes == pytest.approx(1e12 + 1e8 + 36e9)
    assert (result.databases_by_processors, result.databases_by_disk, result.databases) == (1, 3, 3)
    assert result.connections == 8 * 4 * 2
    assert result.node_memory == pytest.approx(4 * (100e6 + 1_000 * 10_000))
    assert result.log_bytes == pytest.approx(1e6)


@pytest.mark.parametrize("more", ["tenants", "elements", "requests", "changes", "fresh", "lists", "days"])
def test_more_of_anything_never_needs_less(more: str) -> None:
    figures = read_measured()
    before = Result(LOAD, figures)
    after = Result(replace(LOAD, **{more: getattr(LOAD, more) * 2}), figures)

    assert (after.workers, after.nodes, after.databases) >= (before.workers, before.nodes, before.databases)
    assert after.disk_bytes >= before.disk_bytes
    assert after.node_memory >= before.node_memory


def test_too_many_connections_are_marked() -> None:
    few = "\n".join(result_lines(Result(replace(LOAD, connections=10), EVEN)))

    assert "| 64: too many, raise max_connections |" in few


def test_the_calculator_takes_figures_of_your_own(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--tenants", "500", "--elements", "5000000", "--requests", "300", "--cores", "8"])

    assert "| 500 tenants, 5,000,000 elements, 300 requests a second | Formula | Result |" in capsys.readouterr().out
