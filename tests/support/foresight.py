"""What a change knows of its answer without a look, compared with what a look finds."""

from collections.abc import Sequence

import pytest

from facetstore.domain.access import Audience
from facetstore.storage.writes.foreseeing import Foreseeing
from facetstore.usecases.ports.selections import ElementRow, Parts


def compare_foresight(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Look whenever an answer is known, too; returns, for each answer from here on, whether it was."""
    known: list[bool] = []

    async def shown(
        writer: Foreseeing, audience: Audience, parts: Parts, versions: Sequence[str]
    ) -> Sequence[ElementRow]:
        foreseen = writer._known(audience, parts, versions)
        found = await writer._looked_up(audience, parts, versions)
        assert foreseen is None or list(foreseen) == list(found)
        known.append(foreseen is not None)
        return found

    monkeypatch.setattr(Foreseeing, "shown", shown)
    return known
