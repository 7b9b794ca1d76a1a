"""The examples that check signatures: each takes what is ours, and nothing else."""

import importlib.util
import json
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import pytest

from facetstore.usecases.ports.webhook_store import StoredSecrets
from facetstore.usecases.webhooks.signatures import new_webhook_secret, signature_headers
from tests.support.openid_provider import find_node

EXAMPLES: Final = Path(__file__).parents[3] / "docs" / "examples"
BODY: Final = b'{"name": "Gr\xc3\xbc\xc3\x9fe"}'
Check = Callable[[str, Mapping[str, str], bytes], bool]


def by_python(secret: str, headers: Mapping[str, str], body: bytes) -> bool:
    spec = importlib.util.spec_from_file_location("verify_webhook", EXAMPLES / "verify_webhook.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return bool(module.is_ours(secret, headers, body))


def by_javascript(secret: str, headers: Mapping[str, str], body: bytes) -> bool:
    script = f"""
        const {{ isOurs }} = await import("{(EXAMPLES / "verify-webhook.mjs").as_uri()}");
        const [secret, headers, body] = {json.dumps([secret, dict(headers), body.hex()])};
        console.log(isOurs(secret, headers, Buffer.from(body, "hex")));
    """
    command = [find_node().node, "--input-type=module", "-e", script]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip() == "true"


@pytest.mark.parametrize("check", [by_python, by_javascript])
def test_an_example_takes_what_is_ours_and_new_and_nothing_else(check: Check) -> None:
    now, secret = time.time_ns() // 1000, new_webhook_secret()
    headers = signature_headers(StoredSecrets(secret, new_webhook_secret(), now + 10**9), "msg_1", BODY, now)
    assert check(secret, headers, BODY)
    assert not check(secret, headers, BODY + b" ")
    assert not check(new_webhook_secret(), headers, BODY)
    assert not check(secret, {**headers, "webhook-id": "msg_2"}, BODY)
    late = signature_headers(StoredSecrets(secret), "msg_1", BODY, now - 600 * 10**6)
    assert not check(secret, late, BODY)
