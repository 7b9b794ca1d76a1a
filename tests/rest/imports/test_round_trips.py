"""Random edits of exported files: an import changes exactly what was edited, and undo gives the same bytes as before."""

import csv
import io
from collections.abc import Mapping
from random import Random

import pytest
from lxml import etree

from tests.exchange.xliff.xliff_rules import SPACE
from tests.rest.imports.test_imports import act, upload
from tests.rest.imports.test_tables import csv_rows, edited, export, sheet_rows
from tests.support.changing import Changing
from tests.support.proof import record, sampled

FACET = "processes"
TABLE = f"rest/facets/{FACET}/views/list/table"
LIST = f"rest/facets/{FACET}/views/list/elements"
SELECT = "&$select=name,description"
EDITS = sampled(300, 10)
"""In each format."""
Edits = Mapping[tuple[str, str], str]
"""By element and column, the new cell."""


def add_drafts(changing: Changing) -> None:
    """Elements that may be edited: as many as there are edits."""
    rows = "".join(f"Draft {n},Entwurf {n},<p>text {n}</p>,\n" for n in range(EDITS))
    response = upload(
        changing,
        f"name.1033,name.1031,description.1033,description.1031\n{rows}",
        query=f"facet={FACET}&type=subProcess",
    )
    assert act(changing, response.json()["values"][0], "apply").status_code == 200


def table(changing: Changing) -> dict[tuple[str, str], str]:
    """All cells that can be edited, by element and column."""
    header, *rows = csv_rows(export(changing, "sheet=edit", path=TABLE))
    return {(row[0], column): cell for row in rows for column, cell in zip(header, row, strict=True)}


def random_edits(random: Random, cells: Mapping[tuple[str, str], str], columns: tuple[str, ...]) -> Edits:
    drafts = {
        element for (element, column), cell in cells.items() if column == "name.1033" and cell.startswith("Draft ")
    }
    places = [each for each in cells if each[0] in drafts and each[1] in columns]
    chosen = random.sample(places, min(EDITS, len(places)))
    return {each: text(random, is_html=each[1].startswith("description")) for each in chosen}


def text(random: Random, *, is_html: bool) -> str:
    odd = ("ä", "=1", "'x", '"', ";", ",", "a b", "<&>", "\u2028", "🙂", "0012", "-", "@")
    words = f"{random.choice(odd)}{random.randint(0, 10**9)}{random.choice(odd)}".strip()
    return f"<p>{words.replace('&', '&amp;').replace('<', '&lt;').replace('>', '&gt;')}</p>" if is_html else words


def as_csv(changing: Changing, edits: Edits) -> bytes:
    header, *rows = csv_rows(export(changing, "sheet=edit" + SELECT, path=TABLE))
    file = io.StringIO()
    csv.writer(file).writerows(
        [
            header,
            *(
                [escaped(edits.get((row[0], column)), cell) for column, cell in zip(header, row, strict=True)]
                for row in rows
            ),
        ]
    )
    return file.getvalue().encode()


def escaped(new: str | None, cell: str) -> str:
    """A new cell as a user types it: with an apostrophe where one is taken away again."""
    if new is None:
        return cell
    return f"'{new}" if new.lstrip("'")[:1] in ("=", "-", "@", "+") else new


def as_xlsx(changing: Changing, edits: Edits) -> bytes:
    content = export(changing, "sheet=edit&format=xlsx" + SELECT, path=TABLE).content
    ids = [row[0] for row in sheet_rows(content)[2:]]
    return edited(content, {(ids.index(element), column): cell for (element, column), cell in edits.items()})


def as_xliff(changing: Changing, edits: Edits) -> bytes:
    root = etree.fromstring(export(changing, f"format=xliff&$culture=1031{SELECT}", path=TABLE).content)
    for (element, column), cell in edits.items():
        (segment,) = root.iterfind(f".//{SPACE}unit[@id='{element}.{column.partition('.')[0]}']/{SPACE}segment")
        for each in segment.iterfind(f"{SPACE}target"):
            segment.remove(each)
        etree.SubElement(segment, f"{SPACE}target").text = cell
    return etree.tostring(root)


FORMATS = {
    "csv": (as_csv, ("name.1031", "name.1033", "description.1031", "description.1033")),
    "xlsx": (as_xlsx, ("name.1031", "name.1033", "description.1031", "description.1033")),
    "xliff": (as_xliff, ("name.1031",)),
}


@pytest.mark.one_engine
@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("seed", [1])
def test_an_import_changes_exactly_what_was_edited_and_undo_gives_it_back(
    changing: Changing, format_: str, seed: int
) -> None:
    write, columns = FORMATS[format_]
    add_drafts(changing)
    before = table(changing)
    answers = [changing.get(f"{path}?$culture=1033", "editor").content for path in (LIST, TABLE)]
    edits = random_edits(Random(seed), before, columns)

    response = upload(changing, write(changing, edits), query=f"facet={FACET}")

    assert response.status_code == 200, response.text
    (plan,) = response.json()["values"]
    assert plan["findings"] == []
    assert act(changing, plan, "apply").status_code == 200
    after = table(changing)
    assert {each for each in before if before[each] != after[each]} == {*edits}
    assert {each: after[each] for each in edits if each[1].startswith("name")} == {
        each: escaped(cell, "") for each, cell in edits.items() if each[1].startswith("name")
    }
    assert act(changing, plan, "undo").status_code == 200
    assert [changing.get(f"{path}?$culture=1033", "editor").content for path in (LIST, TABLE)] == answers
    record(
        f"random edits of exported files, {format_}",
        len(edits),
        "exactly these changed, undo gives the same bytes",
        engine=changing.database.engine,
    )
