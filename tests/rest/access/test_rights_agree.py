"""Everything that shows what a caller may do shows the same, and the change itself agrees (must show 4)."""

from random import Random
from typing import Any, Final

from tests.rest.access.random_rights import ADMIN, IDS, PEOPLE, Thing, World, make_world
from tests.support.api import Api, Database, Json
from tests.support.proof import record, sampled

CASES: Final = sampled(5000, 100)
SEED: Final = 16


def test_all_that_shows_rights_agrees_with_the_change_itself(api: Api, database: Database) -> None:
    random, done = Random(SEED), 0
    while done < CASES:
        world = make_world(api, database, random)
        for who in PEOPLE:
            listed = shown_in_lists(world, who)
            for thing in world.things:
                check(world, who, thing, listed, random)
                done += 1
    record(f"rights agree ({api.engine})", done, "all agree")


def shown_in_lists(world: World, who: str) -> dict[str, list[Json]]:
    """By id what lists and children show of things."""
    found: dict[str, list[Json]] = {}
    paths = ["rest/facets/processes/views/list/elements", "rest/facets/processes/views/tree/elements"]
    paths += [f"{world.things[0].path}/{world.things[0].id}/children"]
    for path in paths:
        answer = world.send("GET", path, who)
        for each in answer.json()["elements"] if answer.status_code == 200 else ():
            found.setdefault(each["id"], []).append(each)
    return found


def check(world: World, who: str, thing: Thing, listed: dict[str, list[Json]], random: Random) -> None:
    where = f"{thing.path}/{thing.id}"
    (value,) = world.get(f"{where}/access?user={IDS[who]}", ADMIN)["values"]
    visible, permissions = value["visible"], value["permissions"]
    opens, edits = "OpenElement" in permissions, "EditElement" in permissions
    case = (world.tenant, who, thing, value)

    read = world.send("GET", where, who)
    assert read.status_code == (200 if opens else 403 if visible else 404), case
    shown = [*listed.get(thing.id, ()), *(read.json()["elements"] if opens else ())]
    assert [each.get("setReadOnly", False) for each in shown] == [not edits] * len(shown), (case, shown)
    if thing.type != "task":
        assert (thing.id in listed) == visible, case

    written = write_statuses(world, who, thing, random)
    by_route = PEOPLE[who][0].name == "VIEWER"
    assert len(set(written)) == 1, (case, written)
    assert (written[0] in (200, 409)) == edits, (case, written)
    assert (written[0] == 404) == (not visible and not by_route), (case, written)
    if opens:
        check_info(world, who, where, permissions, written[0], case)
        check_steps(world, who, thing, permissions, case, random)


def write_statuses(world: World, who: str, thing: Thing, random: Random) -> list[int]:
    """What an update answers that is only tried, and then one that is made."""
    name = {"name": {"1033": f"{thing.type} {random.randrange(1 << 30)}"}}
    body = {"elements": [{"id": thing.id, "attributes": name}]}
    return [world.send("POST", f"{thing.path}{query}", who, body).status_code for query in ("?dryRun=true", "")]


def check_info(world: World, who: str, where: str, permissions: list[str], written: int, case: Any) -> None:
    (info,) = world.get(f"{where}/info", who)["values"]
    assert info["permissions"] == permissions, (case, info)
    assert info["hasEditPermission"] == ("EditElement" in permissions), (case, info)
    assert info["isReadOnly"] == (written != 200), (case, info, written)
    assert (info["readOnlyContext"] == "None") == (written == 200), (case, info)
    deleted = world.send("DELETE", f"{where}?dryRun=true", who)
    # What is hidden may forbid a deletion, but only the deletion itself shows it.
    codes = [each["code"] for each in deleted.json()["data"]] if deleted.status_code == 409 else []
    is_removable = deleted.status_code == 200 or (codes == ["hidden"] and info["isCurrentRemovable"])
    assert info["isCurrentRemovable"] == is_removable, (case, info, deleted.text)
    moved = world.send("POST", f"{where}/move?dryRun=true", who, {"position": 0}).status_code
    assert info["isCurrentMovable"] == (moved == 200), (case, info, moved)
    locked = world.send("POST", f"{where}/lock?dryRun=true", who).status_code
    assert (locked == 403) == ("EditElement" not in permissions), (case, locked)


def check_steps(world: World, who: str, thing: Thing, permissions: list[str], case: Any, random: Random) -> None:
    explained = world.get(f"release/{thing.id}/transitions?explain=true", who)["values"]
    for step in random.sample(explained, min(1, len(explained))):
        codes = [each["code"] for each in step["blocks"]]
        denied = "permission-missing" in codes or "not-allowed" in codes
        applied = world.send(
            "POST", f"release/{thing.id}/transitions/{step['transitionId']}?dryRun=true&ignoreWarnings=true", who
        )
        assert (applied.status_code == 403) == denied, (case, step, applied.text)
        if "permission-missing" in codes:
            assert not {"EditElement", "ApproveElement"} <= {*permissions}, (case, step)
