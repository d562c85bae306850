from datetime import timedelta
from typing import Any

import pytest

from community.core import clock
from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.core.errors import Invalid, NotAllowed
from community.domain import discovery, posts
from community.domain.discovery import Feed
from community.models import Ignore, Post, PostTag, PostWatch, Reaction, User
from tests import factories
from tests.cast import Cast
from tests.queries import counted

POPULAR, NEW = Feed.POPULAR, Feed.NEW


async def published(
    author: Actor, title: str, *, hours_ago: float = 0, reactions: int = 0, **more: Any
) -> Post:
    moment = clock.now() - timedelta(hours=hours_ago)
    rank = posts.hotness(moment, reactions=reactions, comments=0)
    return await factories.post(author, title, published_at=moment, hotness=rank, **more)


async def titles(actor: Actor, **more: Any) -> list[str]:
    """All titles of a feed, walking it by pages of two."""
    found: list[str] = []
    cursor = None
    while True:
        async with reading() as session:
            page = await discovery.feed(session, actor, cursor=cursor, limit=2, **more)
        found += [card.title for card in page.items]
        cursor = page.next_cursor
        if cursor is None:
            return found


async def test_new_goes_by_the_moment_of_publication(cast: Cast) -> None:
    for hours in (3, 1, 2, 5, 4):
        await published(cast.alice, f"{hours} hours ago", hours_ago=hours)
    expected = [f"{hours} hours ago" for hours in (1, 2, 3, 4, 5)]
    assert await titles(cast.guest, name=NEW) == expected


async def test_posts_of_one_moment_are_all_there_once(cast: Cast) -> None:
    moment = clock.now()
    for number in range(5):
        await factories.post(cast.alice, f"Post {number}", published_at=moment, hotness=1.5)
    expected = [f"Post {number}" for number in (4, 3, 2, 1, 0)]
    assert await titles(cast.guest, name=NEW) == expected
    assert await titles(cast.guest, name=POPULAR) == expected


async def test_popular_weighs_interest_against_age(cast: Cast) -> None:
    await published(cast.alice, "new and unknown")
    await published(cast.alice, "yesterday and loved", hours_ago=24, reactions=500)
    await published(cast.alice, "yesterday and liked", hours_ago=24, reactions=5)
    await published(cast.alice, "last month and loved", hours_ago=720, reactions=500)
    assert await titles(cast.guest, name=POPULAR) == [
        "yesterday and loved",
        "new and unknown",
        "yesterday and liked",
        "last month and loved",
    ]


async def test_only_what_is_published_is_in_any_feed(cast: Cast) -> None:
    for status in ("draft", "scheduled", "unpublished", "deleted"):
        await factories.post(cast.alice, status, status=status)
    await factories.post(cast.alice, "published")
    for actor in (cast.alice, cast.bob, cast.olga, cast.guest):
        for name in (POPULAR, NEW):
            assert await titles(actor, name=name) == ["published"]


async def test_a_community_a_profile_and_a_tag_have_feeds(cast: Cast) -> None:
    bread = await factories.community(cast.alice)
    inside = await factories.post(cast.alice, "inside", community_id=bread.id)
    await factories.post(cast.alice, "outside")
    await factories.post(cast.bob, "bob's", community_id=bread.id)
    async with unit_of_work() as session:
        session.add(PostTag(tag="rye", post_id=inside.id))
    for name in (POPULAR, NEW):
        assert set(await titles(cast.guest, name=name, community_id=bread.id)) == {
            "inside",
            "bob's",
        }
        assert set(await titles(cast.guest, name=name, author_id=cast.alice.id)) == {
            "inside",
            "outside",
        }
        assert await titles(cast.guest, name=name, tag="rye") == ["inside"]
        assert await titles(cast.guest, name=name, tag="wheat") == []


async def test_what_is_pinned_stands_apart_in_its_place_only(cast: Cast) -> None:
    bread = await factories.community(cast.alice)
    moment = clock.now()
    await factories.post(cast.alice, "top of the profile", pinned_at=moment)
    await factories.post(cast.alice, "top of bread", community_id=bread.id, pinned_at=moment)
    assert await titles(cast.guest, author_id=cast.alice.id) == ["top of bread"]
    assert await titles(cast.guest, community_id=bread.id) == []
    assert len(await titles(cast.guest)) == 2
    async with reading() as session:
        profile = await discovery.pinned(session, cast.guest, author_id=cast.alice.id)
        place = await discovery.pinned(session, cast.guest, community_id=bread.id)
        assert profile is not None
        assert place is not None
        assert (profile.title, place.title) == ("top of the profile", "top of bread")
        assert await discovery.pinned(session, cast.guest, author_id=cast.bob.id) is None


async def test_ignored_people_are_left_out_but_on_their_own_profile(cast: Cast) -> None:
    await factories.post(cast.bob, "bob's")
    await factories.post(cast.alice, "alice's")
    async with unit_of_work() as session:
        session.add(Ignore(user_id=cast.charlie.id, ignored_id=cast.bob.id))
    for name in (POPULAR, NEW):
        assert await titles(cast.charlie, name=name) == ["alice's"]
        assert len(await titles(cast.bob, name=name)) == 2
    assert await titles(cast.charlie, author_id=cast.bob.id) == ["bob's"]


async def test_ignored_words_are_left_out_whatever_their_case(cast: Cast) -> None:
    async with unit_of_work() as session:
        reader = await session.get_one(User, cast.charlie.id)
        reader.ignored_keywords = ["Крипт", "rye", "a+b", " "]
    await factories.post(cast.alice, "Всё о КРИПТОВАЛЮТЕ")
    await factories.post(cast.alice, "Wheat", intro="No Rye in it.")
    await factories.post(cast.alice, "Oats", tags=["rye"])
    await factories.post(cast.alice, "A+B=C")
    await factories.post(cast.alice, "Joyryeing is one word")
    for number in range(9):
        await factories.post(cast.alice, f"Rye {number}")
    await factories.post(cast.alice, "Flour")
    expected = ["Flour", "Joyryeing is one word"]
    assert await titles(cast.charlie, name=NEW) == expected
    assert len(await titles(cast.guest, name=NEW)) == 15


async def test_a_card_knows_what_the_viewer_did(cast: Cast) -> None:
    post = await factories.post(cast.alice, reactions={"like": 1}, reactions_count=1)
    async with unit_of_work() as session:
        session.add(Reaction(user_id=cast.bob.id, post_id=post.id, code="like"))
        session.add(PostWatch(user_id=cast.bob.id, post_id=post.id))
    for actor, mine in ((cast.bob, ("like", True)), (cast.charlie, (None, False))):
        async with reading() as session:
            [card] = (await discovery.feed(session, actor)).items
            assert (card.my_reaction, card.is_watching) == mine
            assert card.reactions[0].count == 1


async def test_a_page_costs_the_same_however_long_it_is(cast: Cast) -> None:
    async def cost(actor: Actor, **more: Any) -> int:
        async with reading() as session:
            with counted() as statements:
                await discovery.feed(session, actor, **more)
        return len(statements)

    bread = await factories.community(cast.bob)
    await factories.post(cast.alice, community_id=bread.id, reactions={"like": 1})
    await cost(cast.guest)  # the process learns the reactions of the site
    assert await cost(cast.guest) == 1
    for number in range(12):
        await factories.post(cast.alice, f"Post {number}", community_id=bread.id)
    for name in Feed:
        assert await cost(cast.bob, name=name, limit=20) == 4
    assert await cost(cast.guest, community_id=bread.id, tag="rye") == 1


async def test_a_cursor_belongs_to_its_order(cast: Cast) -> None:
    for number in range(3):
        await factories.post(cast.alice, f"Post {number}")
    async with reading() as session:
        page = await discovery.feed(session, cast.guest, name=NEW, limit=1)
        with pytest.raises(Invalid):
            await discovery.feed(session, cast.guest, name=POPULAR, cursor=page.next_cursor)
        with pytest.raises(Invalid):
            await discovery.feed(session, cast.guest, cursor="nonsense")


async def test_guests_have_no_feed_of_their_own(cast: Cast) -> None:
    async with reading() as session:
        with pytest.raises(NotAllowed) as refusal:
            await discovery.feed(session, cast.guest, name=Feed.PERSONAL)
    assert refusal.value.code == "unauthenticated"
