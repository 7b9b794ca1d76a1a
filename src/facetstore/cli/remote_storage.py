"""A storage that a server serves, as commands ask it: by its interface, with a token, so with the rights of its owner.

What a server says is printed without characters that would command the terminal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from facetstore.cli.console import Progress

if TYPE_CHECKING:
    import httpx

    from facetstore.domain.errors import Finding

Url = Annotated[
    str, typer.Argument(metavar="URL", help="The storage: https://HOST/COLLECTION/STORAGE.", show_default=False)
]
Token = Annotated[
    str | None,
    typer.Option(
        "--token",
        envvar="FACETSTORE_TOKEN",
        show_envvar=False,
        help="A token of the storage (FACETSTORE_TOKEN).",
        metavar="TOKEN",
        show_default=False,
    ),
]
Culture = Annotated[
    int | None,
    typer.Option("--culture", metavar="N", help="The culture of the texts, such as 1033.", show_default=False),
]
_SECONDS = 600.0
_PIECE = 1 << 16


class RemoteStorage:
    """Asks a storage. Each answer is a success, or raised as a failure with what the server says."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client

    def read(self, path: str, parameters: Mapping[str, object]) -> Any:
        return self._ask("GET", path, parameters).json()

    def write(self, path: str, body: object = None) -> Any:
        return self._ask("POST", path, {}, json=body).json()

    def send(self, path: str, parameters: Mapping[str, object], file: Path, progress: Progress) -> Any:
        """Send a file piece by piece."""
        headers = {"content-type": "application/octet-stream", "content-length": str(file.stat().st_size)}
        content = _pieces(file, progress)
        return self._ask("POST", path, parameters, content=content, headers=headers).json()

    def save(self, path: str, parameters: Mapping[str, object], file: Path | None, progress: Progress) -> None:
        """Write the answer into a file, or to stdout, while it comes."""
        import httpx

        from facetstore.cli.bundles import writable

        try:
            with self._client.stream("GET", path, params=_given(parameters)) as response:
                if not response.is_success:
                    response.read()
                    raise _refused(response)
                done = 0
                with writable(file) as target:
                    for piece in response.iter_bytes():
                        target.write(piece)
                        done += len(piece)
                        progress("bytes", done, None)
        except httpx.HTTPError as error:
            raise _unreachable(error) from None

    def _ask(self, method: str, path: str, parameters: Mapping[str, object], **more: Any) -> httpx.Response:
        import httpx

        try:
            response = self._client.request(method, path, params=_given(parameters), **more)
        except httpx.HTTPError as error:
            raise _unreachable(error) from None
        if not response.is_success:
            raise _refused(response)
        return response


@contextmanager
def opened(url: str, token: str | None) -> Iterator[RemoteStorage]:
    """A storage, by its address and a token. Raises InvalidValues, RemoteFailure."""
    import httpx

    from facetstore.cli.pull_command import warn_of_readers
    from facetstore.domain.errors import InvalidValues
    from facetstore.exchange.pull.remote import tenant_address

    if not token or not token.isascii() or not token.isprintable():
        raise InvalidValues("A token of the storage is needed: set FACETSTORE_TOKEN, or use --token.")
    base = tenant_address(url)
    warn_of_readers(base)
    headers = {"symbio-auth-token": token}
    # Redirects are not followed, and no proxy of the environment is used: both would take the token along.
    verify = base.startswith("https:")
    with httpx.Client(
        base_url=f"{base}/_api/", headers=headers, timeout=_SECONDS, verify=verify, trust_env=False
    ) as client:
        yield RemoteStorage(client)


def printable(text: object) -> str:
    """A text of a server as it can be printed: in one line, without characters that command a terminal."""
    return "".join(letter if letter.isprintable() else " " for letter in str(text))


def existing(file: Path) -> Path:
    """A file to send. Raises NotFound."""
    from facetstore.domain.errors import NotFound

    if not file.is_file():
        raise NotFound(f"There is no file {file}.")
    return file


def _pieces(file: Path, progress: Progress) -> Iterator[bytes]:
    done, total = 0, file.stat().st_size
    with file.open("rb") as opened_file:
        while piece := opened_file.read(_PIECE):
            yield piece
            done += len(piece)
            progress("sending", done, total)


def _given(parameters: Mapping[str, object]) -> dict[str, str]:
    return {name: str(value) for name, value in parameters.items() if value is not None}


def _unreachable(error: httpx.HTTPError) -> Exception:
    from facetstore.domain.errors import Unavailable

    return Unavailable(f"The storage cannot be reached: {type(error).__name__}.")


def _refused(response: httpx.Response) -> Exception:
    """What a server refuses, with its own words."""
    from facetstore.domain.errors import InvalidValues

    try:
        said = response.json()
    except ValueError:
        said = {}
    said = said if isinstance(said, dict) else {}
    message = printable(said.get("message") or f"The server answered with {response.status_code}.")
    return InvalidValues(message, _findings(said.get("data")))


def _findings(data: object) -> Iterator[Finding]:
    from facetstore.domain.errors import Finding

    for each in data if isinstance(data, list) else ():
        if isinstance(each, dict):
            yield Finding(printable(each.get("error", "")), "refused", printable(each.get("path", "")))
