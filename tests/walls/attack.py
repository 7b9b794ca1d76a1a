"""Sends costly requests to a service without a break, in a process of its own: python -m tests.walls.attack PORT FILE SECONDS."""

import http.client
import json
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

CALLERS = 4


def call(port: int, requests: list[dict[str, Any]], until: float, seed: int) -> Counter[int]:
    """Send requests in any order until a time; returns how often each status came."""
    random, statuses = Random(seed), Counter[int]()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    while time.monotonic() < until:
        each = random.choice(requests)
        body = None if each["body"] is None else each["body"].encode()
        try:
            connection.request(each["method"], each["path"], body, each["headers"])
            response = connection.getresponse()
            response.read()
        except (OSError, http.client.HTTPException):  # closed before a body was read to its end
            connection.close()
            statuses[0] += 1
        else:
            statuses[response.status] += 1
    connection.close()
    return statuses


def main(port: str, file: str, seconds: str) -> None:
    requests, until = json.loads(Path(file).read_text(encoding="utf-8")), time.monotonic() + float(seconds)
    with ThreadPoolExecutor(CALLERS) as pool:
        called = pool.map(lambda seed: call(int(port), requests, until, seed), range(CALLERS))
        print(json.dumps(sum(called, Counter[int]())))


if __name__ == "__main__":
    main(*sys.argv[1:])
