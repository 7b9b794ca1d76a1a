"""Steps of a history that create and change elements."""

from collections.abc import Mapping, Sequence

from hypothesis import strategies as st
from hypothesis.stateful import initialize

from tests.stateful import bodies
from tests.stateful.checks import address
from tests.stateful.machine import History, Manner, flag, happens, holding, likely, some
from tests.stateful.method import CONTEXTS, KINDS, XML
from tests.stateful.model import Json
from tests.stateful.model_writes import update
from tests.stateful.nodes import Request


class ElementSteps(History):
    """What operation 5 can do."""

    @initialize()
    def begin(self) -> None:
        """Two people, two systems, and a house down to a sub process that names no author and that both people review."""
        people: list[Json] = [
            {"type": "user", "attributes": {"firstName": {"127": first}, "lastName": {"127": last}}}
            for first, last in (("Anna", "Amsel"), ("Olga", "Otter"))
        ]
        self._post("begin", Manner(), "users", people)
        systems = [{"type": "system", "attributes": {"name": {"1033": name}}} for name in ("Erp", "Crm")]
        self._post("begin", Manner(), "it", systems)
        people = [{"id": each.id} for each in self.elements("user")]
        involved: Json = {"reviewer": people, "qualityManager": people[:1]}
        texts = {"name": {"1033": "Beginning"}, "description": {"1033": f"{XML}<p>Here</p>"}}
        parent = None
        for type_ in ("processHouse", "subCategory", "mainProcess", "subProcess"):
            related = {"author": [], **(involved if type_ == "subProcess" else {})}
            new = {"type": type_, "attributes": texts, "related": related, "parent": parent}
            self._post("begin", Manner(), "processes", [new])
            parent = list(self.model.elements)[-1]

    def _post(
        self,
        name: str,
        manner: Manner,
        facet: str,
        elements: Sequence[Json],
        *,
        is_current: bool = True,
        **headers: str,
    ) -> None:
        self.take(
            name,
            manner,
            Request(f"rest/facets/{facet}/views/detail/elements", {"elements": list(elements)}),
            lambda model, facts: update(model, self.caller(manner), facet, elements, facts, is_current=is_current),
            **headers,
        )

    def _targets(self) -> Mapping[str, Sequence[str]]:
        found = {type_: [each.id for each in self.elements(type_)] for type_ in ("user", "system")}
        return {**found, "authToken": list(self.model.tokens.values())}

    @happens(3)
    def create(self, data: st.DataObject, manner: Manner) -> None:
        type_ = some(data, [*["subProcess"] * 3, "mainProcess", "subCategory", "system", "user"])
        new = st.lists(bodies.new(type_, self.parents(type_)), min_size=1, max_size=3)
        self._post("create", manner, KINDS[type_].facet, data.draw(new))

    @happens(3, where=holding())
    def set_attributes(self, data: st.DataObject, manner: Manner) -> None:
        """By the id of an element, mostly of a draft, or by that of any of its versions; flow objects among them."""
        elements = list(self.model.elements.values())
        element = likely(data, [each for each in elements if each.newest.state == "inProcess"], elements)
        given: Json = {"id": element.id, "attributes": data.draw(bodies.attributes(element.type))}
        if element.kind.versioned and flag(data):
            given["versionId"] = some(data, element.versions).id
        self._post("attributes", manner, element.kind.facet, [given])

    @happens(3, where=lambda self: self.renewed())
    def give_reason(self, data: st.DataObject, manner: Manner) -> None:
        """What every version after the first needs for its release."""
        element = some(data, self.renewed())
        reason = {"reasonForRevision": {"127": f"{XML}<p>Better</p>"}}
        self._post("reason", manner, element.kind.facet, [{"id": element.id, "attributes": reason}])

    @happens(2, where=holding(*CONTEXTS))
    def replace_related(self, data: st.DataObject, manner: Manner) -> None:
        elements = self.elements(*CONTEXTS)
        element = likely(data, [each for each in elements if each.newest.state == "inProcess"], elements)
        given = {"id": element.id, "related": data.draw(bodies.related(element, self._targets()))}
        self._post("related", manner, element.kind.facet, [given])

    @happens(2, where=holding("subProcess", "mainProcess"))
    def change_several(self, data: st.DataObject, manner: Manner) -> None:
        """Several elements in one body, sometimes one of them with a mistake: then nothing is stored."""
        chosen = [some(data, self.elements("subProcess", "mainProcess")) for _ in range(2)]
        given = [{"id": each.id, "attributes": data.draw(bodies.attributes(each.type))} for each in chosen]
        given.append(data.draw(bodies.new("subProcess", self.parents("subProcess"))))
        if not data.draw(st.integers(0, 2)):
            given.insert(data.draw(st.integers(0, 3)), data.draw(bodies.mistaken(chosen[0])))
        self._post("several", manner, "processes", given)

    @happens(where=holding())
    def post_back(self, data: st.DataObject, manner: Manner) -> None:
        """What operation 4 returns may be posted back: nothing changes."""
        element = some(data, list(self.model.elements.values()))
        whole = self.nodes.read(address(element))["elements"]
        before = self.model
        self._post("post back", manner, element.kind.facet, whole)
        assert self.model.elements == before.elements

    @happens(2, where=holding("subProcess", "system"))
    def change_what_was_read(self, data: st.DataObject, manner: Manner) -> None:
        """With the entity tag of what was read: refused if the element has changed meanwhile."""
        element = some(data, self.elements("subProcess", "system"))
        etag, read = self.nodes.etag(address(element)), element.newest
        if flag(data):
            meanwhile = {"id": element.id, "attributes": data.draw(bodies.attributes(element.type))}
            self._post("meanwhile", Manner(), element.kind.facet, [meanwhile])
        is_current = self.model.elements[element.id].newest == read
        change = {"id": element.id, "attributes": data.draw(bodies.attributes(element.type))}
        self._post("if match", manner, element.kind.facet, [change], is_current=is_current, if_match=etag)
