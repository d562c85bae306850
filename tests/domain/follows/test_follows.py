"""Tests of following and ignoring users, and of the follower counters."""

import asyncio

import pytest

from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid, NotFound, PermissionDenied
from community.domain import follows
from community.models import User
from tests import factories
from tests.cast import Cast
from tests.domain.actions import follow, ignore, unfollow
from tests.query_capture import capture_queries


async def get_follow_counts(user: Actor) -> tuple[int, int]:
    """Return the number of followers of `user` and the number of users that `user` follows."""
    async with read_session() as session:
        row = await session.get_one(User, user.id)
        return row.followers_count, row.following_count


async def unignore_user(actor: Actor, user: Actor) -> bool:
    async with unit_of_work() as session:
        return await follows.unignore(session, actor, user_id=user.id)


async def test_following_updates_the_counters_of_both_users(cast: Cast) -> None:
    assert await follow(cast.bob, cast.alice)
    assert (await get_follow_counts(cast.alice), await get_follow_counts(cast.bob)) == (
        (1, 0),
        (0, 1),
    )


async def test_following_a_user_again_changes_nothing(cast: Cast) -> None:
    await follow(cast.bob, cast.alice)
    assert not await follow(cast.bob, cast.alice)
    assert await get_follow_counts(cast.alice) == (1, 0)


async def test_unfollowing_twice_updates_the_counters_of_both_users_once(cast: Cast) -> None:
    await follow(cast.bob, cast.alice)
    assert await unfollow(cast.bob, cast.alice)
    assert not await unfollow(cast.bob, cast.alice)
    assert (await get_follow_counts(cast.alice), await get_follow_counts(cast.bob)) == (
        (0, 0),
        (0, 0),
    )


async def test_following_yourself_is_rejected(cast: Cast) -> None:
    with pytest.raises(Invalid):
        await follow(cast.alice, cast.alice)


async def test_following_an_unknown_user_raises_not_found(cast: Cast) -> None:
    with pytest.raises(NotFound):
        await follow(cast.alice, Actor(user_id=987_654))


async def test_banned_users_cannot_follow(cast: Cast) -> None:
    with pytest.raises(PermissionDenied) as raised:
        await follow(cast.mallory, cast.alice)
    assert raised.value.code == "banned"


async def test_a_user_cannot_follow_someone_who_ignores_them(cast: Cast) -> None:
    await ignore(cast.alice, cast.bob)
    with pytest.raises(PermissionDenied) as raised:
        await follow(cast.bob, cast.alice)
    assert raised.value.code == "ignored"


async def test_a_user_cannot_follow_someone_they_ignore(cast: Cast) -> None:
    await ignore(cast.alice, cast.bob)
    with pytest.raises(PermissionDenied) as raised:
        await follow(cast.alice, cast.bob)
    assert raised.value.code == "ignored"


async def test_ignoring_a_user_removes_follows_in_both_directions(cast: Cast) -> None:
    await follow(cast.alice, cast.bob)
    await follow(cast.bob, cast.alice)
    assert await ignore(cast.alice, cast.bob)
    assert (await get_follow_counts(cast.alice), await get_follow_counts(cast.bob)) == (
        (0, 0),
        (0, 0),
    )
    assert not await ignore(cast.alice, cast.bob)


async def test_a_user_can_be_followed_again_after_they_are_unignored(cast: Cast) -> None:
    await ignore(cast.alice, cast.bob)
    assert await unignore_user(cast.alice, cast.bob)
    assert not await unignore_user(cast.alice, cast.bob)
    assert await follow(cast.bob, cast.alice)


async def test_concurrent_mutual_follows_do_not_deadlock(cast: Cast) -> None:
    for _ in range(5):
        await asyncio.gather(follow(cast.alice, cast.bob), follow(cast.bob, cast.alice))
        await asyncio.gather(unfollow(cast.alice, cast.bob), unfollow(cast.bob, cast.alice))
    await asyncio.gather(*(follow(cast.bob, cast.alice) for _ in range(4)))
    assert await get_follow_counts(cast.alice) == (1, 0)


async def test_followers_are_paginated_newest_first(cast: Cast) -> None:
    followers = [await factories.user(f"follower-{number}") for number in range(5)]
    for follower in followers:
        await follow(follower, cast.alice)
    await follow(cast.bob, followers[4])
    async with read_session() as session:
        with capture_queries() as statements:
            first = await follows.list_followers(session, cast.bob, user_id=cast.alice.id, limit=3)
        rest = await follows.list_followers(
            session, cast.bob, user_id=cast.alice.id, limit=3, cursor=first.next_cursor
        )
    assert [user.slug for user in (*first.items, *rest.items)] == [
        f"follower-{number}" for number in (4, 3, 2, 1, 0)
    ]
    assert [user.is_following for user in first.items] == [True, False, False]
    assert rest.next_cursor is None
    assert len(statements) == 2


async def test_followed_users_are_listed_newest_first(cast: Cast) -> None:
    await follow(cast.alice, cast.bob)
    await follow(cast.alice, cast.charlie)
    async with read_session() as session:
        page = await follows.list_following(session, cast.guest, user_id=cast.alice.id)
    assert [user.slug for user in page.items] == ["charlie", "bob"]


async def test_each_user_has_their_own_ignore_list(cast: Cast) -> None:
    await ignore(cast.alice, cast.bob)
    async with read_session() as session:
        page = await follows.list_ignored(session, cast.alice)
        assert [user.slug for user in page.items] == ["bob"]
        assert (await follows.list_ignored(session, cast.bob)).items == []
        assert await follows.list_ignored_ids(session, cast.alice) == {cast.bob.id}
