"""Using a link with which users choose a new password, because they forgot theirs or never had one."""

from __future__ import annotations

from facetstore.domain.audit import PASSWORD_CHANGED
from facetstore.domain.throttling import OF_ADDRESS
from facetstore.usecases.people.sign_in import SignedIn, SignIn, check_password, place_subject
from facetstore.usecases.tenancy import ServedTenant, token_digest

BY = "password-link"


def password_link_digest(secret: str) -> str:
    """What is stored of a link: a digest of its own, so that a link for signing in sets no password, and the other way round."""
    return token_digest(f"new password {secret}")


async def choose_password(
    sign_in: SignIn, served: ServedTenant | None, secret: str, password: str, client: str
) -> SignedIn:
    """Set the password of the user of a link, which works once, end the sessions and links of this user, and open a session.

    A password that is refused leaves the link as it is. Raises SignInRefused, TooManyAttempts, InvalidValues.
    """
    place, digest = place_subject(client), password_link_digest(secret)
    await sign_in.attempt({place: OF_ADDRESS})
    accounts = sign_in.storage.accounts(served.tenant if served is not None else None)
    element = await accounts.link(digest, sign_in.now())
    account = await accounts.of(element) if element is not None else None
    if served is None or account is None:
        raise await sign_in.refusal(served, element, client, by=BY)
    await sign_in.storage.attempts().succeed(place)
    principal = await sign_in.storage.principal(served.tenant, account.element)
    if principal is None or principal.role is None:
        raise await sign_in.refusal(served, element, client, by=BY)
    check_password(password, account.login)
    hashed = await sign_in.hash(password)
    async with sign_in.storage.writer(served.tenant, actor=account.element, reason="password", client=client) as writer:
        # Hashing takes a while: by now the link may have been used, or ended with the role or the user.
        taken = await writer.accounts.take_link(digest, sign_in.now())
        if taken is not None:
            await writer.accounts.set_password(taken, hashed)
            await writer.history.audit(PASSWORD_CHANGED, taken, {"by": "link"})
    if taken is None:
        raise await sign_in.refusal(served, element, client, by=BY)
    return await sign_in.as_user(served, taken, client, by=BY)
