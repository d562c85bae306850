from dataclasses import replace
from datetime import timedelta
from typing import Any

from community.core import clock
from community.core.actor import GUEST, Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import discovery, follows, posts, site
from community.models import Comment, Post, User
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


async def create_post_with_responses(
    author: Actor, reactions: int, comments: int, **changes: object
) -> None:
    post = await factories.post(author, "Post", **changes)
    async with unit_of_work() as session:
        row = await session.get_one(Post, post.id)
        row.reactions_count, row.comments_count = reactions, comments


async def test_top_authors_are_ordered_by_comments_and_reactions_to_their_recent_posts(
    cast: Cast,
) -> None:
    await create_post_with_responses(cast.alice, 3, 4)
    await create_post_with_responses(cast.bob, 2, 0)
    await create_post_with_responses(cast.bob, 0, 6)
    await create_post_with_responses(cast.charlie, 99, 99, status="unpublished")
    await create_post_with_responses(cast.mallory, 50, 50)  # Mallory is banned.
    async with read_session() as session:
        await site.get_settings_section(session, site.TopUsersSettings)  # cached
        with capture_queries() as statements:
            authors = await discovery.list_top_authors(session, limit=5)
        assert len(statements) == 1
    assert [(author.slug, author.responses_count) for author in authors] == [
        ("bob", 8),
        ("alice", 7),
    ]


async def test_deleted_users_are_not_top_authors(cast: Cast) -> None:
    await create_post_with_responses(cast.alice, 3, 4)
    async with unit_of_work() as session:
        user = await session.get_one(User, cast.alice.id)
        user.deleted_at = clock.now() - timedelta(days=1)
    async with read_session() as session:
        assert await discovery.list_top_authors(session) == []


async def test_ignored_users_and_their_comments_are_omitted_from_the_sidebar(cast: Cast) -> None:
    rye, oats = await factories.post(cast.alice, "Rye"), await factories.post(cast.bob, "Oats")
    await create_comment(cast.charlie, rye, "First!")
    await create_comment(cast.bob, rye, "Second.")
    await create_comment(cast.bob, oats, "No replies yet.")
    async with unit_of_work() as session:
        await follows.ignore(session, cast.alice, user_id=cast.bob.id)
    async with read_session() as session:
        for_everyone = await discovery.get_sidebar(session, cast.charlie)
        for_alice = await discovery.get_sidebar(
            session, replace(cast.alice, has_ignored_users=True)
        )
    assert [author.slug for author in for_everyone.top_authors] == ["bob", "alice"]
    assert [discussion.excerpt for discussion in for_everyone.discussions] == [
        "No replies yet.",
        "Second.",
    ]
    assert [author.slug for author in for_alice.top_authors] == ["alice"]
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
    async with read_session() as session:
        sidebar = await discovery.get_sidebar(session, GUEST)
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


async def choose_top_users(cast: Cast, **values: Any) -> None:
    async with unit_of_work() as session:
        await site.update_settings(session, cast.olga, site.TopUsersSettings(**values))


async def list_sidebar_authors() -> list[str]:
    async with read_session() as session:
        return [author.slug for author in (await discovery.get_sidebar(session, GUEST)).top_authors]


async def test_the_settings_of_the_top_authors_apply_at_once(cast: Cast) -> None:
    old = clock.now() - timedelta(days=40)
    await create_post_with_responses(cast.alice, 9, 9, published_at=old)
    await create_post_with_responses(cast.bob, 2, 0)
    await create_post_with_responses(cast.charlie, 1, 0)
    assert await list_sidebar_authors() == ["alice", "bob", "charlie"]
    await choose_top_users(cast, size=2)
    assert await list_sidebar_authors() == ["alice", "bob"]
    await choose_top_users(cast, period="30")
    assert await list_sidebar_authors() == ["bob", "charlie"]
    await choose_top_users(cast, excluded=("@Bob",))
    assert await list_sidebar_authors() == ["alice", "charlie"]
    async with read_session() as session:
        suggestions = await discovery.get_follow_suggestions(session, cast.olga)
    assert [author.slug for author in suggestions.authors] == ["alice", "charlie"]
    await choose_top_users(cast, enabled=False)
    assert await list_sidebar_authors() == []
