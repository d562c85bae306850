from dataclasses import replace

from community.core.actor import GUEST, Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import discovery, follows, posts
from community.models import Comment, Post
from community.realtime import hub, messages
from tests import factories
from tests.cast import Cast
from tests.domain.actions import delete_comment, publish_post, reply, unpublish_post
from tests.query_capture import capture_queries


async def create_comment(author: Actor, post: Post, text: str, status: str = "published") -> None:
    async with unit_of_work() as session:
        comment = Comment(post_id=post.id, author_id=author.id, text=text, moderation_status=status)
        session.add(comment)
        await session.flush()
        comment.path = str(comment.id)


async def test_ignored_users_and_their_comments_are_omitted_from_the_sidebar(cast: Cast) -> None:
    rye, oats = await factories.post(cast.alice, "Rye"), await factories.post(cast.bob, "Oats")
    await create_comment(cast.charlie, rye, "First!")
    await create_comment(cast.bob, rye, "Second.")
    await create_comment(cast.bob, oats, "No replies yet.")
    async with unit_of_work() as session:
        await follows.ignore(session, cast.alice, user_id=cast.bob.id)
    for_everyone = await discovery.get_sidebar(cast.charlie)
    for_alice = await discovery.get_sidebar(replace(cast.alice, has_ignored_users=True))
    assert [discussion.excerpt for discussion in for_everyone.discussions] == [
        "No replies yet.",
        "Second.",
    ]
    assert [discussion.excerpt for discussion in for_alice.discussions] == ["First!"]


async def test_discussions_are_ordered_by_their_latest_comment(cast: Cast) -> None:
    rye, oats = await factories.post(cast.alice, "Rye"), await factories.post(cast.alice, "Oats")
    unpublished = await factories.post(cast.alice, "Unpublished", status="unpublished")
    await create_comment(cast.bob, rye, "First!")
    await create_comment(cast.bob, oats, "I like *oats* @alice")
    await create_comment(cast.charlie, rye, "Second.")
    await create_comment(cast.charlie, rye, "Spam", status="on_moderation")
    await create_comment(cast.bob, unpublished, "Hm.")
    async with read_session() as session:
        with capture_queries() as statements:
            discussions = await discovery.list_active_discussions(session)
        assert len(statements) == 1
    assert [(row.title, row.author.slug, row.excerpt) for row in discussions] == [
        ("Rye", "charlie", "Second."),
        ("Oats", "bob", "I like oats @alice"),
    ]
    assert discussions[0].url.startswith(f"/p/{rye.id}/rye?comment=")


async def list_discussion_excerpts() -> list[str]:
    sidebar = await discovery.get_sidebar(GUEST)
    return [discussion.excerpt for discussion in sidebar.discussions]


async def test_deleted_content_is_removed_from_the_sidebar_cache(cast: Cast) -> None:
    rye, oats, wheat = [await publish_post(cast.alice, title) for title in ("Rye", "Oats", "Wheat")]
    comment = await reply(cast.bob, rye, "My telephone number.")
    await reply(cast.bob, oats, "Yours.")
    await reply(cast.bob, wheat, "Ours.")
    assert await list_discussion_excerpts() == ["Ours.", "Yours.", "My telephone number."]
    await delete_comment(cast.bob, comment)
    assert await list_discussion_excerpts() == ["Ours.", "Yours."]
    await unpublish_post(cast.alice, oats)
    assert await list_discussion_excerpts() == ["Ours."]
    async with unit_of_work() as session:
        await posts.delete(session, cast.alice, post_id=wheat.id)
    assert await list_discussion_excerpts() == []


async def test_a_message_from_another_process_invalidates_the_sidebar_cache(cast: Cast) -> None:
    comment = await reply(cast.bob, await publish_post(cast.alice), "My telephone number.")
    assert await list_discussion_excerpts() == ["My telephone number."]
    # This simulates a change by another process, because no domain event is recorded here.
    async with unit_of_work() as session:
        (await session.get_one(Comment, comment.id)).moderation_status = "deleted"
    await hub.publish(messages.SidebarChanged())
    assert await list_discussion_excerpts() == []


async def test_a_comment_with_a_huge_table_is_quoted_as_text(cast: Cast) -> None:
    """Comments have no tables. Parsing this one as an article would create 65,000 cells."""
    table = "|a" * 181 + "\n" + "|-" * 181 + "\n" + "|\n" * 360
    await reply(cast.bob, await factories.post(cast.alice), table)
    async with read_session() as session:
        [discussion] = await discovery.list_active_discussions(session)
    assert discussion.excerpt == "|a" * 59 + "|…"
