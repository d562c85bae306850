"""Tests that the database stores which uploaded images posts and unpublished changes show."""

from sqlmodel import col, select

from community.core.db.sessions import read_session, unit_of_work
from community.domain import posts
from community.models import Upload, UploadReference
from tests import factories
from tests.cast import Cast
from tests.domain.actions import edit_post, publish_draft, publish_post, save_draft, start_draft


def image(upload: Upload) -> str:
    return f"![](/media/{upload.id.hex}/720.webp)"


async def list_reference_kinds(*uploads: Upload) -> list[list[str]]:
    """Return, for each upload, the kinds of the objects that show it."""
    async with read_session() as session:
        rows = (await session.scalars(select(UploadReference))).all()
    return [sorted(row.kind for row in rows if row.upload_id == upload.id) for upload in uploads]


async def test_a_draft_shows_the_own_images_in_its_text_and_cover(cast: Cast) -> None:
    own, cover = await factories.upload(cast.alice), await factories.upload(cast.alice)
    foreign = await factories.upload(cast.bob)
    draft = await start_draft(cast.alice, "", "", cover=f"/media/{cover.id.hex}/320.webp")
    await save_draft(cast.alice, draft, text=image(own) + image(foreign))
    assert await list_reference_kinds(own, cover, foreign) == [["post"], ["post"], []]
    async with read_session() as session:
        attached = select(Upload.id).where(col(Upload.attached_at).is_not(None))
        assert set(await session.scalars(attached)) == {own.id, cover.id}


async def test_unpublished_changes_have_their_own_references(cast: Cast) -> None:
    old, new = await factories.upload(cast.alice), await factories.upload(cast.alice)
    post = await publish_post(cast.alice, text=image(old))
    await save_draft(cast.alice, post, text=image(new))
    assert await list_reference_kinds(old, new) == [["post"], ["post_draft"]]
    await publish_draft(cast.alice, post)
    assert await list_reference_kinds(old, new) == [[], ["post"]]


async def test_an_image_in_unpublished_changes_is_kept_when_the_post_is_edited(cast: Cast) -> None:
    upload = await factories.upload(cast.alice)
    post = await publish_post(cast.alice, text=image(upload))
    await save_draft(cast.alice, post, title="On wheat")
    await edit_post(cast.olga, post, text="No image.")
    assert await list_reference_kinds(upload) == [["post_draft"]]
    async with unit_of_work() as session:
        await posts.discard_changes(session, cast.alice, post_id=post.id)
    assert await list_reference_kinds(upload) == [[]]


async def test_the_images_of_the_author_stay_when_an_administrator_edits_the_post(
    cast: Cast,
) -> None:
    kept, removed = await factories.upload(cast.alice), await factories.upload(cast.alice)
    post = await publish_post(cast.alice, text=image(kept) + image(removed))
    await edit_post(cast.olga, post, text=image(kept))
    assert await list_reference_kinds(kept, removed) == [["post"], []]
