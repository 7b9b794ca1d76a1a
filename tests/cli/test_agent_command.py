"""`facetstore mcp`: the official client reaches a served storage over standard input and output, and over HTTP, in each of its modes."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from tests.support.demo_service import TENANT, DemoService, demo_service
from tests.support.plain_http import NO_CERTIFICATES

MODES: Final = ("auto", "legacy", "2026-07-28")

pytestmark = pytest.mark.one_engine


@pytest.fixture(scope="module")
def service(demo_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[DemoService]:
    with demo_service(demo_data, tmp_path_factory.mktemp("agents")) as service:
        yield service


def command(service: DemoService) -> list[str]:
    return [sys.executable, "-m", "facetstore", "mcp", f"{service.base}/{TENANT}"]


async def talk(client: Client) -> None:
    """What an agent does first: it looks what there is, finds, and reads."""
    async with client:
        assert "find" in {each.name for each in (await client.list_tools()).tools}
        said = await client.call_tool("find", {"words": "goods"})
        (first, *_) = json.loads(said.content[0].text)["data"]["found"]  # type: ignore[union-attr]
        read = await client.call_tool("read", {"element": first["element"]})
        assert json.loads(read.content[0].text)["data"]["element"] == first["element"]  # type: ignore[union-attr]
        assert [str(each.uri) for each in (await client.list_resources()).resources]
        assert (await client.list_prompts()).prompts


@pytest.mark.parametrize("mode", MODES)
def test_the_official_client_reads_over_standard_input_and_output(service: DemoService, mode: str) -> None:
    python, *arguments = command(service)
    environment = {**os.environ, "FACETSTORE_TOKEN": service.tokens["viewer"]}

    asyncio.run(talk(Client(StdioServerParameters(command=python, args=arguments, env=environment), mode=mode)))


@pytest.mark.parametrize("mode", MODES)
def test_the_official_client_reads_over_http(service: DemoService, mode: str) -> None:
    async def over_http() -> None:
        headers = {"authorization": f"Bearer {service.tokens['viewer']}"}
        async with httpx2.AsyncClient(headers=headers, verify=NO_CERTIFICATES) as http:
            address = f"{service.base}/{TENANT}/mcp"
            await talk(Client(streamable_http_client(address, http_client=http), mode=mode))

    asyncio.run(over_http())


def test_each_line_is_answered_by_a_line_and_a_notification_by_none(service: DemoService) -> None:
    lines = [
        b'{"jsonrpc":"2.0","id":1,"method":"ping"}',
        b'{"jsonrpc":"2.0","method":"notifications/initialized"}',
        b"",
        b"no json",
        b'{"jsonrpc":"2.0","id":2,"method":"nothing"}',
        b'{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}',
    ]

    done = _run(command(service), b"\n".join(lines) + b"\n", service.tokens["viewer"])

    answers = [json.loads(each) for each in done.stdout.splitlines()]
    assert [each.get("id") for each in answers] == [1, None, 2, 3]
    assert ["error" in each for each in answers] == [False, True, True, False]


def test_what_is_no_storage_is_said_in_an_answer(service: DemoService) -> None:
    ping = b'{"jsonrpc":"2.0","id":"a","method":"ping"}\n'
    nowhere = [*command(service)[:-1], "http://127.0.0.1:9/a/b"]

    refused, unreached = _run(command(service), ping, "wrong"), _run(nowhere, ping, "wrong")

    assert json.loads(refused.stdout)["error"]["message"] == "The storage answered with 401."
    assert json.loads(unreached.stdout)["error"]["message"].startswith("The storage cannot be reached")
    assert b"wrong" not in refused.stdout + refused.stderr + unreached.stderr


def _run(arguments: list[str], given: bytes, token: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "FACETSTORE_TOKEN": token}
    return subprocess.run(arguments, input=given, env=environment, capture_output=True, timeout=60, check=True)
