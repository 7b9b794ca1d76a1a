"""Builds the values that the service works with from checked plain data."""

from __future__ import annotations

import hashlib
import json

from facetstore.metamodel.build_lifecycles import build_lifecycle
from facetstore.metamodel.build_properties import PropertyBuilder, build_texts, role, roles
from facetstore.metamodel.composition import label_of
from facetstore.metamodel.lifecycle_model import ValidationRule
from facetstore.metamodel.model import ElementType, Facet, Identity, Layout, Metamodel, View
from facetstore.metamodel.plain import Plain, entries, flag, section, word, words
from facetstore.metamodel.review_rule import build_review_rule
from facetstore.metamodel.roles import build_roles
from facetstore.metamodel.script_grammar import build_grammar


def build_metamodel(whole: Plain, *, administration: bool) -> Metamodel:
    """The method; ordinary tenants do not get facets of administration and their types."""
    facets = {
        name: _facet(name, each, whole)
        for name, each in entries(whole, "facets").items()
        if administration or not flag(each, "administration")
    }
    properties = PropertyBuilder(whole)
    types = {
        key: _element_type(key, each, whole, properties)
        for key, each in entries(whole, "types").items()
        if word(each, "facet") in facets
    }
    return Metamodel(
        digest=_digest(whole, administration=administration),
        facets=facets,
        types=types,
        lifecycles={key: build_lifecycle(key, each) for key, each in entries(whole, "lifecycles").items()},
        roles=build_roles(whole),
        grammar=build_grammar(whole),
        rules=tuple(
            _rule(key, each, types)
            for key, each in entries(whole, "rules").items()
            if flag(each, "active", default=True)
        ),
        readers=roles(whole, "readableBy"),
        writers=roles(whole, "writableBy"),
        facet_groups={key: build_texts(section(each, "names")) for key, each in entries(whole, "facetGroups").items()},
    )


def _digest(whole: Plain, *, administration: bool) -> str:
    content = json.dumps([whole, administration], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(content.encode()).hexdigest()


def _facet(name: str, each: Plain, whole: Plain) -> Facet:
    return Facet(
        name=name,
        title=str(each["title"]),
        names=build_texts(section(each, "names")),
        goto_view=str(each["gotoView"]),
        hierarchical=flag(each, "hierarchical"),
        administration=flag(each, "administration"),
        opened_by=role(each, "openedBy"),
        group=word(each, "menuGroup") or "",
        views={
            key: _view(key, view, each)
            for key, view in entries(whole, "views").items()
            if _is_offered(view, name, each)
        },
    )


def _is_offered(view: Plain, facet_name: str, facet: Plain) -> bool:
    match word(view, "offeredIn"):
        case "every":
            return True
        case "hierarchical":
            return flag(facet, "hierarchical")
        case _:
            return facet_name in words(view, "offeredIn")


def _view(name: str, each: Plain, facet: Plain) -> View:
    in_tree = flag(facet, "hierarchical")
    topic = section(facet, "topic")
    names = {key: str(text).replace("{topic}", str(topic.get(key, ""))) for key, text in section(each, "names").items()}
    return View(
        name=name,
        key=word(section(facet, "viewKeys"), name) or str(each["key"]),
        names=build_texts(names),
        hierarchical={"always": True, "never": False, "asFacet": in_tree}[str(each["hierarchical"])],
        shows=frozenset(words(each, "shows")) if "shows" in each else None,
        layouts=flag(each, "layouts"),
        configures=frozenset(words(each, "configures")),
        selects={"asFacet": "roots" if in_tree else "all"}.get(str(each["selects"]), str(each["selects"])),
    )


def _element_type(key: str, each: Plain, whole: Plain, properties: PropertyBuilder) -> ElementType:
    configures = flag(section(section(whole, "facets"), str(each["facet"])), "configuration")
    return ElementType(
        key=key,
        facet=str(each["facet"]),
        names=build_texts(section(each, "names")),
        descriptions=build_texts(section(each, "descriptions")),
        identity=Identity(str(each["identity"])),
        root=flag(each, "root"),
        flow=flag(each, "flow"),
        color=str(each["color"]),
        drawn_as=word(each, "drawnAs") or "box",
        icon=word(each, "icon") or "element",
        element_type_name=word(each, "elementTypeName") or key[0].upper() + key[1:],
        entity_type_name=word(each, "entityTypeName") or f"OTX_CUSTOM_{key.upper()}",
        lifecycle=word(each, "lifecycle"),
        children=words(each, "children"),
        content=words(each, "content"),
        content_is_children=flag(each, "contentIsChildren"),
        layouts=tuple(_layout(name, whole) for name in words(each, "layouts")),
        stereotype_type=word(each, "stereotypeType"),
        label=label_of(each, whole),
        properties=properties.properties(key),
        structural=flag(each, "structural"),
        administrative=flag(each, "administrative"),
        configuration=configures,
        for_administrators=configures or flag(each, "administrative"),
        principal=flag(each, "principal"),
        stands_for=word(each, "standsFor"),
        direct_release=flag(each, "directRelease", default=True),
        approvals={kind: needed for kind, needed in section(each, "approvals").items() if isinstance(needed, int)},
        review=build_review_rule(each),
    )


def _layout(key: str, whole: Plain) -> Layout:
    each = entries(whole, "layouts")[key]
    return Layout(
        key,
        build_texts(section(each, "names")),
        direction=word(each, "direction") or "down",
        lanes=words(each, "lanes"),
        details=words(each, "details"),
        positions=word(each, "positions"),
    )


def _rule(key: str, each: Plain, types: dict[str, ElementType]) -> ValidationRule:
    """A rule with the keys of all types it applies to, including those a tenant has added."""
    named, lifecycles, drawn = words(each, "types"), words(each, "lifecycles"), set(words(each, "contentTypes"))
    return ValidationRule(
        key=key,
        types=tuple(
            type_key
            for type_key, known in types.items()
            if type_key in named or known.lifecycle in lifecycles or drawn.intersection(known.content)
        ),
        severity=str(each["severity"]),
        messages=build_texts(section(each, "messages")),
        check=section(each, "check"),
    )
