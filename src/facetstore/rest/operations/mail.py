"""Mail: whether the caller wants it, and the pages of its links, which need no sign-in and show nothing."""

from __future__ import annotations

import msgspec

from facetstore.rest.operations.handlers import Entrance, Exchange
from facetstore.rest.operations.write_requests import read_json, write
from facetstore.rest.wire.answer import Content
from facetstore.usecases.mailing import choosing
from facetstore.usecases.writing import Writing

HTML = b"text/html; charset=utf-8"
_CODE = "code"
# A page that is only opened changes nothing: programs that look at links in mail open them, too.
_PAGE = (
    '<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    "<title>{title}</title></head><body><main><h1>{title}</h1>{body}</main></body></html>"
)
_TEXTS = {
    "confirm": {"en": "Confirm your address", "de": "Adresse bestätigen"},
    "leave": {"en": "No more mail", "de": "Keine E-Mail mehr"},
    "done": {"en": "Done. You can close this page.", "de": "Erledigt. Sie können diese Seite schließen."},
}


async def get_choice(exchange: Exchange) -> Content:
    found = await choosing.show_choice(exchange.reading, exchange.storage, offered=exchange.mails)
    return Content(msgspec.json.encode(found), fleeting=True)


async def choose(exchange: Exchange) -> Content:
    pace = choosing.parse_pace(await read_json(exchange))

    async def work(writing: Writing) -> Content:
        await choosing.choose(writing, exchange.storage, pace, offered=exchange.mails)
        return Content(msgspec.json.encode({"pace": pace.value}))

    return await write(exchange, work)


async def show_confirming(entrance: Entrance) -> Content:
    return _asked(entrance, "confirm")


async def confirm(entrance: Entrance) -> Content:
    await choosing.confirm_address(entrance.storage, entrance.served, _code(entrance))
    return _done(entrance, "confirm")


async def show_leaving(entrance: Entrance) -> Content:
    return _asked(entrance, "leave")


async def leave(entrance: Entrance) -> Content:
    await choosing.leave(entrance.storage, entrance.served, _code(entrance))
    return _done(entrance, "leave")


def _asked(entrance: Entrance, what: str) -> Content:
    """A page with a button that sends the same address again, as a change."""
    text = _TEXTS[what][_language(entrance)]
    return _page(entrance, what, f'<form method="post"><button type="submit">{text}</button></form>')


def _done(entrance: Entrance, what: str) -> Content:
    return _page(entrance, what, f"<p>{_TEXTS['done'][_language(entrance)]}</p>")


def _page(entrance: Entrance, what: str, body: str) -> Content:
    lang = _language(entrance)
    return Content(_PAGE.format(lang=lang, title=_TEXTS[what][lang], body=body).encode(), media=HTML, fleeting=True)


def _language(entrance: Entrance) -> str:
    """German for browsers that prefer it, else English."""
    accepted = entrance.call.headers.get(b"accept-language", b"").lstrip()
    return "de" if accepted[:2].lower() == b"de" else "en"


def _code(entrance: Entrance) -> str:
    values = entrance.call.query.get(_CODE, ())
    return values[0] if len(values) == 1 else ""
