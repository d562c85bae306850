import asyncio
from datetime import timedelta
from uuid import uuid4

import pytest

from community.core import clock
from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.core.errors import Conflict, Invalid, NotAllowed, NotFound
from community.domain import accounts
from community.domain.accounts import ProfileChanges, policies
from community.models import Follow, Ignore, NotificationSubscription, Upload, User
from tests import factories
from tests.cast import Cast
from tests.domain.accounts.people import join


async def change(actor: Actor, **changes: object) -> User:
    async with unit_of_work() as session:
        return await accounts.change_profile(session, actor, ProfileChanges.model_validate(changes))


async def look(actor: Actor, who: int | str) -> accounts.Profile:
    async with reading() as session:
        return await accounts.get_profile(session, actor, who)


async def test_a_profile_is_found_by_id_and_by_address(cast: Cast) -> None:
    assert (await look(cast.guest, "Alice")).id == cast.alice.id
    assert (await look(cast.guest, str(cast.alice.id))).slug == "alice"
    assert (await look(cast.guest, cast.alice.id)).name == "Alice"


@pytest.mark.parametrize(
    "who", ["nobody", "0", "-1", "9" * 30, "9" * 19, "", "a\0b", "al%ce", "x" * 500]
)
async def test_who_is_not_there_is_not_found(cast: Cast, who: str) -> None:
    with pytest.raises(NotFound):
        await look(cast.alice, who)


async def test_a_closed_account_is_not_found(cast: Cast) -> None:
    async with unit_of_work() as session:
        (await accounts.get_user(session, "alice")).deleted_at = clock.now()
    with pytest.raises(NotFound):
        await look(cast.bob, "alice")
    async with reading() as session:
        assert (await accounts.people(session, [cast.alice.id, cast.bob.id])).keys() == {
            cast.bob.id
        }


async def test_the_viewer_sees_their_own_ties(cast: Cast) -> None:
    async with unit_of_work() as session:
        session.add(Follow(follower_id=cast.bob.id, followed_id=cast.alice.id))
        session.add(Ignore(user_id=cast.charlie.id, ignored_id=cast.alice.id))
        session.add(NotificationSubscription(user_id=cast.charlie.id, author_id=cast.alice.id))
    by_bob, by_charlie = await look(cast.bob, "alice"), await look(cast.charlie, "alice")
    assert (by_bob.is_following, by_bob.is_ignored, by_bob.is_subscribed) == (True, False, False)
    assert (by_charlie.is_following, by_charlie.is_ignored) == (False, True)
    assert by_charlie.is_subscribed
    by_guest = await look(cast.guest, "alice")
    assert not any((by_guest.is_following, by_guest.is_ignored, by_guest.is_subscribed))


async def test_roles_are_named(cast: Cast) -> None:
    assert (await look(cast.guest, "olga")).roles == ["user", "administrator"]
    assert (await look(cast.guest, "alice")).roles == ["user"]


async def test_online_is_shown_for_five_minutes_to_those_who_may_see_it(cast: Cast) -> None:
    here = await factories.person("here", last_seen_at=clock.now())
    await factories.person("hidden", last_seen_at=clock.now(), shows_online=False)
    assert (await look(cast.guest, here.id)).is_online is True
    assert (await look(cast.guest, "hidden")).is_online is None
    assert (await look(cast.guest, "alice")).is_online is False
    with clock.moved(timedelta(minutes=6)):
        assert (await look(cast.guest, here.id)).is_online is False


async def test_only_what_is_given_changes(cast: Cast) -> None:
    await change(cast.alice, name="Alice B", bio="Writes.\nBakes.")
    await change(cast.alice, bio="Reads.")
    profile = await look(cast.guest, "alice")
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
async def test_what_a_profile_cannot_be(cast: Cast, field: str, value: object) -> None:
    with pytest.raises(Invalid) as refusal:
        await change(cast.alice, **{field: value})
    assert field in refusal.value.fields


async def test_guests_have_no_profile_to_change(cast: Cast) -> None:
    with pytest.raises(NotAllowed):
        await change(cast.guest, name="Somebody")


async def moved(slug: str) -> str | None:
    async with reading() as session:
        return await accounts.find_moved(session, slug)


async def test_an_old_address_leads_to_the_new_one(cast: Cast) -> None:
    await change(cast.alice, slug="alicia")
    await change(cast.alice, slug="alison")
    assert await moved("ALICE") == "alison"
    assert await moved("alicia") == "alison"
    assert await moved("alison") is None


async def test_one_may_go_back_to_an_address_of_ones_own(cast: Cast) -> None:
    await change(cast.alice, slug="alicia")
    await change(cast.alice, slug="alice")
    assert await moved("alice") is None
    assert await moved("alicia") == "alice"


async def test_nobody_takes_an_address_that_was_just_given_up(cast: Cast) -> None:
    await change(cast.alice, slug="alicia")
    with pytest.raises(Conflict):
        await change(cast.bob, slug="alice")
    with pytest.raises(Conflict):
        await join("Dora", slug="alice")
    assert (await join("Alice", email="another@example.com")).slug == "alice-2"


async def test_after_a_term_it_is_free(cast: Cast) -> None:
    await change(cast.alice, slug="alicia")
    with clock.moved(policies.FORMER_SLUG_TERM + timedelta(days=1)):
        await change(cast.bob, slug="alice")
        assert (await look(cast.guest, "alice")).id == cast.bob.id
        assert await moved("alice") is None


async def test_an_address_of_somebody_else_is_refused(cast: Cast) -> None:
    with pytest.raises(Conflict) as refusal:
        await change(cast.alice, slug="bob")
    assert "slug" in refusal.value.fields


async def test_addresses_are_not_collected(cast: Cast) -> None:
    for slug in ("alice-a", "alice-b", "alice-c"):
        await change(cast.alice, slug=slug)
    with pytest.raises(Conflict):
        await change(cast.alice, slug="alice-d")


async def upload(owner: Actor, original_size: int = 1000) -> Upload:
    sizes = {str(width): {"width": width, "height": width, "size": 9} for width in (320, 720, 1280)}
    async with unit_of_work() as session:
        row = Upload(
            owner_id=owner.id,
            width=1280,
            height=1280,
            size=27,
            original_size=original_size,
            variants=sizes,
        )
        session.add(row)
    return row


async def test_pictures_are_chosen_from_ones_own_uploads_and_taken_away(cast: Cast) -> None:
    picture = await upload(cast.alice)
    await change(cast.alice, avatar=picture.id, header=picture.id)
    profile = await look(cast.guest, "alice")
    assert profile.avatar == f"/media/{picture.id.hex}/320.webp"
    assert profile.header == f"/media/{picture.id.hex}/1280.webp"
    await change(cast.alice, avatar=None)
    profile = await look(cast.guest, "alice")
    assert (profile.avatar, profile.header is None) == (None, False)


async def is_kept(picture: Upload) -> bool:
    async with reading() as session:
        row = await session.get(Upload, picture.id)
        assert row is not None
        return row.attached_at is not None


async def test_a_picture_that_was_replaced_or_taken_away_is_free_to_go(cast: Cast) -> None:
    old, new, header = [await upload(cast.alice) for _ in range(3)]
    await change(cast.alice, avatar=old.id, header=header.id)
    await change(cast.alice, avatar=new.id)
    assert [await is_kept(each) for each in (old, new, header)] == [False, True, True]
    await change(cast.alice, header=None)
    assert [await is_kept(each) for each in (new, header)] == [True, False]


async def test_a_picture_that_is_shown_elsewhere_stays(cast: Cast) -> None:
    twice, quoted, same = [await upload(cast.alice) for _ in range(3)]
    await factories.post(cast.alice, text=f"![Me](/media/{quoted.id.hex}/1280.webp)")
    await change(cast.alice, avatar=twice.id, header=twice.id)
    await change(cast.alice, avatar=quoted.id)
    await change(cast.alice, avatar=same.id)
    await change(cast.alice, avatar=same.id)
    assert [await is_kept(each) for each in (twice, quoted, same)] == [True, True, True]


async def test_others_who_quote_a_picture_do_not_keep_it(cast: Cast) -> None:
    picture = await upload(cast.alice)
    await change(cast.alice, avatar=picture.id)
    await factories.post(cast.bob, text=f"![](/media/{picture.id.hex}/1280.webp)")
    await change(cast.alice, avatar=None)
    assert not await is_kept(picture)


async def test_a_face_from_elsewhere_is_replaced_without_ado(cast: Cast) -> None:
    async with unit_of_work() as session:
        user = await accounts.get_user(session, "alice")
        user.avatar = "https://example.com/face.png"
    await change(cast.alice, avatar=None)
    assert (await look(cast.guest, "alice")).avatar is None


async def test_a_picture_of_somebody_else_is_refused(cast: Cast) -> None:
    picture = await upload(cast.bob)
    with pytest.raises(Invalid):
        await change(cast.alice, avatar=picture.id)


async def test_a_face_of_three_megabytes_is_too_large_but_a_header_is_not(cast: Cast) -> None:
    picture = await upload(cast.alice, original_size=3 * 1024 * 1024)
    with pytest.raises(Invalid) as refusal:
        await change(cast.alice, avatar=picture.id)
    assert refusal.value.code == "too_large"
    await change(cast.alice, header=picture.id)


async def test_an_operator_makes_administrators(cast: Cast) -> None:
    for expected in (True, False):
        async with unit_of_work() as session:
            alice = await accounts.get_user(session, "alice")
            assert await accounts.grant_admin(session, alice) is expected
    assert "administrator" in (await look(cast.guest, "alice")).roles


async def test_of_two_who_want_one_address_at_once_one_gets_it(cast: Cast) -> None:
    outcomes = await asyncio.gather(
        *(change(actor, slug="wanted") for actor in (cast.alice, cast.bob, cast.charlie)),
        return_exceptions=True,
    )
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 2
    assert (await look(cast.guest, "wanted")).id in {cast.alice.id, cast.bob.id, cast.charlie.id}
