"""The settings of an embedding service, which says which names mean the same (decision 0135): from the environment alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from facetstore.domain.errors import InvalidValues

EMBEDDINGS: Final = "FACETSTORE_EMBEDDINGS"
EMBEDDINGS_MODEL: Final = "FACETSTORE_EMBEDDINGS_MODEL"
EMBEDDINGS_TOKEN: Final = "FACETSTORE_EMBEDDINGS_TOKEN"  # noqa: S105 (a name)
EMBEDDINGS_TOKEN_FILE: Final = "FACETSTORE_EMBEDDINGS_TOKEN_FILE"  # noqa: S105 (a name)
EMBEDDINGS_LEAST: Final = "FACETSTORE_EMBEDDINGS_LEAST"
OF_EMBEDDINGS: Final = (EMBEDDINGS, EMBEDDINGS_MODEL, EMBEDDINGS_TOKEN, EMBEDDINGS_TOKEN_FILE, EMBEDDINGS_LEAST)
LEAST: Final = 0.4


@dataclass(frozen=True, slots=True)
class EmbeddingService:
    """The service that says which names mean the same."""

    url: str
    """Where it is (FACETSTORE_EMBEDDINGS)."""
    model: str
    """The model that it takes (FACETSTORE_EMBEDDINGS_MODEL)."""
    token: str | None = field(default=None, repr=False)
    """What it lets this service in by (FACETSTORE_EMBEDDINGS_TOKEN, or a file that has it)."""
    least: float = LEAST
    """From this nearness on a name is a hit (FACETSTORE_EMBEDDINGS_LEAST)."""


def read_embeddings(environment: Mapping[str, str]) -> EmbeddingService | None:
    """The service; None without one. Raises InvalidValues, which shows neither the address nor the token."""
    url, model, token, file, least = (environment.get(each) or None for each in OF_EMBEDDINGS)
    if url is None and model is None:
        if given := [each for each in OF_EMBEDDINGS if environment.get(each)]:
            raise InvalidValues(f"{given[0]} needs {EMBEDDINGS}, the address of the service, and {EMBEDDINGS_MODEL}.")
        return None
    if url is None or model is None:
        raise InvalidValues(f"{EMBEDDINGS} and {EMBEDDINGS_MODEL} belong together: set both, or none.")
    if token is not None and file is not None:
        raise InvalidValues(f"Set {EMBEDDINGS_TOKEN} or {EMBEDDINGS_TOKEN_FILE}, not both.")
    return EmbeddingService(url, model, token if file is None else _token_in(file), _nearness(least))


def _token_in(file: str) -> str:
    try:
        token = Path(file).read_text("utf-8").strip()
    except (OSError, UnicodeError) as error:
        raise InvalidValues(f"{EMBEDDINGS_TOKEN_FILE} cannot be read: {type(error).__name__}.") from None
    if not token:
        raise InvalidValues(f"{EMBEDDINGS_TOKEN_FILE} names an empty file.")
    return token


def _nearness(text: str | None) -> float:
    if text is None:
        return LEAST
    try:
        least = float(text)
    except ValueError:
        least = -1.0
    if not 0 < least < 1:
        raise InvalidValues(f"{EMBEDDINGS_LEAST} takes a number between 0 and 1, such as 0.6, not {text!r}.")
    return least
