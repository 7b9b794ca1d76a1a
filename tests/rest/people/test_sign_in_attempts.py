"""Failed sign-ins make wait, longer each time: a name and an address together, each of them, and a known browser by itself."""

import asyncio
from collections.abc import Iterator

import httpx
import pytest

from facetstore.domain.throttling import OF_ADDRESS, OF_DEVICE, OF_NAME, OF_PAIR, SECOND
from facetstore.rest.wire.call import Origin
from tests.support.api import Api, Database
from tests.support.changing import Changing
from tests.support.people import PASSWORD, Browser, Clock, add_person

FREE = OF_PAIR.free


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def api(changing: Changing, clock: Clock) -> Iterator[Api]:
    """A node whose clock the test moves, and whose database has no failed sign-in."""
    _forget(changing.database)
    served = Api(changing.database, clock=clock)
    yield served
    served.close()
    _forget(changing.database)


def _forget(database: Database) -> None:
    async def done() -> None:
        async with database.storage.engine.transaction() as session:
            await session.fetch("DELETE FROM sign_in_attempt", {})

    database.run(done())


def _fail(browser: Browser, login: str, times: int) -> list[int]:
    return [browser.sign_in(login, "wrong").status_code for _ in range(times)]


def test_waits_grow_and_the_right_password_ends_them(changing: Changing, api: Api, clock: Clock) -> None:
    add_person(changing.database, changing.address, "berta")
    browser = Browser(api, changing.address)
    assert _fail(browser, "berta", FREE) == [401] * FREE

    waits = []
    for _ in range(4):
        refused = browser.sign_in("berta")
        assert (refused.status_code, refused.json()["data"][0]["code"]) == (429, "too-many-attempts")
        waits.append(int(refused.headers["retry-after"]))
        clock.move(waits[-1])
        assert browser.sign_in("berta", "wrong").status_code == 401

    assert waits == [1, 2, 4, 8]
    clock.move(16)
    assert browser.sign_in("berta").status_code == 200
    assert _fail(browser, "berta", FREE) == [401] * FREE


def test_waits_end_at_a_minute_and_a_day_forgets(changing: Changing, api: Api, clock: Clock) -> None:
    browser = Browser(api, changing.address)
    for _ in range(20):
        browser.sign_in("berta", "wrong")
        clock.move(60)
    browser.sign_in("berta", "wrong")

    assert browser.sign_in("berta", "wrong").headers["retry-after"] == "60"
    clock.move(24 * 3600)
    assert _fail(browser, "berta", FREE) == [401] * FREE


def test_those_who_come_by_link_do_not_make_others_forgotten(changing: Changing, api: Api, clock: Clock) -> None:
    browser = Browser(api, changing.address)
    _fail(browser, "berta", FREE)

    clock.move(2 * 3600)
    assert browser.send("POST", "rest/session", {"link": "a" * 26}).status_code == 401

    assert _fail(browser, "berta", 2) == [401, 429]


def test_a_name_that_does_not_exist_waits_like_one_that_does(changing: Changing, api: Api) -> None:
    add_person(changing.database, changing.address, "berta")
    known, unknown = Browser(api, changing.address), Browser(api, changing.address)
    nowhere = Browser(api, "no/where")

    found = [
        _fail(known, " BERTA ", FREE + 2),
        _fail(unknown, "nobody", FREE + 2),
        _fail(nowhere, "berta", FREE + 2),
    ]

    assert found == [[401] * FREE + [429] * 2] * 3


def test_one_name_that_waits_keeps_no_other_user_from_signing_in(changing: Changing, api: Api) -> None:
    for login in ("berta", "carla"):
        add_person(changing.database, changing.address, login)
    browser = Browser(api, changing.address)
    _fail(browser, "berta", FREE + 1)

    assert browser.sign_in("berta").status_code == 429
    assert browser.sign_in("carla").status_code == 200


def test_attempts_at_once_are_counted_like_those_one_after_the_other(changing: Changing, api: Api) -> None:
    body = b'{"name":"berta","password":"wrong"}'

    async def all_at_once() -> list[httpx.Response]:
        path = f"/{changing.address}/_api/rest/session"
        return await asyncio.gather(*(api.client.post(path, content=body) for _ in range(20)))

    statuses = sorted(each.status_code for each in changing.database.run(all_at_once()))

    assert statuses == [401] * FREE + [429] * (20 - FREE)


def test_an_address_waits_whatever_names_it_tries(changing: Changing, api: Api, clock: Clock) -> None:
    add_person(changing.database, changing.address, "berta")
    browser = Browser(api, changing.address)
    for number in range(OF_ADDRESS.free):
        assert browser.sign_in(f"nobody {number}", "wrong").status_code == 401

    assert browser.sign_in("berta").status_code == 429
    assert browser.send("POST", "rest/session", {"link": "x" * 26}).status_code == 429
    other = Api(changing.database, clock=clock, client=("10.9.8.7", 1))
    assert Browser(other, changing.address).sign_in("berta").status_code == 200
    other.close()


def test_those_who_sign_in_use_nothing_of_their_address_up(changing: Changing, api: Api) -> None:
    add_person(changing.database, changing.address, "berta")
    browser = Browser(api, changing.address)

    assert {browser.sign_in("berta").status_code for _ in range(OF_ADDRESS.free + 5)} == {200}


def test_behind_a_trusted_proxy_the_address_is_that_of_the_client(changing: Changing, clock: Clock) -> None:
    import ipaddress

    origin = Origin(trusted=(ipaddress.ip_network("127.0.0.0/8"),))
    api = Api(changing.database, clock=clock, origin=origin)
    _forget(changing.database)
    attacker = Browser(api, changing.address, headers={"x-forwarded-for": "6.6.6.6, 2001:db8::1"})
    neighbour = Browser(api, changing.address, headers={"x-forwarded-for": "2001:db8::2"})
    other = Browser(api, changing.address, headers={"x-forwarded-for": "2001:db9::2"})
    for number in range(OF_ADDRESS.free):
        attacker.sign_in(f"nobody {number}", "wrong")

    assert [each.sign_in("x", "wrong").status_code for each in (attacker, neighbour, other)] == [429, 429, 401]
    _forget(changing.database)
    api.close()


def test_the_old_password_is_not_guessed_either(changing: Changing, api: Api) -> None:
    add_person(changing.database, changing.address, "berta")
    browser = Browser(api, changing.address).signed_in("berta")
    body = {"old": "wrong", "new": "a new password of mine"}

    statuses = [browser.send("POST", "rest/session/password", body).status_code for _ in range(FREE + 1)]

    assert statuses == [400] * FREE + [429]
    assert browser.send("POST", "rest/session/password", {**body, "old": PASSWORD}).status_code == 429


@pytest.fixture
def known(changing: Changing, api: Api) -> Browser:
    """A browser in which Berta has signed in once, with the cookie by which it is known."""
    add_person(changing.database, changing.address, "berta")
    browser = Browser(api, changing.address)
    given = browser.sign_in("berta").headers.get_list("set-cookie")
    (device,) = [each.partition(";")[0] for each in given if each.startswith("facetstore-device=")]
    browser.headers["cookie"] = device
    browser.cookie = None
    return browser


def test_a_known_browser_comes_in_however_often_others_fail(
    changing: Changing, api: Api, clock: Clock, known: Browser
) -> None:
    """The attack: a failure as soon as one is allowed again, from the same address and from many others."""
    attacker, minutes = Browser(api, changing.address), 75
    for minute in range(minutes):
        attacker.sign_in("berta", "wrong")
        elsewhere = Api(changing.database, clock=clock, client=(f"10.7.{minute // 250}.{minute % 250}", 1))
        Browser(elsewhere, changing.address).sign_in("berta", "wrong")
        elsewhere.close()
        if minute % 15 == 0:
            assert known.sign_in("berta").status_code == 200
            known.cookie = None
        clock.move(60)
    assert attacker.sign_in("berta").status_code == 429, "an unknown browser there waits"
    assert known.sign_in("berta").status_code == 200


def test_a_known_browser_guesses_no_more_than_others(known: Browser) -> None:
    assert _fail(known, "berta", OF_DEVICE.free + 1) == [401] * OF_DEVICE.free + [429]


def test_a_browser_is_known_for_its_own_user_alone(changing: Changing, known: Browser) -> None:
    add_person(changing.database, changing.address, "carla")

    assert _fail(known, "carla", FREE + 1) == [401] * FREE + [429]
    assert known.sign_in("carla").status_code == 429
    assert known.sign_in("berta").status_code == 200


def test_many_addresses_guess_a_name_twice_a_minute(changing: Changing, clock: Clock) -> None:
    _forget(changing.database)
    tried = 0
    for number in range(OF_NAME.free + 200):
        api = Api(changing.database, clock=clock, client=(f"10.8.{number // 250}.{number % 250}", 1))
        tried += Browser(api, changing.address).sign_in("berta", "wrong").status_code == 401
        api.close()
        clock.move(2)
    _forget(changing.database)

    # The waits double up to half a minute first: five attempts in 31 seconds.
    assert OF_NAME.free <= tried <= OF_NAME.free + 6 + 200 * 2 // 30


@pytest.mark.parametrize(("failed", "seconds"), [(0, 0), (4, 0), (5, 1), (6, 2), (10, 32), (11, 60), (10_000, 60)])
def test_how_long_a_name_waits_at_an_address(failed: int, seconds: int) -> None:
    assert OF_PAIR.wait(failed) == seconds * SECOND


def test_guessing_password_links_slows_down_the_address_also_for_the_right_one(changing: Changing, api: Api) -> None:
    user = add_person(changing.database, changing.address, "berta")
    (link,) = changing.write(f"rest/users/{user}/link", {"for": "password"})["values"]

    def use(secret: str) -> int:
        body = {"link": secret, "newPassword": "nine bikes in a row"}
        return Browser(api, changing.address).send("POST", "rest/session", body).status_code

    assert [use("a" * 26) for _ in range(OF_ADDRESS.free)] == [401] * OF_ADDRESS.free
    secret = link["address"].partition("=")[2]
    assert use(secret) == 429
    assert Browser(api, changing.address).sign_in("berta").status_code == 429
