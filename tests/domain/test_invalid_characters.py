"""Tests that characters which databases cannot store are removed from every text field."""

import pytest

from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid
from community.domain import comments, communities, discovery, people, posts
from community.domain.people import ProfileChanges
from tests import factories
from tests.cast import Cast

# PostgreSQL cannot store U+0000, and an unpaired surrogate cannot be encoded as UTF-8.
INVALID = "Ry\0e \ud83dbread\x1f"
CLEANED = "Rye bread"


async def test_invalid_characters_are_removed_from_comments(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    async with unit_of_work() as session:
        comment = await comments.reply(
            session,
            cast.bob,
            post_id=post.id,
            text=await comments.render_text(f"{INVALID}\r\n\tTwo"),
        )
        assert comment.text == f"{CLEANED}\n\tTwo"
    async with unit_of_work() as session:
        comment = await comments.edit(
            session, cast.bob, comment_id=comment.id, text=await comments.render_text(INVALID)
        )
        assert comment.text == CLEANED
    with pytest.raises(Invalid):
        async with unit_of_work() as session:
            await comments.reply(
                session, cast.bob, post_id=post.id, text=await comments.render_text("\0")
            )


async def test_invalid_characters_are_removed_from_posts(cast: Cast) -> None:
    async with unit_of_work() as session:
        post = await posts.create_draft(
            session,
            cast.alice,
            title=INVALID,
            intro=INVALID,
            text=await posts.render_text(INVALID),
            tags=[INVALID],
            cover="https://example.com/\0a.png",
        )
    assert (post.title, post.intro, post.text) == (CLEANED, CLEANED, CLEANED)
    assert (post.tags, post.cover) == (["rye-bread"], "https://example.com/a.png")


async def test_invalid_characters_are_removed_from_profiles_and_communities(cast: Cast) -> None:
    async with unit_of_work() as session:
        user = await people.change_profile(
            session, cast.alice, ProfileChanges.model_construct(name=INVALID, bio=INVALID)
        )
        await people.set_ignored_keywords(session, cast.alice, keywords=[INVALID])
        community = await communities.create(
            session,
            cast.alice,
            slug="bread",
            name=INVALID,
            description=INVALID,
            rules=await communities.render_rules(INVALID),
        )
    assert (user.name, user.bio, user.ignored_keywords) == (CLEANED, CLEANED, [CLEANED])
    assert (community.name, community.description, community.rules) == (CLEANED, CLEANED, CLEANED)


async def test_invalid_characters_are_removed_from_search_terms(cast: Cast) -> None:
    await factories.community(cast.alice, "rye")
    async with read_session() as session:
        found = await communities.list_allowed_for_posting(
            session, cast.bob, search="r\0\ud83dy", limit=5
        )
        assert [community.slug for community in found] == ["rye"]
        assert (await discovery.get_feed(session, cast.bob, tag=INVALID)).items == []
        assert await people.suggest_users(session, "al\0") == []
