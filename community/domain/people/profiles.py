"""Functions that read public profiles and change the actor's own profile."""

from collections.abc import Callable
from html import escape
from typing import Any

from sqlalchemy import ColumnElement, exists, func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import urls
from community.core import clock, errors, events
from community.core.actor import Actor
from community.core.db.statements import has_not_ended
from community.core.text import markdown, markup, normalization
from community.domain import identity, uploads
from community.domain.people import names, policies, queries, slugs, video_avatars
from community.domain.people.events import ProfileChanged
from community.domain.people.name_appearance import list_rating_badges
from community.domain.people.online_status import find_online_status
from community.domain.people.schemas import Profile, ProfileChanges, ProfileRelation
from community.i18n import gettext as _
from community.models import Follow, FormerSlug, Ignore, NotificationSubscription, User

PROFILE_IMAGES = {
    "avatar": uploads.ImageField(
        "user_avatar",
        policies.AVATAR_MAX_BYTES,
        uploads.AVATAR_WIDTH,
        accepts_videos=True,
        is_still=True,
    ),
    "header": uploads.ImageField("user_header", policies.HEADER_MAX_BYTES, uploads.HEADER_WIDTH),
}


def clean_bio(bio: str) -> str:
    return normalization.clean_text(bio, field="bio", max_length=policies.BIO_MAX_LENGTH)


async def get_profile(session: AsyncSession, actor: Actor, id_or_slug: int | str) -> Profile:
    """Return a user's public profile, including whether the actor follows or ignores the user.

    Raise `NotFound` if the user does not exist, the account was deleted, or `id_or_slug` is a
    former username.
    """
    user = await queries.find_user(session, id_or_slug)
    if user is None:
        raise queries.make_user_not_found_error()
    rating, place = await queries.get_rating(session, user.id)
    return Profile(
        **user.model_dump(include=set(Profile.model_fields)),
        rating=rating,
        place=place,
        badge=queries.find_shown_badge(user),
        badges=list_rating_badges(user, place),
        name_style=queries.find_shown_name_style(user),
        bio_html=await render_bio(session, user.bio),
        video_avatar=await video_avatars.find_url(session, user),
        is_online=await find_online_status(session, actor, user.id),
        roles=policies.get_roles(user),
        **await _get_relation_flags(session, actor, user),
    )


async def get_relation(session: AsyncSession, actor: Actor, user_id: int) -> ProfileRelation:
    """Return what changes in a profile when the actor follows the user or subscribes to them."""
    user = await queries.get_user(session, user_id)
    return ProfileRelation(
        followers_count=user.followers_count, **await _get_relation_flags(session, actor, user)
    )


async def get_profile_by_slug(
    session: AsyncSession,
    actor: Actor,
    slug: str,
    build_url: Callable[[str], str] = urls.profile,
) -> Profile:
    """Return the public profile for the username (`slug`) in a URL.

    Raises:
        NotFound: No user has exactly this slug. It is `Moved` with the URL for the current slug if
            a user had this one, or has it in another case.
    """
    if slug.lower() in urls.RESERVED_SLUGS:
        raise queries.make_user_not_found_error()
    try:
        profile = await get_profile(session, actor, slug)
    except errors.NotFound as error:
        if (current_slug := await slugs.find_current_slug(session, slug)) is None:
            raise
        raise errors.Moved(error.message, build_url(current_slug)) from error
    if profile.slug != slug:
        raise errors.Moved(queries.make_user_not_found_error().message, build_url(profile.slug))
    return profile


async def change_profile(session: AsyncSession, actor: Actor, changes: ProfileChanges) -> User:
    """Change the fields of the actor's profile that are set in `changes`.

    Raises:
        Invalid: A field is invalid or contains a word or link that is not allowed, the name looks
            like a protected one, or an image is too large.
        Conflict: The username is taken, or the actor has changed their username too often.
    """
    policies.ensure_may_edit_profile(actor)
    user = await identity.get_own_user(session, actor, for_update=True)
    await _change_texts(session, actor, user, changes)
    given_images = changes.model_dump(include=set(PROFILE_IMAGES), exclude_unset=True)
    if changes.avatar is not None and await uploads.is_video(session, changes.avatar):
        policies.ensure_may_use_video_avatar(actor)
    images = await uploads.set_images(
        session, actor, PROFILE_IMAGES, object_id=user.id, changes=given_images
    )
    for field, url in images.items():
        setattr(user, field, url)
    if changes.slug is not None:
        slug = slugs.clean_slug(changes.slug)
        if slug != user.slug:
            await _ensure_may_change_slug(session, user)
        await slugs.change_slug(session, user, slug)
    events.record(session, ProfileChanged(user.id))
    return user


async def _change_texts(
    session: AsyncSession, actor: Actor, user: User, changes: ProfileChanges
) -> None:
    texts = {}
    if changes.name is not None:
        texts["name"] = identity.clean_name(changes.name)
    if changes.bio is not None:
        texts["bio"] = clean_bio(changes.bio)
    slug = {} if changes.slug is None else {"slug": slugs.clean_slug(changes.slug)}
    await names.ensure_profile_allowed(session, actor, user, **texts, **slug)
    if "name" in texts:
        await _change_name(session, actor, user, texts["name"])
    user.bio = texts.get("bio", user.bio)


async def _change_name(session: AsyncSession, actor: Actor, user: User, name: str) -> None:
    if name != user.name and not actor.is_admin:
        await names.ensure_name_is_free(session, name, user_id=user.id)
    names.set_name(user, name)


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
        raise errors.Conflict(message, field_errors={"slug": [message]})


async def _get_relation_flags(session: AsyncSession, actor: Actor, user: User) -> dict[str, Any]:
    """Return what the actor does with the user. For guests and `user`, return {}."""
    if actor.is_guest or actor.is_user(user.id):
        return {}
    ignore = select(Ignore.until).where(
        Ignore.user_id == actor.id,
        Ignore.ignored_id == user.id,
        has_not_ended(col(Ignore.until)),
    )
    relations: dict[str, ColumnElement[Any]] = {
        "is_following": _relation_exists(Follow.follower_id, actor, Follow.followed_id, user),
        "is_ignored": ignore.exists(),
        "ignored_until": ignore.scalar_subquery(),
        "is_subscribed": _relation_exists(
            NotificationSubscription.user_id, actor, NotificationSubscription.author_id, user
        ),
    }
    row = (await session.execute(select(*relations.values()))).one()
    return dict(zip(relations, row, strict=True))


def _relation_exists(
    actor_column: Any, actor: Actor, user_column: Any, user: User
) -> ColumnElement[bool]:
    return exists().where(col(actor_column) == actor.id, col(user_column) == user.id)


async def render_bio(session: AsyncSession, bio: str) -> str:
    """Return the HTML of a biography, with the formatting of a comment.

    It is rendered when it is read, because the usernames that it mentions can change. Rendering
    the longest biography takes less than a millisecond.
    """
    try:
        message = markup.RenderedMessage(bio)
    except markdown.TextTooComplex:
        return escape(bio)
    users = await queries.find_users_by_slug(session, message.mentions)
    return message.build_html({slug: urls.profile(user.slug) for slug, user in users.items()})
