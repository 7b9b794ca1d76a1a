"""A sub process, its diagram and its neighbours: what changes are tried on. Ids can be read: `…0006` is element 6."""

from collections.abc import Iterator
from itertools import count
from typing import Final

from facetstore.domain.element import Shape, Version
from facetstore.domain.tenant import TenantSettings
from facetstore.domain.values import ElementId, VersionId
from facetstore.metamodel.loader import load_standard
from facetstore.metamodel.model import Metamodel

XML: Final = '<?xml version="1.0" encoding="utf-8"?>'
METAMODEL: Final[Metamodel] = load_standard()
SETTINGS: Final = TenantSettings(mandatory_cultures=(1033,), optional_cultures=(1031,))
NOW: Final = "2026-03-04T05:06:07.1234567"


def element(number: int) -> ElementId:
    return ElementId(f"e1e00000-0000-0000-0000-{number:012d}")


def version(number: int) -> VersionId:
    return VersionId(f"7e000000-0000-0000-0000-{number:012d}")


def shape(number: int) -> str:
    return f"5a000000-0000-0000-0000-{number:012d}"


def new_ids() -> Iterator[str]:
    """Ids one after the other: `a0…0001`, `a0…0002` …"""
    return (made(number) for number in count(1))


def made(number: int) -> str:
    return f"a0000000-0000-0000-0000-{number:012d}"


PROCESS, MAIN, OTHER_PROCESS, HOUSE = element(6), element(5), element(7), element(1)
ANNA, OLGA, HIDDEN, TOKEN = element(50), element(51), element(52), element(59)
ERP, SCANNER, SECRET_SYSTEM = element(41), element(42), element(43)
SELF_MADE, SELF_NAMED, SYSTEM_STEREOTYPE = element(61), element(62), element(63)
START, CHECK, END, ELSEWHERE = element(201), element(202), element(203), element(299)
NOWHERE: Final = element(999)

KNOWN: Final[dict[str, str]] = {
    PROCESS: "subProcess",
    MAIN: "mainProcess",
    OTHER_PROCESS: "subProcess",
    HOUSE: "processHouse",
    ANNA: "user",
    OLGA: "user",
    TOKEN: "authToken",
    ERP: "system",
    SCANNER: "system",
    SELF_MADE: "subProcessType",
    SELF_NAMED: "subProcessType",
    SYSTEM_STEREOTYPE: "systemType",
    START: "evStart",
    CHECK: "task",
    END: "evEnd",
    ELSEWHERE: "task",
}

RECEIPT: Final = Version(
    PROCESS,
    version(6),
    "processes",
    "subProcess",
    state="inProcess",
    stereotype="localProcess",
    number="0.1",
    attributes={
        "name": {1031: "Wareneingang", 1033: "Goods receipt"},
        "description": {1033: f"{XML}<p>Take in goods</p>"},
        "processMaturity": {127: "isLived"},
        "cycleTime": {127: 2.5},
        "validUntil": {127: "9999-12-31T00:00:00"},
        "createdOn": {127: "2024-01-02T03:04:05"},
        "changedOn": {127: "2024-01-02T03:04:05"},
    },
    related={
        "author": (ANNA,),
        "createdBy": (ANNA,),
        "systems": (ERP, SECRET_SYSTEM, SCANNER),
    },
    content=(
        Shape(shape(1), START),
        Shape(shape(2), CHECK, (shape(1),)),
        Shape(shape(3), OTHER_PROCESS, (shape(2),)),
        Shape(shape(4), END, (shape(3),)),
    ),
    parent=MAIN,
    position=3,
)
"""A draft that refers to a system that no caller here may see, between two others."""


def flow_object(id_: ElementId, kind: str, name: str) -> Version:
    return Version(
        id_,
        VersionId(id_),
        "processes",
        kind,
        creation_id=id_,
        attributes={"name": {1033: name}, "createdOn": {127: "2024-01-02T03:04:05"}},
    )


CHECK_GOODS: Final = flow_object(CHECK, "task", "Check goods")._replace(related={"systems": (ERP,)})
OTHER: Final = Version(
    OTHER_PROCESS,
    version(7),
    "processes",
    "subProcess",
    state="released",
    number="1.0",
    attributes={"name": {1033: "Store"}},
)
SHOWN: Final[dict[str, Version]] = {
    START: flow_object(START, "evStart", "Truck arrived"),
    CHECK: CHECK_GOODS,
    OTHER_PROCESS: OTHER,
    END: flow_object(END, "evEnd", "Goods received"),
}
