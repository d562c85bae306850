"""The content of the page on which a person decides what happens with a new identity."""

from typing import Literal

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.actor import Actor
from community.core.read_models import ReadModel
from community.domain.accounts.identities.clients import get_provider_name, list_providers
from community.domain.accounts.identities.pending import PendingIdentity, find_pending_identity
from community.domain.accounts.identities.registration import has_account
from community.domain.accounts.queries import get_own_user
from community.domain.accounts.registration import suggest_slug
from community.domain.site import SignInProvider
from community.i18n import gettext as _


class FinishPage(ReadModel):
    """What the page shows.

    `kind` is `register` for a new person, `sign_in` if an account has the verified email,
    `connect` for a user who is signed in, and `expired` if the browser has no identity. `name`,
    `slug` and `email` are suggestions for the form. `providers` are the other services with which
    the owner of the account may sign in.
    """

    kind: Literal["register", "sign_in", "connect", "expired"]
    title: str
    text: str
    service: str = ""
    name: str = ""
    slug: str = ""
    email: str = ""
    next_path: str = ""
    providers: list[SignInProvider] = []


async def get_finish_page(session: AsyncSession, actor: Actor, token: str | None) -> FinishPage:
    """Return the content of the page.

    Args:
        token: The token in the cookie of the browser, or None.
    """
    pending = find_pending_identity(token)
    if pending is None or actor.is_read_only:
        return FinishPage(
            kind="expired",
            title=_("This sign-in has expired"),
            text=_("Start again. It takes a moment."),
        )
    service = await get_provider_name(session, pending.provider)
    if not actor.is_guest:
        return await _build_connect_page(session, actor, pending, service)
    if await has_account(session, pending):
        return await _build_sign_in_page(session, pending, service)
    return await _build_registration_page(session, pending, service)


async def _build_connect_page(
    session: AsyncSession, actor: Actor, pending: PendingIdentity, service: str
) -> FinishPage:
    user = await get_own_user(session, actor)
    return FinishPage(
        kind="connect",
        title=_("Connect {service}", service=service),
        text=_(
            "You'll be able to sign in to the account of {name} with {account}.",
            name=user.name,
            account=pending.email or pending.name or service,
        ),
        service=service,
        next_path=pending.next_path or urls.SIGN_IN_SETTINGS,
    )


async def _build_sign_in_page(
    session: AsyncSession, pending: PendingIdentity, service: str
) -> FinishPage:
    providers = await list_providers(session)
    return FinishPage(
        kind="sign_in",
        title=_("You already have an account"),
        text=_(
            "Your account has the email {email}. Sign in to it once, and then connect {service}.",
            email=pending.email,
            service=service,
        ),
        service=service,
        email=pending.email,
        next_path=urls.FINISH_SIGN_IN,
        providers=[button for button in providers if button.provider != pending.provider],
    )


async def _build_registration_page(
    session: AsyncSession, pending: PendingIdentity, service: str
) -> FinishPage:
    source = pending.name or pending.email.partition("@")[0]
    return FinishPage(
        kind="register",
        title=_("Finish creating your account"),
        text=_("You'll sign in with {service}.", service=service),
        service=service,
        name=pending.name,
        slug=await suggest_slug(session, source),
        email=pending.email,
        next_path=pending.next_path or urls.HOME,
    )
