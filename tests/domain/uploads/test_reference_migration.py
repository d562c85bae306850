"""A test that the migration stores references for the images that existing content shows."""

import asyncio
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import update
from sqlmodel import col, select

from community.core.db.sessions import engine, read_session, unit_of_work
from community.core.settings import settings
from community.core.text.markup import RenderedArticle, RenderedMessage
from community.domain import accounts, comments, communities, posts
from community.domain.accounts import ProfileChanges
from community.models import Post, Upload, UploadReference
from tests import factories
from tests.architecture.sources import ROOT
from tests.cast import Cast

PREVIOUS_REVISION = "d47a5e90c1b2"


async def list_references() -> list[tuple[str, int, str]]:
    async with read_session() as session:
        rows = await session.scalars(select(UploadReference))
        return sorted((row.kind, row.object_id, row.upload_id.hex) for row in rows)


async def create_content(cast: Cast) -> None:
    """Create at least one object of each kind that shows an image."""
    first, second, third = [await factories.upload(cast.alice) for _ in range(3)]
    text = f"![](/media/{first.id.hex}/720.webp) ![](/media/{second.id.hex}/720.webp)"
    article, no_text = RenderedArticle(text), RenderedMessage("")
    async with unit_of_work() as session:
        cover = f"/media/{third.id.hex}/720.webp"
        post = await posts.create_draft(session, cast.alice, title="A", text=article, cover=cover)
        await posts.publish(session, cast.alice, post_id=post.id)
        await posts.save_draft(session, cast.alice, post_id=post.id, cover=None)
        await comments.reply(
            session,
            cast.alice,
            post_id=post.id,
            text=no_text,
            media=[first.id, second.id],
        )
        profile = ProfileChanges(avatar=second.id, header=third.id)
        await accounts.change_profile(session, cast.alice, profile)
        await communities.create(
            session, cast.alice, slug="bread", name="Bread", avatar=second.id, header=third.id
        )


async def test_the_migration_stores_the_references_of_existing_content(
    cast: Cast, site: Path
) -> None:
    await create_content(cast)
    removed = await factories.upload(cast.alice)
    async with unit_of_work() as session:
        post = await posts.create_draft(
            session, cast.alice, text=RenderedArticle(f"![](/media/{removed.id.hex}/720.webp)")
        )
    before = await list_references()
    async with unit_of_work() as session:
        # Earlier versions did not mark an image as unused when it was removed from a text.
        await session.execute(update(Post).where(col(Post.id) == post.id).values(text=""))
    await engine().dispose()
    config = Config(ROOT / "alembic.ini")
    config.attributes["url"] = settings().async_database_url
    await asyncio.to_thread(command.downgrade, config, PREVIOUS_REVISION)
    await asyncio.to_thread(command.upgrade, config, "head")
    assert {kind for kind, _, _ in before} == {
        "post",
        "post_draft",
        "comment",
        "user_avatar",
        "user_header",
        "community_avatar",
        "community_header",
    }
    assert await list_references() == [row for row in before if row[2] != removed.id.hex]
    async with read_session() as session:
        unused = await session.scalars(select(Upload).where(col(Upload.attached_at).is_(None)))
        assert [upload.id for upload in unused] == [removed.id]
