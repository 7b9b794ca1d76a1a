"""The few forms of Markdown that generated pages need."""

from collections.abc import Iterable, Sequence


def page(title: str, lead: str, *parts: str) -> str:
    """A whole page, with a note that it must not be edited by hand."""
    made = "<!-- Made from the code by script/docs. Do not edit. -->"
    return "\n\n".join([f"# {title}", made, lead, *parts]) + "\n"


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [_line(headings), _line(["---"] * len(headings)), *(_line(row) for row in rows)]
    return "\n".join(lines)


def code(text: str) -> str:
    return f"`{text}`"


def codes(texts: Iterable[str]) -> str:
    return ", ".join(code(text) for text in texts)


def first_line(docstring: str | None) -> str:
    return (docstring or "").strip().partition("\n")[0]


def _line(cells: Sequence[str]) -> str:
    escaped = (cell.replace("|", "\\|").replace("\n", " ") for cell in cells)
    return f"| {' | '.join(escaped)} |"
