"""Why PostgreSQL cannot be reached or does not do its work: a cause for the operator, which never holds the password."""

from __future__ import annotations

import errno
import socket
import ssl
import time
from datetime import datetime
from typing import Final, NamedTuple
from urllib.parse import unquote, urlsplit

import asyncpg

from facetstore.domain import causes
from facetstore.domain.causes import Cause

_UNREACHABLE: Final = (errno.EHOSTUNREACH, errno.ENETUNREACH, errno.ENETDOWN, errno.EHOSTDOWN)
LOST: Final = (
    asyncpg.PostgresConnectionError,
    asyncpg.InternalClientError,
    # The server has said goodbye, but the connection is not closed yet.
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
)
FAR_OFF: Final = 300.0
"""Seconds by which the clocks of this machine and of the database may differ."""


class DatabasePlace(NamedTuple):
    """Where a database is, as its address says."""

    hosts: str
    role: str
    name: str


def place_of(url: str) -> DatabasePlace:
    parts = urlsplit(url)
    login, _, hosts = parts.netloc.rpartition("@")
    role = unquote(login.partition(":")[0])
    return DatabasePlace(
        hosts or "the usual socket", role or "the user of the process", unquote(parts.path.strip("/")) or role
    )


def is_lost(error: BaseException, *, is_closed: bool) -> bool:
    """Whether an error is the end of a connection, or follows from it: what is lost cannot be rolled back, either."""
    return is_closed or isinstance(error, LOST) or isinstance(error.__context__, LOST)


def connecting(error: Exception, url: str) -> Cause:
    """The cause of a connection that was not made."""
    place = place_of(url)
    return _refusal(error, place) or _network(error, place)


def _refusal(error: Exception, place: DatabasePlace) -> Cause | None:
    """The cause that the server itself gives."""
    at = f"PostgreSQL at {place.hosts}"
    match error:
        case asyncpg.InvalidPasswordError():
            return Cause(
                causes.WRONG_PASSWORD,
                f"{at} does not take the password of the role {place.role}, or does not have this role.",
                "Correct the password in FACETSTORE_DATABASE, or set it: ALTER ROLE … PASSWORD …",
            )
        case asyncpg.InvalidAuthorizationSpecificationError() if "does not exist" in str(error):
            return Cause(
                causes.UNKNOWN_ROLE,
                f"{at} has no role {place.role}.",
                "Correct the role in FACETSTORE_DATABASE, or create it (docs/how-to/run-on-postgresql.md).",
            )
        case asyncpg.InvalidCatalogNameError():
            return Cause(
                causes.UNKNOWN_DATABASE,
                f"{at} has no database {place.name}.",
                "Correct the name in FACETSTORE_DATABASE, or create the database (docs/how-to/run-on-postgresql.md).",
            )
        case asyncpg.InvalidAuthorizationSpecificationError() | asyncpg.InsufficientPrivilegeError():
            return Cause(
                causes.NO_ACCESS,
                f"{at} does not let the role {place.role} into the database {place.name}: {error}.",
                "Allow it: a line in pg_hba.conf for this machine, LOGIN for the role, CONNECT on the database.",
            )
        case asyncpg.TooManyConnectionsError():
            return Cause(
                causes.TOO_MANY_CONNECTIONS,
                f"{at} takes no more connections.",
                "Raise max_connections: every worker of every node opens up to eight.",
            )
        case asyncpg.CannotConnectNowError():
            return Cause(causes.STARTING, f"{at} is starting or stopping.", "Wait: the service goes on by itself.")
        case asyncpg.TargetServerAttributeNotMatched():
            return Cause(
                causes.NO_PRIMARY,
                f"None of {place.hosts} takes writes.",
                "Wait for a failover to end, or see which server is the primary: SELECT pg_is_in_recovery()",
            )
        case asyncpg.InterfaceError():
            return Cause(
                causes.WRONG_ADDRESS,
                f"The address of the database cannot be used: {error}.",
                "FACETSTORE_DATABASE takes an address such as postgresql://user:password@host:5432/name.",
            )
        case _:
            return None


def _network(error: Exception, place: DatabasePlace) -> Cause:
    """The cause of a server that is not reached at all."""
    number = error.errno if isinstance(error, OSError) else None
    if isinstance(error, socket.gaierror):
        return Cause(
            causes.UNKNOWN_HOST,
            f"The host of {place.hosts} is not known: {error.strerror or error}.",
            "Correct the host in FACETSTORE_DATABASE, or see whether names are resolved on this machine: getent hosts NAME",
        )
    if isinstance(error, ssl.SSLError) or "SSL" in str(error):
        return Cause(
            causes.NO_ACCESS,
            f"PostgreSQL at {place.hosts} does not agree on TLS: {error}.",
            "See sslmode in FACETSTORE_DATABASE, and ssl in postgresql.conf.",
        )
    if isinstance(error, (ConnectionRefusedError, FileNotFoundError)) or f"[Errno {errno.ECONNREFUSED}]" in str(error):
        return Cause(
            causes.REFUSED,
            f"Nothing listens at {place.hosts}.",
            "Start PostgreSQL, or correct host and port in FACETSTORE_DATABASE; listen_addresses in postgresql.conf says where it listens.",
        )
    if number in _UNREACHABLE:
        return Cause(
            causes.UNKNOWN_HOST,
            f"No way leads to {place.hosts}: {error}.",
            "See the network and the firewall between this machine and the database.",
        )
    return Cause(
        causes.NO_ANSWER,
        f"PostgreSQL at {place.hosts} does not answer{f': {error}' if str(error) else ' within 5 seconds'}.",
        "See whether it runs and has work it cannot keep up with, and whether a firewall stands between: pg_isready",
    )


def working(error: Exception) -> Cause | None:
    """The cause of a statement that failed, if it is one that lasts and that an operator can do something about."""
    match error:
        case asyncpg.DiskFullError():
            return Cause(
                causes.DISK_FULL,
                f"A disk of PostgreSQL is full: {error}.",
                "Free some space on the machine of the database: the service goes on by itself.",
            )
        case asyncpg.DataCorruptedError() | asyncpg.IndexCorruptedError():
            return Cause(
                causes.DAMAGED,
                f"PostgreSQL finds its files damaged: {error}.",
                "Stop the service, see which tables are affected (pg_amcheck), put back the last backup, and check the disk.",
                is_final=True,
            )
        case asyncpg.ReadOnlySQLTransactionError():
            return Cause(
                causes.READ_ONLY,
                "PostgreSQL takes no writes: it is a standby, or default_transaction_read_only is on.",
                "Name the primary in FACETSTORE_DATABASE, or add target_session_attrs=read-write to its address.",
            )
        case asyncpg.PostgresIOError():
            return Cause(
                causes.DISK_ERROR,
                f"A disk of PostgreSQL cannot be read or written: {error}.",
                "Look into the log of PostgreSQL and of the kernel (dmesg) there.",
            )
        case _:
            return None


def clock_cause(of_database: datetime) -> Cause | None:
    """What is wrong with the clock of this machine, held against that of the database; None if nothing is."""
    ahead = time.time() - of_database.timestamp()
    if abs(ahead) <= FAR_OFF:
        return None
    return Cause(
        causes.CLOCK,
        f"The clock of this machine is {abs(ahead):.0f} seconds {'ahead of' if ahead > 0 else 'behind'} that of the database.",
        causes.SET_CLOCK,
    )
