"""Public profiles: how people are shown, and how they change that."""

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
from community.domain.accounts import names, policies
from community.domain.accounts.events import ProfileChanged
from community.domain.accounts.queries import find_moved, find_user, get_own
from community.domain.accounts.registration import claim_slug, slug_taken
from community.domain.accounts.schemas import Profile, ProfileChanges
from community.models import Follow, FormerSlug, Ignore, NotificationSubscription, User

# How many bytes may have been sent for each, and how many pixels wide it is shown.
_PICTURES = {
    "avatar": (policies.AVATAR_BYTES, 320),
    "header": (policies.HEADER_BYTES, 1280),
}


async def get_profile(session: AsyncSession, actor: Actor, who: int | str) -> Profile:
    """Somebody's profile, with what the viewer has to do with them.

    Raises:
        NotFound: nobody, or an account that was deleted.
    """
    user = await find_user(session, who)
    if user is None:  # a former address is said to have moved (`profile_at`)
        raise _nobody()
    return _profile_of(user, await _ties(session, actor, user))


async def profile_at(session: AsyncSession, actor: Actor, slug: str) -> Profile:
    """The profile that stands at an address, with what the viewer has to do with its owner.

    Raises:
        NotFound: nobody is found there; `details["slug"]` is their address now, if they ever were.
    """
    if slug.lower() in urls.RESERVED_SLUGS:
        raise _nobody()
    try:
        found = await get_profile(session, actor, slug)
    except NotFound as refusal:
        if (moved := await find_moved(session, slug)) is None:
            raise
        raise _nobody(slug=moved) from refusal
    if found.slug != slug:
        raise _nobody(slug=found.slug)
    return found


async def change_profile(session: AsyncSession, actor: Actor, changes: ProfileChanges) -> User:
    """Change what is given of the actor's profile; the rest stays.

    Raises:
        NotAllowed: guests and banned people.
        Invalid: a field that cannot be as it is given; a picture that is too large.
        Conflict: the address is somebody's, or the actor has changed it too often.
    """
    policies.ensure_may_present_oneself(actor)
    user = await get_own(session, actor, locked=True)
    given = changes.model_fields_set
    if changes.name is not None:
        user.name = names.checked_name(changes.name)
    if changes.bio is not None:
        user.bio = names.checked_bio(changes.bio)
    if "avatar" in given:
        before, user.avatar = user.avatar, await _picture(session, actor, "avatar", changes.avatar)
        await uploads.release(session, before)
    if "header" in given:
        before, user.header = user.header, await _picture(session, actor, "header", changes.header)
        await uploads.release(session, before)
    if changes.slug is not None:
        await _move(session, user, names.checked_slug(changes.slug))
    events.record(session, ProfileChanged(user.id))
    return user


async def _move(session: AsyncSession, user: User, slug: str) -> None:
    """Give somebody another address; the one that they had leads to it from now on."""
    if slug == user.slug:
        return
    await claim_slug(session, slug, user_id=user.id)
    await _ensure_may_move(session, user)
    await session.merge(
        FormerSlug(kind="user", slug=user.slug.lower(), target_id=user.id, created_at=clock.now())
    )
    try:
        async with session.begin_nested():
            user.slug = slug
    except IntegrityError as error:
        raise slug_taken() from error


async def _ensure_may_move(session: AsyncSession, user: User) -> None:
    term_began = clock.now() - policies.FORMER_SLUG_TERM
    kept = (
        select(func.count())
        .select_from(FormerSlug)
        .where(
            col(FormerSlug.kind) == "user",
            col(FormerSlug.target_id) == user.id,
            col(FormerSlug.created_at) > term_began,
        )
    )
    if (await session.scalar(kept) or 0) >= policies.MAX_FORMER_SLUGS:
        sentence = "You have changed your address several times lately. Keep this one for a while."
        raise Conflict(sentence, fields={"slug": [sentence]})


async def _picture(
    session: AsyncSession, actor: Actor, field: str, upload_id: UUID | None
) -> str | None:
    """The address of an upload of the actor in the size that this place needs."""
    if upload_id is None:
        return None
    limit, width = _PICTURES[field]
    [upload] = await uploads.attach(session, actor, [upload_id], field=field)
    if upload.original_size > limit:
        sentence = f"This picture is larger than {limit // 1024**2} MB. Choose a smaller one."
        raise Invalid.field(field, sentence, code="too_large")
    return uploads.url_of(upload, width)


async def _ties(session: AsyncSession, actor: Actor, user: User) -> dict[str, bool]:
    """What the viewer has to do with somebody: one query, none for guests."""
    if actor.is_guest or actor.is_person(user.id):
        return {}
    ties = {
        "is_following": _is(Follow.follower_id, actor, Follow.followed_id, user),
        "is_ignored": _is(Ignore.user_id, actor, Ignore.ignored_id, user),
        "is_subscribed": _is(
            NotificationSubscription.user_id, actor, NotificationSubscription.author_id, user
        ),
    }
    row = (await session.execute(select(*ties.values()))).one()
    return dict(zip(ties, row, strict=True))


def _is(one: Any, actor: Actor, other: Any, user: User) -> ColumnElement[bool]:
    return exists().where(and_(col(one) == actor.id, col(other) == user.id))


def _profile_of(user: User, ties: dict[str, bool]) -> Profile:
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
        roles=policies.roles_of(user),
        created_at=user.created_at,
        **ties,
    )


def _nobody(**details: str) -> NotFound:
    return NotFound("There is nobody by that name.", details=details)
