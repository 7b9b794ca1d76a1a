"""Requests as the clients of the field send them, byte for byte, to a running service."""

import gzip
import json
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest
import requests

from tests.support.demo_service import TENANT, DemoService, demo_service

pytestmark = pytest.mark.one_engine

EMPTY: Final = {
    "curl 8 -X POST": "POST {path} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: curl/8.5.0\r\nAccept: */*\r\n"
    "symbio-auth-token: {token}\r\n\r\n",
    "curl 8 -d ''": "POST {path} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: curl/8.5.0\r\nAccept: */*\r\nsymbio-auth-token: {token}\r\n"
    "Content-Length: 0\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n",
    "curl 8 -T - of nothing": "POST {path} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: curl/8.5.0\r\nAccept: */*\r\n"
    "symbio-auth-token: {token}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "requests.post": "POST {path} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: python-requests/2.32.3\r\nAccept-Encoding: gzip, deflate\r\n"
    "Accept: */*\r\nConnection: keep-alive\r\nsymbio-auth-token: {token}\r\nContent-Length: 0\r\n\r\n",
    "requests.post(json={{}})": "POST {path} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: python-requests/2.32.3\r\nAccept: */*\r\n"
    "Connection: keep-alive\r\nsymbio-auth-token: {token}\r\nContent-Length: 2\r\nContent-Type: application/json\r\n\r\n{{}}",
    "httpx.post": "POST {path} HTTP/1.1\r\nHost: {host}\r\nAccept: */*\r\nAccept-Encoding: gzip, deflate\r\nConnection: keep-alive\r\n"
    "User-Agent: python-httpx/0.27.0\r\nsymbio-auth-token: {token}\r\nContent-Length: 0\r\n\r\n",
    '.NET StringContent("")': "POST {path} HTTP/1.1\r\nHost: {host}\r\nsymbio-auth-token: {token}\r\n"
    "Content-Type: text/plain; charset=utf-8\r\nContent-Length: 0\r\n\r\n",
    ".NET Framework": "POST {path} HTTP/1.1\r\nsymbio-auth-token: {token}\r\nHost: {host}\r\nContent-Length: 0\r\n"
    "Expect: 100-continue\r\nConnection: Keep-Alive\r\n\r\n",
    ".NET in chunks": "POST {path} HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\nsymbio-auth-token: {token}\r\n"
    "Content-Type: application/json; charset=utf-8\r\n\r\n4\r\nnull\r\n0\r\n\r\n",
    "PowerShell 5": "POST {path} HTTP/1.1\r\nUser-Agent: Mozilla/5.0 (Windows NT; Windows NT 10.0; de-DE) WindowsPowerShell/5.1.19041.4291\r\n"
    "symbio-auth-token: {token}\r\nContent-Type: application/x-www-form-urlencoded\r\nHost: {host}\r\nContent-Length: 0\r\n"
    "Connection: Keep-Alive\r\n\r\n",
    "PowerShell 7": "POST {path} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: Mozilla/5.0 (Windows NT 10.0; Microsoft Windows 10.0.22631; en-US) PowerShell/7.4.2\r\n"
    "symbio-auth-token: {token}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 0\r\n\r\n",
    "Power Automate": "POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: Keep-Alive\r\nAccept-Language: en-US\r\n"
    "User-Agent: azure-logic-apps/1.0 (workflow 0; version 0)\r\nsymbio-auth-token: {token}\r\nx-ms-workflow-id: 0\r\n"
    "Content-Type: application/json; charset=utf-8\r\nContent-Length: 2\r\n\r\n\r\n",
    "curl 8 -X GET -d '{{}}'": "GET {path} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: curl/8.5.0\r\nAccept: */*\r\nsymbio-auth-token: {token}\r\n"
    "Content-Length: 2\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n{{}}",
}
"""What each sends for a call without a body."""

SAYING_NOTHING: Final = ("requests.post(json={{}})", ".NET in chunks")
"""They send a body that says nothing: a 400 at the address of operation 5."""

PATHS: Final = (
    "rest/facets",
    "rest/facets/processes/views",
    "rest/facets/it/views/list/elements?$PageSize=2&$orderBy=name",
    "rest/facets/processes/views/tree/config/subprocess",
    "rest/facets/users/reporting?$page=1&$pageSize=3",
    "rest/info",
)


@pytest.fixture(scope="module")
def demo(demo_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[DemoService]:
    with demo_service(demo_data, tmp_path_factory.mktemp("clients")) as demo:
        yield demo


def said(demo: DemoService, recorded: str, path: str) -> tuple[int, Any]:
    """The status and the JSON that a recorded request gets."""
    host, port = demo.base.removeprefix("http://").split(":")
    request = recorded.format(path=f"/{TENANT}/_api/{path}", host=f"{host}:{port}", token=demo.tokens["administrator"])
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        connection.sendall(request.encode())
        answer = b""
        while b"\r\n\r\n" not in answer or len(answer) < length_of(answer):
            received = connection.recv(1 << 16)
            assert received, answer
            answer += received
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(gzip.decompress(body) if b"content-encoding: gzip" in head else body)


def length_of(answer: bytes) -> int:
    """The bytes of a whole answer, by its headers."""
    head, _, _ = answer.partition(b"\r\n\r\n")
    lengths = [line.split(b":")[1] for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    return len(head) + 4 + int(lengths[0])


@pytest.mark.parametrize("client", EMPTY)
def test_a_call_without_a_body_is_answered_whatever_the_client(demo: DemoService, client: str) -> None:
    with demo.client() as ours:
        for path in PATHS:
            is_write = "/elements" in path and client in SAYING_NOTHING
            wanted = (400, None) if is_write else (200, ours.get(path).json())
            status, answer = said(demo, EMPTY[client], path)
            assert (status, None if is_write else answer) == wanted, path


@pytest.mark.parametrize("client", [name for name in EMPTY if "GET" not in name])
def test_a_new_version_and_a_step_are_made_whatever_the_client(demo: DemoService, client: str) -> None:
    """Each client creates a process and takes the step that needs no body, without one."""
    with demo.client() as ours:
        body = {"elements": [{"type": "subProcess", "attributes": {"name": {"1033": client}}}]}
        id_ = ours.post("rest/facets/processes/views/detail/elements", json=body).json()["elements"][0]["id"]

    status, answer = said(demo, EMPTY[client], f"release/{id_}/transitions/InProcessToInReview")

    assert (status, answer["elements"][0]["state"]) == (200, "inReview")


def test_the_clients_at_hand_are_answered(demo: DemoService) -> None:
    """Not as recorded: as curl, requests and httpx of this machine send it."""
    url, token = f"{demo.api}rest/facets", {"symbio-auth-token": demo.tokens["viewer"]}
    curl = ["curl", "-sS", "--fail", "-H", f"symbio-auth-token: {token['symbio-auth-token']}", "-d", "", url]
    wanted = httpx.get(url, headers=token).json()

    assert json.loads(subprocess.run(curl, capture_output=True, check=True, timeout=60).stdout) == wanted
    assert requests.post(url, headers=token, timeout=60).json() == wanted
    assert requests.post(url, headers=token, data="", timeout=60).json() == wanted
    assert requests.post(url, headers=token, json={}, timeout=60).json() == wanted
    assert requests.post(url, headers=token, data=iter(()), timeout=60).json() == wanted
    assert httpx.post(url, headers=token).json() == httpx.post(url, headers=token, json=None).json() == wanted


def test_an_address_that_is_too_long_is_answered_in_our_form(demo: DemoService) -> None:
    with demo.client() as ours:
        for size, status, code in ((33_000, 400, "invalid-parameter"), (60_000, 414, "url-too-long")):
            refused = ours.get("rest/facets", params={"x": "y" * size})
            assert (refused.status_code, refused.json()["data"][0]["code"]) == (status, code)
