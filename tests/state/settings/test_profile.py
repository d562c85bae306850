"""Changing how one is shown."""

from typing import Any

import pytest

from community.core.actor import Actor
from community.core.database import reading
from community.domain import accounts
from community.state.frame import Frame
from community.state.notice import Notice
from community.state.settings.profile import ProfileForm
from tests import factories
from tests.cast import Cast
from tests.state.settings.opening import open_settings
from tests.state.tabs import Sockets

FIELDS = {"name": "Alice B", "slug": "Alicia", "bio": "Bakes.\r\nReads."}


async def profile(actor: Actor) -> accounts.Profile:
    async with reading() as session:
        return await accounts.get_profile(session, actor, actor.id)


async def test_the_page_shows_what_is_kept(cast: Cast, live: Sockets) -> None:
    alice = await open_settings(live, cast.alice)
    assert (alice[ProfileForm]["name"], alice[ProfileForm]["slug"]) == ("Alice", "alice")


async def test_what_was_saved_is_shown_as_it_is_kept_and_in_the_header_too(
    cast: Cast, live: Sockets
) -> None:
    alice = await open_settings(live, cast.alice)
    await alice.send(ProfileForm.save, message=FIELDS)
    shown = alice[ProfileForm]
    assert (shown["name"], shown["slug"], shown["bio"]) == ("Alice B", "alicia", "Bakes.\nReads.")
    assert (shown["kept"], shown["wrong"]) == (1, {})
    assert (alice[Frame]["me"]["name"], alice[Frame]["me"]["slug"]) == ("Alice B", "alicia")
    assert (await profile(cast.alice)).slug == "alicia"


@pytest.mark.parametrize(
    ("field", "value"), [("name", " "), ("slug", "bob"), ("slug", "settings"), ("bio", "x" * 501)]
)
async def test_what_cannot_be_is_said_beside_its_field_and_nothing_is_kept(
    cast: Cast, live: Sockets, field: str, value: str
) -> None:
    before = await profile(cast.alice)
    alice = await open_settings(live, cast.alice)
    await alice.send(ProfileForm.save, message={**FIELDS, field: value})
    assert list(alice[ProfileForm]["wrong"]) == [field]
    assert (alice[ProfileForm]["kept"], alice[Notice].get("toasts", [])) == (0, [])
    assert await profile(cast.alice) == before


async def test_the_sentence_goes_when_it_is_right(cast: Cast, live: Sockets) -> None:
    alice = await open_settings(live, cast.alice)
    await alice.send(ProfileForm.save, message={**FIELDS, "slug": "bob"})
    await alice.send(ProfileForm.save, message=FIELDS)
    assert alice[ProfileForm]["wrong"] == {}


@pytest.mark.parametrize("place", ["avatar", "header"])
async def test_a_picture_is_kept_at_once_and_taken_away_again(
    cast: Cast, live: Sockets, place: str
) -> None:
    picture = await factories.upload(cast.alice)
    alice = await open_settings(live, cast.alice)
    await alice.send(ProfileForm.choose_picture, picture=place, upload_id=str(picture.id))
    kept = getattr(await profile(cast.alice), place)
    assert kept
    assert alice[ProfileForm][place] == kept
    await alice.send(ProfileForm.remove_picture, picture=place)
    assert getattr(await profile(cast.alice), place) is None
    assert (alice[ProfileForm][place], alice[ProfileForm]["answered"]) == ("", 2)


async def test_one_refused_picture_leaves_the_other_and_the_words_alone(
    cast: Cast, live: Sockets
) -> None:
    theirs, large = await factories.upload(cast.bob), await factories.upload(cast.alice, 3 * 2**20)
    alice = await open_settings(live, cast.alice)
    await alice.send(ProfileForm.save, message={**FIELDS, "bio": "x" * 501})
    for picture in (theirs, large):
        chosen: dict[str, Any] = {"picture": "avatar", "upload_id": str(picture.id)}
        await alice.send(ProfileForm.choose_picture, **chosen)
        assert set(alice[ProfileForm]["wrong"]) == {"bio", "avatar"}
    assert alice[ProfileForm]["answered"] == 2
    assert (await profile(cast.alice)).avatar is None
