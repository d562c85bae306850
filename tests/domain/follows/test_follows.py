"""Following and ignoring, and the numbers that follow from it."""

import asyncio

import pytest

from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.core.errors import Invalid, NotAllowed, NotFound
from community.domain import follows
from community.models import User
from tests import factories
from tests.cast import Cast
from tests.domain.stories import follow, ignore, unfollow
from tests.queries import counted


async def numbers(of: Actor) -> tuple[int, int]:
    """(followers, following)"""
    async with reading() as session:
        row = await session.get_one(User, of.id)
        return row.followers_count, row.following_count


async def unignore(by: Actor, whom: Actor) -> bool:
    async with unit_of_work() as session:
        return await follows.unignore(session, by, user_id=whom.id)


async def test_following_is_counted_on_both_sides(cast: Cast) -> None:
    assert await follow(cast.bob, cast.alice)
    assert (await numbers(cast.alice), await numbers(cast.bob)) == ((1, 0), (0, 1))


async def test_following_twice_changes_nothing(cast: Cast) -> None:
    await follow(cast.bob, cast.alice)
    assert not await follow(cast.bob, cast.alice)
    assert await numbers(cast.alice) == (1, 0)


async def test_unfollowing_is_counted_on_both_sides_once(cast: Cast) -> None:
    await follow(cast.bob, cast.alice)
    assert await unfollow(cast.bob, cast.alice)
    assert not await unfollow(cast.bob, cast.alice)
    assert (await numbers(cast.alice), await numbers(cast.bob)) == ((0, 0), (0, 0))


async def test_nobody_follows_oneself(cast: Cast) -> None:
    with pytest.raises(Invalid):
        await follow(cast.alice, cast.alice)


async def test_nobody_follows_somebody_who_is_not_there(cast: Cast) -> None:
    with pytest.raises(NotFound):
        await follow(cast.alice, Actor(user_id=987_654))


async def test_banned_people_cannot_follow(cast: Cast) -> None:
    with pytest.raises(NotAllowed) as refusal:
        await follow(cast.mallory, cast.alice)
    assert refusal.value.code == "banned"


async def test_one_cannot_follow_somebody_who_ignores_one(cast: Cast) -> None:
    await ignore(cast.alice, cast.bob)
    with pytest.raises(NotAllowed) as refusal:
        await follow(cast.bob, cast.alice)
    assert refusal.value.code == "ignored"


async def test_one_cannot_follow_somebody_whom_one_ignores(cast: Cast) -> None:
    await ignore(cast.alice, cast.bob)
    with pytest.raises(NotAllowed) as refusal:
        await follow(cast.alice, cast.bob)
    assert refusal.value.code == "ignored"


async def test_ignoring_ends_both_follows(cast: Cast) -> None:
    await follow(cast.alice, cast.bob)
    await follow(cast.bob, cast.alice)
    assert await ignore(cast.alice, cast.bob)
    assert (await numbers(cast.alice), await numbers(cast.bob)) == ((0, 0), (0, 0))
    assert not await ignore(cast.alice, cast.bob)


async def test_who_is_ignored_no_longer_can_be_followed_again(cast: Cast) -> None:
    await ignore(cast.alice, cast.bob)
    assert await unignore(cast.alice, cast.bob)
    assert not await unignore(cast.alice, cast.bob)
    assert await follow(cast.bob, cast.alice)


async def test_two_who_follow_each_other_at_once_do_not_wait_for_each_other(cast: Cast) -> None:
    for _ in range(5):
        await asyncio.gather(follow(cast.alice, cast.bob), follow(cast.bob, cast.alice))
        await asyncio.gather(unfollow(cast.alice, cast.bob), unfollow(cast.bob, cast.alice))
    await asyncio.gather(*(follow(cast.bob, cast.alice) for _ in range(4)))
    assert await numbers(cast.alice) == (1, 0)


async def test_followers_are_listed_newest_first_page_by_page(cast: Cast) -> None:
    fans = [await factories.person(f"fan-{number}") for number in range(5)]
    for fan in fans:
        await follow(fan, cast.alice)
    await follow(cast.bob, fans[4])
    async with reading() as session:
        with counted() as statements:
            first = await follows.followers(session, cast.bob, user_id=cast.alice.id, limit=3)
        rest = await follows.followers(
            session, cast.bob, user_id=cast.alice.id, limit=3, cursor=first.next_cursor
        )
    assert [each.slug for each in (*first.items, *rest.items)] == [
        f"fan-{number}" for number in (4, 3, 2, 1, 0)
    ]
    assert [each.is_following for each in first.items] == [True, False, False]
    assert rest.next_cursor is None
    assert len(statements) == 2


async def test_those_whom_somebody_follows_are_listed(cast: Cast) -> None:
    await follow(cast.alice, cast.bob)
    await follow(cast.alice, cast.charlie)
    async with reading() as session:
        page = await follows.following(session, cast.guest, user_id=cast.alice.id)
    assert [each.slug for each in page.items] == ["charlie", "bob"]


async def test_an_ignore_list_is_its_owners(cast: Cast) -> None:
    await ignore(cast.alice, cast.bob)
    async with reading() as session:
        assert [each.slug for each in (await follows.ignored(session, cast.alice)).items] == ["bob"]
        assert (await follows.ignored(session, cast.bob)).items == []
        assert await follows.ignored_ids(session, cast.alice) == {cast.bob.id}
