"""What proxies say of a request: whose word counts, and which of several words."""

import pytest

from facetstore.bootstrap.serve import trusted_networks
from facetstore.domain.errors import InvalidValues
from facetstore.domain.hosts import place_of
from facetstore.rest.wire.call import Origin, joined_headers
from facetstore.rest.wire.proxies import client_of, nearest_word, sender_of
from tests.support.api import ACME, Api

TRUSTED = trusted_networks(("10.0.0.0/8", "fd00::/8"))


@pytest.mark.parametrize(
    ("forwarded", "client"),
    [
        (None, "10.0.0.1"),
        (b"", "10.0.0.1"),
        (b"192.0.2.7", "192.0.2.7"),
        (b"198.51.100.1, 192.0.2.7", "192.0.2.7"),
        (b"198.51.100.1, 192.0.2.7, 10.2.2.2", "192.0.2.7"),
        (b"192.0.2.7,fd00::9 , 10.2.2.2", "192.0.2.7"),
        (b"10.3.3.3, 10.2.2.2", "10.3.3.3"),
        (b"192.0.2.7:4711", "192.0.2.7"),
        (b"[2001:db8::7]:4711", "2001:db8::7"),
        (b"[2001:db8::7]", "2001:db8::7"),
        (b"2001:DB8::7", "2001:db8::7"),
        (b"fe80::1%eth0", "fe80::1"),
        (b"::ffff:192.0.2.7", "192.0.2.7"),
        (b"[::ffff:192.0.2.7]:80", "192.0.2.7"),
        (b"198.51.100.1, ::ffff:10.2.2.2", "198.51.100.1"),
        (b"192.0.2.7, unknown", "10.0.0.1"),
        (b"192.0.2.7, _hidden, 10.2.2.2", "10.2.2.2"),
        (b"192.0.2.7, ", "10.0.0.1"),
        (b"192.0.2.7 198.51.100.1", "10.0.0.1"),
        (b"192.0.2.300", "10.0.0.1"),
        (b"\xff\xfe", "10.0.0.1"),
        (b"192.0.2.7," * 100_000 + b"10.1.1.1", "192.0.2.7"),
    ],
)
def test_the_client_is_the_right_most_address_that_is_no_proxy(forwarded: bytes | None, client: str) -> None:
    assert client_of("10.0.0.1", forwarded, TRUSTED) == client


@pytest.mark.parametrize("sender", ["192.0.2.1", "2001:db8::1", "11.0.0.1", ""])
def test_who_is_not_trusted_speaks_for_itself_only(sender: str) -> None:
    assert client_of(sender, b"198.51.100.1", TRUSTED) == sender
    assert client_of(sender, b"198.51.100.1", ()) == sender


@pytest.mark.parametrize(
    ("peer", "sender"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("::FFFF:C000:201", "192.0.2.1"),
        ("2001:DB8:0::1", "2001:db8::1"),
        ("fe80::1%eth0", "fe80::1"),
        ("no address", ""),
    ],
)
def test_the_sender_is_written_in_one_way(peer: str, sender: str) -> None:
    assert sender_of((peer, 4711)) == sender


def test_there_may_be_no_sender() -> None:
    assert sender_of(None) == ""


@pytest.mark.parametrize("trusted", ["127.0.0.1", "::ffff:127.0.0.1", "::ffff:127.0.0.0/104", "127.0.0.0/8"])
@pytest.mark.parametrize("sender", ["127.0.0.1", "::ffff:127.0.0.1"])
def test_a_proxy_is_known_however_its_address_is_written(trusted: str, sender: str) -> None:
    networks = trusted_networks((trusted,))

    assert client_of(sender_of((sender, 1)), b"192.0.2.7", networks) == "192.0.2.7"


def test_what_is_no_network_is_refused() -> None:
    with pytest.raises(InvalidValues, match="--trusted-proxies"):
        trusted_networks(("10.0.0.0/33",))


@pytest.mark.parametrize(("value", "word"), [(b"a", "a"), (b"a, b", "b"), (b"a,", ""), (b"", "")])
def test_of_several_words_that_of_the_nearest_proxy_counts(value: bytes, word: str) -> None:
    assert nearest_word({b"x-forwarded-host": value}, b"x-forwarded-host") == word


def test_headers_that_are_sent_several_times_are_one_list() -> None:
    sent = [
        (b"x-forwarded-for", b"1.1.1.1"),
        (b"cookie", b"a=1"),
        (b"x-forwarded-for", b"2.2.2.2"),
        (b"cookie", b"b=2"),
    ]

    assert joined_headers({"headers": sent}) == {b"x-forwarded-for": b"1.1.1.1, 2.2.2.2", b"cookie": b"a=1; b=2"}


def test_a_forged_header_beside_that_of_the_proxy_does_not_count(api: Api) -> None:
    """HAProxy and others add a header of their own instead of changing the one there is."""
    other = Api(api.database, origin=Origin(trusted=trusted_networks(("127.0.0.0/8",))))
    token = (b"symbio-auth-token", api.database.tokens[ACME, "viewer"].encode())
    forged = [(b"x-forwarded-host", b"evil.example"), (b"x-forwarded-host", b"good.example")]

    _, _, body = other.wire(f"/{ACME}/_api/rest/info".encode(), headers=[token, *forged])

    assert b"http://good.example/" in body
    assert b"evil" not in body
    other.close()


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3::4%eth0", "2001:db8:1:2::/64"),
        ("nonsense", ""),
    ],
)
def test_one_address_is_one_place(address: str, place: str) -> None:
    assert place_of(address) == place
