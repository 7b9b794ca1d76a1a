"""Mistakes in the files of the standard are found when they are put together."""

import pytest

from facetstore.metamodel.file_findings import FileFinding, MetamodelErrors
from facetstore.metamodel.template import check_sources
from facetstore.metamodel.yaml_source import parse_source

LIFECYCLE = """
lifecycles:
  own:
    initial: draft
    wireState: true
    states:
      draft:
        names: {1031: a, 1033: b}
        descriptions: {1031: a, 1033: b}
    transitions:
      - id: DraftToDone
        source: draft
        target: done
        names: {1031: a, 1033: b}
        declaration:
          permission: EditElement
          allowed: [{in: [boss]}]
          opens: Review
          effects: release
"""


def findings_of(**texts: str) -> tuple[FileFinding, ...]:
    with pytest.raises(MetamodelErrors) as caught:
        check_sources(parse_source(text, f"{name}.yaml") for name, text in texts.items())
    return caught.value.findings


def test_an_entry_stands_in_one_file_only() -> None:
    layout = "layouts:\n  graphic:\n    names: {1031: Grafik, 1033: Graphic}\n"

    assert findings_of(a=layout, b=layout) == (FileFinding("b.yaml", 2, "'graphic' is in a.yaml already."),)


def test_a_lifecycle_names_only_its_own_states_tasks_and_effects() -> None:
    assert [(each.line, each.message) for each in findings_of(a=LIFECYCLE)] == [
        (13, "Unknown state 'done'."),
        (17, "Unknown property 'boss'."),
        (18, "Unknown kind of task 'Review'."),
        (19, "Unknown list of effects 'release'."),
    ]


def test_a_transition_is_offered_once_in_a_state() -> None:
    twice = LIFECYCLE + LIFECYCLE[LIFECYCLE.index("      - id") :]

    assert (20, "The transition 'DraftToDone' is offered twice in 'draft'.") in [
        (each.line, each.message) for each in findings_of(a=twice)
    ]
