from datetime import timedelta
from typing import Any

from community.core import clock
from community.core.actor import Actor
from community.core.database import unit_of_work
from community.domain.discovery import Feed
from community.models import Community, Follow, Ignore, Membership, Post, PostTag
from tests import factories
from tests.cast import Cast
from tests.domain.discovery.test_feeds import titles

PERSONAL = Feed.PERSONAL


async def follow(by: Actor, *whom: Actor) -> None:
    async with unit_of_work() as session:
        session.add_all(Follow(follower_id=by.id, followed_id=each.id) for each in whom)


async def join(by: Actor, community: Community) -> None:
    async with unit_of_work() as session:
        session.add(Membership(community_id=community.id, user_id=by.id))


async def many(author: Actor, count: int, *, since: timedelta, **more: Any) -> None:
    """Posts of the hours before `since` ago, each named by its age in hours."""
    first = clock.now() - since
    rows = [
        {
            "title": f"{author.slug} {number}",
            "slug": "x",
            "author_id": author.id,
            "status": "published",
            "published_at": first - timedelta(hours=number),
            **more,
        }
        for number in range(count)
    ]
    async with unit_of_work() as session:
        session.add_all(Post(**row) for row in rows)


async def test_it_has_followed_authors_and_joined_communities_newest_first(cast: Cast) -> None:
    bread = await factories.community(cast.olga)
    await follow(cast.charlie, cast.alice)
    await join(cast.charlie, bread)
    now = clock.now()
    for hours, author, place in (
        (1, cast.alice, None),
        (2, cast.bob, bread.id),
        (3, cast.alice, bread.id),
        (4, cast.bob, None),
        (5, cast.alice, None),
    ):
        await factories.post(
            author,
            f"{hours} hours ago",
            community_id=place,
            published_at=now - timedelta(hours=hours),
        )
    expected = [f"{hours} hours ago" for hours in (1, 2, 3, 5)]
    assert await titles(cast.charlie, name=PERSONAL) == expected
    assert await titles(cast.alice, name=PERSONAL) == []


async def test_an_author_with_many_posts_hides_nobody(cast: Cast) -> None:
    await follow(cast.charlie, cast.alice, cast.bob)
    await many(cast.alice, 7, since=timedelta(hours=0))
    await many(cast.bob, 2, since=timedelta(days=2))
    expected = [f"alice {number}" for number in range(7)] + ["bob 0", "bob 1"]
    assert await titles(cast.charlie, name=PERSONAL) == expected


async def test_ignored_people_take_no_room_in_a_community(cast: Cast) -> None:
    bread = await factories.community(cast.olga)
    await join(cast.charlie, bread)
    await many(cast.bob, 9, since=timedelta(0), community_id=bread.id)
    await many(cast.alice, 3, since=timedelta(days=1), community_id=bread.id)
    async with unit_of_work() as session:
        session.add(Ignore(user_id=cast.charlie.id, ignored_id=cast.bob.id))
    assert await titles(cast.charlie, name=PERSONAL) == ["alice 0", "alice 1", "alice 2"]


async def test_drafts_are_never_in_it(cast: Cast) -> None:
    await follow(cast.charlie, cast.alice)
    for status in ("draft", "unpublished", "deleted"):
        await factories.post(cast.alice, status, status=status)
    assert await titles(cast.charlie, name=PERSONAL) == []


async def test_it_can_be_narrowed_to_a_tag(cast: Cast) -> None:
    await follow(cast.charlie, cast.alice)
    await many(cast.alice, 5, since=timedelta(0))
    tagged = await factories.post(
        cast.alice, "tagged", published_at=clock.now() - timedelta(days=9)
    )
    async with unit_of_work() as session:
        session.add(PostTag(tag="rye", post_id=tagged.id))
    assert await titles(cast.charlie, name=PERSONAL, tag="rye") == ["tagged"]
