"""The archive behind a running service: people by their names, of whom some may only see that something is there."""

from typing import Any, Final

from tests.rest.editing.archive import IDS, PEOPLE, PROCESSES, records
from tests.walls.served import Answer, Served

SYSTEMS: Final = "rest/facets/it/views/detail/elements"


class Room:
    """A new archive on a running service; every question goes to all workers, which must agree."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.tenant = served.new_tenant(records, roles=())
        served.database.let_in(self.tenant, {name: IDS[name] for name in PEOPLE})

    def all(self, who: str, path: str) -> list[Answer]:
        """The answers of all workers to a read."""
        return self.served.ask_all(self.tenant, who, path)

    def read(self, who: str, path: str) -> Any:
        """What all workers answer to a read that must succeed."""
        answers = self.all(who, path)
        assert {each.status for each in answers} == {200}, answers[0].body
        bodies = [each.json() for each in answers]
        assert all(each == bodies[0] for each in bodies)
        return bodies[0]

    def send(self, who: str, path: str, body: object = None, method: str = "POST", **headers: str) -> Answer:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.served.ask(self.tenant, who, path, body, method, named)

    def write(self, who: str, path: str, body: object = None) -> Any:
        answer = self.send(who, path, body)
        assert answer.status == 200, answer.body
        return answer.json()

    def permit(self, element: str, grants: dict[str, str]) -> None:
        """Let people and groups, by their names, have what permission sets of these names grant, and others nothing."""
        given = [{"principal": IDS[name], "permissionSets": [IDS[each]]} for name, each in grants.items()]
        self.write("adam", f"{PROCESSES}/{element}/permissions", {"grants": given})

    def add_system(self, name: str, description: str) -> str:
        """The id of a system that stan sees by its name alone."""
        given = {"type": "system", "attributes": {"name": {"1033": name}, "description": {"1033": description}}}
        (made,) = self.write("adam", SYSTEMS, {"elements": [given]})["elements"]
        grants = [{"principal": IDS["staff"], "permissionSets": [IDS["full"]]}]
        grants += [{"principal": IDS["stan"], "permissionSets": [IDS["glance"]]}]
        self.write("adam", f"{SYSTEMS}/{made['id']}/permissions", {"grants": grants})
        id_: str = made["id"]
        return id_

    def change(self, element: str, **parts: object) -> None:
        self.write("adam", PROCESSES, {"elements": [{"id": element, **parts}]})
