"""Tests that users with the feature can have a short video as avatar."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import pytest

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid, PermissionDenied
from community.domain import communities, moderation, people, uploads
from community.domain.people import ProfileChanges
from community.domain.people.policies import may_use_video_avatar
from community.gateways.media import WHOLE_IMAGE, ImageProcessor
from community.gateways.media.storage.local import LocalStorage
from community.models import Upload, User
from community.workflows import payments
from tests import factories
from tests.cast import Cast
from tests.domain.subscriptions.grants import GRANTED, grant, load_actor


async def set_avatar(actor: Actor, upload: Upload | None) -> None:
    async with unit_of_work() as session:
        changes = ProfileChanges(avatar=upload.id if upload else None)
        await people.change_profile(session, actor, changes)


async def get_profile(actor: Actor) -> people.Profile:
    async with read_session() as session:
        return await people.get_profile(session, actor, actor.id)


async def set_administrator(actor: Actor, *, is_administrator: bool) -> None:
    async with unit_of_work() as session:
        user = await session.get_one(User, actor.id)
        user.admin_since = clock.now() if is_administrator else None


@pytest.fixture
async def video(cast: Cast) -> Upload:
    """A video of the administrator, who uses it as avatar."""
    upload = await factories.upload(cast.olga, video_size=5_000)
    await set_avatar(cast.olga, upload)
    return upload


def test_the_feature_is_part_of_plans_and_administrators_have_it(cast: Cast) -> None:
    assert may_use_video_avatar(cast.olga)
    assert may_use_video_avatar(Actor(user_id=1, features=frozenset({"video_avatar"})))
    assert not may_use_video_avatar(Actor(user_id=1, features=frozenset({"reactions"})))
    assert not may_use_video_avatar(cast.alice)
    assert not may_use_video_avatar(cast.guest)


async def test_a_profile_shows_the_video_and_its_first_frame(cast: Cast, video: Upload) -> None:
    profile = await get_profile(cast.olga)
    assert profile.avatar == f"/media/{video.id.hex}/320.webp"
    assert profile.video_avatar == f"/media/{video.id.hex}/video.mp4"
    async with read_session() as session:
        preferences = await people.get_preferences(session, cast.olga)
        summaries = await people.find_user_summaries(session, [cast.olga.id])
    assert (preferences.avatar, preferences.video_avatar) == (profile.avatar, profile.video_avatar)
    assert summaries[cast.olga.id].avatar == profile.avatar


async def test_an_image_replaces_the_video(cast: Cast, video: Upload) -> None:
    await set_avatar(cast.olga, await factories.upload(cast.olga))
    profile = await get_profile(cast.olga)
    assert (profile.avatar is None, profile.video_avatar) == (False, None)
    async with read_session() as session:
        assert (await session.get_one(Upload, video.id)).attached_at is None


async def test_a_removed_video_is_no_longer_used(cast: Cast, video: Upload) -> None:
    await set_avatar(cast.olga, None)
    profile = await get_profile(cast.olga)
    assert (profile.avatar, profile.video_avatar) == (None, None)
    async with read_session() as session:
        assert (await session.get_one(Upload, video.id)).attached_at is None


async def test_without_the_feature_the_profile_keeps_only_the_first_frame(
    cast: Cast, video: Upload
) -> None:
    await set_administrator(cast.olga, is_administrator=False)
    profile = await get_profile(cast.olga)
    assert (profile.avatar, profile.video_avatar) == (f"/media/{video.id.hex}/320.webp", None)
    await set_administrator(cast.olga, is_administrator=True)
    assert (await get_profile(cast.olga)).video_avatar is not None


async def test_the_profile_of_a_subscriber_shows_the_video_until_the_plan_ends(cast: Cast) -> None:
    await grant(cast.olga, cast.alice, "video_avatar")
    video = await factories.upload(cast.alice, video_size=5_000)
    await set_avatar(await load_actor(cast.alice), video)
    url = f"/media/{video.id.hex}/video.mp4"
    assert (await get_profile(cast.alice)).video_avatar == url
    with clock.travel(GRANTED):
        profile = await get_profile(cast.alice)
        assert (profile.avatar, profile.video_avatar) == (f"/media/{video.id.hex}/320.webp", None)
        await payments.renew_subscriptions()
        await grant(cast.olga, cast.alice, "video_avatar", until=clock.now() + GRANTED)
        assert (await get_profile(cast.alice)).video_avatar == url


async def test_a_user_without_the_feature_cannot_use_a_video(cast: Cast) -> None:
    upload = await factories.upload(cast.alice, video_size=5_000)
    with pytest.raises(PermissionDenied) as caught:
        await set_avatar(cast.alice, upload)
    assert caught.value.code == "subscription_feature_required"
    assert caught.value.details == {"feature": "video_avatar"}
    with pytest.raises(PermissionDenied) as caught:
        await people.video_avatars.process(cast.alice, ImageProcessor(), b"", crop=WHOLE_IMAGE)
    assert caught.value.code == "subscription_feature_required"
    assert (await get_profile(cast.alice)).avatar is None


async def set_header(actor: Actor, upload: Upload) -> None:
    async with unit_of_work() as session:
        await people.change_profile(session, actor, ProfileChanges(header=upload.id))


async def create_community(actor: Actor, upload: Upload) -> None:
    async with unit_of_work() as session:
        await communities.create(session, actor, name="Films", slug="films", avatar=upload.id)


async def add_to_comment(actor: Actor, upload: Upload) -> None:
    async with unit_of_work() as session:
        await uploads.set_references(session, actor, owner=("comment", 1), upload_ids=[upload.id])


@pytest.mark.parametrize("use", [set_header, create_community, add_to_comment])
async def test_a_video_can_only_be_an_avatar(
    use: Callable[[Actor, Upload], Awaitable[None]], cast: Cast, video: Upload
) -> None:
    with pytest.raises(Invalid, match="Videos can only be profile pictures"):
        await use(cast.olga, video)


async def test_administrators_see_the_video_in_the_admin_panel(cast: Cast, video: Upload) -> None:
    async with read_session() as session:
        record = await moderation.get_media_record(session, cast.olga, upload_id=video.id)
    assert record.video == f"/media/{video.id.hex}/video.mp4"
    assert [use.label for use in record.uses] == ["Profile picture"]


async def test_a_removed_upload_takes_the_video_from_the_profile(cast: Cast, video: Upload) -> None:
    async with unit_of_work() as session:
        await uploads.remove(session, cast.olga, upload_id=video.id, is_use_confirmed=True)
    profile = await get_profile(cast.olga)
    assert (profile.avatar, profile.video_avatar) == (None, None)


async def test_the_files_of_an_unused_video_are_deleted(
    cast: Cast, video: Upload, tmp_path: Path
) -> None:
    storage = LocalStorage(tmp_path)
    async with read_session() as session:
        upload = await session.get_one(Upload, video.id)
    keys = uploads.queries.list_storage_keys(upload)
    assert keys[-1] == f"{video.id.hex}/video.mp4"
    for key in keys:
        await storage.put(key, b"data")
    await set_avatar(cast.olga, None)
    async with unit_of_work() as session:
        found = await uploads.mark_for_purge(session, clock.now() + timedelta(days=2))
        await uploads.delete_files(storage, found)
    assert [await storage.delete(key) for key in keys] == [False] * len(keys)
