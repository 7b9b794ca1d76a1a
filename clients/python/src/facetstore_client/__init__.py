"""A typed client of Facetstore, for programs that wait (`Client`) and for those that do not (`AsyncClient`)."""

from facetstore_client.async_client import AsyncClient, AsyncFacetClient
from facetstore_client.client import Client, FacetClient
from facetstore_client.models import (
    INVARIANT,
    Element,
    Event,
    Facet,
    File,
    Finding,
    Hit,
    Me,
    Proposal,
    Reference,
    Task,
    Transition,
    View,
)
from facetstore_client.refusals import (
    ChangedMeanwhile,
    FacetstoreError,
    Missing,
    NotAllowed,
    NotAuthenticated,
    NotPossible,
    WrongRequest,
)

__all__ = [
    "Client", "AsyncClient", "FacetClient", "AsyncFacetClient", "Element", "Reference", "Facet", "View", "File", "Hit", "Event", "Task",
    "Transition", "Proposal", "Me", "Finding", "INVARIANT", "FacetstoreError", "NotAuthenticated", "NotAllowed", "Missing", "NotPossible",
    "ChangedMeanwhile", "WrongRequest",
]  # fmt: skip
