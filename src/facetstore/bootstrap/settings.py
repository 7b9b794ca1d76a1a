"""The configuration of a process: where its data are. One value, from arguments and environment."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from facetstore.bootstrap.embedding_settings import OF_EMBEDDINGS, EmbeddingService, read_embeddings
from facetstore.domain.errors import InvalidValues, nearest
from facetstore.domain.tenant import GRACE_DAYS, MAIN_POOL

DATA: Final = "FACETSTORE_DATA"
DATABASE: Final = "FACETSTORE_DATABASE"
POOLS: Final = "FACETSTORE_POOLS"
GRACE: Final = "FACETSTORE_GRACE_DAYS"
ROW_SECURITY: Final = "FACETSTORE_ROW_SECURITY"
OPENID: Final = "FACETSTORE_OPENID"
SMTP: Final = "FACETSTORE_SMTP"
MAIL_FROM: Final = "FACETSTORE_MAIL_FROM"
SETTINGS: Final = "FACETSTORE_SETTINGS"
"""Names a file with further variables (`settings_file.py`)."""
SERVE: Final = {
    "host": "FACETSTORE_HOST",
    "port": "FACETSTORE_PORT",
    "workers": "FACETSTORE_WORKERS",
    "base_url": "FACETSTORE_BASE_URL",
    "trusted_proxies": "FACETSTORE_TRUSTED_PROXIES",
    "demo": "FACETSTORE_DEMO",
    "yes": "FACETSTORE_YES",
    "rate_limit": "FACETSTORE_RATE_LIMIT",
    "rate_burst": "FACETSTORE_RATE_BURST",
    "largest_file": "FACETSTORE_LARGEST_FILE",
    "embed_origins": "FACETSTORE_EMBED_ORIGINS",
    "loopback_webhooks": "FACETSTORE_LOOPBACK_WEBHOOKS",
    "semantic": "FACETSTORE_SEMANTIC",
}
"""The environment names of the options of `facetstore serve`."""

_PREFIX: Final = "FACETSTORE_"
_OTHERS: Final = (
    *("FACETSTORE_TEST_", "FACETSTORE_BENCH_", "FACETSTORE_WORKER_"),
    *("FACETSTORE_LONG", "FACETSTORE_PROGRESS", "FACETSTORE_PROOF", "FACETSTORE_SHARE", "FACETSTORE_TYPING"),
)
"""Variables for tests, measurements and the server's own processes."""
_OF_DATA: Final = (DATA, DATABASE, POOLS, GRACE, ROW_SECURITY)
_KNOWN: Final = (*_OF_DATA, OPENID, SMTP, MAIL_FROM, *OF_EMBEDDINGS, SETTINGS, *SERVE.values())
_POOL_NAME: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,30}")
_SCHEMES: Final = ("postgres://", "postgresql://")


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the data are: a folder with an SQLite file, or a PostgreSQL database."""

    data: Path = Path("data")
    """The folder of the SQLite file (FACETSTORE_DATA); created if it is missing."""
    database: str | None = field(default=None, repr=False)
    """The address of a PostgreSQL database (FACETSTORE_DATABASE); it may hold a password."""
    grace_days: int = GRACE_DAYS
    """How many days a deleted tenant can be restored (FACETSTORE_GRACE_DAYS)."""
    row_security: bool | None = None
    """Whether PostgreSQL must separate tenants by row security, or does not (FACETSTORE_ROW_SECURITY); None: if it can."""
    openid: Path | None = None
    """The file with the OpenID Connect providers by which people sign in (FACETSTORE_OPENID)."""
    pools: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Further databases by name: folders or addresses of PostgreSQL, which may hold passwords (FACETSTORE_POOLS)."""

    smtp: str | None = field(default=None, repr=False)
    """The address of the mail server (FACETSTORE_SMTP); it may hold a password."""
    mail_from: str | None = None
    """What mail comes from (FACETSTORE_MAIL_FROM)."""
    embeddings: EmbeddingService | None = None
    """Without one, what names mean is learned from themselves."""

    @property
    def file(self) -> Path:
        return self.data / "facetstore.db"

    @property
    def pool_names(self) -> tuple[str, ...]:
        """The names of all pools, the first one included; empty: there are none."""
        return (MAIN_POOL, *self.pools) if self.pools else ()

    def of_pool(self, name: str) -> Settings:
        """The settings of one pool as a database of its own."""
        if name == MAIN_POOL:
            return replace(self, pools={})
        place = self.pools[name]
        if place.startswith(_SCHEMES):
            return replace(self, database=place, pools={})
        return replace(self, data=Path(place), database=None, pools={})


def read_settings(
    data: Path | None = None, database: str | None = None, environment: Mapping[str, str] = os.environ
) -> Settings:
    """The settings from arguments, else the environment. Raises InvalidValues for unknown variables and wrong values."""
    check_environment(environment)
    if data is None and database is None:
        data = Path(environment[DATA]) if environment.get(DATA) else None
        database = environment.get(DATABASE) or None
    if data is not None and database is not None:
        raise InvalidValues("The data are either in a folder (--data) or in a database (--database), not in both.")
    if database is not None and not database.startswith(_SCHEMES):
        raise InvalidValues("--database takes an address such as postgresql://user:password@host:5432/name.")
    openid = Path(environment[OPENID]) if environment.get(OPENID) else None
    settings = Settings(data or Path("data"), database, _grace_days(environment), _row_security(environment), openid)
    smtp, mail_from = environment.get(SMTP) or None, environment.get(MAIL_FROM) or None
    pools, embeddings = _pools(environment, settings), read_embeddings(environment)
    return replace(settings, pools=pools, smtp=smtp, mail_from=mail_from, embeddings=embeddings)


def _pools(environment: Mapping[str, str], settings: Settings) -> Mapping[str, str]:
    """The pools: name=address, separated by semicolons. Raises InvalidValues, which shows no address: it may hold a password."""
    pools: dict[str, str] = {}
    for number, text in enumerate(filter(None, map(str.strip, environment.get(POOLS, "").split(";"))), 1):
        name, equals, place = (part.strip() for part in text.partition("="))
        if not equals or not place or not _POOL_NAME.fullmatch(name):
            raise InvalidValues(
                f"{POOLS} takes NAME=FOLDER or NAME=postgresql://... , separated by semicolons; number {number} is neither. Names have "
                "small letters, digits and dashes."
            )
        if name == MAIN_POOL or name in pools:
            raise InvalidValues(
                f"{POOLS} names the pool {name} twice. {MAIN_POOL} is the database that {DATA} or {DATABASE} names."
            )
        if place in (*pools.values(), settings.database, None if settings.database else str(settings.data)):
            raise InvalidValues(f"{POOLS} gives the pool {name} the database of another one.")
        pools[name] = place
    return pools


def _grace_days(environment: Mapping[str, str]) -> int:
    text = environment.get(GRACE) or str(GRACE_DAYS)
    if not (text.isascii() and text.isdecimal() and len(text) <= 5):
        raise InvalidValues(f"{GRACE} takes a number of days from 0 on, not {text!r}.")
    return int(text)


def _row_security(environment: Mapping[str, str]) -> bool | None:
    text = environment.get(ROW_SECURITY) or None
    if text not in (None, "on", "off"):
        raise InvalidValues(f"{ROW_SECURITY} takes on or off, not {text!r}.")
    return None if text is None else text == "on"


def check_environment(environment: Mapping[str, str]) -> None:
    """Refuse a mistyped name: otherwise it would go unnoticed, and another database would be served."""
    for name in environment:
        if name.startswith(_PREFIX) and not name.startswith(_OTHERS) and name not in _KNOWN:
            raise InvalidValues(f"The environment variable {name} is not known.{nearest(name, _KNOWN)}")
