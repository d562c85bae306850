from dataclasses import replace
from datetime import timedelta

from community.core import clock
from community.core.actor import GUEST, Actor
from community.core.database import reading, unit_of_work
from community.domain import discovery, follows, posts
from community.models import Comment, Post, User
from community.realtime import hub, topics
from tests import factories
from tests.cast import Cast
from tests.domain.stories import delete, publish, reply, unpublish
from tests.queries import counted


async def say(by: Actor, post: Post, text: str, status: str = "published") -> None:
    async with unit_of_work() as session:
        comment = Comment(post_id=post.id, author_id=by.id, text=text, moderation_status=status)
        session.add(comment)
        await session.flush()
        comment.path = str(comment.id)


async def responded(by: Actor, reactions: int, comments: int, **changes: object) -> None:
    post = await factories.post(by, "Post", **changes)
    async with unit_of_work() as session:
        row = await session.get_one(Post, post.id)
        row.reactions_count, row.comments_count = reactions, comments


async def test_authors_whose_latest_posts_are_answered_most_come_first(cast: Cast) -> None:
    await responded(cast.alice, 3, 4)
    await responded(cast.bob, 2, 0)
    await responded(cast.bob, 0, 6)
    await responded(cast.charlie, 99, 99, status="unpublished")
    await responded(cast.mallory, 50, 50)  # banned
    async with reading() as session:
        with counted() as statements:
            authors = await discovery.top_authors(session, limit=5)
        assert len(statements) == 1
    assert [(each.slug, each.responses_count) for each in authors] == [("bob", 8), ("alice", 7)]


async def test_people_who_left_are_not_among_them(cast: Cast) -> None:
    await responded(cast.alice, 3, 4)
    async with unit_of_work() as session:
        user = await session.get_one(User, cast.alice.id)
        user.deleted_at = clock.now() - timedelta(days=1)
    async with reading() as session:
        assert await discovery.top_authors(session) == []


async def test_who_ignores_somebody_is_shown_neither_them_nor_what_they_said(cast: Cast) -> None:
    rye, oats = await factories.post(cast.alice, "Rye"), await factories.post(cast.bob, "Oats")
    await say(cast.charlie, rye, "First!")
    await say(cast.bob, rye, "Second.")
    await say(cast.bob, oats, "Nobody answers.")
    async with unit_of_work() as session:
        await follows.ignore(session, cast.alice, user_id=cast.bob.id)
    async with reading() as session:
        beside_all = await discovery.rail(session, cast.charlie)
        beside_alice = await discovery.rail(session, replace(cast.alice, filters=True))
    assert [each.slug for each in beside_all.top_authors] == ["bob", "alice"]
    assert [each.excerpt for each in beside_all.discussions] == ["Nobody answers.", "Second."]
    assert [each.slug for each in beside_alice.top_authors] == ["alice"]
    assert [each.excerpt for each in beside_alice.discussions] == ["First!"]


async def test_discussions_are_alive_where_something_was_said_last(cast: Cast) -> None:
    rye, oats = await factories.post(cast.alice, "Rye"), await factories.post(cast.alice, "Oats")
    gone = await factories.post(cast.alice, "Gone", status="unpublished")
    await say(cast.bob, rye, "First!")
    await say(cast.bob, oats, "I like *oats* @alice")
    await say(cast.charlie, rye, "Second.")
    await say(cast.charlie, rye, "Spam", status="on_moderation")
    await say(cast.bob, gone, "Hm.")
    async with reading() as session:
        with counted() as statements:
            found = await discovery.live_discussions(session)
        assert len(statements) == 1
    assert [(each.title, each.author.slug, each.excerpt) for each in found] == [
        ("Rye", "charlie", "Second."),
        ("Oats", "bob", "I like oats @alice"),
    ]
    assert found[0].url.startswith(f"/p/{rye.id}/rye?comment=")


async def talked_about() -> list[str]:
    async with reading() as session:
        return [each.excerpt for each in (await discovery.rail(session, GUEST)).discussions]


async def test_what_was_taken_away_is_not_remembered(cast: Cast) -> None:
    rye, oats, wheat = [await publish(cast.alice, each) for each in ("Rye", "Oats", "Wheat")]
    slip = await reply(cast.bob, rye, "My telephone number.")
    await reply(cast.bob, oats, "Yours.")
    await reply(cast.bob, wheat, "Ours.")
    assert await talked_about() == ["Ours.", "Yours.", "My telephone number."]
    await delete(cast.bob, slip)
    assert await talked_about() == ["Ours.", "Yours."]
    await unpublish(cast.alice, oats)
    assert await talked_about() == ["Ours."]
    async with unit_of_work() as session:
        await posts.delete(session, cast.alice, post_id=wheat.id)
    assert await talked_about() == []


async def test_other_processes_hear_that_something_was_taken_away(cast: Cast) -> None:
    slip = await reply(cast.bob, await publish(cast.alice), "My telephone number.")
    assert await talked_about() == ["My telephone number."]
    async with unit_of_work() as session:  # as if by another process: this one knows no fact
        (await session.get_one(Comment, slip.id)).moderation_status = "deleted"
    await hub.publish(topics.RAIL, {})
    assert await talked_about() == []
