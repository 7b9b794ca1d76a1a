"""The address at which a service is reached: checked where it is given, guessed where it is not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

from facetstore.bootstrap.settings import SERVE
from facetstore.domain.errors import InvalidValues

_USUAL: Final = {"host": "127.0.0.1", "port": "8080"}
_EVERYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}  # noqa: S104  # nothing listens on it here
"""Hosts to listen on that are no address to connect to, with one that is."""
_EXAMPLE: Final = "https://models.example.com"


def checked_base(text: str) -> str:
    """A base address without a slash at its end. Raises InvalidValues unless it has a scheme and a host, and no query."""
    if not _is_base(text):
        meant = f" Did you mean https://{text}?" if "://" not in text and _is_base(f"https://{text}") else ""
        raise InvalidValues(f"--base-url takes an address such as {_EXAMPLE}, with http or https, not {text!r}.{meant}")
    return text.rstrip("/")


def _is_base(text: str) -> bool:
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError:
        return False
    wrong = parts.query or parts.fragment or "@" in parts.netloc or any(each.isspace() for each in text)
    return parts.scheme in ("http", "https") and bool(host) and port != 0 and not wrong


def reached_at(host: str, port: int | str) -> str:
    """The address of a server that listens there, for a browser on the same machine."""
    name = _EVERYWHERE.get(host, host)
    return f"http://{f'[{name}]' if ':' in name else name}:{port}"


def address_of_environment(environment: Mapping[str, str]) -> str | None:
    """The address at which a server with this environment is reached; None if the environment says nothing about it."""
    if base := environment.get(SERVE["base_url"]):
        return checked_base(base)
    given = {name: environment.get(SERVE[name]) for name in _USUAL}
    if not any(given.values()):
        return None
    host, port = (given[name] or usual for name, usual in _USUAL.items())
    return reached_at(host, port)


def usual_address() -> str:
    return reached_at(_USUAL["host"], _USUAL["port"])
