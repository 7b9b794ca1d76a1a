"""A text with its html cleaned ahead, and the job of a job process that cleans it."""

from __future__ import annotations

from collections.abc import Sequence

from facetstore.usecases.changes.rich_text import CleanText, CostlyHtml, clean_html

Outcome = CleanText | str
"""A cleaned text, or why it was not cleaned."""


class CleanedAhead(str):
    """A text of a body as it came, with the outcome of cleaning it, should it turn out to be html."""

    __slots__ = ("outcome",)

    outcome: Outcome

    def cleaned(self) -> CleanText:
        """The cleaned text. Raises CostlyHtml."""
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
