"""A discussion for somebody who does not want to read one of its people."""

from dataclasses import replace

import pytest

from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.domain import comments
from community.domain.comments import CommentView
from community.models import Comment, Post
from tests import factories
from tests.cast import Cast
from tests.domain.stories import ignore


async def say(who: Actor, post: Post, text: str, above: Comment | None = None) -> Comment:
    async with unit_of_work() as session:
        return await comments.reply(
            session, who, post_id=post.id, text=text, parent_id=above.id if above else None
        )


@pytest.fixture
async def reader(cast: Cast) -> Actor:
    """Charlie, who ignores Bob."""
    await ignore(cast.charlie, cast.bob)
    return replace(cast.charlie, filters=True)


async def shown(reader: Actor, post: Post) -> dict[int, CommentView]:
    async with reading() as session:
        thread = await comments.thread(session, reader, post_id=post.id)
    return {each.id: each for each in thread.items}


async def test_words_of_somebody_who_is_ignored_are_left_out_and_answers_to_them_stay(
    cast: Cast, reader: Actor
) -> None:
    post = await factories.post(cast.alice)
    said = await say(cast.bob, post, "Nobody needs sourdough.")
    answer = await say(cast.alice, post, "I do.", said)
    seen = await shown(reader, post)
    assert (seen[said.id].author, seen[said.id].text, seen[said.id].html) == (None, "", "")
    assert (seen[said.id].moderation_status, seen[said.id].replies_count) == ("published", 1)
    assert seen[answer.id].text == "I do."
    everybody = await shown(cast.guest, post)
    assert everybody[said.id].text == "Nobody needs sourdough."


async def test_who_moderates_may_ignore_somebody_too(cast: Cast) -> None:
    post = await factories.post(cast.alice)
    said = await say(cast.bob, post, "Nobody needs sourdough.")
    await ignore(cast.olga, cast.bob)
    seen = await shown(replace(cast.olga, filters=True), post)
    assert seen[said.id].author is None


async def test_a_link_to_such_a_comment_shows_none_of_its_words(cast: Cast, reader: Actor) -> None:
    post = await factories.post(cast.alice)
    said = await say(cast.bob, post, "Nobody needs sourdough.")
    async with reading() as session:
        opening = await comments.open_discussion(
            session, reader, post_id=post.id, comment=str(said.id)
        )
        view = await comments.get_view(session, reader, said.id)
    assert [each.text for each in opening.thread.items] == [""]
    assert (view.author, view.text) == (None, "")
