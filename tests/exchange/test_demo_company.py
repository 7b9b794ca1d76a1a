"""The demo company holds together: rich enough to show, complete, connected, and known to the metamodel."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import cache
from itertools import pairwise
from time import process_time
from typing import cast
from uuid import UUID
from xml.etree import ElementTree

import pytest

from facetstore.exchange.demo_company import demo_records
from facetstore.metamodel.loader import load_standard
from facetstore.metamodel.model import Attribute, DataType, ElementType, Identity, Metamodel

Record = Mapping[str, object]

SHOWN_FACETS = 20
SHOWN_ELEMENTS = 450
SHOWN_DIAGRAMS = 28
SHOWN_USERS = 30
STATES = {
    "inProcess",
    "inReview",
    "readyForQa",
    "readyForRelease",
    "released",
    "inEffect",
    "requestToExpire",
    "expired",
}
ROLES = ("Viewer", "Editor", "Approver", "Analyzer", "Architect", "Administrator", "Inactive")
CATALOGUES = {
    "processes": 60,
    "organization": 30,
    "locations": 20,
    "roles": 35,
    "it": 35,
    "transactions": 15,
    "knowledge": 40,
    "inputsoutputs": 45,
    "kpi": 30,
    "risks": 30,
    "requirements": 20,
    "standards": 20,
    "strategy": 12,
    "measures": 15,
    "milestones": 10,
    "projects": 8,
    "capability": 15,
    "products": 15,
    "customerstructure": 12,
    "personas": 6,
    "customerjourneystages": 6,
    "touchpoints": 12,
    "voiceofcustomers": 8,
    "saleschannels": 5,
    "stakeholders": 8,
    "learning": 15,
    "globaltasks": 6,
    "bestPracticeTasks": 3,
    "users": 30,
    "usergroups": 5,
    "permissionsets": 6,
    "tags": 6,
    "cultures": 2,
    "stereotypes": 10,
    "overviewpages": 4,
    "reportsources": 2,
    "docTemplates": 3,
    "docContent": 2,
    "groups": 4,
}


@cache
def bundle() -> tuple[Record, ...]:
    return tuple(demo_records())


def records() -> tuple[Record, ...]:
    return bundle()[1:]


def metamodel() -> Metamodel:
    return load_standard()


def type_of(record: Record) -> ElementType:
    return metamodel().types[str(record["type"])]


def elements() -> dict[str, Record]:
    """The newest version of every element that is not a flow object."""
    return {str(record["id"]): record for record in records() if not type_of(record).flow}


def versions() -> dict[str, list[Record]]:
    found: dict[str, list[Record]] = defaultdict(list)
    for record in records():
        found[str(record["id"])].append(record)
    return found


def diagrams() -> list[Record]:
    return [record for record in records() if record["content"]]


def items(value: object) -> list[Record]:
    return cast("list[Record]", value)


def texts(record: Record, attribute: str) -> Mapping[str, object]:
    attributes = cast("Mapping[str, Mapping[str, object]]", record["attributes"])
    return attributes.get(attribute, {})


def invariant(record: Record, attribute: str) -> object:
    return texts(record, attribute).get("127")


def shape_id(item: Record) -> str:
    return str(cast("Mapping[str, object]", item["properties"])["shapeId"])


def predecessors(item: Record) -> list[Record]:
    return items(cast("Mapping[str, object]", item["properties"])["predecessors"])


def named(german: str) -> list[Record]:
    return [record for record in records() if texts(record, "name").get("1031") == german]


class TestTheBundle:
    def test_begins_with_a_header_that_describes_the_storage(self) -> None:
        header = bundle()[0]

        storage = cast("Record", header["storage"])
        assert (header["facetstore"], header["version"]) == ("bundle", 1)
        assert storage["dataCultures"] == storage["mandatoryCultures"] == [1031, 1033]
        assert "Talwind" in str(storage["title"])

    def test_is_the_same_every_time(self) -> None:
        assert tuple(demo_records()) == bundle()

    def test_is_made_quickly(self) -> None:
        begun = process_time()

        assert sum(1 for _ in demo_records()) > SHOWN_ELEMENTS

        assert process_time() - begun < 4

    def test_every_record_has_the_agreed_form(self) -> None:
        common = {"facetName", "id", "type", "attributes", "related", "content", "parent", "position"}
        identity = {
            Identity.VERSIONED: {"versionId", "state"},
            Identity.CREATION_ID: {"creationId"},
            Identity.PLAIN: set[str](),
        }

        for record in records():
            assert set(record) - {"stereotype"} == common | identity[type_of(record).identity]

    def test_ids_are_lower_case_and_never_used_twice(self) -> None:
        seen = Counter(str(record.get("versionId", record["id"])) for record in records())
        shapes = Counter(shape_id(item) for record in diagrams() for item in items(record["content"]))

        assert all(str(UUID(each)) == each for each in (*seen, *shapes))
        assert {*seen.values(), *shapes.values()} == {1}
        assert not set(seen) & set(shapes)


class TestTheCompanyIsRich:
    def test_there_is_much_to_look_at(self) -> None:
        facets = Counter(str(record["facetName"]) for record in elements().values())

        assert len(elements()) >= SHOWN_ELEMENTS
        assert len(facets) >= SHOWN_FACETS
        assert len({record["id"] for record in diagrams()}) >= SHOWN_DIAGRAMS

    @pytest.mark.parametrize(("facet", "least"), CATALOGUES.items())
    def test_every_catalogue_has_entries(self, facet: str, least: int) -> None:
        assert sum(record["facetName"] == facet for record in elements().values()) >= least

    def test_every_state_of_the_lifecycle_occurs(self) -> None:
        assert {record["state"] for record in records() if "state" in record} == STATES

    def test_sub_processes_are_found_in_every_state(self) -> None:
        assert {record["state"] for record in records() if record["type"] == "subProcess"} == STATES

    def test_every_flow_object_type_occurs(self) -> None:
        known = {key for key, each in metamodel().types.items() if each.flow}

        assert {str(record["type"]) for record in records() if type_of(record).flow} == known

    def test_there_are_people_in_every_role(self) -> None:
        users = [record for record in records() if record["type"] == "user"]

        assert len(users) >= SHOWN_USERS
        assert all(any(invariant(user, f"role{role}") for user in users) for role in ROLES)

    @pytest.mark.parametrize(
        ("context", "role"),
        [
            ("author", "roleEditor"),
            ("secondaryAuthors", "roleEditor"),
            ("owner", "roleApprover"),
            ("qualityManager", "roleApprover"),
            ("reviewer", "roleApprover"),
        ],
    )
    def test_people_have_the_role_their_part_asks_for(self, context: str, role: str) -> None:
        named_people = {str(x["id"]) for each in records() for x in items(_ctx(each).get(context, []))}

        people = [elements()[each] for each in named_people]
        assert all(invariant(person, role) or invariant(person, "roleInactive") for person in people)

    def test_nobody_writes_before_they_came(self) -> None:
        for record in records():
            if record["type"] != "user":
                writer = elements()[str(items(_ctx(record)["createdBy"])[0]["id"])]
                assert str(invariant(writer, "createdOn")) <= str(invariant(record, "createdOn"))

    def test_every_context_of_a_sub_process_is_filled_somewhere(self) -> None:
        used = {
            context
            for record in records()
            if record["type"] == "subProcess"
            for context in cast("Mapping[str, object]", record["related"])
        }
        wanted = {key for key, each in metamodel().types["subProcess"].contexts.items() if not _derived(each.related)}

        assert wanted <= used

    def test_a_few_names_wait_for_translation(self) -> None:
        missing = [record for record in elements().values() if len(texts(record, "name")) == 1]

        assert 3 <= len(missing) <= 12
        assert {record["state"] for record in missing} == {"inProcess"}

    def test_a_few_elements_are_orphaned(self) -> None:
        orphans = [
            record
            for record in elements().values()
            if record["parent"] is None
            and metamodel().facets[str(record["facetName"])].hierarchical
            and not type_of(record).root
        ]

        assert 4 <= len(orphans) <= 12
        assert "subProcess" in {record["type"] for record in orphans}


class TestReferences:
    def test_every_reference_leads_to_an_element_of_its_type(self) -> None:
        known = {str(record["id"]): (record["facetName"], record["type"]) for record in records()}

        for record in records():
            for reference in (*_references(record), *items(record["content"])):
                assert known[str(reference["id"])] == (reference["facetName"], reference["type"])

    def test_every_parent_may_have_such_a_child(self) -> None:
        for record in elements().values():
            if record["parent"] is not None:
                parent = elements()[str(record["parent"])]
                assert record["type"] in type_of(parent).children

    def test_siblings_have_places_of_their_own(self) -> None:
        places = Counter((each["parent"], each["position"]) for each in elements().values() if each["parent"])

        assert set(places.values()) == {1}

    def test_contexts_allow_their_targets(self) -> None:
        for record in records():
            for context, references in cast("Mapping[str, list[Record]]", record["related"]).items():
                related = type_of(record).contexts[context].related
                assert related is not None
                assert {str(each["type"]) for each in references} <= set(related.types), (record["type"], context)
                assert len({each["id"] for each in references}) == len(references) <= related.max_occurrence

    def test_stereotypes_are_predefined_or_elements_made_for_the_type(self) -> None:
        for record in records():
            if "stereotype" in record:
                assert record["stereotype"] in _known_stereotypes(record), record


class TestAttributes:
    def test_the_metamodel_knows_every_attribute_and_its_kind(self) -> None:
        for record in records():
            for name, values in cast("Mapping[str, Mapping[str, object]]", record["attributes"]).items():
                attribute = type_of(record).attributes[name].attribute
                assert attribute is not None
                assert set(values) <= ({"127"} if attribute.invariant else {"1031", "1033"}), (record["type"], name)
                assert all(_fits(attribute, value) for value in values.values()), (record["type"], name, values)

    def test_html_is_well_formed(self) -> None:
        for record in records():
            for text in _html_values(record):
                assert text.startswith('<?xml version="1.0" encoding="utf-8"?>')
                ElementTree.fromstring(text.encode())

    def test_what_was_released_is_complete_in_both_languages(self) -> None:
        for record in records():
            if record.get("state") not in ("inProcess", None):
                mandatory = [key for key, each in type_of(record).attributes.items() if _mandatory(each.attribute)]
                assert all(set(texts(record, key)) == {"1031", "1033"} for key in mandatory), texts(record, "name")

    def test_every_shape_is_named_in_both_languages(self) -> None:
        assert all(set(texts(each, "name")) == {"1031", "1033"} for each in records() if type_of(each).flow)

    def test_structure_elements_are_shown_or_hidden_without_a_state(self) -> None:
        structure = [each for each in records() if not type_of(each).versioned and type_of(each).lifecycle]

        assert {invariant(each, "state1") for each in structure} == {"show", "hide"}
        assert all("state" not in each for each in structure)

    def test_times_are_in_order_and_in_the_past(self) -> None:
        for record in records():
            created, changed = str(invariant(record, "createdOn")), str(invariant(record, "changedOn"))
            assert "2021-01-01" < created <= changed < "2026-11-02", texts(record, "name")
            if invariant(record, "relOn"):
                assert created < str(invariant(record, "relOn")) <= changed
                assert str(invariant(record, "validFrom")) < str(invariant(record, "validUntil"))


class TestVersions:
    def test_numbers_rise_and_the_states_go_with_them(self) -> None:
        for several in versions().values():
            numbers = [str(invariant(each, "version")) for each in several if "state" in each]
            assert numbers == sorted(numbers)
            for each in several[:-1]:
                assert each["state"] in ("expired", "inEffect", "released")
            assert sum(each.get("state") in ("released", "inEffect", "requestToExpire") for each in several) <= 1

    def test_only_releases_have_a_release_and_a_round_number(self) -> None:
        drafts = STATES - {"released", "inEffect", "requestToExpire", "expired"}
        for record in records():
            if "state" in record:
                is_draft = record["state"] in drafts
                assert (str(invariant(record, "version")).endswith(".0")) is not is_draft
                assert (invariant(record, "relOn") is None) is is_draft
                assert ("relBy" not in cast("Mapping[str, object]", record["related"])) is is_draft

    def test_a_release_ends_the_one_before(self) -> None:
        for several in versions().values():
            for earlier, later in pairwise(several):
                if invariant(later, "relOn"):
                    assert earlier["state"] == "expired"
                    assert invariant(earlier, "validUntil") == invariant(later, "validFrom")

    def test_later_releases_tell_why(self) -> None:
        later = [each for each in records() if "relBy" in _ctx(each) and str(invariant(each, "version")) >= "2.0"]

        assert all(invariant(each, "reasonForRevision") for each in later)

    def test_the_goods_receipt_has_a_draft_with_two_more_steps(self) -> None:
        old, valid, draft = [each for each in named("Ware annehmen und prüfen") if each["type"] == "subProcess"]

        assert [each["state"] for each in (old, valid, draft)] == ["expired", "inEffect", "inProcess"]
        assert len(items(draft["content"])) == len(items(valid["content"])) + 2

    def test_the_warranty_process_lost_a_step_when_it_moved_into_the_portal(self) -> None:
        old, valid = [each for each in named("Gewährleistung regulieren") if each["type"] == "subProcess"]

        assert len(items(valid["content"])) == len(items(old["content"])) - 1

    def test_copied_flow_objects_have_new_ids_and_keep_their_creation_id(self) -> None:
        first, second, third = [each for each in named("Ware annehmen und prüfen") if each["type"] == "subProcess"]
        originals = {each["creationId"] for each in items(first["content"])}

        for version in (second, third):
            copied = [each for each in items(version["content"]) if each.get("creationId") in originals]
            assert len(copied) == len(originals)
            assert all(each["id"] != each["creationId"] for each in copied)


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


def _ctx(record: Record) -> Mapping[str, object]:
    return cast("Mapping[str, object]", record["related"])


def _references(record: Record) -> Iterator[Record]:
    for references in _ctx(record).values():
        yield from items(references)


def _derived(related: object) -> bool:
    return bool(getattr(related, "derived", False))


def _mandatory(attribute: Attribute | None) -> bool:
    return attribute is not None and attribute.mandatory and not attribute.invariant


def _html_values(record: Record) -> Iterator[str]:
    for name, values in cast("Mapping[str, Mapping[str, object]]", record["attributes"]).items():
        attribute = type_of(record).attributes[name].attribute
        if attribute is not None and attribute.data_type is DataType.HTML:
            yield from map(str, values.values())


def _fits(attribute: Attribute, value: object) -> bool:
    match attribute.data_type:
        case DataType.BOOLEAN:
            return isinstance(value, bool)
        case DataType.INTEGER:
            return isinstance(value, int)
        case DataType.DECIMAL:
            return isinstance(value, int | float)
        case DataType.DATE_TIME:
            return bool(datetime.fromisoformat(str(value)))
        case DataType.LINKS:
            return all({"address", "fullAddress", "mimeType", "protocol", "title"} == set(x) for x in items(value))
        case DataType.MULTI_SELECTION:
            return set(cast("list[str]", value)) <= {str(each.key) for each in attribute.selectable_values}
        case DataType.SELECTION_VALUE:
            keys = {each.key for each in attribute.selectable_values}
            return value in keys or (attribute.derived and not keys)
        case _:
            return isinstance(value, str) and bool(value.strip())


def _known_stereotypes(record: Record) -> set[object]:
    stereotype = type_of(record).properties["stereotype"].attribute
    assert stereotype is not None
    made = {each["id"] for each in records() if each["type"] == type_of(record).stereotype_type}
    return {each.key for each in stereotype.selectable_values} | made


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
