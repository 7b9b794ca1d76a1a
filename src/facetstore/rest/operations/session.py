"""Signing in and out, reading the session, changing the password, who is calling, and links that sign in a user once."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Final

import msgspec

from facetstore.domain.callers import Caller
from facetstore.domain.errors import Conflict, Finding, InvalidBody
from facetstore.rest.operations.handlers import Entrance, Exchange
from facetstore.rest.operations.release import read_texts
from facetstore.rest.operations.write_requests import read_body, read_json, write
from facetstore.rest.wire.answer import Content, Header
from facetstore.rest.wire.call import COOKIE_NAME, Call
from facetstore.usecases.people.one_time_links import issue_link
from facetstore.usecases.people.openid_sign_in import offered
from facetstore.usecases.people.password_links import choose_password
from facetstore.usecases.people.password_recovery import ask_for_link
from facetstore.usecases.people.sign_in import SignedIn
from facetstore.usecases.people.users import describe
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.tenancy import ServedTenant
from facetstore.usecases.writing import Writing

DEVICE_COOKIE: Final = "facetstore-device"
_DEVICE_SECONDS: Final = 365 * 24 * 3600
_BODY: Final = (
    'Signing in needs {"name": …, "password": …}, {"link": …} with the secret of a sign-in link, '
    'or {"link": …, "newPassword": …} with the secret of a password link.'
)
_LINK_BODY: Final = 'The body says what the link is for: {"for": "signIn"} or {"for": "password"}.'
_FRAGMENTS: Final = {"signIn": "sign-in", "password": "new-password"}
"""What a link is for, and under which name its secret is in the fragment, which browsers do not send to the server."""


async def open_session(entrance: Entrance) -> Content:
    given = read_texts(await read_body(entrance.call))
    sign_in, served, client = entrance.sign_in, entrance.served, entrance.call.client
    match given:
        case {"link": secret, **rest} if not rest:
            signed_in = await sign_in.by_link(served, secret, client)
        case {"link": secret, "newPassword": password, **rest} if not rest:
            signed_in = await choose_password(sign_in, served, secret, password, client)
        case {"name": name, "password": password, **rest} if not rest:
            device = entrance.call.cookie(DEVICE_COOKIE) or ""
            signed_in = await sign_in.by_password(entrance.address, served, name, password, client, device)
        case _:
            raise InvalidBody(_BODY)
    served, caller, _ = await entrance.tenancy.access(entrance.address, signed_in.secret)
    entrance.call.tenant = entrance.address.folded
    fields = await _describe(entrance.storage, served, caller)
    cookies = [_device_cookie(entrance.call, signed_in.device)] if signed_in.device else []
    return _content({"signedIn": True, **fields}, [*cookies, session_cookie(entrance.call, signed_in)])


async def get_session(entrance: Entrance) -> Content:
    served, caller, call = entrance.served, entrance.caller, entrance.call
    if served is None or caller is None:
        return _content(_signed_out(entrance))
    renewed = await entrance.sign_in.renew(served, call.session) if call.by_cookie and call.session else None
    if renewed is not None:
        caller = replace(caller, expires=renewed.expires)
    fields = await _describe(entrance.storage, served, caller)
    return _content({"signedIn": True, **fields}, [session_cookie(call, renewed)] if renewed is not None else [])


async def end_session(entrance: Entrance) -> Content:
    call = entrance.call
    if call.session is not None:
        await entrance.sign_in.out(entrance.served, call.session, call.client)
    return _content(_signed_out(entrance), [session_cookie(call, None)])


async def change_password(exchange: Exchange) -> Content:
    given = read_texts(await read_json(exchange))
    if "new" not in given or given.keys() - {"old", "new"}:
        raise InvalidBody('Changing the password needs {"old": …, "new": …}.')
    served, caller, call = exchange.reading.served, exchange.reading.caller, exchange.call
    signed_in = await exchange.sign_in.change_password(served, caller, given.get("old", ""), given["new"], call.client)
    fields = await _describe(exchange.storage, served, caller)
    return _content({"signedIn": True, **fields}, [session_cookie(call, signed_in)])


async def recover_password(entrance: Entrance) -> Content:
    """Answers alike for every name."""
    given = read_texts(await read_body(entrance.call))
    if given.keys() != {"name"}:
        raise InvalidBody('Asking for a link by mail needs {"name": …}, the name to sign in with.')
    if not entrance.mails:
        error = "This service sends no mail. Ask an administrator for a link."
        raise Conflict(error, [Finding(error, "no-mail")])
    await ask_for_link(entrance.sign_in, entrance.served, given["name"], entrance.call.client)
    return _content({"asked": True})


async def _describe(storage: Storage, served: ServedTenant, caller: Caller) -> dict[str, object]:
    """The caller, and, if it has an account, whether it has a password: who has one must give it to change it."""
    fields, account = (
        await describe(storage, served, caller),
        await storage.accounts(served.tenant).of(caller.principal),
    )
    return fields if account is None else {**fields, "hasPassword": account.password is not None}


def _signed_out(entrance: Entrance) -> dict[str, object]:
    """The response without a session: not signed in, and the provider to sign in with, if there is one."""
    provider = offered(entrance.sign_in, entrance.address)
    fields: dict[str, object] = {"signedIn": False, **({"passwordByMail": True} if entrance.mails else {})}
    if provider is None:
        return fields
    call = entrance.call
    address = f"{call.base}{storage_path(call)}_api/rest/session/openid"
    return {**fields, "openId": {"title": provider.title, "signInUrl": address}}


def _content(fields: dict[str, object], headers: list[Header] | None = None) -> Content:
    return Content(msgspec.json.encode(fields), headers=headers or [], fleeting=True)


def session_cookie(call: Call, signed_in: SignedIn | None) -> Header:
    """The cookie of a session, for this tenant alone; without a session one that deletes it."""
    secret, seconds = (
        ("", 0) if signed_in is None else (signed_in.secret, signed_in.expires // 1_000_000 - int(time.time()))
    )
    return cookie(call, COOKIE_NAME, secret, storage_path(call), max(0, seconds))


def _device_cookie(call: Call, secret: str) -> Header:
    """The cookie that identifies a browser at the next sign-in. It is sent only to the address of the session, and below it."""
    return cookie(call, DEVICE_COOKIE, secret, f"{storage_path(call)}_api/rest/session", _DEVICE_SECONDS)


def cookie(call: Call, name: str, secret: str, path: str, seconds: int) -> Header:
    """A cookie for the addresses below a path. No script can read it, and no other site can send it with a change."""
    secure = "; Secure" if call.base.startswith("https:") else ""
    text = f"{name}={secret}; Path={prefix_of(call)}{path}; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}"
    return b"set-cookie", text.encode("latin-1")


def storage_path(call: Call) -> str:
    """The path of the page of the storage, as the caller writes it."""
    return "/".join(call.path.split("/")[:3]) + "/"


def prefix_of(call: Call) -> str:
    """The path below which the service is reached."""
    return "".join(f"/{each}" for each in call.base.split("/")[3:])


async def get_me(exchange: Exchange) -> Content:
    fields = await describe(exchange.storage, exchange.reading.served, exchange.reading.caller)
    return Content(msgspec.json.encode(fields), fleeting=True)


async def make_link(exchange: Exchange) -> Content:
    """A link for a user. Its secret is in this response alone, and never stored."""
    user, call = exchange.parameter("userId"), exchange.call
    given = dict(read_texts(await read_json(exchange)))
    purpose = given.pop("for", "signIn")
    if given or purpose not in _FRAGMENTS:
        raise InvalidBody(_LINK_BODY)

    async def work(writing: Writing) -> Content:
        issued = await issue_link(writing, user, new_password=purpose == "password")
        fields = {"user": issued.user, "login": issued.login, "expires": issued.expires}
        address = f"{call.base}{storage_path(call)}#{_FRAGMENTS[purpose]}={issued.secret}"
        return Content(_rendered({**fields, "address": address}), again=_rendered(fields))

    return await write(exchange, work)


def _rendered(link: dict[str, str]) -> bytes:
    return msgspec.json.encode({"count": 1, "values": [link]})
