"""Tests that a visibility rule applies everywhere: to every function that reads posts or comments.

The rule is defined in `tests/private_community.py`. A function that is added to a subject and reads
posts or comments must be added to `READS`.
"""

import inspect
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import select

from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import NotFound, PermissionDenied
from community.core.text.markup import RenderedMessage
from community.domain import (
    comments,
    communities,
    discovery,
    notifications,
    pages,
    people,
    posts,
    reactions,
    search,
)
from community.domain.discovery import Feed, SitemapSection
from community.domain.pages import FeedScope
from community.domain.search import SearchRequest, SearchSort, SearchType
from community.models import Post
from tests.cast import Cast
from tests.domain.actions import get_inbox, list_notification_kinds, publish_post
from tests.private_community import MARKER, PrivateCommunity, create_private_community

Read = Callable[[AsyncSession, Actor, PrivateCommunity], Awaitable[object]]

SUBJECTS = (posts, comments, reactions, notifications, discovery, search, pages)
READING_VERBS = (
    "count_",
    "filter_",
    "find",
    "get_",
    "list_",
    "load_",
    "reload",
    "search",
    "select_",
)

# Functions whose results contain the marker if the actor may read the posts. The key is the name of
# the function, followed by its variant.
READS: dict[str, Read] = {
    "posts.filter_listed_ids": lambda s, a, x: _mark(posts.filter_listed_ids(s, a, [x.post.id])),
    "posts.filter_readers": lambda s, a, x: _mark(posts.filter_readers(s, x.post.id, [a.id])),
    "posts.get_article": lambda s, a, x: posts.get_article(s, a, x.post.id),
    "posts.get_with_content": lambda s, a, x: posts.get_with_content(s, a, x.post.id),
    "posts.get_with_html": lambda s, a, x: posts.get_with_html(s, a, x.post.id),
    "posts.get_readable": lambda s, a, x: posts.get_readable(s, a, x.post.id),
    "posts.get_view": lambda s, a, x: posts.get_view(s, a, x.post.id),
    "posts.list_by_author": lambda s, a, x: _mark_page(
        posts.list_by_author(s, a, x.author.id, cursor=None, limit=9)
    ),
    "comments.list_by_author": lambda s, a, x: _mark_page(
        comments.list_by_author(s, a, x.author.id, cursor=None, limit=9)
    ),
    "comments.list_published_by_author": lambda s, a, x: comments.list_published_by_author(
        s, a, author_id=x.author.id
    ),
    "comments.find_audiences": lambda s, a, x: comments.find_audiences(s, x.comment.id, [a]),
    "comments.find_quotes": lambda s, a, x: comments.find_quotes(s, a, [x.comment.id]),
    "comments.get_readable": lambda s, a, x: comments.get_readable(s, a, x.comment.id),
    "comments.get_thread": lambda s, a, x: comments.get_thread(s, a, post_id=x.post.id),
    "comments.get_thread_page": lambda s, a, x: _get_thread_page(s, a, x),  # noqa: PLW0108
    "comments.get_view": lambda s, a, x: comments.get_view(s, a, x.comment.id),
    "comments.get_with_context": lambda s, a, x: comments.get_with_context(
        s, a, comment_id=x.reply.id
    ),
    "comments.list_replies": lambda s, a, x: comments.list_replies(s, a, comment_id=x.comment.id),
    "comments.reload": lambda s, a, x: comments.reload(
        s, a, post_id=x.post.id, comment_ids=[x.comment.id]
    ),
    "notifications.get_inbox": lambda s, a, x: notifications.get_inbox(s, a),
    "discovery.list_pinned_posts": lambda s, a, x: discovery.list_pinned_posts(
        s, a, community_id=x.community.id
    ),
    "discovery.get_feed popular": lambda s, a, x: discovery.get_feed(s, a, name=Feed.POPULAR),
    "discovery.get_feed new": lambda s, a, x: discovery.get_feed(s, a, name=Feed.NEW),
    "discovery.get_feed personal": lambda s, a, x: discovery.get_feed(s, a, name=Feed.PERSONAL),
    "discovery.get_feed of a community": lambda s, a, x: discovery.get_feed(
        s, a, community_id=x.community.id
    ),
    "discovery.get_feed of an author": lambda s, a, x: discovery.get_feed(
        s, a, author_id=x.author.id
    ),
    "discovery.get_feed of a tag": lambda s, a, x: discovery.get_feed(s, a, tag=MARKER),
    "discovery.get_feed_items": lambda s, a, x: discovery.get_feed_items(
        s, a, community_id=x.community.id
    ),
    "pages.list_feed_items": lambda s, a, x: pages.list_feed_items(s, a, FeedScope()),
    "pages.load_feed_page": lambda s, a, x: pages.load_feed_page(s, a, FeedScope(tag=MARKER)),
    "pages.load_post_page": lambda s, a, x: pages.load_post_page(s, a, x.post.id),
    "pages.load_profile_page": lambda s, a, x: pages.load_profile_page(
        s, a, x.author.slug, "posts"
    ),
    "pages.load_profile_page comments": lambda s, a, x: pages.load_profile_page(
        s, a, x.author.slug, "comments"
    ),
    "pages.load_community_page": lambda s, a, x: _list_community_posts(
        pages.load_community_page(s, a, x.community.slug, is_new=True)
    ),
    "search.search": lambda s, a, x: search.search(s, a, SearchRequest(MARKER)),
    "search.get_newest_results": lambda s, a, x: search.get_newest_results(s, a, {"q": MARKER}),
    "search.count_posts": lambda s, a, x: _mark(search.count_posts(s, a, [MARKER])),
    "search.suggest": lambda s, a, x: _list_suggested_posts(search.suggest(s, a, MARKER)),
    "search.search by new": lambda s, a, x: search.search(
        s, a, SearchRequest(MARKER, type=SearchType.COMMENT, sort=SearchSort.NEW)
    ),
    "discovery.find_setup_checklist": lambda s, a, x: _mark_post_step(s, a),
    "discovery.get_sidebar": lambda s, a, x: _mark_sidebar(discovery.get_sidebar(a)),
    "discovery.load_sidebar": lambda s, a, x: _mark_sidebar(discovery.load_sidebar(s, a)),
    "discovery.list_active_discussions": lambda s, a, x: discovery.list_active_discussions(s, a),
    "discovery.list_sitemap_entries posts": lambda s, a, x: discovery.list_sitemap_entries(
        s, SitemapSection.POSTS, 1
    ),
    "discovery.list_sitemap_entries communities": lambda s, a, x: discovery.list_sitemap_entries(
        s, SitemapSection.COMMUNITIES, 1
    ),
    "discovery.list_sitemap_entries profiles": lambda s, a, x: _mark(
        discovery.list_sitemap_entries(s, SitemapSection.PROFILES, 1)
    ),
    "people.get_profile": lambda s, a, x: _mark_count(people.get_profile(s, a, x.author.id)),
    "communities.get_view": lambda s, a, x: _mark_count(communities.get_view(s, a, x.community.id)),
}
# Functions that only show what all users may see, even to members.
PUBLIC_READS = {
    "discovery.list_sitemap_entries posts",
    "discovery.list_sitemap_entries communities",
    "discovery.list_sitemap_entries profiles",
    "people.get_profile",
    "communities.get_view",
}
# Functions that return no content of posts by other users, or that only domain code calls.
OTHER_READS = {
    "notifications.get_notification_label",
    "discovery.get_about",
    "pages.find_feed_scope",
    "posts.filter_moderators",
    "posts.find",
    "posts.find_comment_restriction",
    "posts.find_summaries",
    "posts.get_limits",
    "posts.get_draft",
    "posts.get_draft_html",
    "posts.list_drafts",
    "posts.get_post_record",
    "posts.load_card_rows",
    "posts.select_card_rows",
    "posts.select_ids_by_author",
    "posts.load_texts",
    "posts.count_held",
    "posts.list_held",
    "posts.count_published_by_day",
    "posts.select_days_of_authors",
    "comments.count_posted_by_day",
    "comments.select_days_of_authors",
    "comments.find",
    "comments.count_waiting",
    "comments.count_of_author",
    "comments.count_for_cleanup",
    "comments.find_status",
    "posts.count_of_author",
    "posts.count_for_cleanup",
    "posts.find_status",
    "comments.find_addressees",
    "comments.list_latest_author_ids",
    "comments.find_post_ids",
    "comments.get_comment_record",
    "comments.load_found",
    "comments.get_form_rules",
    "comments.get_latest_others",
    "comments.list_moderations",
    "comments.list_revisions",
    "comments.select_ids_by_author",
    "reactions.find_reactions",
    "reactions.get_my_reactions",
    "reactions.list_kinds",
    "notifications.count_unseen",
    "notifications.get_counts",
    "notifications.get_preferences",
    "discovery.count_sitemap_parts",
    "discovery.filter_personal_feed_readers",
    "discovery.find_full_setup_checklist",
    "discovery.get_default_feed",
    "discovery.get_follow_suggestions",
    "search.find_correction",
    "pages.list_follows",
    "pages.load_follow_list_page",
    "pages.load_community_form",
    "pages.load_community_members_page",
    # They show what `search` and `suggest` return.
    "search.get_results_page",
    "search.search_for_names",
}


async def _get_thread_page(session: AsyncSession, actor: Actor, x: PrivateCommunity) -> object:
    post = await posts.get_readable(session, actor, x.post.id)
    return await comments.get_thread_page(session, actor, post, comment=str(x.comment.id))


async def _list_community_posts(page: Awaitable[Any]) -> object:
    return (await page).posts  # The marker is also the name of the community, which is public.


async def _list_suggested_posts(suggestions: Awaitable[search.Suggestions]) -> object:
    return (await suggestions).posts  # The suggestions also contain the text, which is the marker.


async def _mark(result: Awaitable[Any]) -> str:
    return MARKER if await result else ""


async def _mark_page(result: Awaitable[tuple[Sequence[object], str | None]]) -> str:
    return MARKER if (await result)[0] else ""


async def _mark_count(profile: Awaitable[Any]) -> str:
    return MARKER if (await profile).posts_count else ""


async def _mark_post_step(session: AsyncSession, actor: Actor) -> str:
    checklist = await discovery.find_setup_checklist(session, replace(actor, is_admin=True))
    return MARKER if checklist and checklist.has_post else ""


async def _mark_sidebar(sidebar: Awaitable[discovery.Sidebar]) -> str:
    found = await sidebar  # The marker is also the name of the community, which is public.
    return MARKER if found.top_authors or found.discussions else ""


async def list_showing_reads(
    actor: Actor, scenario: PrivateCommunity, marker: str = MARKER
) -> set[str]:
    """Return the names of the functions in `READS` whose results for the actor contain `marker`."""
    showing = set()
    for name, read in READS.items():
        async with read_session() as session:
            try:
                result = await read(session, actor, scenario)
            except (NotFound, PermissionDenied):
                continue
        if marker in repr(result):
            showing.add(name)
    return showing


def list_reading_functions(subject: ModuleType) -> set[str]:
    names = [name for name in vars(subject) if name.startswith(READING_VERBS)]
    subject_name = subject.__name__.rsplit(".", 1)[-1]
    return {f"{subject_name}.{name}" for name in names if inspect.isfunction(vars(subject)[name])}


def test_every_reading_function_is_classified() -> None:
    exported = set().union(*map(list_reading_functions, SUBJECTS))
    assert exported - {name.split()[0] for name in READS} == OTHER_READS


async def test_without_the_rule_every_read_shows_the_posts(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario = await create_private_community(cast, monkeypatch, is_private=False)
    assert await list_showing_reads(cast.bob, scenario) == READS.keys()


async def test_only_members_see_posts_in_a_private_community(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario = await create_private_community(cast, monkeypatch, is_private=True)
    for guest in scenario.guests:
        assert not await list_showing_reads(guest, scenario)
    assert await list_showing_reads(scenario.member, scenario) == READS.keys() - PUBLIC_READS


async def test_only_members_are_notified_about_a_private_community(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    await create_private_community(cast, monkeypatch, is_private=True)
    assert len((await get_inbox(cast.bob)).items) == 1  # The notification from before.
    assert set(await list_notification_kinds(cast.charlie)) == {"new_post", "comment_reply"}


async def test_only_members_can_act_on_posts_and_comments_in_a_private_community(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario = await create_private_community(cast, monkeypatch, is_private=True)
    post_id, comment_id = scenario.post.id, scenario.comment.id
    actions: list[Callable[[AsyncSession], Awaitable[object]]] = [
        lambda s: reactions.react(s, cast.bob, target="post", target_id=post_id, code="like"),
        lambda s: reactions.react(s, cast.bob, target="comment", target_id=comment_id, code="like"),
        lambda s: comments.reply(s, cast.bob, post_id=post_id, text=RenderedMessage("Hello")),
        lambda s: comments.delete(s, cast.olga, comment_id=comment_id),
        lambda s: comments.list_revisions(s, cast.olga, comment_id=comment_id),
        lambda s: comments.list_moderations(s, cast.olga, comment_id=comment_id),
        lambda s: comments.moderate(s, cast.olga, comment_id=comment_id, status="deleted"),
        lambda s: notifications.watch(s, cast.bob, post_id=post_id),
        lambda s: posts.edit(s, cast.olga, post_id=post_id, title="Mine"),
        lambda s: posts.unpublish(s, cast.olga, post_id=post_id),
    ]
    for action in actions:
        with pytest.raises(NotFound):
            async with unit_of_work() as session:
                await action(session)


async def test_may_read_and_readable_by_agree_with_the_rule(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario = await create_private_community(cast, monkeypatch, is_private=True)
    await publish_post(cast.bob, "Elsewhere")
    async with read_session() as session:
        for actor in (*scenario.guests, scenario.author, scenario.member):
            listed = set(await session.scalars(select(Post.id).where(posts.readable_by(actor))))
            rows = await session.scalars(select(Post))
            assert listed == {post.id for post in rows if posts.may_read(actor, post)}
