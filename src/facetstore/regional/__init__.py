"""The names and meaning of a storage's region, time zone and cultures.

Importing this package is cheap: babel, PyYAML and the data files are loaded on first use.
"""

from facetstore.regional.cultures import Culture, culture, culture_id
from facetstore.regional.regions import Region, UnknownRegion, region, render_region
from facetstore.regional.time_zones import (
    NotALocalTime,
    TimeZone,
    UnknownTimeZone,
    local_now,
    time_zone,
    to_instant,
    windows_time_zone,
)
from facetstore.regional.unknown_names import UnknownRegionalName

__all__ = [
    "Culture",
    "NotALocalTime",
    "Region",
    "TimeZone",
    "UnknownRegionalName",
    "UnknownRegion",
    "UnknownTimeZone",
    "culture",
    "culture_id",
    "local_now",
    "region",
    "render_region",
    "time_zone",
    "to_instant",
    "windows_time_zone",
]
