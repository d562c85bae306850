"""Tests of the communities and authors that an empty Personal feed suggests."""

from dataclasses import replace

import pytest

from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import PermissionDenied
from community.domain import communities, discovery, follows
from community.domain.discovery import FollowSuggestions
from community.models import Community
from tests import factories
from tests.cast import Cast
from tests.private_community import create_private_community
from tests.query_capture import capture_queries


async def get_suggestions(actor: Actor, limit: int = 5) -> FollowSuggestions:
    async with read_session() as session:
        return await discovery.get_follow_suggestions(session, actor, limit=limit)


async def list_author_slugs(actor: Actor) -> list[str]:
    return [author.slug for author in (await get_suggestions(actor)).authors]


async def create_authors(cast: Cast) -> None:
    for author in (cast.alice, cast.bob, cast.charlie, cast.mallory):
        await factories.post(author)


async def test_authors_exclude_the_reader_and_banned_users(cast: Cast) -> None:
    await create_authors(cast)
    assert await list_author_slugs(cast.alice) == ["charlie", "bob"]


async def test_authors_whom_the_reader_follows_are_omitted(cast: Cast) -> None:
    await create_authors(cast)
    async with unit_of_work() as session:
        await follows.follow(session, cast.alice, user_id=cast.bob.id)
    assert await list_author_slugs(cast.alice) == ["charlie"]
    assert await list_author_slugs(cast.charlie) == ["bob", "alice"]


async def test_users_who_ignore_each_other_are_not_suggested_to_each_other(cast: Cast) -> None:
    await create_authors(cast)
    async with unit_of_work() as session:
        await follows.ignore(session, cast.alice, user_id=cast.bob.id)
    ignoring = replace(cast.alice, has_ignored_users=True)
    assert await list_author_slugs(ignoring) == ["charlie"]
    assert await list_author_slugs(cast.bob) == ["charlie"]


async def test_authors_without_visible_posts_are_omitted(cast: Cast) -> None:
    await factories.post(cast.bob, status="draft", published_at=None)
    await factories.post(cast.charlie, status="unpublished")
    assert await list_author_slugs(cast.alice) == []


@pytest.mark.parametrize("is_private", [False, True])
async def test_authors_whose_posts_the_reader_may_not_read_are_omitted(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, is_private: bool
) -> None:
    scenario = await create_private_community(cast, monkeypatch, is_private=is_private)
    assert await list_author_slugs(scenario.member) == ["alice"]
    assert await list_author_slugs(cast.olga) == ([] if is_private else ["alice"])


async def test_communities_are_open_and_not_joined_and_the_largest_come_first(cast: Cast) -> None:
    for slug, members_count in (("small", 1), ("large", 9), ("joined", 5), ("closed", 7)):
        await factories.community(cast.bob, slug)
        await _set_members_count(slug, members_count)
    async with unit_of_work() as session:
        joined = await communities.get_community(session, "joined")
        closed = await communities.get_community(session, "closed")
        await communities.join(session, cast.alice, community_id=joined.id)
        await communities.close(session, cast.bob, community_id=closed.id)
    suggestions = await get_suggestions(cast.alice)
    assert [view.slug for view in suggestions.communities] == ["large", "small"]


async def test_the_rules_of_communities_are_not_sent(cast: Cast) -> None:
    await factories.community(cast.bob, rules="Be patient.", rules_html="<p>Be patient.</p>")
    [view] = (await get_suggestions(cast.alice)).communities
    assert (view.rules, view.rules_html) == ("", "")


async def test_banned_users_get_no_suggestions_and_guests_an_error(cast: Cast) -> None:
    await create_authors(cast)
    await factories.community(cast.bob)
    assert await get_suggestions(cast.mallory) == FollowSuggestions()
    with pytest.raises(PermissionDenied):
        await get_suggestions(cast.guest)


async def test_the_number_of_queries_does_not_depend_on_the_number_of_suggestions(
    cast: Cast,
) -> None:
    for number in range(7):
        author = await factories.user(f"author-{number}")
        await factories.post(author)
        await factories.community(author, f"community-{number}")
    await get_suggestions(cast.alice, 1)  # The settings are cached.
    counts = []
    for limit in (1, 5):
        with capture_queries() as statements:
            suggestions = await get_suggestions(cast.alice, limit)
        counts.append(len(statements))
        assert len(suggestions.authors) == len(suggestions.communities) == limit
    assert counts == [4, 4]


async def _set_members_count(slug: str, members_count: int) -> None:
    async with unit_of_work() as session:
        community: Community = await communities.get_community(session, slug)
        community.members_count = members_count
