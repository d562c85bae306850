from datetime import timedelta
from typing import Any

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain.discovery import Feed
from community.models import Community, Follow, Ignore, Membership, Post, PostTag
from tests import factories
from tests.cast import Cast
from tests.domain.discovery.test_feeds import list_feed_titles

PERSONAL = Feed.PERSONAL


async def follow_users(actor: Actor, *users: Actor) -> None:
    async with unit_of_work() as session:
        session.add_all(Follow(follower_id=actor.id, followed_id=user.id) for user in users)


async def join_community(actor: Actor, community: Community) -> None:
    async with unit_of_work() as session:
        session.add(Membership(community_id=community.id, user_id=actor.id))


async def create_hourly_posts(
    author: Actor, count: int, *, newest_age: timedelta, **more: Any
) -> None:
    """Create `count` published posts that are one hour apart.

    The titles are "<slug> 0", "<slug> 1" and so on, from the newest to the oldest post.

    Args:
        newest_age: The age of the newest post.
    """
    newest = clock.now() - newest_age
    rows = [
        {
            "title": f"{author.slug} {number}",
            "slug": "x",
            "author_id": author.id,
            "status": "published",
            "published_at": newest - timedelta(hours=number),
            **more,
        }
        for number in range(count)
    ]
    async with unit_of_work() as session:
        session.add_all(Post(**row) for row in rows)


async def test_the_feed_contains_posts_by_followed_authors_and_in_joined_communities(
    cast: Cast,
) -> None:
    bread = await factories.community(cast.olga)
    await follow_users(cast.charlie, cast.alice)
    await join_community(cast.charlie, bread)
    now = clock.now()
    for hours, author, community_id in (
        (1, cast.alice, None),
        (2, cast.bob, bread.id),
        (3, cast.alice, bread.id),
        (4, cast.bob, None),
        (5, cast.alice, None),
    ):
        await factories.post(
            author,
            f"{hours} hours ago",
            community_id=community_id,
            published_at=now - timedelta(hours=hours),
        )
    expected = [f"{hours} hours ago" for hours in (1, 2, 3, 5)]
    assert await list_feed_titles(cast.charlie, name=PERSONAL) == expected
    assert await list_feed_titles(cast.alice, name=PERSONAL) == []


async def test_an_author_with_many_posts_does_not_displace_other_authors_from_the_feed(
    cast: Cast,
) -> None:
    await follow_users(cast.charlie, cast.alice, cast.bob)
    await create_hourly_posts(cast.alice, 7, newest_age=timedelta(hours=0))
    await create_hourly_posts(cast.bob, 2, newest_age=timedelta(days=2))
    expected = [f"alice {number}" for number in range(7)] + ["bob 0", "bob 1"]
    assert await list_feed_titles(cast.charlie, name=PERSONAL) == expected


async def test_posts_by_ignored_authors_do_not_displace_other_posts(cast: Cast) -> None:
    bread = await factories.community(cast.olga)
    await join_community(cast.charlie, bread)
    await create_hourly_posts(cast.bob, 9, newest_age=timedelta(0), community_id=bread.id)
    await create_hourly_posts(cast.alice, 3, newest_age=timedelta(days=1), community_id=bread.id)
    async with unit_of_work() as session:
        session.add(Ignore(user_id=cast.charlie.id, ignored_id=cast.bob.id))
    assert await list_feed_titles(cast.charlie, name=PERSONAL) == ["alice 0", "alice 1", "alice 2"]


async def test_unpublished_posts_are_omitted_from_the_personal_feed(cast: Cast) -> None:
    await follow_users(cast.charlie, cast.alice)
    for status in ("draft", "unpublished", "deleted"):
        await factories.post(cast.alice, status, status=status)
    assert await list_feed_titles(cast.charlie, name=PERSONAL) == []


async def test_the_personal_feed_can_be_filtered_by_tag(cast: Cast) -> None:
    await follow_users(cast.charlie, cast.alice)
    await create_hourly_posts(cast.alice, 5, newest_age=timedelta(0))
    tagged = await factories.post(
        cast.alice, "tagged", published_at=clock.now() - timedelta(days=9)
    )
    async with unit_of_work() as session:
        session.add(PostTag(tag="rye", post_id=tagged.id, hotness=0, published_at=clock.now()))
    assert await list_feed_titles(cast.charlie, name=PERSONAL, tag="rye") == ["tagged"]
