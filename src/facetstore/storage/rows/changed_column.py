"""The column that holds when the texts of a version were last changed."""

from __future__ import annotations

import msgspec

from facetstore.domain.changed_texts import ChangedTexts

_decoder = msgspec.json.Decoder(tuple[int, dict[str, dict[int, int]]])
_encoder = msgspec.json.Encoder()


def dump_changed(changed: ChangedTexts) -> str:
    """The revisions as the column stores them: a number if it is the same for all texts."""
    if not changed.later:
        return str(changed.since)
    return _encoder.encode((changed.since, changed.later)).decode()


def load_changed(text: str | None) -> ChangedTexts:
    """The revisions in the column. NULL: a release that did not know them wrote the row, so none is known to be later."""
    if text is None:
        return ChangedTexts(0)
    return ChangedTexts(int(text)) if not text.startswith("[") else ChangedTexts(*_decoder.decode(text))
