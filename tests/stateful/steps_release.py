"""Steps of a history that take versions through their lifecycle, and those that only look."""

from hypothesis import strategies as st

from tests.stateful import model_release
from tests.stateful.machine import History, Manner, flag, happens, holding, likely, some
from tests.stateful.method import STARTS_A_VERSION, TRANSITIONS
from tests.stateful.model import Json
from tests.stateful.model_reads import FILTERS
from tests.stateful.nodes import Request


class ReleaseSteps(History):
    """What can be done with versions."""

    @happens(4, where=holding())
    def take_step(self, data: st.DataObject, manner: Manner) -> None:
        """A transition, mostly one that is offered."""
        versions = [(element, version) for element in self.elements() for version in element.versions]
        element, version = likely(data, [each for each in versions if model_release.offered(*each)], versions)
        possible = model_release.offered(element, version)
        name = likely(data, [each.id for each in possible], TRANSITIONS)
        takes = next((each.takes for each in possible if each.id == name), "")
        given = {takes or "reason": "Because"} if takes or not data.draw(st.integers(0, 9)) else {}
        id_ = some(data, [element.id, version.id])
        self._apply(manner, id_, name, given, ignore_warnings=flag(data))

    @happens(4, where=lambda self: self.drafts())
    def release(self, data: st.DataObject, manner: Manner) -> None:
        """The short way, to which most histories should come."""
        ignore_warnings = bool(data.draw(st.integers(0, 3)))
        self._apply(manner, some(data, self.drafts()).id, "InProcessToReleased", {}, ignore_warnings=ignore_warnings)

    def _apply(self, manner: Manner, id_: str, name: str, given: Json, *, ignore_warnings: bool) -> None:
        self.take(
            "transition",
            manner,
            Request(f"release/{id_}/transitions/{name}?ignoreWarnings={str(ignore_warnings).lower()}", given or None),
            lambda model, facts: model_release.apply_transition(
                model, self.caller(manner), id_, name, given, facts, ignore_warnings=ignore_warnings
            ),
        )

    @happens(4, where=holding("subProcess", "mainProcess", "system"))
    def create_version(self, data: st.DataObject, manner: Manner) -> None:
        elements = self.elements("subProcess", "mainProcess", "system")
        element = likely(data, [each for each in elements if each.newest.state in STARTS_A_VERSION], elements)
        id_ = some(data, [element.id, *(each.id for each in element.versions)])
        self.take(
            "createversion",
            manner,
            Request(f"rest/release/{id_}/createversion"),
            lambda model, facts: model_release.create_version(model, self.caller(manner), id_, facts),
        )

    @happens(8, where=lambda self: self.model.open_tasks())
    def accept(self, data: st.DataObject, manner: Manner) -> None:
        task, ignore_warnings = some(data, self.model.open_tasks()), flag(data)
        path = f"rest/tasks/{self.checks.task_id(task)}/accept?ignoreWarnings={str(ignore_warnings).lower()}"
        self.take(
            "accept",
            manner,
            Request(path),
            lambda model, facts: model_release.accept_task(
                model, self.caller(manner), task, facts, ignore_warnings=ignore_warnings
            ),
        )

    @happens(2, where=lambda self: self.model.open_tasks())
    def decline(self, data: st.DataObject, manner: Manner) -> None:
        task, reason = some(data, self.model.open_tasks()), some(data, ["No", "No", ""])
        self.take(
            "decline",
            manner,
            Request(f"rest/tasks/{self.checks.task_id(task)}/decline", {"reason": reason}),
            lambda model, facts: model_release.decline_task(model, self.caller(manner), task, reason, facts),
        )

    @happens(2)
    def find(self, data: st.DataObject, manner: Manner) -> None:
        """Two conditions joined, or neither of them."""
        first, second = (some(data, sorted(FILTERS)) for _ in range(2))
        (word, joined), negate = some(data, [("AND", all), ("OR", any)]), flag(data)
        self.tally["filter"] += 1
        self.checks.filtered(
            self.model,
            manner.role,
            f"{'NOT ' if negate else ''}({first} {word} {second})",
            lambda model, seen: joined(FILTERS[each](model, seen) for each in (first, second)) != negate,
        )
