"""`facetstore mcp`: lets an agent that speaks over standard input and output reach a storage by HTTP.

The protocol is the same in both ways, one message in, one message out. So messages are passed on as they are, with the token, and the
headers that repeat what they say.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Annotated, Any

import typer

from facetstore.cli.console import say

Url = Annotated[
    str, typer.Argument(metavar="URL", help="The storage: https://HOST/COLLECTION/STORAGE.", show_default=False)
]
Token = Annotated[
    str,
    typer.Option(
        "--token",
        envvar="FACETSTORE_TOKEN",
        show_envvar=False,
        help="A token of the storage (FACETSTORE_TOKEN).",
        metavar="TOKEN",
        show_default=False,
    ),
]
_INTERNAL = -32603
_NAMED_BY = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}


def mcp(url: Url, token: Token) -> None:
    """Pass the messages of an agent on standard input to a storage, and its answers to standard output. One message is one line."""
    import httpx

    address = f"{url.rstrip('/')}/mcp"
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json", "accept": "application/json"}
    say(f"Passing messages on to {address}.")
    with httpx.Client(headers=headers, timeout=60) as client:
        for line in sys.stdin.buffer:
            if line.strip():
                answer = _passed_on(client, address, line)
                if answer:
                    sys.stdout.buffer.write(answer + b"\n")
                    sys.stdout.buffer.flush()


def _passed_on(client: Any, address: str, line: bytes) -> bytes:
    """The answer to a line; nothing to a notification. What the service refuses without an answer of the protocol becomes one."""
    import httpx
    import msgspec

    try:
        message = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError):
        message = None
    message = message if isinstance(message, dict) else {}
    try:
        response = client.post(address, content=line.strip(), headers=_repeated(message))
    except httpx.HTTPError as error:
        return _refusal(message, f"The storage cannot be reached: {type(error).__name__}.")
    body: bytes = response.content.replace(b"\n", b" ")
    if not body or (message and message.get("id") is None):
        return b""
    return body if b'"jsonrpc"' in body else _refusal(message, f"The storage answered with {response.status_code}.")


def _repeated(message: Mapping[str, Any]) -> dict[str, str]:
    """The headers that repeat what a message says, as clients over HTTP send them."""
    parameters = message.get("params")
    meta = parameters.get("_meta") if isinstance(parameters, dict) else None
    version = meta.get("io.modelcontextprotocol/protocolVersion") if isinstance(meta, dict) else None
    if not isinstance(version, str) or not isinstance(parameters, dict):
        return {}
    named = {"mcp-protocol-version": version, "mcp-method": message.get("method")}
    name = parameters.get(_NAMED_BY.get(str(message.get("method")), ""))
    found = {**named, **({"mcp-name": name} if name is not None else {})}
    return {
        key: value for key, value in found.items() if isinstance(value, str) and value.isascii() and value.isprintable()
    }


def _refusal(message: Mapping[str, Any], error: str) -> bytes:
    import msgspec

    return msgspec.json.encode(
        {"jsonrpc": "2.0", "id": message.get("id"), "error": {"code": _INTERNAL, "message": error}}
    )
