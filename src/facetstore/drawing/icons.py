"""The icons on shapes: paths in a square of 16 by 16, drawn as lines."""

from __future__ import annotations

from typing import Final

ICONS: Final = {
    "none": "",
    "element": "M8 2.5 13.5 8 8 13.5 2.5 8Z",
    "task": "M2.5 4.5a2 2 0 0 1 2-2h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2ZM5.2 8.2l2 2 3.6-4",
    "process": "M2 3.5h4.5L9.5 8l-3 4.5H2L5 8ZM9.5 3.5h1.8L14.3 8l-3 4.5H9.5",
    "scenario": "M3 13V3M3 3.5h9.5l-2 2.75 2 2.75H3",
    "house": "M2 8 8 2.5 14 8M3.8 6.8v6.7h8.4V6.8M6.6 13.5V9.6h2.8v3.9",
    "category": "M2.5 2.5h4.4v4.4H2.5ZM9.1 2.5h4.4v4.4H9.1ZM2.5 9.1h4.4v4.4H2.5ZM9.1 9.1h4.4v4.4H9.1Z",
    "view": "M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM10 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z",
    "interface": "M9 2.5H3.5v11H9M6.5 8h7.5M11 5l3 3-3 3",
    "condition": "M5.7 6A2.4 2.4 0 0 1 8 4.2c1.4 0 2.4.9 2.4 2.1C10.4 8 8 8.2 8 10M8 12.1v.3",
    "and": "M8 2.5v11M2.5 8h11",
    "or": "M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0Z",
    "xor": "M3.5 3.5l9 9M12.5 3.5l-9 9",
}
