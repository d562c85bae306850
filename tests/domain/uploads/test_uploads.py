import io
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from PIL import Image
from sqlalchemy import update

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, Invalid, NotFound, PermissionDenied
from community.domain import uploads
from community.domain.uploads import policies
from community.gateways.media import ImageProcessor
from community.gateways.media.storage.local import LocalStorage
from community.models import Upload
from tests.cast import Cast


def create_jpeg(width: int = 800, height: int = 400) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, height), "teal").save(file, "JPEG")
    return file.getvalue()


@pytest.fixture
def storage(tmp_path: Path) -> LocalStorage:
    return LocalStorage(tmp_path / "media")


async def upload_image(
    actor: Actor, storage: LocalStorage, data: bytes | None = None, alt: str = ""
) -> Upload:
    processed = await uploads.process(actor, ImageProcessor(), data or create_jpeg())
    async with unit_of_work() as session:
        upload = await uploads.store(session, actor, processed=processed, alt=alt)
    await uploads.store_files(storage, processed)
    return upload


async def show(
    actor: Actor, *uploads_shown: Upload, owner: uploads.references.ReferenceOwner = ("post", 7)
) -> list[Upload]:
    """Store that an object shows exactly these images."""
    async with unit_of_work() as session:
        return await uploads.set_references(
            session, actor, owner=owner, upload_ids=[upload.id for upload in uploads_shown]
        )


async def mark_for_purge() -> Sequence[Upload]:
    async with unit_of_work() as session:
        return await uploads.mark_for_purge(session, clock.now())


async def purge(storage: LocalStorage) -> int:
    marked = await mark_for_purge()
    await uploads.delete_files(storage, marked)
    async with unit_of_work() as session:
        await uploads.delete_purged(session, marked)
    return len(marked)


async def test_an_image_is_stored_in_all_sizes(cast: Cast, storage: LocalStorage) -> None:
    upload = await upload_image(cast.alice, storage, alt=" The \0 sea ")
    view = uploads.to_media_view(upload)
    assert (view.width, view.height, view.alt) == (800, 400, "The sea")
    assert list(view.variants) == ["320", "720", "1280"]
    assert view.url == view.variants["1280"] == f"/media/{upload.id.hex}/1280.webp"
    for key in uploads.queries.list_storage_keys(upload):
        assert (await storage.open(key)).size > 0
    async with read_session() as session:
        assert await uploads.find_media_views(session, [upload.id, uuid4()]) == {upload.id: view}


async def test_guests_and_banned_users_cannot_upload(cast: Cast) -> None:
    for actor, code in ((cast.guest, "unauthenticated"), (cast.mallory, "banned")):
        with pytest.raises(PermissionDenied) as raised:
            await uploads.process(actor, ImageProcessor(), create_jpeg())
        assert raised.value.code == code


async def test_a_file_that_is_not_an_image_is_rejected(cast: Cast) -> None:
    with pytest.raises(Invalid) as raised:
        await uploads.process(cast.alice, ImageProcessor(), b"<svg onload=alert(1)>")
    assert raised.value.code == "unsupported_media"


async def test_a_too_long_alt_text_is_rejected(cast: Cast, storage: LocalStorage) -> None:
    with pytest.raises(Invalid) as raised:
        await upload_image(cast.alice, storage, alt="x" * 301)
    assert "alt" in raised.value.field_errors


async def test_the_number_of_unattached_uploads_is_limited(
    cast: Cast, storage: LocalStorage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policies, "MAX_UNATTACHED", 1)
    await upload_image(cast.alice, storage)
    with pytest.raises(Conflict):
        await upload_image(cast.alice, storage)
    await upload_image(cast.bob, storage)


async def test_shown_images_are_returned_in_the_given_order(
    cast: Cast, storage: LocalStorage
) -> None:
    first, second = await upload_image(cast.alice, storage), await upload_image(cast.alice, storage)
    attached = await show(cast.alice, second, first)
    assert [upload.id for upload in attached] == [second.id, first.id]
    assert all(upload.attached_at for upload in attached)


async def test_uploads_of_other_users_cannot_be_attached(cast: Cast, storage: LocalStorage) -> None:
    own, other = await upload_image(cast.bob, storage), await upload_image(cast.alice, storage)
    for upload_ids in ([own.id, other.id], [uuid4()]):
        with pytest.raises(Invalid) as raised:
            async with unit_of_work() as session:
                await uploads.set_references(
                    session, cast.bob, owner=("post", 7), upload_ids=upload_ids
                )
        assert "media" in raised.value.field_errors
    async with read_session() as session:
        row = await session.get(Upload, own.id)
        assert row is not None
        assert row.attached_at is None


async def test_unattached_uploads_are_purged_with_their_files_after_a_day(
    cast: Cast, storage: LocalStorage
) -> None:
    unused, used = await upload_image(cast.alice, storage), await upload_image(cast.alice, storage)
    await show(cast.alice, used)
    assert await purge(storage) == 0
    with clock.travel(timedelta(hours=25)):
        fresh = await upload_image(cast.alice, storage)
        assert [await purge(storage), await purge(storage)] == [1, 0]
    with pytest.raises(NotFound):
        await storage.open(uploads.queries.list_storage_keys(unused)[0])
    for upload in (used, fresh):
        assert (await storage.open(uploads.queries.list_storage_keys(upload)[0])).size > 0


async def test_an_image_is_purged_a_day_after_the_last_object_stopped_showing_it(
    cast: Cast, storage: LocalStorage
) -> None:
    upload = await upload_image(cast.alice, storage)
    await show(cast.alice, upload)
    await show(cast.alice, upload, owner=("user_avatar", cast.alice.id))
    await show(cast.alice)
    with clock.travel(timedelta(days=30)):
        assert await purge(storage) == 0
        await show(cast.alice, owner=("user_avatar", cast.alice.id))
        assert await purge(storage) == 0
    with clock.travel(timedelta(days=31, hours=1)):
        assert await purge(storage) == 1


async def test_an_unused_image_can_be_shown_again(cast: Cast, storage: LocalStorage) -> None:
    upload = await upload_image(cast.alice, storage)
    for uploads_shown in ([upload], [], [upload]):
        await show(cast.alice, *uploads_shown)
    with clock.travel(timedelta(days=30)):
        assert await purge(storage) == 0


async def test_an_image_that_an_object_shows_is_never_purged(
    cast: Cast, storage: LocalStorage
) -> None:
    upload = await upload_image(cast.alice, storage)
    await show(cast.alice, upload)
    async with unit_of_work() as session:
        await session.execute(update(Upload).values(attached_at=None))
    with clock.travel(timedelta(days=30)):
        assert await purge(storage) == 0


async def test_a_text_can_quote_images_of_other_users_only_while_they_are_shown(
    cast: Cast, storage: LocalStorage
) -> None:
    used, unused = await upload_image(cast.alice, storage), await upload_image(cast.alice, storage)
    await show(cast.alice, used)
    async with unit_of_work() as session:
        quoted = await uploads.set_references(
            session,
            cast.bob,
            owner=("post", 8),
            upload_ids=[unused.id, used.id, uuid4()],
            form_field=None,
        )
    assert [upload.id for upload in quoted] == [used.id]
    await show(cast.alice)
    with clock.travel(timedelta(days=2)):
        assert await purge(storage) == 1


@pytest.mark.parametrize("deleted_files", [0, 1, 3])
async def test_an_interrupted_purge_is_repeated(
    cast: Cast, storage: LocalStorage, deleted_files: int
) -> None:
    upload = await upload_image(cast.alice, storage)
    with clock.travel(timedelta(days=2)):
        await mark_for_purge()
        for key in uploads.queries.list_storage_keys(upload)[:deleted_files]:
            await storage.delete(key)
    with clock.travel(timedelta(days=3)):
        assert [await purge(storage), await purge(storage)] == [1, 0]
    for key in uploads.queries.list_storage_keys(upload):
        with pytest.raises(NotFound):
            await storage.open(key)
    async with read_session() as session:
        assert await session.get(Upload, upload.id) is None


async def test_an_image_that_is_being_deleted_cannot_be_attached(
    cast: Cast, storage: LocalStorage
) -> None:
    upload = await upload_image(cast.alice, storage)
    with clock.travel(timedelta(days=2)):
        await mark_for_purge()
        with pytest.raises(Invalid):
            await show(cast.alice, upload)


async def test_only_marked_images_are_deleted(cast: Cast, storage: LocalStorage) -> None:
    upload = await upload_image(cast.alice, storage)
    async with unit_of_work() as session:
        await uploads.delete_purged(session, [upload])
    async with read_session() as session:
        assert await session.get(Upload, upload.id) is not None
