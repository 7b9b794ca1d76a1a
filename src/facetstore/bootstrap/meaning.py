"""What finds names by what they mean: learned from the names of a tenant, or asked of an embedding service."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from facetstore.bootstrap.embedding_settings import EMBEDDINGS, EmbeddingService
from facetstore.domain.errors import InvalidValues

if TYPE_CHECKING:
    from facetstore.bootstrap.settings import Settings
    from facetstore.usecases.finding.name_places import NamePlacing
    from facetstore.usecases.ports.embedding import Embeddings
    from facetstore.usecases.ports.job_runner import Jobs


def check_semantic(wanted: bool, service: EmbeddingService | None = None) -> None:
    """Raises InvalidValues if names are to be found by what they mean, and something for it is missing or wrong."""
    if wanted and find_spec("numpy") is None:
        raise InvalidValues("--semantic needs the extra `semantic`: pip install 'facetstore[semantic]'.")
    if service is not None:
        if not wanted:
            raise InvalidValues(f"{EMBEDDINGS} needs --semantic (FACETSTORE_SEMANTIC=1): without it, nothing is asked.")
        _embeddings(service)


def make_placing(settings: Settings, jobs: Jobs) -> NamePlacing:
    """What finds out where names lie. Raises InvalidValues."""
    if (service := settings.embeddings) is not None:
        from facetstore.usecases.finding.asked_places import AskedPlacing

        return AskedPlacing(_embeddings(service), service.least)
    from facetstore.usecases.finding.name_places import LearnedPlacing

    return LearnedPlacing(jobs)


def _embeddings(service: EmbeddingService) -> Embeddings:
    """Raises InvalidValues."""
    from facetstore.outgoing.http_embeddings import HttpEmbeddings

    return HttpEmbeddings(service.url, service.model, service.token)
