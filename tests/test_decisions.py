"""Numbers of decisions lead somewhere: `D3.2` to the page of the interface, `0057` to a record; the index shows which records changed."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.support.doc_examples import ROOT

RECORDS: Final = ROOT / "docs" / "decisions"
PAGE: Final = ROOT / "docs" / "reference" / "decisions-of-the-interface.md"
FOLDERS: Final = ("src", "tests", "web/src", "docs", "script", "bench")
KINDS: Final = (".py", ".sql", ".yaml", ".ts", ".tsx", ".md", ".css")

OF_THE_INTERFACE: Final = re.compile(r"\bD\d+\.\d+\b")
OF_A_RECORD: Final = re.compile(r"(?<=\()0\d{3}(?=\))|(?<=decision )\d{4}\b|(?<=\[)0\d{3}(?=\]\()")
OF_NOTHING: Final = re.compile(r"\bdecisions? \d{1,3}\b|\bFACTS \d|\bDECISIONS\.md|\bSPEC\.md", re.IGNORECASE)
STATUS: Final = re.compile(r"^- Status: (.+)$", re.MULTILINE)
ROW: Final = re.compile(r"^\| \[(\d{4})\]\([^)]+\) \| [^|]+ \| ([^|]*) \|$", re.MULTILINE)
NUMBER: Final = re.compile(r"\[(\d{4})\]")


def sources() -> Iterator[tuple[str, str]]:
    """The files that may name a decision, but this one."""
    paths = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*"))
    for path in (*paths, *ROOT.glob("*.md")):
        if path.suffix in KINDS and path != Path(__file__) and "node_modules" not in path.parts:
            yield path.relative_to(ROOT).as_posix(), path.read_text("utf-8")


def records() -> dict[str, str]:
    return {path.name[:4]: path.read_text("utf-8") for path in RECORDS.glob("[0-9]*.md")}


def status(text: str) -> str:
    (found,) = STATUS.findall(text)
    return str(found)


def test_every_number_of_a_decision_exists() -> None:
    known = {*re.findall(r"^- \*\*(D\d+\.\d+)\*\*", PAGE.read_text("utf-8"), re.MULTILINE), *records()}

    lost = [
        f"{name}: {number}"
        for name, text in sources()
        for number in (*OF_THE_INTERFACE.findall(text), *OF_A_RECORD.findall(text))
        if number not in known
    ]

    assert lost == []


def test_decisions_of_the_interface_are_numbered_without_gaps() -> None:
    page = PAGE.read_text("utf-8")
    for section, text in re.findall(r"^## (\d+)\. [^\n]+\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL):
        numbers = re.findall(r"^- \*\*D(\d+)\.(\d+)\*\*", text, re.MULTILINE)
        assert numbers == [(section, str(place)) for place in range(1, len(numbers) + 1)]


def test_no_number_points_to_a_paper_outside_of_the_repository() -> None:
    assert [f"{name}: {hit}" for name, text in sources() for hit in OF_NOTHING.findall(text)] == []


def test_the_index_has_each_record_once_with_its_status() -> None:
    rows = ROW.findall((RECORDS / "index.md").read_text("utf-8"))
    statuses = {number: status(text).removeprefix("accepted").removeprefix(", ") for number, text in records().items()}

    assert sorted(number for number, _ in rows) == sorted(statuses)
    assert dict(rows) == statuses


def test_a_record_that_supersedes_another_says_so() -> None:
    known = records()
    silent = [
        f"{later} does not name {number}"
        for number, text in known.items()
        for later in NUMBER.findall(status(text))
        if status(text).startswith("superseded") and f"[{number}]" not in known[later]
    ]

    assert silent == []
