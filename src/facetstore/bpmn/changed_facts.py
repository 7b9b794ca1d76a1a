"""Brings an element of a file up to date with its shape: name, languages, description, trigger, marker. What is the same stays as it was."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from facetstore.bpmn.bpmn_model import WrittenShape
from facetstore.bpmn.bpmn_names import Names, NodeKind
from facetstore.bpmn.element_facts import (
    definitions_of,
    description_of,
    documentation_of,
    loops_of,
    marker_of,
    name_of,
    translations_of,
    trigger_of,
)
from facetstore.bpmn.schema_order import insert, make
from facetstore.bpmn.xml_elements import (
    LANG,
    Element,
    bare,
    children,
    first,
    local,
    plain_of,
    remove,
    tag_in,
    text_of,
    xml_text,
)


@dataclass(frozen=True, slots=True)
class FileInWriting:
    """The file that an element is written into: its root, and its elements by their ids."""

    root: Element
    by_id: Mapping[str, Element]

    @classmethod
    def of(cls, root: Element) -> FileInWriting:
        found: dict[str, Element] = {}
        for each in root.iter("*"):
            if id_ := each.get("id"):
                found.setdefault(id_, each)
        return cls(root, found)

    def find(self, reference: str | None) -> Element | None:
        wanted = reference or ""
        return self.by_id.get(wanted, self.by_id.get(bare(wanted)))


def renew(element: Element, shape: WrittenShape, names: Names, file: FileInWriting) -> None:
    """Write what a shape says into its element."""
    kind = names.nodes.get(tag_in(element, names))
    _rename(element, kind, xml_text(shape.name).strip(), names, file)
    _translate(element, shape, names)
    describe(element, shape.description, names)
    if kind is not None and kind.part in ("event", "boundary"):
        _trigger(element, str(shape.values.get(names.attributes["trigger"]) or ""), names)
        _interrupt(element, kind, shape.values.get(names.attributes["interrupting"]))
    if kind is not None and kind.marked:
        _mark(element, str(shape.values.get(names.attributes["marker"]) or ""), names)


def _rename(element: Element, kind: NodeKind | None, name: str, names: Names, file: FileInWriting) -> None:
    named = kind.named if kind is not None else ""
    if named and name_of(element, named, file.find).split() == name.split():
        return
    if named == "text":
        text = first(element, "text")
        if text is None:
            text = make(element, "text")
            insert(element, text, names)
        if text_of(text).split() != name.split():
            text.text = name
            for each in list(text):
                text.remove(each)
    elif named == "category":
        _categorize(element, name, file)
    elif (element.get("name") or "").split() != name.split() and not _is_named_elsewhere(element, name, file):
        element.set("name", name)


def _is_named_elsewhere(element: Element, name: str, file: FileInWriting) -> bool:
    """Whether a reference to data has no name of its own and what it refers to has this one."""
    if element.get("name"):
        return False
    found = [file.find(element.get(end)) for end in ("dataObjectRef", "dataStoreRef")]
    return any(each is not None and (each.get("name") or "").strip() == name for each in found)


def _categorize(element: Element, name: str, file: FileInWriting) -> None:
    """Name a group: its name is a value of a category."""
    value = file.find(element.get("categoryValueRef"))
    if value is not None:
        if (value.get("value") or "").strip() != name:
            value.set("value", name)
    elif name:
        category = make(file.root, "category", id=f"category_{element.get('id')}")
        key = f"categoryValue_{element.get('id')}"
        category.append(make(category, "categoryValue", id=key, value=name))
        file.root.insert(0, category)
        element.set("categoryValueRef", key)


def _translate(element: Element, shape: WrittenShape, names: Names) -> None:
    known = {str(each.get(LANG)): each for each in translations_of(element, names)}
    for language, name in sorted(shape.names.items()):
        found = known[language] if language in known else _spoken_alike(language, known, shape.names)
        if found is not None:
            if text_of(found).split() != name.split():
                found.text = xml_text(name)
            continue
        extensions = first(element, "extensionElements")
        if extensions is None:
            extensions = make(element, "extensionElements")
            insert(element, extensions, names)
        space = names.namespaces["languages"][0]
        added = extensions.makeelement(f"{{{space}}}translation", {LANG: language}, nsmap={"i18n": space})
        added.text = xml_text(name)
        extensions.append(added)


def _spoken_alike(language: str, known: Mapping[str, Element], names: Collection[str]) -> Element | None:
    """The text of a file in the same language, such as `de-DE` for `de`, unless it is that of another name."""
    bare_name = language.partition("-")[0].casefold()
    alike = (
        each for said, each in known.items() if said.partition("-")[0].casefold() == bare_name and said not in names
    )
    return next(alike, None)


def describe(element: Element, description: str, names: Names) -> None:
    if plain_of(description_of(element, names)) == plain_of(description):
        return
    for each in documentation_of(element, names):
        remove(each)
    if plain := xml_text(plain_of(description)):
        documentation = make(element, "documentation")
        documentation.text = plain
        insert(element, documentation, names)


def describe_process(root: Element, description: str, names: Names) -> None:
    """Write the description of the diagram into a file of one process; in others it could be that of any."""
    processes = [each for each in children(root) if tag_in(each, names) == "process"]
    if len(processes) == 1:
        describe(processes[0], description, names)


def _trigger(element: Element, trigger: str, names: Names) -> None:
    if trigger_of(element, names) == trigger:
        return
    for each in definitions_of(element, names):
        remove(each)
    tags = {value: tag for tag, value in names.triggers.items()}
    wanted = [tags[trigger]] if trigger in tags else []
    if trigger in names.several.values():  # several of them: a message and a signal stand for any
        wanted = list(names.triggers)[:1] + [tags[each] for each in (names.triggers["signalEventDefinition"],)]
        element.set("parallelMultiple", "true" if trigger == names.several["all"] else "false")
    for tag in wanted:
        insert(element, make(element, tag), names)


def _interrupt(element: Element, kind: NodeKind, interrupts: object) -> None:
    name = "cancelActivity" if kind.part == "boundary" else "isInterrupting"
    if not isinstance(interrupts, bool) or ((element.get(name) in ("true", "1")) == interrupts and element.get(name)):
        return
    if kind.part == "boundary" or local(element) == "startEvent":
        element.set(name, "true" if interrupts else "false")


def _mark(element: Element, marker: str, names: Names) -> None:
    if marker_of(element, names) == marker:
        return
    for each in loops_of(element, names):
        remove(each)
    if element.get("isForCompensation") is not None:
        del element.attrib["isForCompensation"]
    markers = names.markers
    if marker == markers["compensation"]:
        element.set("isForCompensation", "true")
    elif marker in (markers["sequential"], markers["parallel"]):
        sequential = "true" if marker == markers["sequential"] else "false"
        insert(element, make(element, "multiInstanceLoopCharacteristics", isSequential=sequential), names)
    elif marker == markers["standardLoopCharacteristics"]:
        insert(element, make(element, "standardLoopCharacteristics"), names)
