"""What `facetstore init` makes: a settings file, a systemd unit, and a tenant with its first administrator; all of it or nothing."""

from __future__ import annotations

import contextlib
import os
import pwd
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from facetstore.bootstrap.addresses import checked_base, reached_at
from facetstore.bootstrap.database import opened_storage
from facetstore.bootstrap.links import sign_in_link
from facetstore.bootstrap.settings import DATA, DATABASE, SERVE, Settings
from facetstore.bootstrap.settings_file import render_settings
from facetstore.bootstrap.unit_file import Unit, render_unit
from facetstore.domain.callers import Role
from facetstore.domain.errors import Conflict, InvalidValues
from facetstore.domain.tenant import TenantSettings
from facetstore.storage.engines.private_files import OUR_FILES
from facetstore.usecases.people.users import Person, create_person, parse_login
from facetstore.usecases.tenancy import serve
from facetstore.usecases.tenants.tenant_changes import create_tenant, required_address

_LEAD: Final = """\
Settings of Facetstore; docs/reference/settings.md names all. Only its owner may read this file: it may hold a password.
Commands read it, too: facetstore --settings FILE tenant list"""


@dataclass(frozen=True, slots=True)
class Installation:
    """The answers that an installation is made from."""

    folder: Path
    settings: Settings
    tenant: str
    login: str
    user: str
    serving: Mapping[str, str]
    """Options of `serve` by name, for the settings file."""

    @property
    def settings_file(self) -> Path:
        return self.folder / "facetstore.env"

    @property
    def unit_file(self) -> Path:
        return self.folder / "facetstore.service"

    @property
    def address(self) -> str:
        if base := self.serving.get("base_url"):
            return checked_base(base)
        return reached_at(self.serving["host"], self.serving["port"])

    @property
    def data(self) -> Path | None:
        """The folder of an SQLite database."""
        return None if self.settings.database else self.settings.data


class _WrittenFile(NamedTuple):
    path: Path
    text: str
    mode: int


async def install(installation: Installation) -> str:
    """Make all files and the tenant, and return the link that signs in its first administrator once.

    Raises Conflict for what is there already, InvalidValues, OSError; then no file of ours is left.
    """
    owner = _owner(installation.user)
    address = required_address(installation.tenant)
    base = installation.address
    parse_login(installation.login)
    files = [
        _WrittenFile(installation.settings_file, _settings_text(installation), 0o600),
        _WrittenFile(installation.unit_file, _unit_text(installation), 0o644),
    ]
    for file in (each.path for each in files):
        if file.exists() or file.is_symlink():
            raise Conflict(f"{file} exists already, and is not overwritten. Choose another folder, or remove it first.")
    with _written(files):
        async with opened_storage(installation.settings) as storage:
            tenant = await create_tenant(storage, address, TenantSettings(title=address.storage.spelled))
            person = Person(installation.login, Role.ADMINISTRATOR, last_name="Administrator")
            element = await create_person(storage, serve(tenant), person)
            link = await sign_in_link(storage, tenant, element, base)
        if owner is not None and installation.data is not None:
            _give(installation.data, owner)
    return link


def _owner(user: str) -> pwd.struct_passwd | None:
    """The user that the service runs as; None if that is the current one. Raises InvalidValues if there is none."""
    try:
        found = pwd.getpwnam(user)
    except KeyError:
        hint = f"useradd --system --home-dir /nonexistent --shell /usr/sbin/nologin {user}"
        raise InvalidValues(f"There is no user {user} for the service to run as. Create it: {hint}") from None
    if found.pw_uid == os.geteuid():
        return None
    if os.geteuid() != 0:
        raise InvalidValues(
            f"Only root can set up a service that runs as {user}. Leave --user out, or run this as root."
        )
    return found


def _settings_text(installation: Installation) -> str:
    settings = installation.settings
    where = {DATABASE: settings.database} if settings.database else {DATA: str(settings.data)}
    given = {SERVE[name]: value for name, value in installation.serving.items()}
    return render_settings(where | given, _LEAD)


def _unit_text(installation: Installation) -> str:
    program = (sys.executable, "-m", "facetstore")
    port = int(installation.serving["port"])
    unit = Unit(installation.unit_file, installation.settings_file, program, installation.user, installation.data, port)
    return render_unit(unit)


@contextlib.contextmanager
def _written(files: Sequence[_WrittenFile]) -> Iterator[None]:
    """Files that stay if the block succeeds. None that is there already is written to."""
    made = []
    try:
        for path, text, mode in files:
            path.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
            descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
            made.append(path)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                os.fchmod(descriptor, mode)
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
        yield
    except BaseException:
        for path in made:
            path.unlink(missing_ok=True)
        raise


def _give(folder: Path, owner: pwd.struct_passwd) -> None:
    """Give the files of the data to the user that the service runs as. Only our own: the folder may hold others."""
    for path in (folder, *(each for name in OUR_FILES for each in folder.glob(name))):
        os.chown(path, owner.pw_uid, owner.pw_gid, follow_symlinks=False)
