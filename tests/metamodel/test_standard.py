"""The shipped method is complete: facets, views, types, texts in both languages, lifecycles and rules."""

import json
import time
from collections.abc import Iterator

import pytest

from facetstore.metamodel.build import build_metamodel
from facetstore.metamodel.loader import load_standard
from facetstore.metamodel.model import DataType, ElementType, Facet, Identity, Metamodel, Texts
from facetstore.metamodel.template import read_standard

LANGUAGES = {1031, 1033}

FACETS = {
    "automation": ("Automatisierung", "Automation"),
    "bestPracticeTasks": ("Best practice tasks", "Best practice tasks"),
    "capability": ("Capability", "Capability"),
    "cultures": ("Sprachen", "Languages"),
    "customerjourneystages": ("Customer Journey Stages", "Customer journey stages"),
    "customerstructure": ("Kunden", "Customers"),
    "docContent": ("DocContent", "DocContent"),
    "docTemplates": ("Dokumentvorlagen", "Document Templates"),
    "globaltasks": ("Task-Repository", "Task repository"),
    "groups": ("Gruppen", "Groups"),
    "inputsoutputs": ("Inputs/Outputs", "Inputs/Outputs"),
    "it": ("Systeme", "Systems"),
    "knowledge": ("Dokumente", "Documents"),
    "kpi": ("Kennzahlen", "Key Performance Indicators"),
    "learning": ("Lernen", "Learning"),
    "locations": ("Standorte", "Locations"),
    "measures": ("Maßnahmen", "Measures"),
    "milestones": ("Meilensteine", "Milestones"),
    "organization": ("Organisation", "Organization"),
    "overviewpages": ("Übersichtsseiten", "Overview pages"),
    "permissionsets": ("Berechtigungsstufen", "Permission sets"),
    "personas": ("Personas", "Personas"),
    "processes": ("Prozesse", "Processes"),
    "products": ("Produkte", "Products"),
    "projects": ("Projekte", "Projects"),
    "reportsources": ("Reporting", "Reporting"),
    "requirements": ("Anforderungen", "Requirements"),
    "risks": ("Risiken", "Risks"),
    "roles": ("Rollen", "Roles"),
    "saleschannels": ("Vertriebskanäle", "Sales channels"),
    "search": ("Suche", "Search"),
    "stakeholders": ("Stakeholders", "Stakeholders"),
    "standards": ("Normen", "Standards"),
    "stereotypes": ("Stereotypen", "Stereotypes"),
    "strategy": ("Strategie", "Strategy"),
    "tags": ("Tags", "Tags"),
    "touchpoints": ("Touch Points", "Touch Points"),
    "transactions": ("Applikations-Services", "Application services"),
    "usergroups": ("Benutzergruppen", "User groups"),
    "users": ("Benutzer", "User"),
    "voiceofcustomers": ("Voice of Customers", "Voice of customers"),
}

TREES = {
    "processes", "products", "customerstructure", "organization", "locations", "it", "knowledge", "risks",
    "requirements", "standards", "strategy", "capability",
}  # fmt: skip

SPEC_ATTRIBUTES = (
    "name description purp scope state1 version validFrom validUntil isReleased relOn reasonForRevision changedOn "
    "createdOn gotoUrl authorNote processMaturity workshopImages stereotype filterInformation firstName lastName "
    "roleAdministrator roleAnalyzer roleApprover roleArchitect roleEditor roleInactive roleViewer userFirstLogin "
    "userLastLogin userLoginCount lcid isAvailableForReporting cultureIsDefault id"
)

SPEC_CONTEXTS = (
    "owner author changedBy createdBy qualityManager guidelines hasInput hasOutput kpi organizationFilters "
    "releaseHistory requirements risks secondarySystemsInput secondarySystemsOutput systems tagFilters trainings relBy "
    "reviewer secondaryAuthors hasCulture hasSecondaryCultures userGroups"
)

BPMN_OBJECTS = "evBoundary ruleEvent ruleComplex flowBlock flowPool flowMessage flowNote flowGroup flowData flowStore"
FLOW_OBJECTS = (
    f"evStart evIntermediate evEnd task condition ruleAnd ruleOr ruleXor processInterfacePlaceholder {BPMN_OBJECTS}"
)

TYPES_BY_IDENTITY = {
    Identity.VERSIONED: "mainProcess midProcess subProcess scenario product customer persona customerJourneyStage "
    "touchPoint voiceOfCustomer salesChannel stakeholder orgUnit role location system transaction "
    "knowledgeStructureDocument docTemplate training inOut kPI risk requirement standard standardChapter goal project "
    "measure milestone capability globalTask bestPracticeTask",
    Identity.CREATION_ID: f"processHouse {FLOW_OBJECTS} "
    "group docContent user userGroup permissionSet authToken host configCulture tag "
    "overviewPage reportSource systemType orgUnitType subProcessType taskType riskType requirementType kPIType "
    "goalType milestoneType touchPointType trainingType locationType productType inOutType "
    "knowledgeStructureDocumentType",
    Identity.PLAIN: "subCategory view productCategory customerSegment systemDomain knowledgeStructureCategory "
    "riskDomain requirementGroup collection storage",
}


@pytest.fixture(scope="module")
def model() -> Metamodel:
    return load_standard(administration=True)


def type_of(model: Metamodel, key: str) -> ElementType:
    found = model.type(key)
    assert found is not None
    return found


def facet_of(model: Metamodel, name: str) -> Facet:
    found = model.facet(name)
    assert found is not None
    return found


def test_an_ordinary_tenant_has_the_41_facets_by_name() -> None:
    model = load_standard()

    assert {name: (each.names[1031], each.names[1033]) for name, each in model.facets.items()} == FACETS


def test_administration_tenants_also_have_collections_and_storages(model: Metamodel) -> None:
    assert set(model.facets) - set(load_standard().facets) == {"collections", "storages"}
    assert {each.key for each in model.types_of("storages")} == {"storage"}
    assert load_standard().type("storage") is None


def test_loading_is_fast_and_done_once() -> None:
    started = time.process_time()
    build_metamodel(read_standard.__wrapped__(), administration=False)
    taken = time.process_time() - started

    assert load_standard() is load_standard(administration=False)
    assert taken < 2, "Expected well under 0.4 s; two seconds leave room for a busy machine."


def test_exactly_these_facets_are_trees(model: Metamodel) -> None:
    assert {each.name for each in model.facets.values() if each.hierarchical} == TREES


def test_processes_have_all_eight_views(model: Metamodel) -> None:
    views = facet_of(model, "processes").views

    assert {name: each.hierarchical for name, each in views.items()} == {
        "detail": False,
        "diagram": False,
        "documentContent": False,
        "lastReleasedProcesses": False,
        "list": False,
        "orphaned": False,
        "reporting": True,
        "tree": True,
    }


def test_other_facets_have_views_as_they_are_trees_or_not(model: Metamodel) -> None:
    for each in model.facets.values():
        expected = {"detail", "list", "reporting"} | ({"orphaned", "tree"} if each.hierarchical else set())
        assert expected <= set(each.views)
        assert each.name == "processes" or set(each.views) == expected
        assert each.views["reporting"].hierarchical is each.hierarchical
        assert each.views["reporting"].selects == ("roots" if each.hierarchical else "all")


def test_view_names_speak_of_their_facet(model: Metamodel) -> None:
    assert facet_of(model, "processes").views["detail"].names == {
        1031: "Alle Informationen zu Prozessen",
        1033: "All information on processes",
    }
    assert all("{" not in text for f in model.facets.values() for v in f.views.values() for text in v.names.values())


def test_view_and_facet_keys_are_those_of_the_reference(model: Metamodel) -> None:
    processes = facet_of(model, "processes")

    assert processes.views["detail"].key == "PersonalizedDiagram"
    assert (processes.title, processes.goto_view) == ("Processes", "treeanddiagram")
    assert facet_of(model, "products").goto_view == "personalizedgraphic"


@pytest.mark.parametrize("identity", list(Identity))
def test_every_type_has_its_identity(model: Metamodel, identity: Identity) -> None:
    found = {each.key for each in model.types.values() if each.identity is identity}

    assert found == set(TYPES_BY_IDENTITY[identity].split())


def test_all_attributes_and_contexts_of_the_specification_are_known(model: Metamodel) -> None:
    attributes = {key for each in model.types.values() for key in each.attributes}
    contexts = {key for each in model.types.values() for key in each.contexts}

    assert attributes >= set(SPEC_ATTRIBUTES.split())
    assert contexts >= set(SPEC_CONTEXTS.split())


def test_everything_has_texts_in_both_languages(model: Metamodel) -> None:
    for place, texts in texts_of(model):
        assert set(texts) >= LANGUAGES, place
        assert all(text.strip() for text in texts.values()), place


def texts_of(model: Metamodel) -> Iterator[tuple[str, Texts]]:
    for facet in model.facets.values():
        yield facet.name, facet.names
        yield from ((f"{facet.name}/{view.name}", view.names) for view in facet.views.values())
    for each in model.types.values():
        yield each.key, each.names
        yield f"{each.key} description", each.descriptions
        yield from ((f"{each.key} {layout.key}", layout.names) for layout in each.layouts)
        yield from property_texts_of(each)
    for lifecycle in model.lifecycles.values():
        for state in lifecycle.states.values():
            yield f"{lifecycle.key} {state.key}", state.names
            yield f"{lifecycle.key} {state.key} description", state.descriptions
        yield from ((each.id, each.names) for each in lifecycle.transitions)
    yield from ((each.key, each.messages) for each in model.rules)


def property_texts_of(element_type: ElementType) -> Iterator[tuple[str, Texts]]:
    for key, each in element_type.properties.items():
        place = f"{element_type.key}.{key}"
        yield from ((place, texts) for texts in (each.names, each.descriptions, each.tooltips))
        for value in each.attribute.selectable_values if each.attribute else ():
            yield from ((f"{place} {value.key}", texts) for texts in (value.names, value.descriptions, value.tooltips))


def test_types_refer_only_to_what_exists(model: Metamodel) -> None:
    for each in model.types.values():
        assert each.facet in model.facets
        assert each.lifecycle is None or each.lifecycle in model.lifecycles
        assert set(each.children) | set(each.content) <= set(model.types)
        assert each.stereotype_type is None or model.types[each.stereotype_type].facet == "stereotypes"
        assert set(each.label) <= set(each.attributes)
        for key, context in each.contexts.items():
            assert context.related is not None
            assert set(context.related.types) <= set(model.types), f"{each.key}.{key}"
            assert context.related.facet in model.facets
            assert context.related.max_occurrence >= 1


def test_a_property_holds_values_or_refers(model: Metamodel) -> None:
    for each in model.types.values():
        assert all((found.attribute is None) != (found.related is None) for found in each.properties.values())


def test_an_attribute_of_one_name_means_the_same_in_every_type(model: Metamodel) -> None:
    kinds: dict[str, tuple[DataType, bool]] = {}
    for each in model.types.values():
        for key, found in each.attributes.items():
            assert found.attribute is not None
            kind = (found.attribute.data_type, found.attribute.invariant)
            assert kinds.setdefault(key, kind) == kind, f"{each.key}.{key}"


def test_no_name_is_an_attribute_here_and_a_context_there(model: Metamodel) -> None:
    attributes = {key for each in model.types.values() for key in each.attributes}
    contexts = {key for each in model.types.values() for key in each.contexts}

    assert not attributes & contexts


def test_every_type_but_flow_objects_and_references_has_a_property_of_its_own(model: Metamodel) -> None:
    shared = set(read_standard()["propertySets"]["named"])  # type: ignore[index]  # plain data of a known file
    shared |= {"changedOn", "createdOn", "gotoUrl", "changedBy", "createdBy", "stereotype"}
    for each in model.types.values():
        assert set(each.properties) - shared, each.key


def test_lookups_ignore_letter_case(model: Metamodel) -> None:
    processes = facet_of(model, "PROCESSES")
    view = model.view(processes, "TREE")

    assert processes.name == "processes"
    assert view is not None
    assert view.name == "tree"
    assert type_of(model, "processhouse").key == "processHouse"
    assert model.type("nothing") is None
    assert model.facet("nothing") is None
    assert model.view(processes, "nothing") is None


def test_states_of_a_type_are_the_values_of_state1(model: Metamodel) -> None:
    state = type_of(model, "subProcess").properties["state1"].attribute

    assert state is not None
    assert [each.key for each in state.selectable_values] == [
        "inProcess", "inReview", "readyForQa", "readyForRelease", "released", "inEffect", "requestToExpire", "expired",
    ]  # fmt: skip


def test_predefined_stereotypes_are_the_values_of_stereotype(model: Metamodel) -> None:
    stereotype = type_of(model, "system").properties["stereotype"].attribute

    assert stereotype is not None
    assert "applicationSystem" in {each.key for each in stereotype.selectable_values}
    assert type_of(model, "system").stereotype_type == "systemType"


def test_process_maturity_has_six_keys_and_one_value_without(model: Metamodel) -> None:
    maturity = type_of(model, "subProcess").properties["processMaturity"].attribute

    assert maturity is not None
    assert [each.key for each in maturity.selectable_values] == [
        None, "defined", "implemented", "trained", "isLived", "isMeasured", "getsImproved",
    ]  # fmt: skip


def test_data_types_carry_the_runtime_names_of_the_reference(model: Metamodel) -> None:
    name = type_of(model, "processHouse").properties["name"].attribute

    assert name is not None
    assert name.runtime_type.startswith("System.String, mscorlib, ")
    assert set(read_standard()["runtimeTypes"]) == {each.value for each in DataType}  # type: ignore[call-overload]


def test_mandatory_are_name_and_for_processes_the_description(model: Metamodel) -> None:
    def mandatory(key: str) -> set[str]:
        return {k for k, p in type_of(model, key).attributes.items() if p.attribute and p.attribute.mandatory}

    assert {key: mandatory(key) for key in ("subProcess", "scenario", "midProcess", "risk", "user")} == {
        "subProcess": {"name", "description"},
        "scenario": {"name", "description"},
        "midProcess": {"name", "description"},
        "risk": {"name"},
        "user": {"lastName"},
    }


def test_a_context_to_the_own_type_names_it(model: Metamodel) -> None:
    history = type_of(model, "kPI").properties["releaseHistory"].related

    assert history is not None
    assert (history.types, history.facet, history.derived, history.read_only) == (("kPI",), "kpi", True, True)


def test_a_token_never_shows_a_secret(model: Metamodel) -> None:
    assert set(type_of(model, "authToken").attributes) == {
        "name", "description", "changedOn", "createdOn", "gotoUrl", "validFrom", "validUntil", "lastUsedOn",
        "useCount", "roleViewer", "roleEditor", "roleApprover", "roleAnalyzer", "roleArchitect", "roleAdministrator",
        "roleInactive",
    }  # fmt: skip


def test_flow_objects_stand_in_diagrams_only_and_have_no_lifecycle(model: Metamodel) -> None:
    flow = {each.key for each in model.types.values() if each.flow}

    assert flow == set(FLOW_OBJECTS.split())
    assert set(type_of(model, "subProcess").content) == flow | {"subProcess"}
    assert all(model.types[key].lifecycle is None for key in flow)
    assert not flow & {child for each in model.types.values() for child in each.children}


def test_structure_is_for_architects_and_shows_its_children(model: Metamodel) -> None:
    for key in ("processHouse", "subCategory", "mainProcess", "view"):
        each = type_of(model, key)
        assert each.structural
        assert each.content_is_children
        assert set(each.content) <= set(each.children)
        assert [layout.key for layout in each.layouts] == ["detailed", "graphic"]


def test_every_tree_has_a_root_type_and_every_type_a_way_into_it(model: Metamodel) -> None:
    for name in TREES:
        types = model.types_of(name)
        children = {child for each in types for child in each.children}
        assert any(each.root for each in types), name
        assert all(each.root or each.flow or each.key in children for each in types), name


def test_plain_types_are_shown_or_hidden_and_versioned_ones_released(model: Metamodel) -> None:
    for each in model.types.values():
        if each.identity is Identity.PLAIN and each.facet in load_standard().facets:
            assert each.lifecycle == "structure", each.key
        if each.versioned:
            assert each.lifecycle == ("mainProcess" if each.key == "mainProcess" else "release"), each.key


def test_the_digest_depends_on_the_content() -> None:
    assert load_standard().digest != load_standard(administration=True).digest


def test_declarations_and_checks_are_plain_json(model: Metamodel) -> None:
    for lifecycle in model.lifecycles.values():
        json.dumps([each.declaration for each in lifecycle.transitions])
        json.dumps(lifecycle.new_version)
    json.dumps([each.check for each in model.rules])
