"""`facetstore verify` says what it checked and finds what was changed by hand; `anchor` prints what finds a cut end."""

import asyncio
from pathlib import Path

import pytest

from facetstore.bootstrap import verification
from facetstore.bootstrap.database import opened_engine
from tests.cli.command_line import Commands


def forge(commands: Commands, statement: str) -> None:
    async def run() -> None:
        async with opened_engine(commands.settings) as engine, engine.transaction() as session:
            await session.execute_script(statement)

    asyncio.run(run())


@pytest.fixture
def filled(commands: Commands) -> Commands:
    commands.add_tenant("acme/plant")
    commands.add_elements(250)
    return commands


def test_a_database_as_the_service_left_it_holds(filled: Commands) -> None:
    ran = filled.run("verify")

    counted = {what: int(number) for number, what in (line.split(maxsplit=1) for line in ran.out.splitlines())}
    assert ran.code == 0
    assert counted["elements"] >= 250
    assert counted["history rows"] >= 250
    assert counted["words of versions"] >= 250
    assert "the history is whole" in ran.err


def test_a_document_that_was_changed_is_named(filled: Commands) -> None:
    forge(filled, "UPDATE version SET card = replace(card, '\"name\"', '\"game\"') WHERE facet = 'processes'")

    ran = filled.run("verify")

    assert ran.code == 1
    assert "acme/plant, version " in ran.err
    assert "card of it are not what the history says" in ran.err
    assert filled.run("verify", "--tenant", "acme/other").err.startswith("Error: There is no tenant acme/other.")


def test_an_anchor_finds_a_history_that_was_replaced(filled: Commands, tmp_path: Path) -> None:
    kept = tmp_path / "anchor.txt"
    kept.write_text(filled.run("anchor").out)
    assert filled.run("verify", "--anchor", str(kept)).code == 0
    address, revision, rows, head = kept.read_text().split()
    kept.write_text(f"{address} {revision} {rows} {'0' * len(head)}\ngone/away 1 1 {head}\n")

    ran = filled.run("verify", "--anchor", str(kept))

    assert ran.code == 1
    assert "its hash is not that of the anchor" in ran.err
    assert "gone/away: it has an anchor, but is not there" in ran.err
    kept.write_text("one two three")
    assert (
        "Line 1 of the anchor is not what facetstore anchor prints" in filled.run("verify", "--anchor", str(kept)).err
    )


def test_an_interrupted_run_goes_on_where_it_stopped(filled: Commands, tmp_path: Path) -> None:
    place = tmp_path / "place"
    forge(filled, "UPDATE element SET position = position + 7 WHERE id = (SELECT min(id) FROM element)")

    def stop(what: str, done: int, _: int | None) -> None:
        if what.endswith(": elements") and done > 200:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        asyncio.run(verification.prove(filled.settings, stop, resume=place))
    assert place.exists()
    seen: list[int] = []

    def note(what: str, done: int, _: int | None) -> None:
        if what.endswith(": elements"):
            seen.append(done)

    proof = asyncio.run(verification.prove(filled.settings, note, resume=place))

    assert max(seen) < 200, "only the elements that were left"
    assert proof.checked["elements"] >= 250
    assert [each.partition(", ")[2].partition(" ")[0] for each in proof.faults] == ["element"]
    assert not place.exists()


def test_where_elements_stood_is_rebuilt_from_the_history(filled: Commands) -> None:
    forge(filled, "UPDATE span SET sort_name = 'x' || sort_name WHERE facet = 'processes'")
    forge(filled, "DELETE FROM span WHERE facet = 'it'")
    assert "span of version " in filled.run("verify").err

    ran = filled.run("verify", "--rebuild")

    assert ran.code == 0, ran.err
    assert "rows of spans were wrong" in ran.err
    assert filled.run("verify").code == 0


def test_nothing_is_rebuilt_from_a_history_that_was_changed(filled: Commands) -> None:
    forge(filled, "DELETE FROM span WHERE facet = 'it'")
    forge(filled, "UPDATE history SET change = replace(change, 'name', 'game') WHERE revision = 1")

    ran = filled.run("verify", "--rebuild")

    assert ran.code != 0
    assert "Nothing of it was rebuilt" in ran.err
