import asyncio
from datetime import timedelta
from uuid import uuid4

import pytest

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, Invalid, NotFound, PermissionDenied
from community.core.text.markup import RenderedArticle
from community.domain import accounts, people, posts
from community.domain.people import ProfileChanges, policies
from community.models import Follow, Ignore, NotificationSubscription, Upload, User
from tests import factories
from tests.cast import Cast
from tests.domain.identity.actions import register_user


async def change_profile(actor: Actor, **changes: object) -> User:
    async with unit_of_work() as session:
        return await people.change_profile(session, actor, ProfileChanges.model_validate(changes))


async def get_profile(actor: Actor, id_or_slug: int | str) -> people.Profile:
    async with read_session() as session:
        return await people.get_profile(session, actor, id_or_slug)


async def test_a_profile_is_found_by_id_and_by_slug(cast: Cast) -> None:
    assert (await get_profile(cast.guest, "Alice")).id == cast.alice.id
    assert (await get_profile(cast.guest, str(cast.alice.id))).slug == "alice"
    assert (await get_profile(cast.guest, cast.alice.id)).name == "Alice"


@pytest.mark.parametrize(
    "id_or_slug", ["nobody", "0", "-1", "9" * 30, "9" * 19, "", "a\0b", "al%ce", "x" * 500]
)
async def test_an_unknown_user_is_not_found(cast: Cast, id_or_slug: str) -> None:
    with pytest.raises(NotFound):
        await get_profile(cast.alice, id_or_slug)


async def test_a_deleted_account_is_not_found(cast: Cast) -> None:
    async with unit_of_work() as session:
        (await people.get_user(session, "alice")).deleted_at = clock.now()
    with pytest.raises(NotFound):
        await get_profile(cast.bob, "alice")
    async with read_session() as session:
        assert (await people.find_user_summaries(session, [cast.alice.id, cast.bob.id])).keys() == {
            cast.bob.id
        }


async def test_a_profile_shows_whether_the_viewer_follows_or_ignores_the_user(cast: Cast) -> None:
    async with unit_of_work() as session:
        session.add(Follow(follower_id=cast.bob.id, followed_id=cast.alice.id))
        session.add(Ignore(user_id=cast.charlie.id, ignored_id=cast.alice.id))
        session.add(NotificationSubscription(user_id=cast.charlie.id, author_id=cast.alice.id))
    by_bob, by_charlie = (
        await get_profile(cast.bob, "alice"),
        await get_profile(cast.charlie, "alice"),
    )
    assert (by_bob.is_following, by_bob.is_ignored, by_bob.is_subscribed) == (True, False, False)
    assert (by_charlie.is_following, by_charlie.is_ignored) == (False, True)
    assert by_charlie.is_subscribed
    by_guest = await get_profile(cast.guest, "alice")
    assert not any((by_guest.is_following, by_guest.is_ignored, by_guest.is_subscribed))


async def test_a_profile_lists_the_roles_of_the_user(cast: Cast) -> None:
    assert (await get_profile(cast.guest, "olga")).roles == ["user", "administrator"]
    assert (await get_profile(cast.guest, "alice")).roles == ["user"]


async def test_editing_a_profile_changes_only_the_given_fields(cast: Cast) -> None:
    await change_profile(cast.alice, name="Alice B", bio="Writes.\nBakes.")
    await change_profile(cast.alice, bio="Reads.")
    profile = await get_profile(cast.guest, "alice")
    assert (profile.name, profile.bio) == ("Alice B", "Reads.")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", "  "),
        ("name", "x" * 51),
        ("bio", "x" * 501),
        ("slug", "settings"),
        ("slug", "x"),
        ("avatar", uuid4()),
    ],
)
async def test_invalid_profile_values_are_rejected(cast: Cast, field: str, value: object) -> None:
    with pytest.raises(Invalid) as raised:
        await change_profile(cast.alice, **{field: value})
    assert field in raised.value.field_errors


async def test_guests_cannot_change_a_profile(cast: Cast) -> None:
    with pytest.raises(PermissionDenied):
        await change_profile(cast.guest, name="Guest")


async def find_redirect_target(slug: str) -> str | None:
    async with read_session() as session:
        return await people.find_current_slug(session, slug)


async def test_a_former_slug_redirects_to_the_current_slug(cast: Cast) -> None:
    await change_profile(cast.alice, slug="alicia")
    await change_profile(cast.alice, slug="alison")
    assert await find_redirect_target("ALICE") == "alison"
    assert await find_redirect_target("alicia") == "alison"
    assert await find_redirect_target("alison") is None


async def test_a_user_can_change_back_to_their_former_slug(cast: Cast) -> None:
    await change_profile(cast.alice, slug="alicia")
    await change_profile(cast.alice, slug="alice")
    assert await find_redirect_target("alice") is None
    assert await find_redirect_target("alicia") == "alice"


async def test_a_former_slug_cannot_be_used_by_another_user(cast: Cast) -> None:
    await change_profile(cast.alice, slug="alicia")
    with pytest.raises(Conflict):
        await change_profile(cast.bob, slug="alice")
    with pytest.raises(Conflict):
        await register_user("Dora", slug="alice")
    assert (await register_user("Alice", email="another@example.com")).slug == "alice-2"


async def test_a_former_slug_becomes_available_when_its_reservation_ends(cast: Cast) -> None:
    await change_profile(cast.alice, slug="alicia")
    with clock.travel(policies.FORMER_SLUG_RESERVATION + timedelta(days=1)):
        await change_profile(cast.bob, slug="alice")
        assert (await get_profile(cast.guest, "alice")).id == cast.bob.id
        assert await find_redirect_target("alice") is None


async def test_a_taken_slug_is_rejected(cast: Cast) -> None:
    with pytest.raises(Conflict) as raised:
        await change_profile(cast.alice, slug="bob")
    assert "slug" in raised.value.field_errors


async def test_the_number_of_slug_changes_is_limited(cast: Cast) -> None:
    for slug in ("alice-a", "alice-b", "alice-c"):
        await change_profile(cast.alice, slug=slug)
    with pytest.raises(Conflict):
        await change_profile(cast.alice, slug="alice-d")


async def test_a_user_can_set_their_own_uploads_as_profile_images_and_remove_them(
    cast: Cast,
) -> None:
    upload = await factories.upload(cast.alice)
    await change_profile(cast.alice, avatar=upload.id, header=upload.id)
    profile = await get_profile(cast.guest, "alice")
    assert profile.avatar == f"/media/{upload.id.hex}/320.webp"
    assert profile.header == f"/media/{upload.id.hex}/1280.webp"
    await change_profile(cast.alice, avatar=None)
    profile = await get_profile(cast.guest, "alice")
    assert (profile.avatar, profile.header is None) == (None, False)


async def is_attached(upload: Upload) -> bool:
    async with read_session() as session:
        row = await session.get(Upload, upload.id)
        assert row is not None
        return row.attached_at is not None


async def test_replaced_and_removed_profile_images_are_detached(cast: Cast) -> None:
    old, new, header = [await factories.upload(cast.alice) for _ in range(3)]
    await change_profile(cast.alice, avatar=old.id, header=header.id)
    await change_profile(cast.alice, avatar=new.id)
    assert [await is_attached(upload) for upload in (old, new, header)] == [False, True, True]
    await change_profile(cast.alice, header=None)
    assert [await is_attached(upload) for upload in (new, header)] == [True, False]


async def test_a_replaced_image_that_the_user_uses_elsewhere_stays_attached(cast: Cast) -> None:
    twice, quoted, same = [await factories.upload(cast.alice) for _ in range(3)]
    async with unit_of_work() as session:
        text = RenderedArticle(f"![](/media/{quoted.id.hex}/1280.webp)")
        await posts.create_draft(session, cast.alice, text=text)
    await change_profile(cast.alice, avatar=twice.id, header=twice.id)
    await change_profile(cast.alice, avatar=quoted.id)
    await change_profile(cast.alice, avatar=same.id)
    await change_profile(cast.alice, avatar=same.id)
    assert [await is_attached(upload) for upload in (twice, quoted, same)] == [True, True, True]


async def test_a_removed_image_that_only_another_author_uses_is_detached(cast: Cast) -> None:
    upload = await factories.upload(cast.alice)
    await change_profile(cast.alice, avatar=upload.id)
    await factories.post(cast.bob, text=f"![](/media/{upload.id.hex}/1280.webp)")
    await change_profile(cast.alice, avatar=None)
    assert not await is_attached(upload)


async def test_an_avatar_with_an_external_url_can_be_removed(cast: Cast) -> None:
    async with unit_of_work() as session:
        user = await people.get_user(session, "alice")
        user.avatar = "https://example.com/face.png"
    await change_profile(cast.alice, avatar=None)
    assert (await get_profile(cast.guest, "alice")).avatar is None


async def test_an_avatar_shows_the_first_frame_of_an_animation(cast: Cast) -> None:
    upload = await factories.upload(cast.alice)
    async with unit_of_work() as session:
        row = await session.get_one(Upload, upload.id)
        row.variants = {"0": {}, **row.variants}
    await change_profile(cast.alice, avatar=upload.id, header=upload.id)
    profile = await get_profile(cast.guest, "alice")
    assert profile.avatar == f"/media/{upload.id.hex}/0.webp"
    assert profile.header == f"/media/{upload.id.hex}/1280.webp"


async def test_an_upload_of_another_user_cannot_be_set_as_the_avatar(cast: Cast) -> None:
    upload = await factories.upload(cast.bob)
    with pytest.raises(Invalid):
        await change_profile(cast.alice, avatar=upload.id)


async def test_the_size_limit_is_lower_for_avatars_than_for_headers(cast: Cast) -> None:
    upload = await factories.upload(cast.alice, original_size=3 * 1024 * 1024)
    with pytest.raises(Invalid) as raised:
        await change_profile(cast.alice, avatar=upload.id)
    assert raised.value.code == "too_large"
    await change_profile(cast.alice, header=upload.id)


async def test_granting_the_administrator_role_returns_whether_anything_changed(cast: Cast) -> None:
    for expected in (True, False):
        async with unit_of_work() as session:
            alice = await people.get_user(session, "alice")
            assert await accounts.grant_admin(session, alice) is expected
    assert "administrator" in (await get_profile(cast.guest, "alice")).roles


async def test_only_one_of_several_concurrent_changes_to_the_same_slug_succeeds(cast: Cast) -> None:
    outcomes = await asyncio.gather(
        *(change_profile(actor, slug="wanted") for actor in (cast.alice, cast.bob, cast.charlie)),
        return_exceptions=True,
    )
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 2
    assert (await get_profile(cast.guest, "wanted")).id in {
        cast.alice.id,
        cast.bob.id,
        cast.charlie.id,
    }
