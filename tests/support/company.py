"""A small hand-made company as bundle records: every kind of identity, state and reference that reads can meet.

Ids can be read: `e1e…0006` is element 6, `7e0…060201` its version 2.1, `5a0…062003` shape 3 in its version 2.0.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from facetstore.domain.tenant import TenantSettings

Record = dict[str, Any]

XML: Final = '<?xml version="1.0" encoding="utf-8"?>'


def element_id(number: int) -> str:
    return f"e1e00000-0000-0000-0000-{number:012d}"


def version_id(element: int, number: str) -> str:
    major, _, minor = number.partition(".")
    return f"7e000000-0000-0000-0000-{element:08d}{int(major):02d}{int(minor):02d}"


def shape_id(element: int, number: str, place: int) -> str:
    return f"5a000000-0000-0000-0000-{element:08d}{number.replace('.', '')}{place:02d}"


HOUSE: Final = element_id(1)
OPERATIONS: Final = element_id(2)
MANAGEMENT: Final = element_id(3)
ARCHIVE: Final = element_id(4)
"""A category that is hidden."""
LOGISTICS: Final = element_id(5)
RECEIPT: Final = element_id(6)
"""The sub process with three versions: 1.0 expired, 2.0 in effect, 2.1 a draft."""
RECEIPT_1_0: Final = version_id(6, "1.0")
RECEIPT_2_0: Final = version_id(6, "2.0")
RECEIPT_2_1: Final = version_id(6, "2.1")
CHECK: Final = element_id(7)
"""Released once; it names no author."""
CHECK_1_0: Final = version_id(7, "1.0")
RETURNS: Final = element_id(8)
"""A draft that never was released."""
RETURNS_0_1: Final = version_id(8, "0.1")
INTAKE: Final = element_id(9)
"""Released, but below the hidden category."""
INTAKE_1_0: Final = version_id(9, "1.0")
ORPHAN: Final = element_id(10)
ORPHAN_1_0: Final = version_id(10, "1.0")
JOURNEYS: Final = element_id(11)
FIRST_CONTACT: Final = element_id(12)

OLD_START: Final = element_id(101)
START: Final = element_id(201)
UNLOAD: Final = element_id(202)
DECIDE: Final = element_id(203)
STORE: Final = element_id(204)
REFUSE: Final = element_id(205)
JOIN: Final = element_id(206)
END: Final = element_id(207)
DRAFT_START: Final = element_id(211)
DRAFT_TASK: Final = element_id(212)
"""Only in the draft: a flow object that viewers must never see."""
DRAFT_END: Final = element_id(213)

DOMAIN: Final = element_id(40)
ERP: Final = element_id(41)
"""In effect as 1.0, with a draft 1.1."""
ERP_1_0: Final = version_id(41, "1.0")
ERP_1_1: Final = version_id(41, "1.1")
SCANNER: Final = element_id(42)
SCANNER_1_0: Final = version_id(42, "1.0")
APPLICATION: Final = element_id(43)
"""The stereotype element of the predefined stereotype applicationSystem."""
HANDHELD: Final = element_id(44)
"""A self-made stereotype, which is named by its id."""

ANNA: Final = element_id(50)
OLGA: Final = element_id(51)
QUENTIN: Final = element_id(52)
READERS: Final = element_id(55)
ISO: Final = element_id(56)
GERMAN: Final = element_id(60)
ENGLISH: Final = element_id(61)

RISKS: Final = element_id(70)
SPOILAGE: Final = element_id(71)
"""Has a name in German only."""
SPOILAGE_1_0: Final = version_id(71, "1.0")
THEFT: Final = element_id(72)
"""A draft to which the released sub process refers."""
THEFT_0_1: Final = version_id(72, "0.1")

NOTE: Final = element_id(80)
NOTE_1_0: Final = version_id(80, "1.0")
SAME_NOTE: Final = element_id(81)
"""Named as NOTE is, but for letter case: only the id decides which comes first."""
SHEET: Final = element_id(82)
"""Its name begins with a letter that no byte order puts near A."""
SHEET_1_0: Final = version_id(82, "1.0")

NOWHERE: Final = element_id(999)
"""An id that no tenant holds."""

SETTINGS: Final = TenantSettings(
    title="Acme",
    description="What Acme does and how",
    mandatory_cultures=(1033,),
    optional_cultures=(1031,),
    region="DE",
    time_zone="Europe/Berlin",
)

RIVAL_HOUSE: Final = element_id(901)
RIVAL_SYSTEM: Final = element_id(902)
RIVAL_SYSTEM_1_0: Final = version_id(902, "1.0")

RIVAL_SETTINGS: Final = TenantSettings(title="Rival")
"""English alone."""


def acme() -> Iterator[Record]:
    """The company's bundle: its header and every version."""
    yield header()
    yield from structure()
    yield from goods_receipt()
    yield from flow_objects()
    yield from systems()
    yield from people()
    yield from catalogues()


def rival() -> Iterator[Record]:
    """A stranger's bundle."""
    yield header()
    yield plain("processHouse", RIVAL_HOUSE, {1033: "The rival's house"})
    yield versioned("system", 902, "1.0", "released", {1033: "The rival's ledger"})


def header() -> Record:
    return {"facetstore": "bundle", "version": 1}


def structure() -> Iterator[Record]:
    yield plain("processHouse", HOUSE, {1031: "Prozesshaus", 1033: "Process house"}, 1, owner=[OLGA])
    yield plain("subCategory", OPERATIONS, {1031: "Betrieb", 1033: "Operations"}, 1, HOUSE)
    yield plain("subCategory", MANAGEMENT, {1031: "Führung", 1033: "Management"}, 2, HOUSE)
    yield plain("subCategory", ARCHIVE, {1031: "Archiv", 1033: "Archive"}, 3, HOUSE, state="hide")
    yield versioned(
        "mainProcess", 5, "1.0", "inEffect", {1031: "Logistik", 1033: "Logistics"}, OPERATIONS, owner=[OLGA]
    )
    yield versioned("subProcess", 7, "1.0", "released", {1031: "Prüfung", 1033: "Quality check"}, LOGISTICS, 2)
    yield versioned("subProcess", 8, "0.1", "inProcess", {1031: "Rücksendung", 1033: "Returns"}, LOGISTICS, 3)
    yield versioned("subProcess", 9, "1.0", "released", {1031: "Annahme", 1033: "Intake"}, ARCHIVE)
    yield versioned("subProcess", 10, "1.0", "released", {1031: "Verwaist", 1033: "Orphan"})
    yield plain("view", JOURNEYS, {1031: "Kundenreisen", 1033: "Journeys"}, 2, processes=[RECEIPT, RETURNS])
    yield plain("view", FIRST_CONTACT, {1031: "Erstkontakt", 1033: "First contact"}, 1, JOURNEYS)


def goods_receipt() -> Iterator[Record]:
    names = {1031: "Wareneingang", 1033: "Goods receipt"}
    place: Any = (LOGISTICS, 1)
    yield {
        **versioned("subProcess", 6, "1.0", "expired", names, *place, author=[ANNA], relBy=[OLGA]),
        "content": [shape(101, "1.0", 1), shape(102, "1.0", 2, 1), shape(103, "1.0", 3, 2)],
    }
    yield {
        **versioned(
            "subProcess",
            6,
            "2.0",
            "inEffect",
            names,
            *place,
            author=[ANNA],
            changedBy=[ANNA],
            createdBy=[ANNA],
            hasInput=[NOTE],
            hasOutput=[SHEET],
            owner=[OLGA],
            qualityManager=[QUENTIN],
            relBy=[OLGA],
            risks=[SPOILAGE, THEFT],
            systems=[SCANNER, ERP],
            tagFilters=[ISO],
        ),
        "stereotype": "standardProcess",
        "content": [
            shape(201, "2.0", 1),
            shape(202, "2.0", 2, 1),
            shape(203, "2.0", 3, 2),
            shape(204, "2.0", 4, 3),
            shape(205, "2.0", 5, 3),
            shape(206, "2.0", 6, 4, 5),
            shape(7, "2.0", 7, 6),
            shape(207, "2.0", 8, 7),
        ],
    }
    yield {
        **versioned(
            "subProcess",
            6,
            "2.1",
            "inProcess",
            {1031: "Wareneingang", 1033: "Goods receipt"},
            *place,
            author=[ANNA],
            changedBy=[ANNA],
            createdBy=[ANNA],
            hasInput=[NOTE],
            owner=[OLGA],
            secondaryAuthors=[QUENTIN],
            systems=[ERP],
        ),
        "stereotype": "standardProcess",
        "content": [shape(211, "2.1", 1), shape(212, "2.1", 2, 1), shape(7, "2.1", 3, 2), shape(213, "2.1", 4, 3)],
    }


def flow_objects() -> Iterator[Record]:
    yield flow("evStart", 101, "Truck arrived")
    yield flow("task", 102, "Take in by hand")
    yield flow("evEnd", 103, "Goods taken in")
    yield flow("evStart", 201, "Truck arrived")
    yield flow("task", 202, "Unload", hasInput=[NOTE], systems=[SCANNER])
    yield flow("ruleXor", 203, "Complete?")
    yield flow("task", 204, "Store", systems=[ERP])
    yield flow("task", 205, "Refuse", risks=[THEFT])
    yield flow("ruleXor", 206, "Decided")
    yield flow("evEnd", 207, "Goods received", hasOutput=[SHEET])
    yield flow("evStart", 211, "Truck arrived", copy_of=201)
    yield flow("task", 212, "Weigh the truck")
    yield flow("evEnd", 213, "Goods received", copy_of=207)


def systems() -> Iterator[Record]:
    yield plain("systemDomain", DOMAIN, {1031: "Geschäft", 1033: "Business"})
    names = {1031: "Warenwirtschaft", 1033: "ERP"}
    yield {**versioned("system", 41, "1.0", "inEffect", names, DOMAIN), "stereotype": "applicationSystem"}
    yield {**versioned("system", 41, "1.1", "inProcess", names, DOMAIN), "stereotype": "applicationSystem"}
    yield {
        **versioned("system", 42, "1.0", "released", {1031: "Scanner", 1033: "Scanner"}, DOMAIN, owner=[OLGA]),
        "stereotype": HANDHELD,
    }
    application = plain("systemType", APPLICATION, {1031: "Anwendung", 1033: "Application"})
    yield {**application, "attributes": {**application["attributes"], "id": {127: "applicationSystem"}}}
    yield plain("systemType", HANDHELD, {1031: "Handgerät", 1033: "Handheld"})


def people() -> Iterator[Record]:
    yield person(ANNA, "Anna", "Amsel", roleEditor=True, userLoginCount=7, userLastLogin="2024-05-06T07:08:09")
    yield person(OLGA, "Olga", "Otter", roleArchitect=True)
    yield person(QUENTIN, "Quentin", "Quast", roleViewer=True)
    yield plain("userGroup", READERS, {1031: "Leser", 1033: "Readers"})
    yield plain("tag", ISO, {1031: "ISO 9001", 1033: "ISO 9001"})
    for id_, lcid, names in ((GERMAN, "1031", ("Deutsch", "German")), (ENGLISH, "1033", ("Englisch", "English"))):
        culture = plain("configCulture", id_, dict(zip((1031, 1033), names, strict=True)))
        flags = {name: {127: lcid == "1033"} for name in ("cultureIsDefault", "cultureIsMandatory")}
        yield {**culture, "attributes": {**culture["attributes"], **flags, "lcid": {127: lcid}}}


def catalogues() -> Iterator[Record]:
    yield plain("riskDomain", RISKS, {1031: "Betrieb", 1033: "Operations"})
    yield versioned("risk", 71, "1.0", "released", {1031: "Verderb"}, RISKS)
    yield versioned("risk", 72, "0.1", "inProcess", {1031: "Diebstahl", 1033: "Theft"}, RISKS)
    yield versioned("inOut", 80, "1.0", "released", {1031: "Lieferschein", 1033: "Delivery note"})
    yield versioned("inOut", 81, "1.0", "released", {1031: "Schein", 1033: "delivery Note"})
    yield versioned("inOut", 82, "1.0", "released", {1031: "Ångström-Blatt", 1033: "Ångström sheet"})


def plain(
    kind: str,
    id_: str,
    names: Mapping[int, str],
    position: int = 0,
    parent: str | None = None,
    state: str | None = None,
    **related: list[str],
) -> Record:
    """An element without versions."""
    states = {"state1": {127: state}} if state else {}
    return {
        "id": id_,
        "type": kind,
        "attributes": {"name": names, "createdOn": {127: "2020-01-02T03:04:05"}, **states},
        "related": references(related),
        "parent": parent,
        "position": position,
    }


def versioned(
    kind: str,
    element: int,
    number: str,
    state: str,
    names: Mapping[int, str],
    parent: str | None = None,
    position: int = 0,
    **related: list[str],
) -> Record:
    """A version; those once released say since when, those expired until when."""
    year = 2020 + int(number.partition(".")[0])
    attributes: dict[str, Any] = {
        "name": names,
        "version": {127: number},
        "createdOn": {127: f"{year}-01-02T03:04:05"},
        "changedOn": {127: f"{year}-02-03T04:05:06.1234567"},
        "validUntil": {127: "9999-12-31T00:00:00"},
    }
    if state != "inProcess":
        attributes |= {"relOn": {127: f"{year}-03-04T05:06:07.5"}, "validFrom": {127: f"{year}-03-05T00:00:00"}}
    if state == "expired":
        attributes["validUntil"] = {127: f"{year + 1}-03-05T00:00:00"}
    if (element, number) == (6, "2.0"):
        attributes |= RICH
    return {
        "id": element_id(element),
        "versionId": version_id(element, number),
        "type": kind,
        "state": state,
        "attributes": attributes,
        "related": references(related),
        "parent": parent,
        "position": position,
    }


RICH: Final[dict[str, Any]] = {
    "description": {1031: f"{XML}<p>Waren\nannehmen</p>", 1033: f"{XML}<p>Take in goods</p>"},
    "processMaturity": {127: "isLived"},
    "purp": {1033: f"{XML}<p>Nothing comes in unseen.</p>"},
    "reasonForRevision": {127: f"{XML}<p>Two ways</p>"},
    "scope": {1033: f"{XML}<p>All sites</p>"},
    "workshopImages": {
        127: [
            {
                "address": "board.jpg",
                "fullAddress": "https://files.example/board.jpg",
                "mimeType": "image/jpeg",
                "protocol": "Https",
                "title": "The board",
            }
        ]
    },
}


def flow(kind: str, element: int, name: str, copy_of: int | None = None, **related: list[str]) -> Record:
    """A flow object; a copy keeps the id of what it was copied from."""
    record = plain(kind, element_id(element), {1031: f"{name} (de)", 1033: name})
    return {**record, "creationId": element_id(copy_of or element), "related": references(related)}


def shape(element: int, number: str, place: int, *predecessors: int) -> Record:
    """A shape of the goods receipt: the element it shows, and the places of those before it."""
    return {
        "id": element_id(element),
        "properties": {
            "shapeId": shape_id(6, number, place),
            "predecessors": [{"properties": {"shapeId": shape_id(6, number, each)}} for each in predecessors],
        },
    }


def person(id_: str, first: str, last: str, **values: object) -> Record:
    given = {"firstName": first, "lastName": last, "createdOn": "2020-01-02T03:04:05", **values}
    related = {"hasCulture": [GERMAN], "hasSecondaryCultures": [ENGLISH], "userGroups": [READERS]}
    return {
        "id": id_,
        "type": "user",
        "attributes": {name: {127: value} for name, value in given.items()},
        "related": references(related),
    }


def references(related: Mapping[str, list[str]]) -> dict[str, list[Record]]:
    return {context: [{"id": id_} for id_ in ids] for context, ids in related.items()}
