"""The page of commands, made from the command line itself."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from facetstore.bootstrap.settings import DATA, DATABASE
from facetstore.cli.main import app
from script.lib.markdown import code, page, table

_LEAD: Final = """\
Every command takes `--data DIR` or `--database URL`. Without either, the environment decides, and without that the folder
`./data`; see [settings](settings.md). Messages go to stderr, results to stdout. Every command works while a server runs on
the same data, and the server's next request sees its effect. A command that fails ends with exit code 1; one that was called
in a wrong way ends with 2."""

_WITHOUT_ENVIRONMENT: Final = {"data": DATA, "database": DATABASE}
"""Options whose variable is read by the settings, not by typer: the two exclude each other."""
_VARIABLE_IN_HELP: Final = re.compile(r" \(FACETSTORE_[A-Z_]+\)")
_DEFAULT_IN_HELP: Final = re.compile(r" Default: (.+)$")


def render() -> str:
    return page("Commands", _LEAD, *(_section(name, command) for name, command in commands()))


def commands() -> list[tuple[str, TyperCommand]]:
    """Every command by its full name, in the order of the names."""
    return sorted(_commands("facetstore", typer.main.get_command(app)), key=lambda each: each[0])


def _commands(name: str, command: object) -> Iterator[tuple[str, TyperCommand]]:
    if isinstance(command, TyperGroup):
        for each, below in command.commands.items():
            yield from _commands(f"{name} {each}", below)
    elif isinstance(command, TyperCommand):
        yield name, command


def options(command: TyperCommand) -> list[TyperOption]:
    return [each for each in command.params if isinstance(each, TyperOption)]


def environment_name(option: TyperOption) -> str | None:
    """The environment variable that stands in for an option."""
    named = option.envvar or _WITHOUT_ENVIRONMENT.get(option.name or "")
    return str(named) if named else None


def option_help(option: TyperOption) -> str:
    return _DEFAULT_IN_HELP.sub("", _VARIABLE_IN_HELP.sub("", option.help or ""))


def default_of(option: TyperOption) -> str:
    if option.required:
        return "required"
    if default := _DEFAULT_IN_HELP.search(option.help or ""):
        return default[1]
    return "" if option.default in (None, False) else code(str(option.default))


def _section(name: str, command: TyperCommand) -> str:
    help_text = " ".join((command.help or "").split("\n")).replace("  ", "\n\n")
    parts = [f"## {name}", help_text, _usage(name, command), *_arguments(_arguments_of(command)), *_options(command)]
    return "\n\n".join(parts)


def _arguments_of(command: TyperCommand) -> list[TyperArgument]:
    return [each for each in command.params if isinstance(each, TyperArgument)]


def _usage(name: str, command: TyperCommand) -> str:
    words = [_word(each) for each in _arguments_of(command)]
    needed = [f"{each.opts[0]} {_value(each)}" for each in options(command) if each.required]
    return f"```text\n{' '.join([name, *words, *needed, '[OPTIONS]'])}\n```"


def _word(argument: TyperArgument) -> str:
    word = argument.metavar or (argument.name or "").upper()
    return word if argument.required else f"[{word}]"


def _arguments(arguments: Iterable[TyperArgument]) -> list[str]:
    rows = [(code(_word(each)), each.help or "") for each in arguments]
    return [table(("Argument", "Meaning"), rows)] if rows else []


def _options(command: TyperCommand) -> list[str]:
    rows = [
        (
            code(f"{each.opts[0]} {_value(each)}".strip()),
            option_help(each),
            default_of(each),
            code(name) if (name := environment_name(each)) else "",
        )
        for each in options(command)
    ]
    return [table(("Option", "Meaning", "Default", "Environment"), rows)]


def _value(option: TyperOption) -> str:
    return "" if option.is_flag else option.metavar or (option.name or "").upper()
