"""A tenant whose webhooks a test makes; they are gone after it, so that no other test sends them."""

from collections.abc import Iterator

import pytest

from tests.rest.webhooks.hooks import Hooks
from tests.support.changing import Changing
from tests.support.receiving import Receiver, receiving


@pytest.fixture
def hooks(changing: Changing) -> Iterator[Hooks]:
    hooks = Hooks(changing)
    yield hooks
    for each in changing.read("rest/webhooks")["values"]:
        changing.api.send("DELETE", f"rest/webhooks/{each['id']}", tenant=changing.address)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver
