"""Changes to accounts that administrators make. `moderation` checks who may make them.

The functions expect a row that the caller has locked.
"""

from typing import Annotated

from pydantic import BaseModel, Field
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, events
from community.core.actor import Actor
from community.core.errors import Conflict, FieldErrors
from community.domain import identity, people, uploads
from community.domain.accounts import verification
from community.i18n import gettext as _
from community.models import User

_Text = Annotated[str, Field(max_length=100_000)]


class AccountChanges(BaseModel):
    """Changes that an administrator makes to an account. Omitted fields keep their values.

    `remove_avatar` and `remove_header` delete the image.
    """

    name: _Text | None = None
    slug: _Text | None = None
    email: _Text | None = None
    bio: _Text | None = None
    remove_avatar: bool = False
    remove_header: bool = False


async def edit_account(
    session: AsyncSession, actor: Actor, user: User, changes: AccountChanges
) -> None:
    """Change the given fields. A new email is not verified.

    Raise `Conflict` if the username or the email is taken.
    """
    cleaned = _clean(changes)
    if "name" in cleaned:
        people.set_name(user, cleaned["name"])
    if "bio" in cleaned:
        user.bio = cleaned["bio"]
    await _remove_images(session, actor, user, changes)
    if "slug" in cleaned:
        await people.change_slug(session, user, cleaned["slug"])
    if "email" in cleaned and cleaned["email"] != user.email:
        await _change_email(session, user, cleaned["email"])
    await session.flush()
    events.record(session, people.ProfileChanged(user.id))


def set_email_verified(session: AsyncSession, user: User, *, is_verified: bool) -> bool:
    """Mark the email of a user as verified or not. Return False if it already was so."""
    if (user.email_verified_at is not None) == is_verified:
        return False
    user.email_verified_at = clock.now() if is_verified else None
    user.email_undeliverable_at = None
    events.record(session, identity.EmailChanged(user.id))
    return True


async def clear_removed_pictures(session: AsyncSession, event: uploads.UploadRemoved) -> None:
    """Remove the URLs of a removed image from the profiles that showed it."""
    for name, field in people.PROFILE_IMAGES.items():
        user_ids = [object_id for kind, object_id in event.pictures if kind == field.kind]
        for user in await session.scalars(select(User).where(col(User.id).in_(user_ids))):
            setattr(user, name, None)
            events.record(session, people.ProfileChanged(user.id))


def _clean(changes: AccountChanges) -> dict[str, str]:
    clean = {
        "name": identity.clean_name,
        "slug": people.clean_slug,
        "email": identity.clean_email,
        "bio": people.clean_bio,
    }
    errors, cleaned = FieldErrors(), {}
    for field, function in clean.items():
        if (value := getattr(changes, field)) is not None:
            with errors.collect():
                cleaned[field] = function(value)
    errors.raise_if_any()
    return cleaned


async def _remove_images(
    session: AsyncSession, actor: Actor, user: User, changes: AccountChanges
) -> None:
    removed = {
        field: None for field in people.PROFILE_IMAGES if getattr(changes, f"remove_{field}", False)
    }
    images = await uploads.set_images(
        session, actor, people.PROFILE_IMAGES, object_id=user.id, changes=removed
    )
    for field, url in images.items():
        setattr(user, field, url)


async def _change_email(session: AsyncSession, user: User, email: str) -> None:
    if await identity.is_email_taken(session, email, except_user_id=user.id):
        raise _make_email_taken_error()
    try:
        async with session.begin_nested():
            user.email, user.email_verified_at = email, None
            user.email_undeliverable_at = None
    except IntegrityError as error:
        raise _make_email_taken_error() from error
    events.record(session, identity.EmailChanged(user.id))
    await verification.send_verification_mail(session, user)


def _make_email_taken_error() -> Conflict:
    message = _("Another account uses this email.")
    return Conflict(message, field_errors={"email": [message]})
