"""Texts whose html is cleaned before a change begins, and the job that cleans them in a job process."""

from __future__ import annotations

from collections.abc import Sequence

from facetstore.usecases.changes.rich_text import CleanText, CostlyHtml, clean_html

Outcome = CleanText | str
"""A cleaned text, or why it was not cleaned."""


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
