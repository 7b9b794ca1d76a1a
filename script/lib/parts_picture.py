"""The picture of the parts: who calls, which folders answer, where the data are. Laid out by hand."""

from typing import Final

from script.lib.boxes_picture import Arrow, Box, render_boxes

_SIZE: Final = (980, 718)
_TITLE: Final = "The parts of Facetstore: callers, the service with its layers, commands, databases"
_FRAMES: Final = (
    Box(
        20,
        150,
        600,
        438,
        "process",
        "facetstore serve",
        ("one process, or several workers, each with job processes beside it",),
    ),
    Box(660, 150, 300, 438, "process", "facetstore …", ("tenant, token, import, export, doctor …",)),
)
_BOXES: Final = (
    Box(20, 20, 140, 70, "caller", "Clients", ("of the interface,", "old and new")),
    Box(173, 20, 140, 70, "caller", "Scripts", ("Python, C#,", "PowerShell, curl")),
    Box(326, 20, 140, 70, "caller", "Programs", ("reports, agents,", "integrations")),
    Box(480, 20, 140, 70, "caller", "Browsers", ("people on the page,", "/_docs to try out")),
    Box(660, 20, 300, 70, "caller", "Administrators", ("tenants, tokens, bundles, own types",)),
    Box(
        40,
        205,
        560,
        62,
        "adapter",
        "rest",
        ("server · gate · response cache · route table · handlers · rendering · OpenAPI",),
    ),
    Box(
        40,
        283,
        560,
        62,
        "core",
        "usecases",
        ("reading · finding · editing · release · access · people · tokens · tenants",),
    ),
    Box(40, 361, 108, 62, "core", "query", ("filters, order",)),
    Box(153, 361, 108, 62, "core", "bpmn", ("BPMN files",)),
    Box(266, 361, 108, 62, "core", "flow_script", ("flows as text",)),
    Box(379, 361, 108, 62, "core", "printing", ("manuals",)),
    Box(492, 361, 108, 62, "core", "website", ("static pages",)),
    Box(40, 439, 98, 62, "core", "metamodel", ("types, YAML",)),
    Box(143, 439, 80, 62, "core", "regional", ("cultures",)),
    Box(228, 439, 90, 62, "core", "drawing", ("layout, SVG",)),
    Box(323, 439, 116, 62, "core", "hardened_xml", ("XML of strangers",)),
    Box(444, 439, 80, 62, "core", "likeness", ("of names",)),
    Box(529, 439, 71, 62, "core", "domain", ("values",)),
    Box(40, 517, 262, 56, "adapter", "storage", ("one SQL for both engines · history",)),
    Box(310, 517, 150, 56, "adapter", "auth", ("passwords, OpenID",)),
    Box(468, 517, 132, 56, "adapter", "outgoing", ("webhooks",)),
    Box(680, 205, 260, 62, "adapter", "cli", ("reads options, prints results",)),
    Box(680, 283, 260, 62, "adapter", "bootstrap", ("settings, serving, schedule, jobs",)),
    Box(680, 361, 260, 62, "adapter", "exchange", ("bundles, demo, generator",)),
    Box(680, 439, 260, 56, "core", "usecases, storage", ("the same as on the left",)),
    Box(20, 638, 290, 62, "data", "SQLite", ("a file below ./data",)),
    Box(330, 638, 290, 62, "data", "PostgreSQL", ("for several machines",)),
    Box(660, 638, 300, 62, "ground", "Revision", ("each change takes one, each request reads it",)),
)
_ARROWS: Final = (
    Arrow(320, 90, 320, 150, "HTTP with a token or a session"),
    Arrow(810, 90, 810, 150, "shell"),
    Arrow(165, 588, 165, 638),
    Arrow(475, 588, 475, 638),
    Arrow(660, 520, 622, 636),
)


def render_parts() -> str:
    """The picture as SVG."""
    return render_boxes(_TITLE, _SIZE, (*_FRAMES, *_BOXES), _ARROWS)
