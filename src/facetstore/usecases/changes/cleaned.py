"""Html that is cleaned before a change begins, in a job process, and the warning about what cleaning removed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from facetstore.domain.errors import Finding
from facetstore.usecases.changes.html_removed import Removed, listed
from facetstore.usecases.changes.rich_text import CleanText, CostlyHtml, clean_html

HTML_CLEANED: Final = "html-cleaned"

Outcome = CleanText | str
"""A cleaned text, or why it was not cleaned."""


@dataclass(frozen=True, slots=True)
class HtmlCleaned(Finding):
    """A warning: parts of html were removed."""

    removed: tuple[Removed, ...] = ()


def html_cleaned(where: str, path: str, removed: tuple[Removed, ...]) -> HtmlCleaned:
    return HtmlCleaned(f"The html in {where} was cleaned. Removed: {listed(removed)}.", HTML_CLEANED, path, removed)


class CleanedAhead(str):
    """A text of a body as it was sent, with the outcome of cleaning it, which is needed if the text turns out to be html."""

    __slots__ = ("outcome",)

    outcome: Outcome

    def cleaned(self) -> CleanText:
        """The cleaned text. Raises CostlyHtml if it was not cleaned."""
        if isinstance(self.outcome, str):
            raise CostlyHtml(self.outcome)
        return self.outcome


def clean_texts(texts: Sequence[str]) -> list[Outcome]:
    """The outcomes of cleaning some texts."""
    return [_outcome(each) for each in texts]


def _outcome(text: str) -> Outcome:
    try:
        return clean_html(text)
    except CostlyHtml as costly:
        return str(costly)
