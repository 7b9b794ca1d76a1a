"""Addresses at which a service is reached."""

import pytest

from facetstore.bootstrap.addresses import address_of_environment, checked_base, reached_at
from facetstore.domain.errors import InvalidValues


@pytest.mark.parametrize(
    ("given", "base"),
    [
        ("https://models.example.com", "https://models.example.com"),
        ("http://127.0.0.1:8080/facets/", "http://127.0.0.1:8080/facets"),
        ("https://[::1]:8443", "https://[::1]:8443"),
    ],
)
def test_a_base_address_has_a_scheme_and_a_host(given: str, base: str) -> None:
    assert checked_base(given) == base


@pytest.mark.parametrize(
    ("given", "hint"),
    [
        ("models.example.com", " Did you mean https://models.example.com?"),
        ("models.example.com/facets", " Did you mean https://models.example.com/facets?"),
        ("ftp://models.example.com", ""),
        ("https://", ""),
        ("https://user:secret@models.example.com", ""),
        ("https://models.example.com?x=1", ""),
        ("https://models.example.com#top", ""),
        ("https://[::1", ""),
        ("https://host:99999", ""),
        ("https://a b", ""),
    ],
)
def test_others_are_refused(given: str, hint: str) -> None:
    with pytest.raises(InvalidValues) as found:
        checked_base(given)

    assert found.value.message.endswith(f"not {given!r}.{hint}")


def test_a_server_that_listens_everywhere_is_reached_here() -> None:
    assert (reached_at("0.0.0.0", 8080), reached_at("::", 8080)) == ("http://127.0.0.1:8080", "http://[::1]:8080")


def test_the_environment_says_where_a_server_is() -> None:
    assert address_of_environment({}) is None
    assert address_of_environment({"FACETSTORE_PORT": "8123"}) == "http://127.0.0.1:8123"
    assert address_of_environment({"FACETSTORE_BASE_URL": "https://a.b/", "FACETSTORE_PORT": "1"}) == "https://a.b"
