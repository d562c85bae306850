"""What authors do in these stories, each in a unit of work of its own."""

from typing import Any

from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.domain import posts
from community.domain.posts import DraftView, PostView
from community.models import Post


async def start(by: Actor, title: str = "On rye", text: str = "Flour.", **more: Any) -> Post:
    async with unit_of_work() as session:
        return await posts.start_draft(session, by, title=title, text=text, **more)


async def save(by: Actor, post: Post, **changes: Any) -> Post:
    async with unit_of_work() as session:
        return await posts.save_draft(session, by, post_id=post.id, **changes)


async def publish(by: Actor, post: Post, **more: Any) -> Post:
    async with unit_of_work() as session:
        return await posts.publish(session, by, post_id=post.id, **more)


async def write(by: Actor, title: str = "On rye", text: str = "Flour.", **more: Any) -> Post:
    """Start and publish."""
    return await publish(by, await start(by, title, text, **more))


async def edit(by: Actor, post: Post, **changes: Any) -> Post:
    async with unit_of_work() as session:
        return await posts.edit(session, by, post_id=post.id, **changes)


async def unpublish(by: Actor, post: Post) -> bool:
    async with unit_of_work() as session:
        return await posts.unpublish(session, by, post_id=post.id)


async def delete(by: Actor, post: Post) -> bool:
    async with unit_of_work() as session:
        return await posts.delete(session, by, post_id=post.id)


async def restore(by: Actor, post: Post) -> bool:
    async with unit_of_work() as session:
        return await posts.restore(session, by, post_id=post.id)


async def seen(by: Actor, post: Post) -> PostView:
    async with reading() as session:
        return await posts.get_view(session, by, post.id)


async def drafted(by: Actor, post: Post) -> DraftView:
    async with reading() as session:
        return await posts.get_draft(session, by, post.id)
