"""The people of the demo company who can sign in: one of each role, and a link for the administrator."""

import asyncio
from pathlib import Path

from facetstore.bootstrap.database import opened_storage
from facetstore.bootstrap.demo import ADDRESS, PEOPLE, demo_link, ensure_demo
from facetstore.bootstrap.settings import Settings
from facetstore.domain.callers import Role
from facetstore.usecases.people.sign_in import SignIn
from facetstore.usecases.people.users import list_people
from facetstore.usecases.tenancy import Tenancy, serve
from tests.support.passwords import quick_passwords


def test_one_person_of_each_role_can_sign_in_and_each_start_has_a_link(tmp_path: Path) -> None:
    async def started() -> tuple[dict[str, str], list[Role]]:
        async with opened_storage(Settings(data=tmp_path)) as storage:
            await ensure_demo(storage)
            links = [await demo_link(storage, "http://127.0.0.1:8080") for _ in range(2)]
            tenant = await storage.tenant(ADDRESS)
            assert tenant is not None
            served, roles = serve(tenant), []
            for link in links:
                secret = link.removeprefix("http://127.0.0.1:8080/demo/showcase/#sign-in=")
                signed_in = await SignIn(storage, quick_passwords()).by_link(served, secret, "127.0.0.1")
                roles.append((await Tenancy(storage).access(ADDRESS, signed_in.secret))[1].role)
            return {each.login: each.role for each in await list_people(storage, served)}, roles

    people, roles = asyncio.run(started())

    assert people == {login: role.name.lower() for role, login in PEOPLE.items()}
    assert list(PEOPLE) == list(Role)
    assert roles == [Role.ADMINISTRATOR] * 2
