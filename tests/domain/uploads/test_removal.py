"""Tests of the removal of images by administrators, and of their table."""

from datetime import timedelta
from typing import get_args
from uuid import UUID

import pytest
from sqlalchemy import update
from sqlmodel import col

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, NotFound
from community.domain import (
    audit,
    comments,
    communities,
    moderation,
    people,
    posts,
    tables,
    uploads,
)
from community.domain.uploads import UPLOAD_TABLE
from community.domain.uploads.references import ReferenceKind
from community.gateways.media import ProcessedImage, Variant, backends
from community.jobs import run_due_jobs
from community.models import Community, Upload, UploadReference, User
from community.wiring import wire
from tests import factories
from tests.cast import Cast
from tests.domain.actions import publish_post


async def upload_image(actor: Actor, name: str = "sea.jpg", alt: str = "", hours: int = 0) -> UUID:
    """Store an image that was uploaded some hours ago."""
    image = ProcessedImage({320: Variant(64, 48, b"content")}, "#0000ff", 1)
    processed = uploads.ProcessedUpload(image, original_size=20)
    async with unit_of_work() as session:
        upload = await uploads.store(session, actor, processed=processed, name=name, alt=alt)
        upload.created_at = clock.now() - timedelta(hours=hours)
    await uploads.store_files(backends.get_storage(), processed)
    return upload.id


async def find(upload_id: UUID) -> Upload | None:
    async with read_session() as session:
        return await session.get(Upload, upload_id)


async def has_file(upload_id: UUID) -> bool:
    try:
        await backends.get_storage().open(f"{upload_id.hex}/320.webp")
    except NotFound:
        return False
    return True


async def remove(cast: Cast, upload_id: UUID, *, is_use_confirmed: bool = False) -> None:
    async with unit_of_work() as session:
        await uploads.remove(
            session,
            cast.olga,
            upload_id=upload_id,
            is_use_confirmed=is_use_confirmed,
            reason="Not theirs",
        )
    await run_due_jobs()


async def list_names(cast: Cast, **params: str) -> list[str]:
    view = tables.parse_view(UPLOAD_TABLE, params)
    async with read_session() as session:
        page = await tables.load_page(session, cast.olga, UPLOAD_TABLE, view)
    return [record.value.name for record in page.items]


@pytest.fixture(autouse=True)
def wired() -> None:
    wire()


async def test_an_unused_image_disappears_with_its_files(cast: Cast) -> None:
    upload_id = await upload_image(cast.alice)
    assert await has_file(upload_id)
    await remove(cast, upload_id)
    assert await find(upload_id) is None
    assert not await has_file(upload_id)
    async with read_session() as session:
        [entry] = (await audit.list_entries(session, cast.olga)).items
    assert (entry.action, entry.target_id, entry.target_name, entry.reason) == (
        "upload.removed",
        str(upload_id),
        "sea.jpg",
        "Not theirs",
    )
    with pytest.raises(NotFound):
        await remove(cast, upload_id)


async def test_texts_keep_a_reference_to_a_removed_image(cast: Cast) -> None:
    upload_id = await upload_image(cast.alice)
    post = await publish_post(cast.alice, text=f"![Sea](/media/{upload_id.hex}/320.webp)")
    with pytest.raises(Conflict):
        await remove(cast, upload_id)
    assert await has_file(upload_id)
    await remove(cast, upload_id, is_use_confirmed=True)
    assert not await has_file(upload_id)
    async with unit_of_work() as session:
        assert await uploads.find_removed(session, upload_id) is not None
        text = await posts.render_text(f"Changed ![Sea](/media/{upload_id.hex}/320.webp)")
        await posts.edit(session, cast.alice, post_id=post.id, text=text)
    async with read_session() as session:
        assert await uploads.list_references(session, upload_id) == [("post", post.id)]


async def test_profiles_and_communities_lose_a_removed_picture(cast: Cast) -> None:
    community, upload_id = await factories.community(cast.alice), await upload_image(cast.alice)
    async with unit_of_work() as session:
        changes = people.ProfileChanges(avatar=upload_id)
        await people.change_profile(session, cast.alice, changes)
        await communities.edit(session, cast.alice, community_id=community.id, header=upload_id)
    await remove(cast, upload_id, is_use_confirmed=True)
    async with read_session() as session:
        assert (await session.get_one(User, cast.alice.id)).avatar is None
        assert (await session.get_one(Community, community.id)).header is None
    assert await find(upload_id) is None


async def test_images_of_the_site_cannot_be_removed(cast: Cast) -> None:
    upload_id = await upload_image(cast.olga)
    async with unit_of_work() as session:
        await uploads.set_references(
            session, cast.olga, owner=("site_logo", 1), upload_ids=[upload_id]
        )
    with pytest.raises(Conflict):
        await remove(cast, upload_id, is_use_confirmed=True)


async def test_all_unused_images_are_removed_except_new_ones(cast: Cast) -> None:
    old, new = await upload_image(cast.alice, hours=2), await upload_image(cast.bob)
    shown = await upload_image(cast.alice, hours=2)
    await publish_post(cast.alice, text=f"![Sea](/media/{shown.hex}/320.webp)")
    async with unit_of_work() as session:
        assert (await uploads.count_removable(session, cast.olga)).count == 1
        removed = await uploads.remove_all_unused(session, cast.olga)
    assert (removed.count, removed.size > 0) == (1, True)
    assert await list_names(cast) == ["sea.jpg"] * 2
    await run_due_jobs()
    assert (await find(old), await has_file(old)) == (None, False)
    assert await has_file(new)
    assert await has_file(shown)


@pytest.mark.parametrize("kind", get_args(ReferenceKind))
async def test_the_record_names_every_kind_of_object(cast: Cast, kind: ReferenceKind) -> None:
    upload_id = await upload_image(cast.olga)
    async with unit_of_work() as session:
        session.add(UploadReference(kind=kind, object_id=1, upload_id=upload_id))
    async with read_session() as session:
        record = await moderation.get_media_record(session, cast.olga, upload_id=upload_id)
    [use] = record.uses
    assert use.label
    assert record.is_part_of_site is use.url.startswith("/admin-panel/")


async def test_the_record_names_what_shows_the_image(cast: Cast) -> None:
    upload_id = await upload_image(cast.alice, alt="The sea")
    post = await publish_post(cast.alice, "On rye", text=f"![](/media/{upload_id.hex}/320.webp)")
    async with unit_of_work() as session:
        comment = await comments.reply(
            session,
            cast.alice,
            post_id=post.id,
            text=await comments.render_text("Look"),
            media=[upload_id],
        )
        draft = await posts.create_draft(
            session,
            cast.alice,
            title="Secret",
            text=await posts.render_text(f"![](/media/{upload_id.hex}/320.webp)"),
        )
    async with read_session() as session:
        record = await moderation.get_media_record(session, cast.olga, upload_id=upload_id)
    assert draft.id != post.id
    assert [(use.label, use.title) for use in record.uses] == [
        ("Comment", "On rye"),
        ("Post", "On rye"),
        ("Post", ""),
    ]
    assert record.uses[0].url.endswith(f"#comment-{comment.id}")
    assert (record.owner.slug, record.uses_count) == ("alice", 3)


async def test_the_table_is_searched_filtered_and_sorted(cast: Cast) -> None:
    small = await upload_image(cast.alice, "Small.png", hours=50)
    await upload_image(cast.bob, "large.png", alt="A tree")
    async with unit_of_work() as session:
        await session.execute(update(Upload).where(col(Upload.id) == small).values(size=1))
        changes = people.ProfileChanges(avatar=small)
        await people.change_profile(session, cast.alice, changes)
    assert await list_names(cast) == ["large.png", "Small.png"]
    assert await list_names(cast, sort="size") == ["Small.png", "large.png"]
    for params, names in (
        ({"q": "SMALL"}, ["Small.png"]),
        ({"q": "tree"}, ["large.png"]),
        ({"q": "@bob"}, ["large.png"]),
        ({"use": "unused"}, ["large.png"]),
        ({"place": "profiles"}, ["Small.png"]),
        ({"place": "posts"}, []),
        ({"uploaded": "day"}, ["large.png"]),
        ({"owner": str(cast.alice.id)}, ["Small.png"]),
    ):
        assert await list_names(cast, **params) == names, params
    async with read_session() as session:
        uploads.clear_usage_cache()
        usage = await uploads.get_usage(session, cast.olga)
    assert (usage.count, usage.unused_count) == (2, 1)
    assert [(item.place, item.count, item.size) for item in usage.places] == [("profiles", 1, 1)]
