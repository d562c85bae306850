"""Tests of the profile form in the settings: name, username, bio and images."""

from typing import Any

import pytest

from community.core.actor import GUEST, Actor
from community.core.db.sessions import read_session
from community.domain import people
from community.state.pages.layout import LayoutState
from community.state.pages.settings.profile import ProfileFormState
from community.state.runtime.toasts import ToastsState
from tests import factories
from tests.cast import Cast
from tests.state.settings.settings_page import open_settings
from tests.state.tabs import SocketServer

FIELDS = {"name": "Alice B", "slug": "Alicia", "bio": "Bakes.\r\nReads."}


async def get_profile(actor: Actor) -> people.Profile:
    """Return the profile as guests see it."""
    async with read_session() as session:
        return await people.get_profile(session, GUEST, actor.id)


async def test_the_form_shows_the_stored_profile(cast: Cast, socket_server: SocketServer) -> None:
    alice = await open_settings(socket_server, cast.alice)
    assert (alice[ProfileFormState]["name"], alice[ProfileFormState]["slug"]) == ("Alice", "alice")


async def test_saved_values_are_normalized_and_shown_in_the_form_and_the_header(
    cast: Cast, socket_server: SocketServer
) -> None:
    alice = await open_settings(socket_server, cast.alice)
    await alice.send(ProfileFormState.save, message=FIELDS)
    shown = alice[ProfileFormState]
    assert (shown["name"], shown["slug"], shown["bio"]) == ("Alice B", "alicia", "Bakes.\nReads.")
    assert (shown["save_count"], shown["errors"]) == (1, {})
    assert (alice[LayoutState]["viewer"]["name"], alice[LayoutState]["viewer"]["slug"]) == (
        "Alice B",
        "alicia",
    )
    assert (await get_profile(cast.alice)).slug == "alicia"


@pytest.mark.parametrize(
    ("field", "value"), [("name", " "), ("slug", "bob"), ("slug", "settings"), ("bio", "x" * 501)]
)
async def test_invalid_values_show_an_error_on_their_field_and_are_not_saved(
    cast: Cast, socket_server: SocketServer, field: str, value: str
) -> None:
    before = await get_profile(cast.alice)
    alice = await open_settings(socket_server, cast.alice)
    await alice.send(ProfileFormState.save, message={**FIELDS, field: value})
    assert list(alice[ProfileFormState]["errors"]) == [field]
    assert (alice[ProfileFormState]["save_count"], alice[ToastsState].get("toasts", [])) == (0, [])
    assert await get_profile(cast.alice) == before


async def test_an_error_disappears_after_the_field_is_corrected(
    cast: Cast, socket_server: SocketServer
) -> None:
    alice = await open_settings(socket_server, cast.alice)
    await alice.send(ProfileFormState.save, message={**FIELDS, "slug": "bob"})
    await alice.send(ProfileFormState.save, message=FIELDS)
    assert alice[ProfileFormState]["errors"] == {}


@pytest.mark.parametrize("kind", ["avatar", "header"])
async def test_a_profile_image_is_saved_immediately_and_can_be_removed(
    cast: Cast, socket_server: SocketServer, kind: str
) -> None:
    upload = await factories.upload(cast.alice)
    alice = await open_settings(socket_server, cast.alice)
    await alice.send(ProfileFormState.set_image, kind=kind, upload_id=str(upload.id))
    stored = getattr(await get_profile(cast.alice), kind)
    assert stored
    assert alice[ProfileFormState][kind] == stored
    await alice.send(ProfileFormState.remove_image, kind=kind)
    assert getattr(await get_profile(cast.alice), kind) is None
    assert (alice[ProfileFormState][kind], alice[ProfileFormState]["image_revision"]) == ("", 2)


async def test_a_rejected_image_shows_an_error_and_keeps_the_errors_of_other_fields(
    cast: Cast, socket_server: SocketServer
) -> None:
    theirs, large = await factories.upload(cast.bob), await factories.upload(cast.alice, 3 * 2**20)
    alice = await open_settings(socket_server, cast.alice)
    await alice.send(ProfileFormState.save, message={**FIELDS, "bio": "x" * 501})
    for upload in (theirs, large):
        payload: dict[str, Any] = {"kind": "avatar", "upload_id": str(upload.id)}
        await alice.send(ProfileFormState.set_image, **payload)
        assert set(alice[ProfileFormState]["errors"]) == {"bio", "avatar"}
    assert alice[ProfileFormState]["image_revision"] == 2
    assert (await get_profile(cast.alice)).avatar is None


async def test_a_video_is_saved_as_the_avatar_of_a_user_with_the_feature(
    cast: Cast, socket_server: SocketServer
) -> None:
    upload = await factories.upload(cast.olga, video_size=5_000)
    olga = await open_settings(socket_server, cast.olga)
    assert olga[ProfileFormState]["may_use_video_avatar"] is True
    await olga.send(ProfileFormState.set_image, kind="avatar", upload_id=str(upload.id))
    shown = olga[ProfileFormState]
    assert shown["video_avatar"] == f"/media/{upload.id.hex}/video.mp4"
    assert shown["avatar"] == f"/media/{upload.id.hex}/320.webp"
    await olga.send(ProfileFormState.remove_image, kind="avatar")
    assert (olga[ProfileFormState]["avatar"], olga[ProfileFormState]["video_avatar"]) == ("", "")


async def test_a_user_without_the_feature_sees_that_videos_are_for_subscribers(
    cast: Cast, socket_server: SocketServer
) -> None:
    upload = await factories.upload(cast.alice, video_size=5_000)
    alice = await open_settings(socket_server, cast.alice)
    assert alice[ProfileFormState].get("may_use_video_avatar", False) is False
    await alice.send(ProfileFormState.set_image, kind="avatar", upload_id=str(upload.id))
    [toast] = alice[ToastsState]["toasts"]
    assert "Only subscribers can have a video" in str(toast)
    assert (await get_profile(cast.alice)).avatar is None
