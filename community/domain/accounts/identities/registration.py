"""The registration of people who sign in with a service for the first time."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.errors import FieldErrors, PermissionDenied
from community.domain.accounts import (
    invitations,
    pending_registrations,
    validation,
    verification,
)
from community.domain.accounts import registration as accounts_registration
from community.domain.accounts.emails import is_email_taken
from community.domain.accounts.identities.pending import PendingIdentity, use_pending
from community.domain.accounts.identity_store import add_identity
from community.domain.accounts.registration import RegistrationData
from community.models import User


def validate_registration(
    pending: PendingIdentity, *, name: str, email: str, slug: str = ""
) -> RegistrationData:
    """Validate what the person entered on the page that finishes the registration.

    Raises:
        Invalid: At least one value is invalid. `field_errors` lists each invalid field.
    """
    errors, cleaned = FieldErrors(), {"slug": ""}
    with errors.collect():
        cleaned["name"] = validation.clean_name(name)
    if slug.strip():
        with errors.collect():
            cleaned["slug"] = validation.clean_slug(slug)
    with errors.collect():
        cleaned["email"] = validation.clean_email(email)
    errors.raise_if_any()
    return RegistrationData(
        cleaned["name"],
        cleaned["email"],
        None,
        cleaned["slug"] or None,
        invitations.hash_token(pending.invitation),
    )


async def register(
    session: AsyncSession, pending: PendingIdentity, data: RegistrationData
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
    if not is_verified and await pending_registrations.is_confirmation_required(session):
        await pending_registrations.request_registration(
            session, data, identity=pending.to_new_identity()
        )
        return None
    user = await accounts_registration.register(session, data)
    await use_pending(session, pending)
    await add_identity(session, user, pending.to_new_identity())
    if user.email_verified_at is None:
        await verification.send_verification_mail(session, user)
    return user


async def ensure_may_finish(session: AsyncSession, pending: PendingIdentity) -> None:
    """Check that the person can register, before they fill in the form.

    People whose verified email belongs to an account do not register, but sign in.

    Raises:
        PermissionDenied: As `accounts.register`.
    """
    if await has_account(session, pending):
        return
    data = RegistrationData(
        pending.name, pending.email, None, None, invitations.hash_token(pending.invitation)
    )
    try:
        await accounts_registration.ensure_may_register(session, data)
    except PermissionDenied as error:
        if "email" not in error.field_errors:  # The person can enter another email.
            raise


async def has_account(session: AsyncSession, pending: PendingIdentity) -> bool:
    """Return whether an account has the verified email of the identity.

    Without the verification, the answer would reveal to anyone who has an account.
    """
    return pending.is_email_verified and await is_email_taken(session, pending.email)


def _is_verified(pending: PendingIdentity, email: str) -> bool:
    return pending.is_email_verified and email.lower() == pending.email.lower()
