"""Bodies of updates with one thing wrong in each: the code, the path and the sentence of what is found."""

from typing import Any

from tests.usecases.changes.samples import (
    ANNA,
    ERP,
    HOUSE,
    NOWHERE,
    OLGA,
    OTHER_PROCESS,
    PROCESS,
    SECRET_SYSTEM,
    SYSTEM_STEREOTYPE,
    version,
)

FINDINGS: list[tuple[dict[str, Any], str, str, str]] = [
    (
        {"attributes": {"nmae": {"1033": "x"}}},
        "unknown-attribute",
        "attributes.nmae",
        "The type subProcess has no attribute 'nmae'. Did you mean name?",
    ),
    (
        {"attributes": {"zzzzzz": None}},
        "unknown-attribute",
        "attributes.zzzzzz",
        "The type subProcess has no attribute 'zzzzzz'.",
    ),
    (
        {"attributes": {"Owner": {"127": OLGA}}},
        "unknown-attribute",
        "attributes.Owner",
        "owner is a related context of subProcess: give it under related.",
    ),
    (
        {"attributes": {"name": {"1033": "x"}, "Name": {"1033": "y"}}},
        "given-twice",
        "attributes.Name",
        "The attribute name is given twice.",
    ),
    (
        {"attributes": {"name": "x"}},
        "wrong-form",
        "attributes.name",
        """The attribute name needs its values by culture, such as {"1031": …}, not 'x'.""",
    ),
    (
        {"attributes": {"cycleTime": 3}},
        "wrong-form",
        "attributes.cycleTime",
        """The attribute cycleTime needs its values by culture, such as {"127": …}, not 3.""",
    ),
    (
        {"attributes": {"cycleTime": {"127": "long"}}},
        "wrong-data-type",
        "attributes.cycleTime.127",
        "The attribute cycleTime (127) needs a number, not 'long'.",
    ),
    (
        {"attributes": {"validFrom": {"127": "2024-02-30T00:00:00"}}},
        "wrong-data-type",
        "attributes.validFrom.127",
        "The attribute validFrom (127) needs a date-time such as 2024-05-31T13:45:00, not '2024-02-30T00:00:00'.",
    ),
    (
        {"attributes": {"name": {"1033": 7}}},
        "wrong-data-type",
        "attributes.name.1033",
        "The attribute name (1033) needs a text, not 7.",
    ),
    (
        {"attributes": {"name": {"1036": "Réception"}}},
        "unknown-culture",
        "attributes.name.1036",
        "The storage has no culture '1036': give the value of name under 1031 or 1033.",
    ),
    (
        {"attributes": {"name": {"1036": None}}},
        "unknown-culture",
        "attributes.name.1036",
        "The storage has no culture '1036': give the value of name under 1031 or 1033.",
    ),
    (
        {"attributes": {"name": {"en": "x"}}},
        "unknown-culture",
        "attributes.name.en",
        "The storage has no culture 'en': give the value of name under 1031 or 1033.",
    ),
    (
        {"attributes": {"name": {"01033": "x"}}},
        "unknown-culture",
        "attributes.name.01033",
        "The storage has no culture '01033': give the value of name under 1031 or 1033.",
    ),
    (
        {"attributes": {"name": {"127": "x"}}},
        "wrong-culture",
        "attributes.name.127",
        "The attribute name depends on the culture: give its value under 1031 or 1033, not 127.",
    ),
    (
        {"attributes": {"cycleTime": {"1033": 3}}},
        "wrong-culture",
        "attributes.cycleTime.1033",
        "The attribute cycleTime does not depend on a culture: give its value under 127, not '1033'.",
    ),
    (
        {"attributes": {"processMaturity": {"127": "lived"}}},
        "unknown-value",
        "attributes.processMaturity.127",
        "The attribute processMaturity cannot be 'lived'. Did you mean isLived? Possible are: defined, implemented, "
        "trained, isLived, isMeasured, getsImproved, null.",
    ),
    (
        {"attributes": {"frequency": {"127": ""}}},
        "unknown-value",
        "attributes.frequency.127",
        "The attribute frequency cannot be ''. Possible are: onDemand, daily, weekly, monthly, quarterly, yearly.",
    ),
    ({"attributes": []}, "wrong-form", "attributes", "attributes needs an object, not []."),
    (
        {"related": {"system": []}},
        "unknown-context",
        "related.system",
        "The type subProcess has no related context 'system'. Did you mean systems?",
    ),
    (
        {"related": {"name": []}},
        "unknown-context",
        "related.name",
        "name is an attribute of subProcess: give it under attributes.",
    ),
    (
        {"related": {"owner": [], "OWNER": []}},
        "given-twice",
        "related.OWNER",
        "The related context owner is given twice.",
    ),
    (
        {"related": {"owner": {"id": OLGA}}},
        "wrong-form",
        "related.owner",
        f"The related context owner needs a list of references, not {{'id': '{OLGA}'}}.",
    ),
    (
        {"related": {"owner": [NOWHERE]}},
        "unknown-target",
        "related.owner[0]",
        f"There is no element {NOWHERE} to which owner could refer.",
    ),
    (
        {"related": {"systems": [{"id": ERP}, {"id": SECRET_SYSTEM}]}},
        "unknown-target",
        "related.systems[1]",
        f"There is no element {SECRET_SYSTEM} to which systems could refer.",
    ),
    (
        {"related": {"owner": ["Olga"]}},
        "wrong-id",
        "related.owner[0]",
        "A reference in owner needs the GUID of an element as its id, not 'Olga'.",
    ),
    (
        {"related": {"owner": [{"id": 7}]}},
        "wrong-id",
        "related.owner[0]",
        "A reference in owner needs the GUID of an element as its id, not 7.",
    ),
    (
        {"related": {"owner": [{"type": "user", "attributes": {}}]}},
        "cannot-add-new",
        "related.owner[0]",
        "No new element can be made in owner: refer to an existing one by its id.",
    ),
    (
        {"related": {"hasInput": [{"type": "inOut"}]}},
        "id-missing",
        "related.hasInput[0]",
        "A reference in hasInput needs an id: create the new element first, then refer to it.",
    ),
    (
        {"related": {"author": [{"id": ERP}]}},
        "wrong-target-type",
        "related.author[0]",
        f"The related context author takes user or authToken; {ERP} is of the type system.",
    ),
    (
        {"related": {"owner": [ANNA, OLGA]}},
        "too-many-references",
        "related.owner",
        "The related context owner takes at most 1 reference; 2 are given.",
    ),
    (
        {"stereotype": "locl"},
        "unknown-stereotype",
        "stereotype",
        "The type subProcess has no stereotype 'locl'. Possible are: standardProcess, localProcess, projectProcess, "
        "emergencyProcess, extern. Others are named by the id of a subProcessType.",
    ),
    (
        {"stereotype": {"id": SYSTEM_STEREOTYPE}},
        "unknown-stereotype",
        "stereotype",
        f"The type subProcess has no stereotype '{SYSTEM_STEREOTYPE}'. Possible are: standardProcess, localProcess, "
        "projectProcess, emergencyProcess, extern. Others are named by the id of a subProcessType.",
    ),
    ({"stereotype": 7}, "wrong-form", "stereotype", "stereotype needs a text or a reference with an id, not 7."),
    (
        {"id": OTHER_PROCESS},
        "identity-fixed",
        "id",
        f"id of the element {PROCESS} cannot be changed: it is {PROCESS}, not '{OTHER_PROCESS}'.",
    ),
    (
        {"versionId": version(7)},
        "identity-fixed",
        "versionId",
        f"versionId of the element {PROCESS} cannot be changed: it is {version(6)}, not '{version(7)}'.",
    ),
    (
        {"type": "task"},
        "identity-fixed",
        "type",
        f"type of the element {PROCESS} cannot be changed: it is subProcess, not 'task'.",
    ),
    (
        {"facetName": ["users"]},
        "identity-fixed",
        "facetName",
        f"facetName of the element {PROCESS} cannot be changed: it is processes, not ['users'].",
    ),
    (
        {"parent": HOUSE},
        "not-moved-here",
        "parent",
        "An update does not move an element, so parent cannot change: use POST …/elements/{id}/move.",
    ),
    (
        {"parent": None},
        "not-moved-here",
        "parent",
        "An update does not move an element, so parent cannot change: use POST …/elements/{id}/move.",
    ),
    ({"parent": "x"}, "wrong-id", "parent", "parent needs the GUID of an element, not 'x'."),
    (
        {"position": 4},
        "not-moved-here",
        "position",
        "An update does not move an element, so position cannot change: use POST …/elements/{id}/move.",
    ),
    (
        {"atributes": {}},
        "unknown-field",
        "atributes",
        "An element has no field 'atributes'. Did you mean attributes?",
    ),
]
