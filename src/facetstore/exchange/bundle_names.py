"""Names the metamodel does not know: kept, as long as they can be names at all."""

from __future__ import annotations

import re
from typing import Final

from facetstore.exchange.bundle_report import BundleReport, shown
from facetstore.metamodel.model import ElementType

_NAME: Final = re.compile(r"[^\W\d][\w.:-]{0,127}")
"""No quotes, no white space: documents are put together from names without escaping them."""


def check_name(kind: str, name: str, element_type: ElementType, report: BundleReport) -> None:
    """Warn of a name that the type does not have; refuse what is no name."""
    if _NAME.fullmatch(name):
        report.warn(f"unknown-{kind}", f"The {kind} {name} is unknown to the type {element_type.key} and was kept.")
    else:
        report.wrong(f"{shown(name)} cannot be a name ({kind}).")
