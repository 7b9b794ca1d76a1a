"""A service in this process, asked as its operator, its proxy and its callers ask."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from facetstore.bootstrap.settings import Settings
from facetstore.domain.tenant import TenantSettings
from tests.support import company
from tests.support.api import Api, Database

TENANT: Final = "acme/main"
LIST: Final = "rest/facets/it/views/list/elements"
TYPE: Final = "system"


class Patient:
    """The service on a database that something happens to."""

    def __init__(self, api: Api) -> None:
        self.api = api

    @property
    def readiness(self) -> tuple[int, str]:
        """The status of /_health/ready, and the reason if it is not ready."""
        response = self.api.at("GET", "/_health/ready")
        return response.status_code, response.json().get("reason", "")

    def write(self, text: str = "x") -> int:
        """Create something; returns the status. What a caller learns of an outage holds no details."""
        body = {"elements": [{"type": TYPE, "attributes": {"name": {"1033": text}}}]}
        response = self.api.post(LIST, content=json.dumps(body).encode())
        if response.status_code >= 500:
            check_silence(response.status_code, response.json())
        return response.status_code

    def read(self) -> int:
        response = self.api.get(LIST)
        if response.status_code >= 500:
            check_silence(response.status_code, response.json())
        return response.status_code

    @property
    def outages(self) -> list[dict[str, Any]]:
        """The lines of the log about outages."""
        lines = (json.loads(line) for line in self.api.log.splitlines())
        return [each for each in lines if str(each.get("event", "")).startswith("outage")]


def check_silence(status: int, body: dict[str, Any]) -> None:
    assert status == 503, body
    words = json.dumps(body).casefold()
    for word in (
        "disk",
        "full",
        "password",
        "role",
        "damaged",
        "folder",
        "127.0.0.1",
        "/tmp",
        "postgres",
        "sqlite",
        "clock",
    ):
        assert word not in words, words


@contextmanager
def patient(settings: Settings) -> Iterator[Patient]:
    """The service with one tenant; nothing is answered from memory."""
    database = Database.open(settings)
    try:
        database.add_tenant(TENANT, TenantSettings(), company.rival)
        api = Api(database, cache_bytes=0)
        try:
            yield Patient(api)
        finally:
            api.close()
    finally:
        database.close()
