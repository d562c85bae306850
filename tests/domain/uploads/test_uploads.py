import io
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from PIL import Image

from community.core import clock
from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.core.errors import Conflict, Invalid, NotAllowed, NotFound
from community.domain import uploads
from community.domain.uploads import policies
from community.media import ImageProcessor, LocalStorage
from community.models import Upload
from tests.cast import Cast


def picture(width: int = 800, height: int = 400) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, height), "teal").save(file, "JPEG")
    return file.getvalue()


@pytest.fixture
def storage(tmp_path: Path) -> LocalStorage:
    return LocalStorage(tmp_path / "media")


async def take_in(
    actor: Actor, storage: LocalStorage, data: bytes | None = None, alt: str = ""
) -> Upload:
    judged = await uploads.judge(actor, ImageProcessor(), data or picture())
    async with unit_of_work() as session:
        upload = await uploads.store(session, actor, judged=judged, alt=alt)
    await uploads.keep_files(storage, judged)
    return upload


async def test_a_picture_is_kept_in_its_sizes(cast: Cast, storage: LocalStorage) -> None:
    upload = await take_in(cast.alice, storage, alt=" The \0 sea ")
    view = uploads.view_of(upload)
    assert (view.width, view.height, view.alt) == (800, 400, "The sea")
    assert list(view.variants) == ["320", "720", "1280"]
    assert view.url == view.variants["1280"] == f"/media/{upload.id.hex}/1280.webp"
    for key in uploads.keys_of(upload):
        assert (await storage.open(key)).size > 0
    async with reading() as session:
        assert await uploads.views(session, [upload.id, uuid4()]) == {upload.id: view}


async def test_guests_and_banned_people_upload_nothing(cast: Cast) -> None:
    for actor, code in ((cast.guest, "unauthenticated"), (cast.mallory, "banned")):
        with pytest.raises(NotAllowed) as refusal:
            await uploads.judge(actor, ImageProcessor(), picture())
        assert refusal.value.code == code


async def test_what_is_no_picture_is_refused(cast: Cast) -> None:
    with pytest.raises(Invalid) as refusal:
        await uploads.judge(cast.alice, ImageProcessor(), b"<svg onload=alert(1)>")
    assert refusal.value.code == "unsupported_media"


async def test_a_description_has_a_limit(cast: Cast, storage: LocalStorage) -> None:
    with pytest.raises(Invalid) as refusal:
        await take_in(cast.alice, storage, alt="x" * 301)
    assert "alt" in refusal.value.fields


async def test_unused_pictures_do_not_pile_up(
    cast: Cast, storage: LocalStorage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policies, "MAX_UNATTACHED", 1)
    await take_in(cast.alice, storage)
    with pytest.raises(Conflict):
        await take_in(cast.alice, storage)
    await take_in(cast.bob, storage)


async def test_pictures_are_attached_in_the_order_given(cast: Cast, storage: LocalStorage) -> None:
    first, second = await take_in(cast.alice, storage), await take_in(cast.alice, storage)
    async with unit_of_work() as session:
        attached = await uploads.attach(session, cast.alice, [second.id, first.id])
        assert [upload.id for upload in attached] == [second.id, first.id]
        assert all(upload.attached_at for upload in attached)


async def test_nobody_attaches_a_picture_of_somebody_else(
    cast: Cast, storage: LocalStorage
) -> None:
    own, other = await take_in(cast.bob, storage), await take_in(cast.alice, storage)
    for wanted in ([own.id, other.id], [uuid4()]):
        with pytest.raises(Invalid) as refusal:
            async with unit_of_work() as session:
                await uploads.attach(session, cast.bob, wanted)
        assert "media" in refusal.value.fields
    async with reading() as session:
        kept = await session.get(Upload, own.id)
        assert kept is not None
        assert kept.attached_at is None


async def test_what_nobody_used_for_a_day_goes_with_its_files(
    cast: Cast, storage: LocalStorage
) -> None:
    unused, used = await take_in(cast.alice, storage), await take_in(cast.alice, storage)
    async with unit_of_work() as session:
        await uploads.attach(session, cast.alice, [used.id])
        assert await uploads.purge_unattached(session, storage, clock.now()) == 0
    with clock.moved(timedelta(hours=25)):
        fresh = await take_in(cast.alice, storage)
        for expected in (1, 0):
            async with unit_of_work() as session:
                assert await uploads.purge_unattached(session, storage, clock.now()) == expected
    with pytest.raises(NotFound):
        await storage.open(uploads.keys_of(unused)[0])
    for kept in (used, fresh):
        assert (await storage.open(uploads.keys_of(kept)[0])).size > 0


async def test_a_picture_that_was_released_stays_for_a_day(
    cast: Cast, storage: LocalStorage
) -> None:
    picture = await take_in(cast.alice, storage)
    async with unit_of_work() as session:
        await uploads.attach(session, cast.alice, [picture.id])
    with clock.moved(timedelta(days=30)):
        async with unit_of_work() as session:
            assert await uploads.release(session, uploads.url_of(picture, 320)) is True
            assert await uploads.purge_unattached(session, storage, clock.now()) == 0
    with clock.moved(timedelta(days=31, hours=1)):
        async with unit_of_work() as session:
            assert await uploads.purge_unattached(session, storage, clock.now()) == 1


async def test_a_released_picture_can_be_used_again(cast: Cast, storage: LocalStorage) -> None:
    picture = await take_in(cast.alice, storage)
    async with unit_of_work() as session:
        await uploads.attach(session, cast.alice, [picture.id])
        await uploads.release(session, uploads.url_of(picture, 320))
        [again] = await uploads.attach(session, cast.alice, [picture.id])
        assert again.attached_at is not None


@pytest.mark.parametrize(
    "address", [None, "", "/media/", f"https://elsewhere.example/media/{'a' * 32}/1.webp"]
)
async def test_what_is_no_upload_of_ours_is_not_released(cast: Cast, address: str | None) -> None:
    async with unit_of_work() as session:
        assert await uploads.release(session, address) is False


async def test_a_purge_that_was_interrupted_is_done_again(
    cast: Cast, storage: LocalStorage
) -> None:
    upload = await take_in(cast.alice, storage)
    await storage.delete(uploads.keys_of(upload)[0])
    async with unit_of_work() as session:
        later = clock.now() + timedelta(days=2)
        assert await uploads.purge_unattached(session, storage, later) == 1
