"""Functions for tests that each run one action on a post in a separate transaction."""

from typing import Any

from community.core.actor import Actor
from community.core.database import read_session, unit_of_work
from community.domain import posts
from community.domain.posts import DraftView, PostView
from community.models import Post


async def start_draft(
    actor: Actor, title: str = "On rye", text: str = "Flour.", **more: Any
) -> Post:
    async with unit_of_work() as session:
        return await posts.create_draft(session, actor, title=title, text=text, **more)


async def save_draft(actor: Actor, post: Post, **changes: Any) -> Post:
    async with unit_of_work() as session:
        return await posts.save_draft(session, actor, post_id=post.id, **changes)


async def publish_post(actor: Actor, post: Post, **more: Any) -> Post:
    async with unit_of_work() as session:
        return await posts.publish(session, actor, post_id=post.id, **more)


async def create_post(
    actor: Actor, title: str = "On rye", text: str = "Flour.", **more: Any
) -> Post:
    return await publish_post(actor, await start_draft(actor, title, text, **more))


async def edit_post(actor: Actor, post: Post, **changes: Any) -> Post:
    async with unit_of_work() as session:
        return await posts.edit(session, actor, post_id=post.id, **changes)


async def unpublish_post(actor: Actor, post: Post) -> bool:
    async with unit_of_work() as session:
        return await posts.unpublish(session, actor, post_id=post.id)


async def delete_post(actor: Actor, post: Post) -> bool:
    async with unit_of_work() as session:
        return await posts.delete(session, actor, post_id=post.id)


async def restore_post(actor: Actor, post: Post) -> bool:
    async with unit_of_work() as session:
        return await posts.restore(session, actor, post_id=post.id)


async def get_post_view(actor: Actor, post: Post) -> PostView:
    async with read_session() as session:
        return await posts.get_view(session, actor, post.id)


async def get_draft(actor: Actor, post: Post) -> DraftView:
    async with read_session() as session:
        return await posts.get_draft(session, actor, post.id)
