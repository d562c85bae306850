"""Posts and readers for the tests of the AI features."""

from dataclasses import replace

from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.domain import ai
from community.domain.ai import SummaryView
from community.models import AiSummary, Post
from tests.domain.actions import publish_post

LONG_TEXT = "Rye bread needs a sour dough and patience. " * 150


def subscribe(actor: Actor, *features: str) -> Actor:
    """Return the actor with features of a plan."""
    return replace(actor, features=frozenset(features))


async def publish(author: Actor, text: str = LONG_TEXT) -> Post:
    return await publish_post(author, text=text)


async def get_summary(actor: Actor, post: Post) -> SummaryView:
    async with read_session() as session:
        return await ai.get_summary(session, actor, post.id)


async def find_row(post: Post) -> AiSummary | None:
    async with read_session() as session:
        return await session.get(AiSummary, post.id)
