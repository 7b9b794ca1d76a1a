"""Binds persons at an OpenID Connect provider to users. After that, `sub` alone identifies the person (decision 0055)."""

from __future__ import annotations

from facetstore.domain.access import EDITORS
from facetstore.domain.audit import ACCESS_CHANGED
from facetstore.domain.errors import Conflict, Finding, InvalidValues
from facetstore.domain.folded_names import Name
from facetstore.domain.tenant import Tenant
from facetstore.domain.values import INVARIANT
from facetstore.usecases.labels import stored_attributes
from facetstore.usecases.people.users import access_account
from facetstore.usecases.ports.accounts import Binding
from facetstore.usecases.ports.selections import ListOf, Parts
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.ports.transactions import Writer
from facetstore.usecases.tenancy import serve


async def bind_by_mail(storage: Storage, tenant: Tenant, binding: Binding, mail: Name) -> str | None:
    """Bind the user with this mail address or login to a person, and return the user.

    None if there is no such user, or several, or if the user or the person is bound otherwise.
    """
    found = await _users_of(storage, tenant, mail)
    if len(found) != 1:
        return None
    (element,) = found
    async with storage.writer(tenant, actor=None, reason="first sign-in by OpenID Connect") as writer:
        earlier = await writer.accounts.binding_of(element, binding.issuer)
        if earlier is not None:
            return element if earlier == binding else None
        return element if await _bind(writer, element, binding) else None


async def bind(storage: Storage, tenant: Tenant, login: str, binding: Binding) -> None:
    """Bind a user to a person, in place of an earlier binding at the same provider, and end the sessions of the user.

    Raises NotFound, InvalidValues, Conflict.
    """
    if not binding.issuer.strip() or not binding.subject.strip():
        error = "A binding needs the issuer and the subject, as the provider sends them."
        raise InvalidValues(error, [Finding(error, InvalidValues.code, "subject")])
    account = await access_account(storage, tenant, login)
    async with storage.writer(tenant, actor=None, reason=f"user bind {login}") as writer:
        if not await _bind(writer, account.element, binding):
            raise Conflict(f"Another user signs in as {binding.subject!r} at {binding.issuer} already.")
        await writer.accounts.end_sessions([account.element])


async def _bind(writer: Writer, element: str, binding: Binding) -> bool:
    done = await writer.accounts.bind(element, binding)
    if done:
        await writer.history.audit(ACCESS_CHANGED, element, {"openId": binding.issuer})
    return done


async def _users_of(storage: Storage, tenant: Tenant, mail: Name) -> set[str]:
    """The users whose mail address or login is this mail address."""
    account = await storage.accounts(tenant).find(mail)
    metamodel = serve(tenant).metamodel
    facet, names = metamodel.types[metamodel.roles.user].facet, (metamodel.roles.login, metamodel.roles.mail)
    rows = await storage.reader(tenant, EDITORS).elements(ListOf(facet), Parts(attributes=True))
    found = {account.element} if account is not None else set()
    for row in rows:
        attributes = stored_attributes(row.attributes or b"{}")
        given = [attributes.get(name, {}).get(INVARIANT) for name in names]
        if any(isinstance(each, str) and Name(each.strip()) == mail for each in given):
            found.add(row.element)
    return found
