"""Many people confirm one version at once: each has exactly one record, and a new release asks all of them again."""

import asyncio
import json
from collections.abc import Iterator

from tests.support import company
from tests.support.api import Api, Database
from tests.support.proof import record, scaled

PROCESSES = "rest/facets/processes/views/detail/elements"
READ = company.element_id(9000)


def test_a_thousand_people_confirm_one_version_at_once(database: Database) -> None:
    number = scaled(1000)
    people = {f"reader {each}": company.element_id(20_000 + each) for each in range(number)}

    def records() -> Iterator[company.Record]:
        yield from company.acme()
        process = company.versioned("subProcess", 9000, "0.1", "inProcess", {1033: "Read this"})
        process["attributes"] |= {"description": {1033: "How it is done"}, "reasonForRevision": {127: "It was time"}}
        yield process
        for name, id_ in people.items():
            yield company.person(id_, name, "Example", roleViewer=True)

    tenant = database.add_tenant(f"readers/{database.engine}", company.SETTINGS, records)
    database.let_in(tenant, people)
    api = Api(database)

    def post(path: str, body: str = "") -> None:
        answer = api.send("POST", path, "administrator", tenant=tenant, content=body.encode())
        assert answer.status_code == 200, answer.text

    def release() -> str:
        post(f"release/{READ}/transitions/InProcessToReleased?ignoreWarnings=true")
        found = api.read(f"{PROCESSES}/{READ}", "reader 0", tenant=tenant)["elements"][0]
        return str(found["versionId"])

    async def confirm(name: str, version: str) -> int:
        headers = {"symbio-auth-token": database.tokens[tenant, name]}
        body = f'{{"versionId":"{version}","culture":1033}}'
        path = f"/{tenant}/_api/{PROCESSES}/{READ}/acknowledgements"
        return (await api.client.post(path, content=body, headers=headers)).status_code

    async def all_at_once(version: str) -> list[int]:
        # Each twice: a click that is repeated, or a request that a network has sent again.
        return await asyncio.gather(*(confirm(name, version) for name in (*people, *people)))

    post(f"{PROCESSES}/{READ}/acknowledgements/request", '{"roles":["viewer"]}')
    first = release()
    assert set(database.run(all_at_once(first))) == {200}

    store = database.storage.acknowledgements(database.tenant(tenant))
    given = database.run(store.of_element(READ))
    assert sorted(each.person for each in given) == sorted(people.values())
    history = database.run(database.storage.engine.fetch(_ROWS, {"tenant": database.tenant(tenant).key}))
    assert sorted(str(actor) for (actor,) in history) == sorted(people.values())

    post(f"release/{READ}/createversion")
    reason = {"id": READ, "attributes": {"reasonForRevision": {"127": "It was time again"}}}
    post(PROCESSES, json.dumps({"elements": [reason]}))
    second = release()
    found = api.read(f"{PROCESSES}/{READ}/acknowledgements", tenant=tenant)
    assert (found["versionId"], found["missing"]) == (second, found["count"])
    assert found["count"] >= number
    record("acknowledgements at once", number, "one record each", engine=database.engine)
    api.close()


_ROWS = "SELECT actor FROM history WHERE tenant = :tenant AND kind = 'acknowledgement.given'"
