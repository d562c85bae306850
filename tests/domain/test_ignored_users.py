"""Tests that ignoring a user works everywhere, for a term or for good.

`READS` is the table of all functions that read posts or comments.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import select

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import PermissionDenied
from community.domain import discovery, follows, notifications, people, ratings, search
from community.domain.follows import IgnoreTerm
from community.jobs.runner import run_scheduled_job
from community.models import Ignore
from tests import factories
from tests.cast import Cast
from tests.domain.actions import follow, get_inbox, list_notification_kinds, react, reply
from tests.domain.test_private_community import READS, list_showing_reads
from tests.private_community import MARKER, create_private_community

# Functions that show posts of ignored authors, because the reader chose the author or the post.
DIRECT_READS = {
    "people.get_profile",
    "comments.list_by_author",
    "discovery.get_feed of an author",
    "posts.get_article",
    "posts.get_readable",
    "posts.get_view",
    "posts.get_with_content",
    "posts.get_with_html",
    "posts.list_by_author",
    # A discussion shows the title and the URL of the post that the reader has opened.
    "comments.find_audiences",
    "comments.get_readable",
    "comments.get_thread",
    "comments.get_thread_page",
    "comments.get_view",
    "comments.get_with_context",
    "comments.list_replies",
    "comments.reload",
    "pages.load_post_page",
    "pages.load_profile_page",
    # Bob watches the post. This notification about it names no user.
    "notifications.get_inbox",
    # Which of the given posts and users exist for the reader, without content.
    "posts.filter_listed_ids",
    "posts.filter_readers",
    # What all viewers see alike.
    "communities.get_view",
    "discovery.find_setup_checklist",
    "discovery.list_sitemap_entries communities",
    "discovery.list_sitemap_entries posts",
    "discovery.list_sitemap_entries profiles",
}
# Only the text of the comment contains it.
COMMENT_MARKER = f"{MARKER}! @bob"

AFTER_A_DAY = timedelta(days=1, minutes=1)


async def ignore(actor: Actor, user: Actor, term: IgnoreTerm = IgnoreTerm.FOREVER) -> bool:
    async with unit_of_work() as session:
        return await follows.ignore(session, actor, user_id=user.id, term=term)


async def reload(actor: Actor) -> Actor:
    """Return the actor as the next request authenticates them."""
    async with read_session() as session:
        ids = await follows.list_ignored_ids(session, actor)
    return replace(actor, has_ignored_users=bool(ids))


async def list_ignored(actor: Actor) -> list[tuple[str, object]]:
    async with read_session() as session:
        page = await follows.list_ignored(session, actor)
    return [(user.slug, user.ignored_until) for user in page.items]


async def test_ignored_users_are_hidden_until_the_term_has_passed(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario = await create_private_community(cast, monkeypatch, is_private=False)
    assert len(await list_showing_reads(cast.bob, scenario, COMMENT_MARKER)) == 13
    for user in (cast.alice, cast.charlie):
        await ignore(cast.bob, user, IgnoreTerm.DAY)
    bob = await reload(cast.bob)
    assert await list_showing_reads(bob, scenario) == DIRECT_READS
    # The row of the comment, for actions on it.
    assert await list_showing_reads(bob, scenario, COMMENT_MARKER) == {"comments.get_readable"}
    with clock.travel(AFTER_A_DAY):
        bob = await reload(cast.bob)
        assert not bob.has_ignored_users
        # The follow has ended, so the posts are no longer in the Personal feed.
        expected = READS.keys() - {"discovery.get_feed personal"}
        assert await list_showing_reads(bob, scenario) == expected


Read = Callable[[AsyncSession, Actor, Cast], Awaitable[object]]
# Functions that name users to the viewer. Alice and Olga follow each other.
NAMING_READS: dict[str, Read] = {
    "suggest_people": lambda s, a, _: search.suggest_people(s, a, q="ali"),
    "list_followers": lambda s, a, cast: follows.list_followers(s, a, user_id=cast.olga.id),
    "list_following": lambda s, a, cast: follows.list_following(s, a, user_id=cast.olga.id),
    "list_top_authors": lambda s, a, _: ratings.list_top_authors(s, a),
    "get_follow_suggestions": lambda s, a, _: discovery.get_follow_suggestions(s, a),
    "get_inbox": lambda s, a, _: notifications.get_inbox(s, a),
    "get_sidebar": lambda _s, a, _: discovery.get_sidebar(a),
}


async def list_reads_that_name_alice(viewer: Actor, cast: Cast) -> set[str]:
    naming = set()
    for name, read in NAMING_READS.items():
        async with read_session() as session:
            if "alice" in repr(await read(session, viewer, cast)):
                naming.add(name)
    return naming


async def test_ignored_users_are_not_named(cast: Cast) -> None:
    discovery.invalidate_sidebar()
    post_by_bob = await factories.post(cast.bob)
    post = await factories.post(cast.alice)
    await reply(cast.alice, post_by_bob, "Hello @bob")
    await react(cast.charlie, post)
    await follow(cast.alice, cast.olga)
    await follow(cast.olga, cast.alice)
    await run_scheduled_job("update_top_authors")
    async with unit_of_work() as session:
        await search.index_names(session, search.NameKind.USER)
    assert await list_reads_that_name_alice(cast.bob, cast) == NAMING_READS.keys()
    await ignore(cast.bob, cast.alice, IgnoreTerm.DAY)
    assert not await list_reads_that_name_alice(await reload(cast.bob), cast)
    with clock.travel(AFTER_A_DAY):
        bob = await reload(cast.bob)
        assert await list_reads_that_name_alice(bob, cast) == NAMING_READS.keys()


async def test_nothing_of_ignored_users_is_notified_during_the_term(cast: Cast) -> None:
    post = await factories.post(cast.bob)
    await ignore(cast.bob, cast.alice, IgnoreTerm.WEEK)
    await reply(cast.alice, post, "Hello @bob")
    await react(cast.alice, post)
    assert (await get_inbox(cast.bob)).items == []
    with pytest.raises(PermissionDenied):
        await follow(cast.alice, cast.bob)
    with clock.travel(timedelta(days=8)):
        await reply(cast.alice, post, "Hello again @bob")
        await follow(cast.alice, cast.bob)
        assert set(await list_notification_kinds(cast.bob)) == {"mention", "new_follower"}


async def test_the_term_can_be_changed(cast: Cast) -> None:
    assert await ignore(cast.bob, cast.alice, IgnoreTerm.DAY)
    assert await ignore(cast.bob, cast.alice, IgnoreTerm.MONTH)
    with clock.travel(timedelta(days=29)):
        assert [slug for slug, _ in await list_ignored(cast.bob)] == ["alice"]
    with clock.travel(timedelta(days=31)):
        assert await list_ignored(cast.bob) == []
    assert await ignore(cast.bob, cast.alice)
    assert not await ignore(cast.bob, cast.alice)
    assert await list_ignored(cast.bob) == [("alice", None)]


async def test_ignoring_again_after_the_term_starts_anew(cast: Cast) -> None:
    await ignore(cast.bob, cast.alice, IgnoreTerm.DAY)
    with clock.travel(AFTER_A_DAY):
        assert await list_ignored(cast.bob) == []
        await follow(cast.bob, cast.alice)
        assert await ignore(cast.bob, cast.alice, IgnoreTerm.DAY)
        assert len(await list_ignored(cast.bob)) == 1
        async with read_session() as session:
            profile = await people.get_profile(session, cast.bob, "alice")
        assert (profile.is_following, profile.is_ignored) == (False, True)
        assert profile.ignored_until is not None


async def test_rows_are_deleted_after_the_term(cast: Cast) -> None:
    await ignore(cast.bob, cast.alice, IgnoreTerm.DAY)
    await ignore(cast.bob, cast.charlie)
    with clock.travel(AFTER_A_DAY):
        async with unit_of_work() as session:
            await follows.purge_ended_ignores(session)
            assert list(await session.scalars(select(Ignore.ignored_id))) == [cast.charlie.id]


async def test_of_two_terms_the_longer_stays_after_a_merge(cast: Cast) -> None:
    await ignore(cast.bob, cast.alice, IgnoreTerm.WEEK)
    await ignore(cast.bob, cast.charlie, IgnoreTerm.MONTH)
    await ignore(cast.alice, cast.olga, IgnoreTerm.DAY)
    async with unit_of_work() as session:
        await follows.personal_data.move_ignores(
            session, source_id=cast.alice.id, target_id=cast.charlie.id, limit=10
        )
    with clock.travel(timedelta(days=8)):
        assert [slug for slug, _ in await list_ignored(cast.bob)] == ["charlie"]
        assert await list_ignored(cast.charlie) == []
