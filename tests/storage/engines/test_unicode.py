"""Texts survive byte for byte, whatever is in them."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from facetstore.domain.tenant import Tenant
from facetstore.domain.values import equality_key, is_clean_text, order_key
from facetstore.storage.store import SqlStorage
from tests.storage.builders import (
    EVERYTHING,
    SETTINGS,
    add,
    element_id,
    new_tenant,
    plain,
    read_one,
    reread,
    stored,
    unmarked,
    version,
    version_id,
)
from tests.support.proof import scaled

pytestmark = pytest.mark.anyio

ODD = {
    "emoji": "🏭 👩‍🔬 👍🏽 🇩🇪",
    "right to left": "‏שלום‎ مرحبا بالعالم",
    "combining": "e\u0301 é n\u0303 ﷽ \u0315\u0300\u05ae",
    "quotes": "\"double\" 'single' `back` „deutsch“ «guillemets»",
    "backslashes": r"C:\temp\new \\server\ \u0041 \x01 \"",
    "controls": "".join(map(chr, range(1, 32))) + "\x7f\x80\x9f",
    "separators": "a\u2028b\u2029c\u0085d\u000be",
    "invisible": "\ufeff\u200b\u200c\u200d\u2060\u00ad",
    "private and unassigned": "\ue000\U000f0000\U0010ffff\ufdd0\uffff",
    "sql": "'; DROP TABLE version; -- :tenant $1 ?1 %s {among}",
    "json": '{"a":[1,null]}\n,"b":}',
    "markup": "<script>alert(1)</script>&amp;&lt;",
    "folding": "ß ẞ ſ İ ı ﬁ Σ ς Ω Ω K K",
    "long": "ä" * 100_000,
    "blank": " \t\r\n ",
}


async def stored_texts(storage: SqlStorage, tenant: Tenant, text: str) -> Any:
    """What comes back of an element that has the text everywhere a text can be."""
    odd = version("p", names={1031: text, 1033: text}, attributes={"own": {127: text}}, stereotype=text or None)
    await add(storage, tenant, odd)
    async with storage.writer(tenant, actor=text, reason=text) as writer:
        found = await writer.stored.version(version_id("p", "1.0"))
    assert found is not None
    assert found.version == odd
    return json.loads(unmarked((await read_one(storage, tenant, element_id("p"), EVERYTHING)).attributes or b""))


@pytest.mark.parametrize("name", ODD)
async def test_an_odd_text_comes_back_as_it_was_given(storage: SqlStorage, tenant: Tenant, name: str) -> None:
    text = ODD[name]

    found = await stored_texts(storage, tenant, text)

    assert found["name"] == {"1031": text, "1033": text}
    assert found["own"] == {"127": text}
    assert found["stereotype"] == {"127": text}


@pytest.mark.parametrize("name", ODD)
async def test_an_odd_text_is_compared_as_the_domain_says(storage: SqlStorage, tenant: Tenant, name: str) -> None:
    await add(storage, tenant, version("p", names=ODD[name]))

    statement = "SELECT equality, ordering FROM attribute WHERE tenant = :tenant AND name = 'name'"
    ((equality, ordering),) = await storage.engine.fetch(statement, {"tenant": tenant.key})

    # Blank texts are all the same to a search for them.
    text = ODD[name] if name != "blank" else ""
    assert equality == equality_key(text)
    assert ordering == order_key(equality_key(text))[:200]


@pytest.mark.parametrize("name", ODD)
async def test_history_and_export_keep_an_odd_text(storage: SqlStorage, tenant: Tenant, name: str) -> None:
    odd = plain("c", names=ODD[name])
    async with storage.writer(tenant, actor=ODD[name], reason=ODD[name]) as writer:
        await writer.versions.add(stored([odd]), "added")

    statement = "SELECT change, actor, reason FROM history WHERE tenant = :tenant"
    ((change, actor, reason),) = await storage.engine.fetch(statement, {"tenant": tenant.key})
    exported = [each.version async for chunk in storage.export(tenant) for each in chunk]

    assert json.loads(str(change))["attributes"]["name"] == {"1033": ODD[name]}
    assert (actor, reason) == (ODD[name], ODD[name])
    assert exported == [odd]


async def test_settings_keep_odd_texts(storage: SqlStorage) -> None:
    for text in ODD.values():
        tenant = await new_tenant(storage, replace(SETTINGS, title=text, description=text))
        assert (await reread(storage, tenant)).settings == tenant.settings
        assert tenant.settings.title == text


any_text = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
any_value = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | any_text,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(any_text, inner, max_size=3),
    max_leaves=6,
)


@settings(
    max_examples=scaled(300), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], database=None
)
@given(text=any_text, value=any_value)
async def test_any_clean_text_and_any_json_value_come_back(storage: SqlStorage, text: str, value: object) -> None:
    assert is_clean_text(text)
    tenant = await new_tenant(storage)
    odd = version("p", names={1033: text}, attributes={"own": {127: value}, text or "x": {1031: text}})

    await add(storage, tenant, odd)

    async with storage.writer(tenant, actor=None) as writer:
        found = await writer.stored.version(odd.id)
    assert found is not None
    assert found.version.attributes == {name: each for name, each in odd.attributes.items() if each}
