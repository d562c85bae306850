"""Functions that read public profiles and change the actor's own profile."""

from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, and_, exists, func
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import urls
from community.core import clock, events
from community.core.actor import Actor
from community.core.errors import Conflict, Invalid, NotFound
from community.domain import uploads
from community.domain.accounts import policies, validation
from community.domain.accounts.events import ProfileChanged
from community.domain.accounts.queries import (
    find_current_slug,
    find_user,
    get_own_user,
    make_user_not_found_error,
)
from community.domain.accounts.registration import claim_slug, make_slug_taken_error
from community.domain.accounts.schemas import Profile, ProfileChanges
from community.i18n import gettext as _
from community.models import Follow, FormerSlug, Ignore, NotificationSubscription, User

# For each image field: the maximum size of the uploaded file in bytes, and the width in pixels at
# which the site displays the image.
_IMAGES = {
    "avatar": (policies.AVATAR_MAX_BYTES, 320),
    "header": (policies.HEADER_MAX_BYTES, 1280),
}


async def get_profile(session: AsyncSession, actor: Actor, id_or_slug: int | str) -> Profile:
    """Return a user's public profile, including whether the actor follows or ignores the user.

    Raises:
        NotFound: The user does not exist, the account was deleted, or `id_or_slug` is a former
            username.
    """
    user = await find_user(session, id_or_slug)
    if user is None:
        raise make_user_not_found_error()
    return _to_profile(user, await _get_relation_flags(session, actor, user))


async def get_profile_by_slug(session: AsyncSession, actor: Actor, slug: str) -> Profile:
    """Return the public profile for the username (`slug`) in a URL.

    Raises:
        NotFound: No user has exactly this slug. If a user had this slug before, or if the slug
            differs from a user's slug only in case, `details["slug"]` contains the current slug of
            the user. The caller can then redirect to the current slug.
    """
    if slug.lower() in urls.RESERVED_SLUGS:
        raise make_user_not_found_error()
    try:
        profile = await get_profile(session, actor, slug)
    except NotFound as error:
        if (current_slug := await find_current_slug(session, slug)) is None:
            raise
        raise make_user_not_found_error(slug=current_slug) from error
    if profile.slug != slug:
        raise make_user_not_found_error(slug=profile.slug)
    return profile


async def change_profile(session: AsyncSession, actor: Actor, changes: ProfileChanges) -> User:
    """Change the fields of the actor's profile that are set in `changes`.

    Raises:
        PermissionDenied: The actor is a guest or is banned.
        Invalid: A field is invalid, or an image is too large.
        Conflict: The username is taken, or the actor has changed their username too often.
    """
    policies.ensure_may_edit_profile(actor)
    user = await get_own_user(session, actor, for_update=True)
    given = changes.model_fields_set
    if changes.name is not None:
        user.name = validation.clean_name(changes.name)
    if changes.bio is not None:
        user.bio = validation.clean_bio(changes.bio)
    if "avatar" in given:
        before = user.avatar
        user.avatar = await _attach_profile_image(session, actor, "avatar", changes.avatar)
        await uploads.detach_if_unreferenced(session, before)
    if "header" in given:
        before = user.header
        user.header = await _attach_profile_image(session, actor, "header", changes.header)
        await uploads.detach_if_unreferenced(session, before)
    if changes.slug is not None:
        await _change_slug(session, user, validation.clean_slug(changes.slug))
    events.record(session, ProfileChanged(user.id))
    return user


async def _change_slug(session: AsyncSession, user: User, slug: str) -> None:
    if slug == user.slug:
        return
    await claim_slug(session, slug, user_id=user.id)
    await _ensure_may_change_slug(session, user)
    await session.merge(
        FormerSlug(kind="user", slug=user.slug.lower(), target_id=user.id, created_at=clock.now())
    )
    try:
        async with session.begin_nested():
            user.slug = slug
    except IntegrityError as error:
        raise make_slug_taken_error() from error


async def _ensure_may_change_slug(session: AsyncSession, user: User) -> None:
    reserved_since = clock.now() - policies.FORMER_SLUG_RESERVATION
    count = (
        select(func.count())
        .select_from(FormerSlug)
        .where(
            col(FormerSlug.kind) == "user",
            col(FormerSlug.target_id) == user.id,
            col(FormerSlug.created_at) > reserved_since,
        )
    )
    if (await session.scalar(count) or 0) >= policies.MAX_FORMER_SLUGS:
        message = _("You've changed your username too often. Try again later.")
        raise Conflict(message, field_errors={"slug": [message]})


async def _attach_profile_image(
    session: AsyncSession, actor: Actor, field: str, upload_id: UUID | None
) -> str | None:
    if upload_id is None:
        return None
    max_bytes, width = _IMAGES[field]
    [upload] = await uploads.mark_attached(session, actor, [upload_id], form_field=field)
    if upload.original_size > max_bytes:
        message = _(
            "This image is larger than {size} MB. Choose a smaller one.", size=max_bytes // 1024**2
        )
        raise Invalid.for_field(field, message, code="too_large")
    return uploads.get_variant_url(upload, width)


async def _get_relation_flags(session: AsyncSession, actor: Actor, user: User) -> dict[str, bool]:
    """Return values for the profile fields `is_following`, `is_ignored` and `is_subscribed`.

    Runs one query. The result is empty if the actor is a guest or if `user` is the actor.
    """
    if actor.is_guest or actor.is_user(user.id):
        return {}
    relations = {
        "is_following": _relation_exists(Follow.follower_id, actor, Follow.followed_id, user),
        "is_ignored": _relation_exists(Ignore.user_id, actor, Ignore.ignored_id, user),
        "is_subscribed": _relation_exists(
            NotificationSubscription.user_id, actor, NotificationSubscription.author_id, user
        ),
    }
    row = (await session.execute(select(*relations.values()))).one()
    return dict(zip(relations, row, strict=True))


def _relation_exists(
    actor_column: Any, actor: Actor, user_column: Any, user: User
) -> ColumnElement[bool]:
    return exists().where(and_(col(actor_column) == actor.id, col(user_column) == user.id))


def _to_profile(user: User, relations: dict[str, bool]) -> Profile:
    return Profile(
        id=user.id,
        slug=user.slug,
        name=user.name,
        avatar=user.avatar,
        header=user.header,
        bio=user.bio,
        followers_count=user.followers_count,
        following_count=user.following_count,
        posts_count=user.posts_count,
        rating=user.rating,
        place=user.place,
        is_online=policies.is_online(user),
        roles=policies.get_roles(user),
        created_at=user.created_at,
        **relations,
    )
