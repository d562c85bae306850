"""Signs that no database keeps, wherever somebody writes: they are left out, the words are kept."""

import pytest

from community.core.database import reading, unit_of_work
from community.core.errors import Invalid
from community.domain import accounts, comments, communities, discovery, posts
from community.domain.accounts import ProfileChanges
from tests import factories
from tests.cast import Cast

# U+0000 is what PostgreSQL refuses; half of a character cannot be written down at all.
BROKEN = "Ry\0e \ud83dbread\x1f"
WHOLE = "Rye bread"


async def test_in_comments(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    async with unit_of_work() as session:
        said = await comments.reply(session, cast.bob, post_id=post.id, text=f"{BROKEN}\r\n\tTwo")
        assert said.text == f"{WHOLE}\n\tTwo"
    async with unit_of_work() as session:
        said = await comments.edit(session, cast.bob, comment_id=said.id, text=BROKEN)
        assert said.text == WHOLE
    with pytest.raises(Invalid):
        async with unit_of_work() as session:
            await comments.reply(session, cast.bob, post_id=post.id, text="\0")


async def test_in_posts(cast: Cast) -> None:
    async with unit_of_work() as session:
        post = await posts.start_draft(
            session,
            cast.alice,
            title=BROKEN,
            intro=BROKEN,
            text=BROKEN,
            tags=[BROKEN],
            cover="https://example.com/\0a.png",
        )
    assert (post.title, post.intro, post.text) == (WHOLE, WHOLE, WHOLE)
    assert (post.tags, post.cover) == (["rye-bread"], "https://example.com/a.png")


async def test_in_profiles_and_places(cast: Cast) -> None:
    async with unit_of_work() as session:
        user = await accounts.change_profile(
            session, cast.alice, ProfileChanges.model_construct(name=BROKEN, bio=BROKEN)
        )
        await accounts.ignore_keywords(session, cast.alice, keywords=[BROKEN])
        place = await communities.create(
            session, cast.alice, slug="bread", name=BROKEN, description=BROKEN, rules=BROKEN
        )
    assert (user.name, user.bio, user.ignored_keywords) == (WHOLE, WHOLE, [WHOLE])
    assert (place.name, place.description, place.rules) == (WHOLE, WHOLE, WHOLE)


async def test_in_what_is_looked_for(cast: Cast) -> None:
    await factories.community(cast.alice, "rye")
    async with reading() as session:
        found = await communities.open_to(session, cast.bob, name="r\0\ud83dy", limit=5)
        assert [each.slug for each in found] == ["rye"]
        assert (await discovery.feed(session, cast.bob, tag=BROKEN)).items == []
        assert await accounts.suggest(session, "al\0") == []
