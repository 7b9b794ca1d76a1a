"""What an administrator says about a webhook: the receiver, which events it gets, and in which form."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Final

import msgspec

from facetstore.domain.errors import Finding, Hints, InvalidBody, InvalidValues
from facetstore.domain.values import is_clean_text, parse_guid
from facetstore.metamodel.model import Metamodel
from facetstore.usecases.feed.events import EventFilter
from facetstore.usecases.webhooks.placeholders import template_findings

LONGEST_NAME: Final = 100
LONGEST_NOTE: Final = 1000
LONGEST_URL: Final = 2000
LONGEST_BODY: Final = 20_000
MOST_HEADERS: Final = 20
LONGEST_HEADERS: Final = 4000
MOST_NAMES: Final = 50
METHODS: Final = ("POST", "GET")

_HEADER: Final = re.compile(r"[A-Za-z0-9-]{1,60}")
_RESERVED: Final = frozenset(
    {"host", "content-length", "content-type", "transfer-encoding", "connection", "accept-encoding", "upgrade", "te"}
    | {"trailer", "expect", "webhook-id", "webhook-timestamp", "webhook-signature", "proxy-authorization"}
)
_PLACEHOLDER_HOST: Final = re.compile(r"[a-z]+://[^/?#]*\[[a-zA-Z]", re.IGNORECASE)


class WebhookSettings(msgspec.Struct, frozen=True, rename="camel", forbid_unknown_fields=True, omit_defaults=True):
    """A webhook as its administrator wants it. Values of headers are secrets, and are stored elsewhere."""

    name: str = ""
    url: str = ""
    note: str = ""
    method: str = "POST"
    headers: dict[str, str] = {}
    body: str | None = None
    """A template of JSON; None: the event itself."""
    facets: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    """Only versions that are in one of these states after the change."""
    changes: bool = False
    """Whether events say what they changed."""
    acts_as: str | None = None
    """The user or token whose rights decide what is sent; None: the whole storage."""

    @property
    def filter(self) -> EventFilter:
        return EventFilter(
            frozenset(self.facets), frozenset(self.types), frozenset(self.kinds), None, frozenset(self.states)
        )

    @property
    def has_template(self) -> bool:
        """Whether anything of a request depends on values of the element."""
        return self.body is not None or "[" in self.url or any("[" in value for value in self.headers.values())


def parse_webhook(body: object, known: WebhookSettings | None, metamodel: Metamodel) -> tuple[WebhookSettings, bool]:
    """The settings in a body, over those there are, and whether it is to be paused. Raises InvalidBody, InvalidValues."""
    if not isinstance(body, dict):
        raise InvalidBody("The body takes the settings of a webhook, such as name and url.")
    given = dict(body)
    paused = given.pop("paused", False)
    before = msgspec.to_builtins(known) if known is not None else {}
    try:
        settings = msgspec.convert({**before, **given}, WebhookSettings)
    except msgspec.ValidationError as error:
        names = ", ".join(("paused", *(each.encode_name for each in msgspec.structs.fields(WebhookSettings))))
        raise InvalidBody(f"These are no settings of a webhook: {error}. They have: {names}.") from error
    if not isinstance(paused, bool):
        raise InvalidBody("paused takes true or false.")
    findings = [*_texts(settings), *_headers(settings.headers), *_names(settings, metamodel), *_template(settings)]
    if known is not None and known.headers and "headers" not in given and _place(known.url) != _place(settings.url):
        findings.append(_wrong("headers", "The receiver is another one: say which headers it gets."))
    if findings:
        raise InvalidValues(findings[0].error, findings)
    return settings, paused


def load_webhook(settings: str, headers: str = "{}") -> WebhookSettings:
    """Stored settings, with the values of their headers where these are known."""
    known = msgspec.json.decode(settings, type=WebhookSettings)
    values = msgspec.json.decode(headers, type=dict[str, str])
    return msgspec.structs.replace(known, headers={**known.headers, **values})


def store_webhook(settings: WebhookSettings) -> tuple[str, str]:
    """Settings as they are stored: without the values of headers, and these."""
    bare = msgspec.structs.replace(settings, headers=dict.fromkeys(settings.headers, ""))
    return msgspec.json.encode(bare).decode(), msgspec.json.encode(settings.headers).decode()


def _place(url: str) -> str:
    """Scheme, name and port of an address."""
    return "/".join(url.split("/", 3)[:3]).casefold()


def _wrong(path: str, error: str, code: str = "wrong-form") -> Finding:
    return Finding(error, code, path)


def _texts(settings: WebhookSettings) -> list[Finding]:
    found = []
    if not settings.name.strip() or len(settings.name) > LONGEST_NAME or not is_clean_text(settings.name):
        found.append(_wrong("name", f"name takes 1 to {LONGEST_NAME} characters."))
    if len(settings.note) > LONGEST_NOTE or not is_clean_text(settings.note):
        found.append(_wrong("note", f"note takes up to {LONGEST_NOTE} characters."))
    if not settings.url or len(settings.url) > LONGEST_URL:
        found.append(_wrong("url", f"url takes an address of up to {LONGEST_URL} characters."))
    elif _PLACEHOLDER_HOST.match(settings.url):
        found.append(_wrong("url", "Placeholders may stand behind the name of the receiver only."))
    if settings.method not in METHODS:
        found.append(_wrong("method", f"method takes {' or '.join(METHODS)}."))
    if settings.body is not None and (settings.method != "POST" or len(settings.body) > LONGEST_BODY):
        found.append(_wrong("body", f"body is for POST, and has up to {LONGEST_BODY} characters."))
    if settings.acts_as is not None and parse_guid(settings.acts_as) is None:
        found.append(_wrong("actsAs", "actsAs takes the id of a user or token."))
    return found


def _headers(headers: Mapping[str, str]) -> list[Finding]:
    found = []
    if len(headers) > MOST_HEADERS or sum(map(len, headers.values())) > LONGEST_HEADERS:
        found.append(_wrong("headers", f"A webhook has up to {MOST_HEADERS} headers of {LONGEST_HEADERS} characters."))
    for name, value in list(headers.items())[:MOST_HEADERS]:
        if not _HEADER.fullmatch(name) or name.lower() in _RESERVED:
            found.append(_wrong("headers", f"The header {name[:60]!r} cannot be set."))
        elif not value.isascii() or not value.isprintable():
            found.append(_wrong(f"headers.{name}", "The value of a header has printable characters of ASCII."))
    return found


def _names(settings: WebhookSettings, metamodel: Metamodel) -> list[Finding]:
    states = {state for _, state in metamodel.state_of if state is not None}
    wanted: Mapping[str, tuple[tuple[str, ...], Collection[str] | None]] = {
        "facets": (settings.facets, metamodel.facets),
        "types": (settings.types, metamodel.types),
        "kinds": (settings.kinds, None),
        "states": (settings.states, states),
    }
    found, hints = [], Hints()
    for path, (names, known) in wanted.items():
        if len(names) > MOST_NAMES or any(not 0 < len(each) <= 60 for each in names):
            found.append(_wrong(path, f"{path} takes up to {MOST_NAMES} names."))
        elif known is not None:
            for name in names:
                if name not in known:
                    error = f"There is no {name!r} among the {path}.{hints.nearest(name, known)}"
                    found.append(_wrong(path, error, "unknown-name"))
    return found


def _template(settings: WebhookSettings) -> list[Finding]:
    found = [*template_findings("url", settings.url)]
    for name, value in list(settings.headers.items())[:MOST_HEADERS]:
        found += template_findings(f"headers.{name[:60]}", value)
    if settings.body is not None and len(settings.body) <= LONGEST_BODY:
        found += template_findings("body", settings.body, is_json=True)
    return found
