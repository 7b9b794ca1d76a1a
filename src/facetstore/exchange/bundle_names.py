"""Names that the metamodel does not know: stored if they are valid names."""

from __future__ import annotations

import re
from typing import Final

from facetstore.exchange.bundle_report import BundleReport, shown
from facetstore.metamodel.model import ElementType

_NAME: Final = re.compile(r"[^\W\d][\w.:-]{0,127}")
"""No quotes, no white space: documents are composed from names without escaping."""


def check_name(kind: str, name: str, element_type: ElementType, report: BundleReport) -> None:
    """Warn about a name that the type does not have; refuse an invalid name."""
    if _NAME.fullmatch(name):
        report.warn(f"unknown-{kind}", f"The {kind} {name} is unknown to the type {element_type.key} and was kept.")
    else:
        report.wrong(f"{shown(name)} cannot be a name ({kind}).")
