"""Steps of a history that take elements away, bring them back, move and lock them."""

from hypothesis import strategies as st

from tests.stateful import model_removal
from tests.stateful.checks import address
from tests.stateful.machine import History, Manner, flag, happens, holding, likely, some
from tests.stateful.nodes import Request


class PlaceSteps(History):
    """What can be done with elements as wholes."""

    @happens(2, where=holding())
    def delete(self, data: st.DataObject, manner: Manner) -> None:
        """An element or one version of it, by either of the two ways."""
        element = some(data, self.elements())
        id_ = some(data, [element.id, *(each.id for each in element.versions)])
        method, path = ("DELETE", address(element, id_)) if flag(data) else ("POST", f"{address(element, id_)}/delete")
        force = bool(data.draw(st.integers(0, 2)))
        self.take(
            "delete",
            manner,
            Request(f"{path}?force={str(force).lower()}", method=method),
            lambda model, facts: model_removal.delete(model, self.caller(manner), id_, facts, force=force),
        )

    @happens(3, where=lambda self: self.model.trash)
    def restore(self, data: st.DataObject, manner: Manner) -> None:
        deletion = some(data, list(self.model.trash))
        self.take(
            "restore",
            manner,
            Request(f"rest/trash/{deletion}/restore"),
            lambda model, facts: model_removal.restore(model, self.caller(manner), deletion, facts),
        )

    @happens(3, where=holding("subCategory", "mainProcess", "subProcess", "system"))
    def move(self, data: st.DataObject, manner: Manner) -> None:
        """Below something that it may stand below, or not; to a place there, or behind all others."""
        element = some(data, self.elements("subCategory", "mainProcess", "subProcess", "system"))
        parent = likely(
            data, [element.parent, *self.parents(element.type)], [None, *(each.id for each in self.elements())]
        )
        body = {"parent": parent, "position": data.draw(st.integers(0, 3) | st.none())}
        self.take(
            "move",
            manner,
            Request(f"{address(element)}/move", body),
            lambda model, facts: model_removal.move(model, self.caller(manner), element.id, body, facts),
        )

    @happens(where=holding("subProcess", "system"))
    def lock(self, data: st.DataObject, manner: Manner) -> None:
        element = some(data, self.elements("subProcess", "system"))
        take_over = flag(data)
        self.take(
            "lock",
            manner,
            Request(f"{address(element)}/lock?takeOver={str(take_over).lower()}"),
            lambda model, facts: model_removal.lock(model, self.caller(manner), element.id, facts, take_over=take_over),
        )

    @happens(where=holding("subProcess", "system"))
    def unlock(self, data: st.DataObject, manner: Manner) -> None:
        elements = self.elements("subProcess", "system")
        element = some(data, [each for each in elements if each.id in self.model.locks] or elements)
        self.take(
            "unlock",
            manner,
            Request(f"{address(element)}/unlock"),
            lambda model, facts: model_removal.unlock(model, self.caller(manner), element.id, facts),
        )
