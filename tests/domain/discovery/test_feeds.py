from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid, PermissionDenied
from community.domain import comments, discovery, posts, reactions
from community.domain.discovery import Feed, keyword_filter
from community.domain.posts import counters
from community.models import Ignore, Post, PostWatch, Reaction, User
from tests import factories
from tests.cast import Cast
from tests.query_capture import capture_queries

POPULAR, NEW = Feed.POPULAR, Feed.NEW


async def create_post(
    author: Actor, title: str, *, hours_ago: float = 0, reactions: int = 0, **more: Any
) -> Post:
    published_at = clock.now() - timedelta(hours=hours_ago)
    hotness = posts.counters.compute_hotness(published_at, reactions=reactions, comments=0)
    return await factories.post(author, title, published_at=published_at, hotness=hotness, **more)


async def replace_tags(session: AsyncSession, post: Post, *tags: str) -> None:
    post.tags = list(tags)
    await counters.replace_tags(session, post)


async def list_feed_titles(actor: Actor, **more: Any) -> list[str]:
    """Request all pages of a feed, two posts per page, and return the titles of the posts."""
    titles: list[str] = []
    cursor = None
    while True:
        async with read_session() as session:
            page = await discovery.get_feed(session, actor, cursor=cursor, limit=2, **more)
        titles += [card.title for card in page.items]
        cursor = page.next_cursor
        if cursor is None:
            return titles


async def test_the_new_feed_is_ordered_by_publication_time(cast: Cast) -> None:
    for hours in (3, 1, 2, 5, 4):
        await create_post(cast.alice, f"{hours} hours ago", hours_ago=hours)
    expected = [f"{hours} hours ago" for hours in (1, 2, 3, 4, 5)]
    assert await list_feed_titles(cast.guest, name=NEW) == expected


async def test_posts_with_equal_sort_keys_are_each_listed_once(cast: Cast) -> None:
    now = clock.now()
    for number in range(5):
        await factories.post(cast.alice, f"Post {number}", published_at=now, hotness=1.5)
    expected = [f"Post {number}" for number in (4, 3, 2, 1, 0)]
    assert await list_feed_titles(cast.guest, name=NEW) == expected
    assert await list_feed_titles(cast.guest, name=POPULAR) == expected


async def test_the_popular_feed_ranks_posts_by_reactions_and_age(cast: Cast) -> None:
    await create_post(cast.alice, "new and unknown")
    await create_post(cast.alice, "yesterday and loved", hours_ago=24, reactions=500)
    await create_post(cast.alice, "yesterday and liked", hours_ago=24, reactions=5)
    await create_post(cast.alice, "last month and loved", hours_ago=720, reactions=500)
    assert await list_feed_titles(cast.guest, name=POPULAR) == [
        "yesterday and loved",
        "new and unknown",
        "yesterday and liked",
        "last month and loved",
    ]


async def test_feeds_contain_only_published_posts(cast: Cast) -> None:
    for status in ("draft", "scheduled", "unpublished", "deleted"):
        await factories.post(cast.alice, status, status=status)
    await factories.post(cast.alice, "published")
    for actor in (cast.alice, cast.bob, cast.olga, cast.guest):
        for name in (POPULAR, NEW):
            assert await list_feed_titles(actor, name=name) == ["published"]


async def test_feeds_can_be_filtered_by_community_author_and_tag(cast: Cast) -> None:
    bread = await factories.community(cast.alice)
    inside = await factories.post(cast.alice, "inside", community_id=bread.id)
    await factories.post(cast.alice, "outside")
    await factories.post(cast.bob, "bob's", community_id=bread.id)
    async with unit_of_work() as session:
        await replace_tags(session, inside, "rye")
    for name in (POPULAR, NEW):
        assert set(await list_feed_titles(cast.guest, name=name, community_id=bread.id)) == {
            "inside",
            "bob's",
        }
        assert set(await list_feed_titles(cast.guest, name=name, author_id=cast.alice.id)) == {
            "inside",
            "outside",
        }
        assert await list_feed_titles(cast.guest, name=name, tag="rye") == ["inside"]
        assert await list_feed_titles(cast.guest, name=name, tag="wheat") == []


async def test_the_feed_of_a_tag_is_ordered_like_the_feed_of_all_posts(cast: Cast) -> None:
    drafts = []
    async with unit_of_work() as session:
        for number in range(5):
            drafts.append(
                await posts.create_draft(
                    session,
                    cast.alice,
                    title=f"Post {number}",
                    text=await posts.render_text("Words."),
                    tags=["rye"],
                )
            )
            await posts.publish(session, cast.alice, post_id=drafts[-1].id)
    async with unit_of_work() as session:
        for draft in (drafts[1], drafts[1], drafts[3]):
            await comments.reply(
                session, cast.bob, post_id=draft.id, text=await comments.render_text("Yes.")
            )
        await reactions.react(session, cast.bob, target="post", target_id=drafts[2].id, code="like")
        await posts.unpublish(session, cast.alice, post_id=drafts[4].id)
    async with unit_of_work() as session:
        await posts.edit(session, cast.alice, post_id=drafts[0].id, title="Post 0, edited")
    for name in (POPULAR, NEW):
        titles = await list_feed_titles(cast.guest, name=name)
        assert len(titles) == 4
        assert await list_feed_titles(cast.guest, name=name, tag="Rye") == titles
    assert (await list_feed_titles(cast.guest, tag="rye"))[0] != "Post 3"


async def test_pinned_posts_are_omitted_only_from_the_feed_they_are_pinned_in(cast: Cast) -> None:
    bread = await factories.community(cast.alice)
    now = clock.now()
    await factories.post(cast.alice, "top of the profile", pinned_at=now)
    await factories.post(cast.alice, "top of bread", community_id=bread.id, pinned_at=now)
    assert await list_feed_titles(cast.guest, author_id=cast.alice.id) == ["top of bread"]
    assert await list_feed_titles(cast.guest, community_id=bread.id) == []
    assert len(await list_feed_titles(cast.guest)) == 2
    async with read_session() as session:
        on_profile = await discovery.list_pinned_posts(session, cast.guest, author_id=cast.alice.id)
        in_community = await discovery.list_pinned_posts(session, cast.guest, community_id=bread.id)
        assert [card.title for card in on_profile] == ["top of the profile"]
        assert [card.title for card in in_community] == ["top of bread"]
        assert await discovery.list_pinned_posts(session, cast.guest, author_id=cast.bob.id) == []


async def test_ignored_authors_are_omitted_except_on_their_own_profile(cast: Cast) -> None:
    await factories.post(cast.bob, "bob's")
    await factories.post(cast.alice, "alice's")
    async with unit_of_work() as session:
        session.add(Ignore(user_id=cast.charlie.id, ignored_id=cast.bob.id))
    for name in (POPULAR, NEW):
        assert await list_feed_titles(cast.charlie, name=name) == ["alice's"]
        assert len(await list_feed_titles(cast.bob, name=name)) == 2
    assert await list_feed_titles(cast.charlie, author_id=cast.bob.id) == ["bob's"]


async def test_posts_with_ignored_keywords_are_omitted_regardless_of_case(cast: Cast) -> None:
    async with unit_of_work() as session:
        reader = await session.get_one(User, cast.charlie.id)
        reader.ignored_keywords = ["криптовалюта", "rye", "a+b", " "]
    await factories.post(cast.alice, "Всё о КРИПТОВАЛЮТЕ")
    await factories.post(cast.alice, "Wheat", intro="No Rye in it.")
    await factories.post(cast.alice, "Oats", tags=["rye"])
    await factories.post(cast.alice, "A+B=C")
    await factories.post(cast.alice, "Joyryeing is one word")
    for number in range(9):
        await factories.post(cast.alice, f"Rye {number}")
    await factories.post(cast.alice, "Flour")
    expected = ["Flour", "Joyryeing is one word"]
    assert await list_feed_titles(cast.charlie, name=NEW) == expected
    assert len(await list_feed_titles(cast.guest, name=NEW)) == 15


async def test_keywords_are_searched_in_the_whole_post(cast: Cast) -> None:
    async with unit_of_work() as session:
        reader = await session.get_one(User, cast.charlie.id)
        reader.ignored_keywords = ["Крипт", "sour dough", "a+b", "STRASSE"]
    await factories.post(cast.alice, "In the text", text=f"{'word ' * 5_000}**КРИПТО**валюта")
    await factories.post(cast.alice, "Across lines", text="It is a Sour\nDough.")
    await factories.post(cast.alice, "With symbols", text="Is (A+B)² larger?")
    await factories.post(cast.alice, "Sharp s", text="Die Straße ist lang.")
    await factories.post(cast.alice, "In the introduction", intro="A sour dough.")
    await factories.post(cast.alice, "Inside a word", text="Декрипт, ra+b")
    for name in Feed:
        if name is not Feed.PERSONAL:
            assert await list_feed_titles(cast.charlie, name=name) == ["Inside a word"]
    assert len(await list_feed_titles(cast.charlie, author_id=cast.alice.id)) == 6


async def test_a_feed_with_ignored_keywords_lists_each_allowed_post_once(cast: Cast) -> None:
    async with unit_of_work() as session:
        reader = await session.get_one(User, cast.charlie.id)
        reader.ignored_keywords = ["rye"]
    for number in range(30):
        await factories.post(
            cast.alice, f"Post {number}", text="Wheat" if number % 5 == 0 else "Rye"
        )
    assert await list_feed_titles(cast.charlie, name=NEW) == [
        f"Post {number}" for number in (25, 20, 15, 10, 5, 0)
    ]


async def test_a_long_search_for_keywords_runs_in_a_worker_process(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    def search_on_event_loop(*arguments: object) -> list[int]:
        raise AssertionError(arguments)

    monkeypatch.setattr(keyword_filter, "MAX_WORK_ON_EVENT_LOOP", 10_000)
    async with unit_of_work() as session:
        (await session.get_one(User, cast.charlie.id)).ignored_keywords = ["a" * 49 + "b", "rye"]
    await factories.post(cast.alice, "Dark", text="a" * 29_000 + " rye")
    await factories.post(cast.alice, "Light", text="a" * 29_000)
    assert await list_feed_titles(cast.charlie) == ["Light"]
    monkeypatch.setattr(keyword_filter, "MAX_WORK_ON_EVENT_LOOP", 0)
    monkeypatch.setattr(keyword_filter, "find_texts_without_keywords", search_on_event_loop)
    assert await list_feed_titles(cast.charlie) == ["Light"]


async def test_a_post_card_shows_whether_the_viewer_reacted_to_or_watches_the_post(
    cast: Cast,
) -> None:
    post = await factories.post(cast.alice, reactions={"like": 1}, reactions_count=1)
    async with unit_of_work() as session:
        session.add(Reaction(user_id=cast.bob.id, post_id=post.id, code="like"))
        session.add(PostWatch(user_id=cast.bob.id, post_id=post.id))
    for actor, expected in ((cast.bob, ("like", True)), (cast.charlie, (None, False))):
        async with read_session() as session:
            [card] = (await discovery.get_feed(session, actor)).items
            assert (card.my_reaction, card.is_watching) == expected
            assert card.reactions[0].count == 1


async def test_the_number_of_queries_for_a_feed_does_not_depend_on_the_page_length(
    cast: Cast,
) -> None:
    async def count_feed_queries(actor: Actor, **more: Any) -> int:
        async with read_session() as session:
            with capture_queries() as statements:
                await discovery.get_feed(session, actor, **more)
        return len(statements)

    bread = await factories.community(cast.bob)
    await factories.post(cast.alice, community_id=bread.id, reactions={"like": 1})
    for actor in (cast.guest, cast.bob):  # The first calls fill caches of the whole site.
        await count_feed_queries(actor)
    assert await count_feed_queries(cast.guest) == 1
    for number in range(12):
        await factories.post(cast.alice, f"Post {number}", community_id=bread.id)
    for name in Feed:
        assert await count_feed_queries(cast.bob, name=name, limit=20) == 4
    assert await count_feed_queries(cast.guest, community_id=bread.id, tag="rye") == 1


async def test_a_cursor_of_one_feed_is_rejected_by_another_feed(cast: Cast) -> None:
    for number in range(3):
        await factories.post(cast.alice, f"Post {number}")
    async with read_session() as session:
        page = await discovery.get_feed(session, cast.guest, name=NEW, limit=1)
        with pytest.raises(Invalid):
            await discovery.get_feed(session, cast.guest, name=POPULAR, cursor=page.next_cursor)
        with pytest.raises(Invalid):
            await discovery.get_feed(session, cast.guest, cursor="nonsense")


async def test_guests_have_no_personal_feed(cast: Cast) -> None:
    async with read_session() as session:
        with pytest.raises(PermissionDenied) as raised:
            await discovery.get_feed(session, cast.guest, name=Feed.PERSONAL)
    assert raised.value.code == "unauthenticated"
