"""Functions that insert test data directly into the database, without domain actions."""

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from community.core import clock, ids
from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.core.text.skeletons import build_name_skeleton
from community.domain import posts
from community.domain.identity import SESSION_LIFETIME
from community.models import Community, Membership, Post, Upload, User, UserSession

# Accounts are old enough that restrictions for new accounts do not apply.
ACCOUNT_AGE = timedelta(days=400)


async def user(slug: str, **values: Any) -> Actor:
    """Create an account and return its actor. The values are those of `build_user`."""
    row = build_user(slug, **values)
    async with unit_of_work() as session:
        session.add(row)
    return to_actor(row)


async def session_token(user: Actor, *, is_confirmed: bool = False) -> str:
    """Create a sign-in session and return the value of its cookie, as `user_session` does."""
    _, token = await user_session(user, is_confirmed=is_confirmed)
    return token


async def user_session(user: Actor, *, is_confirmed: bool = False) -> tuple[int, str]:
    """Create a sign-in session without hashing a password.

    Args:
        is_confirmed: Whether the user has just confirmed their identity.

    Returns:
        The id of the session, and the value of its cookie.
    """
    token = ids.new_token()
    async with unit_of_work() as session:
        row = UserSession(
            user_id=user.id,
            token_hash=ids.hash_token(token),
            expires_at=clock.now() + SESSION_LIFETIME,
            confirmed_at=clock.now() if is_confirmed else None,
        )
        session.add(row)
    return row.id, token


def build_user(
    slug: str,
    *,
    is_admin: bool = False,
    is_banned: bool = False,
    sections: Collection[str] = (),
    **values: Any,
) -> User:
    """Return the unsaved row of an account with a verified email address.

    Args:
        is_admin: Whether the user is a full administrator.
        sections: The sections of the Admin Panel of an administrator who may not open all.
    """
    joined_at = clock.now() - ACCOUNT_AGE
    defaults = {"name": slug.title(), "email_verified_at": joined_at, "created_at": joined_at}
    values = {**defaults, **values}
    return User(
        slug=slug,
        name_skeleton=build_name_skeleton(values["name"]),
        email=f"{slug}@example.com",
        admin_since=joined_at if is_admin or sections else None,
        admin_sections=list(sections) or (["*"] if is_admin else []),
        banned_at=joined_at if is_banned else None,
        **values,
    )


def to_actor(user_row: User) -> Actor:
    return Actor(
        user_id=user_row.id,
        slug=user_row.slug,
        name=user_row.name,
        is_admin=user_row.admin_since is not None,
        is_email_verified=user_row.email_verified_at is not None,
        joined_at=user_row.created_at,
        banned_at=user_row.banned_at,
        sections=frozenset(user_row.admin_sections) if user_row.admin_since else frozenset(),
    )


async def community(owner: Actor, slug: str = "bread", **values: Any) -> Community:
    """Create a community whose owner is also a member and a moderator."""
    async with unit_of_work() as session:
        row = Community(slug=slug, name=slug.title(), owner_id=owner.id, members_count=1, **values)
        session.add(row)
        await session.flush()
        session.add(Membership(community_id=row.id, user_id=owner.id, moderator_since=clock.now()))
    return row


async def post(author: Actor, title: str = "On sourdough", **values: Any) -> Post:
    defaults: dict[str, Any] = {
        "slug": title.lower().replace(" ", "-"),
        "title": title,
        "text": "Flour, water, *time*.",
        "html": "<p>Flour, water, <em>time</em>.</p>",
        "status": "published",
        "published_at": clock.now(),
    }
    values = {**defaults, **values}
    values.setdefault("excerpt", posts.suggest_intro(values["text"]))
    async with unit_of_work() as session:
        row = Post(author_id=author.id, **values)
        session.add(row)
    return row


async def upload(owner: Actor, original_size: int = 1000, *, video_size: int = 0) -> Upload:
    """Create an uploaded image or video that is not attached to any content."""
    async with unit_of_work() as session:
        row = Upload(
            owner_id=owner.id,
            width=1280,
            height=1280,
            size=9,
            original_size=original_size,
            video_size=video_size,
            variants={str(width): {} for width in (320, 720, 1280)},
        )
        session.add(row)
    return row
