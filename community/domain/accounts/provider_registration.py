"""The registration of people who sign in with a service for the first time, and its page."""

from typing import Literal

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.actor import Actor
from community.core.errors import FieldErrors, PermissionDenied
from community.core.read_models import ReadModel
from community.domain import identity, people, site
from community.domain.accounts import invitations, registration, verification
from community.i18n import gettext as _
from community.models import User


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
    providers: list[site.SignInProvider] = []


def validate_registration(
    pending: identity.providers.PendingIdentity, *, name: str, email: str, slug: str = ""
) -> registration.RegistrationData:
    errors, cleaned = FieldErrors(), {"slug": ""}
    with errors.collect():
        cleaned["name"] = identity.clean_name(name)
    if slug.strip():
        with errors.collect():
            cleaned["slug"] = people.clean_slug(slug)
    with errors.collect():
        cleaned["email"] = identity.clean_email(email)
    errors.raise_if_any()
    return registration.RegistrationData(
        cleaned["name"],
        cleaned["email"],
        None,
        cleaned["slug"] or None,
        invitations.hash_token(pending.invitation),
    )


async def register(
    session: AsyncSession,
    pending: identity.providers.PendingIdentity,
    data: registration.RegistrationData,
) -> User | None:
    """Create an account that signs in with the identity.

    Returns:
        None if the email must be confirmed first. Then a link in a mail creates the account.

    Raises:
        Conflict: The email or the username is taken, or the identity belongs to an account.
        Invalid: The token of the identity was used before.
        PermissionDenied: As `accounts.register`.
    """
    is_verified = _is_verified(pending, data.email)
    if not is_verified and await registration.is_confirmation_required(session):
        await registration.request_registration(
            session, data, new_identity=pending.to_new_identity()
        )
        return None
    user = await registration.register(session, data)
    await identity.providers.use_pending(session, pending)
    await identity.providers.add_identity(session, user, pending.to_new_identity())
    if user.email_verified_at is None:
        await verification.send_verification_mail(session, user)
    return user


async def ensure_may_finish(
    session: AsyncSession, pending: identity.providers.PendingIdentity
) -> None:
    """Check that the person can register, before they fill in the form.

    People whose verified email belongs to an account do not register, but sign in.

    Raises:
        PermissionDenied: As `accounts.register`.
    """
    if await has_account(session, pending):
        return
    data = registration.RegistrationData(
        pending.name, pending.email, None, None, invitations.hash_token(pending.invitation)
    )
    try:
        await registration.ensure_may_register(session, data)
    except PermissionDenied as error:
        if "email" not in error.field_errors:  # The person can enter another email.
            raise


async def has_account(session: AsyncSession, pending: identity.providers.PendingIdentity) -> bool:
    """Return whether an account has the verified email of the identity.

    Without the verification, the answer would reveal to anyone who has an account.
    """
    return pending.is_email_verified and await identity.is_email_taken(session, pending.email)


def _is_verified(pending: identity.providers.PendingIdentity, email: str) -> bool:
    return pending.is_email_verified and email.lower() == pending.email.lower()


async def get_finish_page(session: AsyncSession, actor: Actor, token: str | None) -> FinishPage:
    pending = identity.providers.find_pending_identity(token)
    if pending is None or actor.is_read_only:
        return FinishPage(
            kind="expired",
            title=_("This sign-in has expired"),
            text=_("Start again. It takes a moment."),
        )
    service = await identity.providers.get_provider_name(session, pending.provider)
    if not actor.is_guest:
        return await _build_connect_page(session, actor, pending, service)
    if await has_account(session, pending):
        return await _build_sign_in_page(session, pending, service)
    return await _build_registration_page(session, pending, service)


async def _build_connect_page(
    session: AsyncSession, actor: Actor, pending: identity.providers.PendingIdentity, service: str
) -> FinishPage:
    user = await identity.get_own_user(session, actor)
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
    session: AsyncSession, pending: identity.providers.PendingIdentity, service: str
) -> FinishPage:
    providers = await identity.providers.list_providers(session)
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
    session: AsyncSession, pending: identity.providers.PendingIdentity, service: str
) -> FinishPage:
    source = pending.name or pending.email.partition("@")[0]
    return FinishPage(
        kind="register",
        title=_("Finish creating your account"),
        text=_("You'll sign in with {service}.", service=service),
        service=service,
        name=pending.name,
        slug=await people.suggest_slug(session, source),
        email=pending.email,
        next_path=pending.next_path or urls.HOME,
    )
