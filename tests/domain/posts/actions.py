"""Functions that each run one action on a post, in a separate unit of work."""

from typing import Any

from community.core.actor import Actor
from community.core.database import read_session, unit_of_work
from community.domain import posts
from community.domain.posts import DraftView, PostView
from community.models import Post


async def start_draft(by: Actor, title: str = "On rye", text: str = "Flour.", **more: Any) -> Post:
    async with unit_of_work() as session:
        return await posts.create_draft(session, by, title=title, text=text, **more)


async def save_draft(by: Actor, post: Post, **changes: Any) -> Post:
    async with unit_of_work() as session:
        return await posts.save_draft(session, by, post_id=post.id, **changes)


async def publish_post(by: Actor, post: Post, **more: Any) -> Post:
    async with unit_of_work() as session:
        return await posts.publish(session, by, post_id=post.id, **more)


async def create_post(by: Actor, title: str = "On rye", text: str = "Flour.", **more: Any) -> Post:
    return await publish_post(by, await start_draft(by, title, text, **more))


async def edit_post(by: Actor, post: Post, **changes: Any) -> Post:
    async with unit_of_work() as session:
        return await posts.edit(session, by, post_id=post.id, **changes)


async def unpublish_post(by: Actor, post: Post) -> bool:
    async with unit_of_work() as session:
        return await posts.unpublish(session, by, post_id=post.id)


async def delete_post(by: Actor, post: Post) -> bool:
    async with unit_of_work() as session:
        return await posts.delete(session, by, post_id=post.id)


async def restore_post(by: Actor, post: Post) -> bool:
    async with unit_of_work() as session:
        return await posts.restore(session, by, post_id=post.id)


async def get_post_view(by: Actor, post: Post) -> PostView:
    async with read_session() as session:
        return await posts.get_view(session, by, post.id)


async def get_draft(by: Actor, post: Post) -> DraftView:
    async with read_session() as session:
        return await posts.get_draft(session, by, post.id)
