"""The commands by name, each imported and made when it is asked for: making all of them takes longer than most commands run."""

from __future__ import annotations

from collections import UserDict
from importlib import import_module
from typing import Any, Final

import typer
from typer.core import TyperGroup

_PLACES: Final = {
    "init": "setup_commands.init",
    "serve": "serving.serve",
    "import": "bundles.import_",
    "export": "bundles.export",
    "generate": "bundles.generate",
    "site": "site_command.site",
    "pull": "pull_command.pull",
    "conformance": "conformance_command.conformance",
    "mcp": "agent_command.mcp",
    "manual": "document_commands.manual",
    "migrate": "databases.migrate",
    "doctor": "databases.doctor",
    "backup": "backups.backup",
    "restore": "backups.restore",
    "verify": "proofs.verify",
    "anchor": "proofs.anchor",
    "tenant": "tenant_commands.app",
    "token": "token_commands.app",
    "webhook": "webhook_commands.app",
    "user": "people.app",
    "table": "table_commands.app",
    "bpmn": "document_commands.bpmn",
    "metamodel": "metamodel.app",
    "schedule": "schedule_commands.app",
    "key": "key_commands.app",
}
"""Where each command or group of commands is, in the order of the help."""


class LaterGroup(TyperGroup):
    """All commands. Names are known at once, a command is made when it is called or listed with its help."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.commands = _LaterCommands(dict.fromkeys(_PLACES))


class _LaterCommands(UserDict[str, Any]):
    """Commands by name; None until one is made."""

    def __getitem__(self, name: str) -> Any:
        if self.data[name] is None:
            self.data[name] = _made(name)
        return self.data[name]


def _made(name: str) -> object:
    module, _, attribute = _PLACES[name].partition(".")
    found = getattr(import_module(f"facetstore.cli.{module}"), attribute)
    around = typer.Typer(pretty_exceptions_enable=False, rich_markup_mode=None)
    if isinstance(found, typer.Typer):
        around.add_typer(found, name=name)
    else:
        around.command(name)(found)
    return typer.main.get_group(around).commands[name]
