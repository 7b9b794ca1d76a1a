"""What must hold after a step: every read shows of the tenant what the model knows of it."""

from collections.abc import Iterable

from tests.stateful import model_reads as reads
from tests.stateful.method import FACETS
from tests.stateful.model import Element, Json, Model, Task
from tests.stateful.nodes import Nodes

VIEWS = {"processes": ("tree", "list", "orphaned"), "it": ("list", "orphaned"), "users": ("list",)}


def address(element: Element, id_: str | None = None, view: str = "detail") -> str:
    return f"rest/facets/{element.kind.facet}/views/{view}/elements/{id_ or element.id}"


def near(model: Model, ids: Iterable[str]) -> set[str]:
    """Elements with those that stand next to them: parents, children, those that refer to them or that they refer to."""
    found = set()
    for id_ in ids:
        found |= {id_, *(each.id for each in model.children(id_)), *(each.id for each in model.referrers(id_))}
        if (element := model.elements.get(id_)) is not None:
            found |= {element.parent} - {None} if element.parent else set()
            for version in element.versions:
                found |= {target for ids in version.related.values() for target in ids}
                found |= {shape.element for shape in version.shapes}
    return found & {*model.elements}


def _same(what: str, found: Json, expected: Json) -> None:
    """Fail with what differs alone: a whole element is too much to read."""
    differing = {name: (found[name], expected[name]) for name in expected if found[name] != expected[name]}
    assert not differing, f"{what}: answered, expected: {differing}"


def _named(task: Task) -> tuple[str, ...]:
    return task.kind, task.element, task.version, task.assignee or ""


def _named_task(task: Json) -> tuple[str, ...]:
    return task["kind"], task["elementId"], task["versionId"], task.get("assignee", "")


class Checks:
    """Comparisons of the service with the model; every one of them fails where they differ."""

    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes

    def element(self, model: Model, element: Element) -> None:
        """Operations 4, 9, 10 and 13 about one element, by its id and by those of its versions."""
        for version in element.versions:
            body = self._nodes.read(address(element, version.id))["elements"][0]
            _same(f"{element}", reads.shown(body), reads.expected(model, element, version))
            if element.kind.draws:
                assert reads.shown_shapes(self.content(version.id)) == reads.drawn(model, version)
        if not element.kind.flow:
            below = self._nodes.read(f"{address(element)}/children")["elements"]
            assert reads.references(below) == [reads.referred(*each) for each in reads.children(model, element.id)]
        if element.kind.versioned:
            self._versions(element)
            wanted = [_named(each) for each in model.open_tasks() if each.element == element.id]
            assert sorted(map(_named_task, self._tasks_about(element.id))) == sorted(wanted), element

    def _versions(self, element: Element) -> None:
        newest = self._nodes.read(address(element))["elements"][0]
        assert newest["versionId"] == element.newest.id
        listed = self._nodes.read(f"{address(element)}/versions")["elements"]
        numbers = [(each["versionId"], each["state"], each["attributes"]["version"]["127"]) for each in listed]
        assert numbers == [(each.id, each.state, each.number) for each in element.versions]
        if element.published is None:
            return
        published = self._nodes.read(address(element), "viewer")["elements"][0]
        assert published["versionId"] == element.published.id

    def gone(self, element: Element, versions: Iterable[str]) -> None:
        """These versions of an element are not found any more."""
        for id_ in versions:
            assert self._nodes.is_unknown(address(element, id_))

    def content(self, version: str) -> list[Json]:
        found: list[Json] = self._nodes.read(f"rest/facets/processes/views/diagram/elements/{version}/content")[
            "elements"
        ]
        return found

    def lists(self, model: Model, role: str) -> None:
        for facet in FACETS:
            for view in VIEWS[facet]:
                path = f"rest/facets/{facet}/views/{view}/elements"
                listed = [each["id"] for each in self._nodes.read(path, role)["elements"]]
                assert listed == [each.element.id for each in reads.in_list(model, facet, view, role)], path

    def filtered(self, model: Model, role: str, expression: str, test: reads.Test) -> None:
        path = f"rest/facets/processes/views/list/elements?$filter={expression}"
        listed = [each["id"] for each in self._nodes.read(path, role)["elements"]]
        seen = reads.in_list(model, "processes", "list", role)
        assert listed == [each.element.id for each in seen if test(model, each)], (role, expression)

    def tasks(self, model: Model, role: str) -> None:
        listed = self._nodes.read("rest/tasks", role)["values"]
        assert sorted(map(_named_task, listed)) == sorted(map(_named, reads.tasks_of(model, role))), role

    def task_id(self, task: Task) -> str:
        return str(next(each["id"] for each in self._tasks_about(task.element) if _named_task(each) == _named(task)))

    def _tasks_about(self, element: str) -> list[Json]:
        found: list[Json] = self._nodes.read(f"rest/tasks?element={element}")["values"]
        return found

    def trash(self, model: Model) -> None:
        """The trash, from the last deletion back."""
        listed = self._nodes.read("rest/trash?$pageSize=1000")["values"]
        assert [each["id"] for each in listed] == [*reversed(model.trash)]

    def deletion(self, element: str) -> str:
        listed = self._nodes.read("rest/trash?$pageSize=1000")["values"]
        return next(str(each["id"]) for each in listed if each["elementId"] == element)

    def history(self, element: Element, since: int, *, changed: bool) -> None:
        """The last row of an element's history is younger than a revision just when the element has changed since."""
        path = f"{address(element)}/history?$pageSize=1"
        assert (self._nodes.read(path)["values"][0]["revision"] > since) == changed, path
