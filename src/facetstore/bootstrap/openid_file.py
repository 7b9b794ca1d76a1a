"""The OpenID Connect file: which providers sign people in to which tenants, and what they are trusted with."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import yaml

from facetstore.domain.callers import Role
from facetstore.domain.errors import Finding, InvalidValues
from facetstore.domain.folded_names import Name
from facetstore.domain.openid_settings import GROUPS_CLAIM, LOGIN_CLAIMS, SCOPES, Provider
from facetstore.usecases.tokens.issuing import parse_role

if TYPE_CHECKING:
    from facetstore.usecases.ports.openid_provider import Providers


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """A provider as the file describes it."""

    title: str
    issuer: str
    client_id: str
    tenants: tuple[str, ...]
    secret_file: str | None = None
    """The file with the client secret, relative to the folder of the OpenID Connect file."""
    secret_variable: str | None = None
    """The environment variable with the client secret."""
    scopes: tuple[str, ...] = SCOPES
    login_claims: tuple[str, ...] = LOGIN_CLAIMS
    groups_claim: str = GROUPS_CLAIM
    roles: dict[str, str] = {}
    create_users: bool = False


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    providers: tuple[Written, ...]


def make_providers(file: Path | None) -> Providers:
    """Clients for the providers in a file; none without a file. Raises InvalidValues."""
    if file is None:
        from facetstore.usecases.ports.openid_provider import NO_PROVIDERS

        return NO_PROVIDERS
    from facetstore.auth.openid_client import OpenIdProvider, OpenIdProviders

    return OpenIdProviders(OpenIdProvider(each) for each in read_providers(file))


def read_providers(file: Path, environment: Mapping[str, str] = os.environ) -> tuple[Provider, ...]:
    """The providers in a file. Raises InvalidValues with all that is wrong."""
    try:
        written = msgspec.convert(yaml.safe_load(file.read_text(encoding="utf-8")), File).providers
    except OSError as error:
        raise InvalidValues(f"{file} cannot be read: {error.strerror}.") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise InvalidValues(f"{file} is not YAML: {error}") from None
    except msgspec.ValidationError as error:
        raise InvalidValues(f"{file}: {error}.") from None
    findings = [
        Finding(f"{file}: {error}", InvalidValues.code, f"providers[{number}].{where}")
        for number, each in enumerate(written)
        for where, error in _mistakes(each, file.parent, environment).items()
    ]
    if findings:
        raise InvalidValues(findings[0].error, findings)
    return tuple(_provider(each, file.parent, environment) for each in written)


def _provider(written: Written, folder: Path, environment: Mapping[str, str]) -> Provider:
    return Provider(
        written.title.strip(),
        written.issuer,
        written.client_id,
        tuple(map(Name, written.tenants)),
        _secret(written, folder, environment),
        written.scopes,
        written.login_claims,
        written.groups_claim,
        _roles(written),
        written.create_users,
    )


def _mistakes(written: Written, folder: Path, environment: Mapping[str, str]) -> dict[str, str]:
    """What is wrong, by key. A secret is never part of a text."""
    from facetstore.auth.provider_http import is_safe

    wrong = {name: f"{name} is empty." for name in ("title", "clientId") if not _by_key(written, name).strip()}
    if not is_safe(written.issuer):
        wrong["issuer"] = f"issuer takes an address with https, not {written.issuer!r}."
    if not written.tenants:
        wrong["tenants"] = "tenants names no tenant. demo/showcase is one, demo/* all of a collection."
    if "openid" not in written.scopes:
        wrong["scopes"] = "scopes needs openid."
    if not written.login_claims:
        wrong["loginClaims"] = "loginClaims names no claim."
    if written.create_users and not written.roles:
        wrong["createUsers"] = "createUsers needs roles, which decide what a new user may do."
    for read, key in ((_roles, "roles"), (lambda each: _secret(each, folder, environment), "secretFile")):
        try:
            read(written)
        except InvalidValues as error:
            wrong[key] = error.message
    return wrong


def _by_key(written: Written, name: str) -> str:
    return {"title": written.title, "clientId": written.client_id}[name]


def _roles(written: Written) -> dict[str, Role]:
    return {group: parse_role(role) for group, role in written.roles.items()}


def _secret(written: Written, folder: Path, environment: Mapping[str, str]) -> str | None:
    """The client secret, from a file or the environment; None if neither is named."""
    if written.secret_file is not None and written.secret_variable is not None:
        raise InvalidValues("the secret is either in a file (secretFile) or in the environment (secretVariable).")
    if written.secret_variable is not None:
        found = environment.get(written.secret_variable, "")
    elif written.secret_file is not None:
        try:
            found = (folder / written.secret_file).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            raise InvalidValues(f"the secret cannot be read from {folder / written.secret_file}.") from None
    else:
        return None
    if not found.strip():
        raise InvalidValues("the secret is empty.")
    return found.strip()
