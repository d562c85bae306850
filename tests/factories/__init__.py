"""Rows for stories to start from, made directly: the story itself then calls the domain."""

from datetime import timedelta
from typing import Any

from community.core import clock
from community.core.actor import Actor
from community.core.database import unit_of_work
from community.models import Community, Membership, Post, Upload, User

# They joined long enough ago that no restriction for new accounts applies to them.
JOINED = timedelta(days=400)


async def person(
    slug: str, *, is_admin: bool = False, is_banned: bool = False, **more: Any
) -> Actor:
    """Somebody with a verified e-mail who joined long ago, as the actor of a call."""
    moment = clock.now() - JOINED
    async with unit_of_work() as session:
        row = User(
            slug=slug,
            email=f"{slug}@example.com",
            email_verified_at=moment,
            created_at=moment,
            admin_since=moment if is_admin else None,
            banned_at=moment if is_banned else None,
            **{"name": slug.title(), **more},
        )
        session.add(row)
    return actor_of(row)


def actor_of(row: User) -> Actor:
    return Actor(
        user_id=row.id,
        slug=row.slug,
        name=row.name,
        is_admin=row.admin_since is not None,
        email_verified=row.email_verified_at is not None,
        joined_at=row.created_at,
        banned_at=row.banned_at,
        sections=frozenset({"*"}) if row.admin_since else frozenset(),
    )


async def community(owner: Actor, slug: str = "bread", **more: Any) -> Community:
    """A community with its owner as its first member and moderator."""
    async with unit_of_work() as session:
        row = Community(slug=slug, name=slug.title(), owner_id=owner.id, members_count=1, **more)
        session.add(row)
        await session.flush()
        session.add(Membership(community_id=row.id, user_id=owner.id, moderator_since=clock.now()))
    return row


async def post(author: Actor, title: str = "On sourdough", **more: Any) -> Post:
    """A published post."""
    moment = clock.now()
    values: dict[str, Any] = {
        "slug": title.lower().replace(" ", "-"),
        "title": title,
        "text": "Flour, water, *time*.",
        "html": "<p>Flour, water, <em>time</em>.</p>",
        "status": "published",
        "published_at": moment,
    }
    async with unit_of_work() as session:
        row = Post(author_id=author.id, **{**values, **more})
        session.add(row)
    return row


async def upload(owner: Actor, original_size: int = 1000) -> Upload:
    """A picture that somebody sent and has not used yet."""
    async with unit_of_work() as session:
        row = Upload(
            owner_id=owner.id,
            width=1280,
            height=1280,
            size=9,
            original_size=original_size,
            variants={str(width): {} for width in (320, 720, 1280)},
        )
        session.add(row)
    return row
