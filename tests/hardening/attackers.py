"""Users who send the attacks, each with content of their own."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any
from uuid import uuid4

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, ids
from community.core.db.sessions import unit_of_work
from community.core.text.skeletons import build_name_skeleton
from community.models import Comment, Community, Membership, Post, User, UserSession
from tests import factories
from tests.e2e.browser_users import SESSION_LIFETIME
from tests.factories import ACCOUNT_AGE

PASSWORD = "correct horse battery"
_addresses = count(1)


@dataclass(frozen=True)
class Attacker:
    """A user, or a guest if `token` is empty."""

    token: str = ""
    slug: str = "bob"
    post: Post | None = None
    draft_id: int = 0
    # Valid values for the fields of requests, by the name of the field
    examples: Mapping[str, Any] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        return "user" if self.token else "guest"

    def build_headers(self) -> dict[str, str]:
        """Return the headers of a request from a new address, because guests share its limits."""
        number = next(_addresses)
        address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        cookie = {"Cookie": f"session={self.token}"} if self.token else {}
        return {"X-Forwarded-For": address, **cookie}


async def create_attackers(number: int) -> list[Attacker]:
    """Create users, each with a post, a comment, a draft and a community, in one transaction."""
    owner = await factories.user("owner")
    async with unit_of_work() as session:
        return [await _create_attacker(session, owner.slug) for _ in range(number)]


async def _create_attacker(session: AsyncSession, other_slug: str) -> Attacker:
    slug, token, now = f"u-{uuid4().hex[:8]}", ids.new_token(), clock.now()
    user = User(
        slug=slug,
        name=slug,
        name_skeleton=build_name_skeleton(slug),
        email=f"{slug}@example.com",
        created_at=now - ACCOUNT_AGE,
    )
    session.add(user)
    await session.flush()
    community = Community(slug=slug, name=slug, owner_id=user.id, members_count=1)
    post, draft = (
        Post(author_id=user.id, slug="rye", title="Rye", text="Rye.", html="<p>Rye.</p>", **values)
        for values in ({"status": "published", "published_at": now}, {"status": "draft"})
    )
    expires_at = now + SESSION_LIFETIME
    session.add_all(
        (
            *(community, post, draft),
            UserSession(user_id=user.id, token_hash=ids.hash_token(token), expires_at=expires_at),
        )
    )
    await session.flush()
    comment = Comment(post_id=post.id, author_id=user.id, text="Well said.")
    membership = Membership(community_id=community.id, user_id=user.id, moderator_since=now)
    session.add_all((comment, membership))
    await session.flush()
    comment.path = str(comment.id)
    examples = _build_examples(post, comment.id, community, other_slug)
    return Attacker(token, slug, post, draft.id, examples)


def create_guest(attacker: Attacker) -> Attacker:
    """Return a guest whose requests name the content of an attacker."""
    return Attacker("", attacker.slug, attacker.post, attacker.draft_id, attacker.examples)


def _build_examples(
    post: Post, comment_id: int, community: Community, other_slug: str
) -> dict[str, Any]:
    return {
        **dict.fromkeys(("post", "post_id"), post.id),
        "post_slug": post.slug,
        "community_slug": community.slug,
        "tag_name": "flour",
        **dict.fromkeys(("comment", "comment_id"), comment_id),
        **dict.fromkeys(("community", "community_id"), community.id),
        **dict.fromkeys(("user", "user_slug", "author"), other_slug),
        "target": "post",
        "target_id": post.id,
        "reaction": "like",
        "client_id": uuid4().hex,
        "email": f"{uuid4().hex}@example.com",
        "login": "missing@example.com",
        **dict.fromkeys(("password", "current_password"), PASSWORD),
        "name": "Bob",
        "title": "A title",
        "text": "A text",
        "url": "/",
        "posting": "everyone",
        "parent_id": 0,
        "base_version": None,
    }
