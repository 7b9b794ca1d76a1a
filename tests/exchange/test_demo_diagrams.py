"""The diagrams of the demo company: readable, whole, and connected from their starts to their ends."""

from __future__ import annotations

from collections import Counter, defaultdict

from tests.exchange.demo_bundle import Record, diagrams, items, predecessors, records, shape_id, texts, type_of


class TestDiagrams:
    def test_each_has_a_readable_number_of_shapes(self) -> None:
        assert all(6 <= len(items(each["content"])) <= 25 for each in diagrams())

    def test_each_starts_with_start_events_and_ends_with_end_events(self) -> None:
        for record in diagrams():
            content = items(record["content"])
            followed = {shape_id(each) for item in content for each in predecessors(item)}
            assert {each["type"] for each in content if not predecessors(each)} == {"evStart"}
            assert {each["type"] for each in content if shape_id(each) not in followed} == {"evEnd"}

    def test_every_shape_is_reached_from_the_start(self) -> None:
        for record in diagrams():
            content = items(record["content"])
            assert _reached(content) == {shape_id(each) for each in content}, texts(record, "name")

    def test_predecessors_are_shapes_of_the_same_diagram(self) -> None:
        for record in diagrams():
            shapes = {shape_id(each): (each["id"], each["type"]) for each in items(record["content"])}
            for item in items(record["content"]):
                assert all(shapes[shape_id(each)] == (each["id"], each["type"]) for each in predecessors(item))

    def test_every_flow_object_lives_in_one_diagram(self) -> None:
        content = [each for record in diagrams() for each in items(record["content"])]
        drawn = Counter(each["id"] for each in content if "creationId" in each)

        assert drawn == Counter(record["id"] for record in records() if type_of(record).flow)

    def test_decisions_follow_a_task_and_lead_to_conditions(self) -> None:
        for record in diagrams():
            content = items(record["content"])
            for gateway in content:
                after = [each for each in content if shape_id(gateway) in map(shape_id, predecessors(each))]
                if gateway["type"] in ("ruleXor", "ruleOr") and len(after) > 1:
                    assert {each["type"] for each in predecessors(gateway)} == {"task"}
                    assert {each["type"] for each in after} == {"condition"}

    def test_some_lead_back_and_some_lead_on_to_other_processes(self) -> None:
        assert sum(_has_loop(items(each["content"])) for each in diagrams()) >= 5
        assert sum(any(x["type"] == "subProcess" for x in items(each["content"])) for each in diagrams()) >= 8


def _successors(content: list[Record]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for item in content:
        for each in predecessors(item):
            found[shape_id(each)].add(shape_id(item))
    return found


def _reached(content: list[Record]) -> set[str]:
    successors = _successors(content)
    open_shapes = [shape_id(each) for each in content if each["type"] == "evStart"]
    reached: set[str] = set()
    while open_shapes:
        shape = open_shapes.pop()
        if shape not in reached:
            reached.add(shape)
            open_shapes.extend(successors[shape])
    return reached


def _has_loop(content: list[Record]) -> bool:
    """Whether something stays when shapes that wait for nothing are taken away again and again."""
    waiting = {shape_id(item): {shape_id(each) for each in predecessors(item)} for item in content}
    while free := {shape for shape, before in waiting.items() if not before & set(waiting)}:
        waiting = {shape: before for shape, before in waiting.items() if shape not in free}
    return bool(waiting)
