"""Tests of who may read, delete and restore the comments on a post that was moved.

Authors choose the community of their posts, and anyone can create a community. Moving a post must
therefore give no rights over the comments that other people wrote before.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import DomainError, NotFound, PermissionDenied
from community.domain import comments, communities
from community.models import Comment, Community, Post
from tests import factories
from tests.cast import Cast
from tests.domain.actions import delete_comment, edit_post, react, reply, run
from tests.domain.comments.test_edit_permissions import (
    AFTER_EDIT_WINDOW,
    edit_comment,
    get_comment_view,
)
from tests.domain.comments.test_restore import hold_for_moderation

CommentAction = Callable[..., Awaitable[Any]]


@dataclass(frozen=True)
class MovedPost:
    """A post by Alice in Charlie's community `bread`. Alice owns the community `tea`."""

    post: Post
    bread: Community
    tea: Community


@pytest.fixture
async def moved(cast: Cast) -> MovedPost:
    bread = await factories.community(cast.charlie, "bread")
    tea = await factories.community(cast.alice, "tea")
    post = await factories.post(cast.alice, community_id=bread.id)
    return MovedPost(post, bread, tea)


async def move(actor: Actor, post: Post, community: Community | None) -> None:
    await edit_post(actor, post, community_id=community.id if community else None)


async def get_error(action: CommentAction, actor: Actor, comment: Comment) -> str:
    """Run an action on a comment. Return the code of its error, or an empty string."""
    try:
        await run(action, actor, comment_id=comment.id)
    except DomainError as error:
        return error.code
    return ""


async def read(session: Any, actor: Actor, *, comment_id: int) -> str:
    return (await comments.get_view(session, actor, comment_id)).text


async def test_moving_a_post_gives_its_author_no_rights_over_earlier_comments(
    cast: Cast, moved: MovedPost
) -> None:
    """The author moved a post and then read and restored what Bob had deleted."""
    published, deleted_by_author, deleted_by_moderator, held = [
        await reply(cast.bob, moved.post, "Bob's words.") for _ in range(4)
    ]
    await edit_comment(cast.bob, published)
    await delete_comment(cast.bob, deleted_by_author)
    await delete_comment(cast.charlie, deleted_by_moderator)
    await hold_for_moderation(held, cast.charlie)
    await move(cast.alice, moved.post, moved.tea)
    for hidden in (deleted_by_author, deleted_by_moderator, held):
        for action in (read, comments.restore, comments.list_revisions, comments.destroy_branch):
            assert await get_error(action, cast.alice, hidden) == "not_found"
    for action in (comments.delete, comments.destroy_branch):
        assert await get_error(action, cast.alice, published) == "forbidden"
    assert await get_error(comments.list_revisions, cast.alice, published) == "not_found"
    can = (await get_comment_view(cast.alice, published)).can
    assert (can.delete, can.moderate, can.edit) == (False, False, False)
    await move(cast.alice, moved.post, moved.bread)
    for hidden in (deleted_by_author, deleted_by_moderator, held):
        assert await get_error(read, cast.guest, hidden) == "not_found"


async def test_a_thread_of_a_moved_post_does_not_show_hidden_text_to_its_author(
    cast: Cast, moved: MovedPost
) -> None:
    stub, held = [await reply(cast.bob, moved.post, "Bob's words.") for _ in range(2)]
    await reply(cast.charlie, moved.post, "An answer.", stub)
    await delete_comment(cast.charlie, stub)
    await hold_for_moderation(held, cast.charlie)
    await move(cast.alice, moved.post, moved.tea)
    async with read_session() as session:
        thread = await comments.get_thread(session, cast.alice, post_id=moved.post.id)
        reloaded = await comments.reload(
            session, cast.alice, post_id=moved.post.id, comment_ids=[stub.id, held.id]
        )
        pushed = await comments.find_audiences(session, stub.id, [cast.alice, cast.olga])
    assert [(item.id, item.text, item.can.moderate) for item in thread.items[:1]] == [
        (stub.id, "", False)
    ]
    assert [(item.id, item.text) for item in reloaded.items] == [(stub.id, "")]
    assert pushed is not None
    assert [(item.view.text, item.actors) for item in pushed.audiences] == [
        ("", [cast.alice]),
        ("Bob's words.", [cast.olga]),
    ]


async def test_moderators_may_moderate_the_comments_written_in_their_community(
    cast: Cast, moved: MovedPost
) -> None:
    in_bread = await reply(cast.bob, moved.post)
    await move(cast.alice, moved.post, moved.tea)
    in_tea = await reply(cast.bob, moved.post)
    assert await get_error(comments.delete, cast.charlie, in_bread) == "forbidden"
    assert await get_error(comments.delete, cast.charlie, in_tea) == "forbidden"
    assert await get_error(comments.delete, cast.alice, in_tea) == ""
    assert await get_error(comments.restore, cast.alice, in_tea) == ""
    await move(cast.alice, moved.post, moved.bread)
    assert await get_error(comments.delete, cast.charlie, in_tea) == "forbidden"
    assert await get_error(comments.delete, cast.charlie, in_bread) == ""
    assert await get_error(comments.restore, cast.charlie, in_bread) == ""


async def test_comments_on_a_post_without_community_belong_to_no_moderator_after_a_move(
    cast: Cast, moved: MovedPost
) -> None:
    post = await factories.post(cast.alice)
    comment = await reply(cast.bob, post)
    await move(cast.alice, post, moved.tea)
    assert await get_error(comments.delete, cast.alice, comment) == "forbidden"
    assert await get_error(comments.delete, cast.olga, comment) == ""


async def test_a_thread_with_comments_from_elsewhere_cannot_be_deleted_as_a_whole(
    cast: Cast, moved: MovedPost
) -> None:
    root = await reply(cast.bob, moved.post)
    await move(cast.alice, moved.post, moved.tea)
    answer = await reply(cast.bob, moved.post, parent=root)
    await move(cast.alice, moved.post, moved.bread)
    with pytest.raises(PermissionDenied, match="another community"):
        await run(comments.destroy_branch, cast.charlie, comment_id=root.id)
    assert (await get_comment_view(cast.guest, answer)).text == "Well said."
    assert await run(comments.destroy_branch, cast.olga, comment_id=root.id) == 2


async def test_the_edit_window_applies_to_what_a_moderator_wrote_before_the_move(
    cast: Cast, moved: MovedPost
) -> None:
    own = await reply(cast.alice, moved.post)
    await move(cast.alice, moved.post, moved.tea)
    with clock.travel(AFTER_EDIT_WINDOW):
        assert not (await get_comment_view(cast.alice, own)).can.edit
        with pytest.raises(PermissionDenied) as error:
            await edit_comment(cast.alice, own)
    assert error.value.code == "edit_window_expired"


async def test_moderators_pin_only_comments_of_their_community_and_authors_any_on_their_post(
    cast: Cast, moved: MovedPost
) -> None:
    async with unit_of_work() as session:
        await communities.join(session, cast.bob, community_id=moved.tea.id)
        await communities.add_moderator(
            session, cast.alice, community_id=moved.tea.id, user_id=cast.bob.id
        )
    in_bread = await reply(cast.charlie, moved.post)
    assert await run(comments.pin, cast.charlie, comment_id=in_bread.id)
    await move(cast.alice, moved.post, moved.tea)
    assert (await get_comment_view(cast.guest, in_bread)).is_pinned
    assert await get_error(comments.unpin, cast.bob, in_bread) == "forbidden"
    in_tea = await reply(cast.charlie, moved.post)
    assert await run(comments.pin, cast.bob, comment_id=in_tea.id)
    assert await run(comments.pin, cast.alice, comment_id=in_bread.id)


@pytest.mark.parametrize("has_reply", [False, True])
async def test_only_its_author_reads_and_restores_what_the_author_deleted(
    cast: Cast, moved: MovedPost, *, has_reply: bool
) -> None:
    comment = await reply(cast.bob, moved.post, "Bob's words.")
    await edit_comment(cast.bob, comment)
    if has_reply:
        await reply(cast.charlie, moved.post, parent=comment)
    await delete_comment(cast.bob, comment)
    refused = "forbidden" if has_reply else "not_found"
    for actor in (cast.alice, cast.charlie, cast.olga):
        assert await get_error(read, actor, comment) == "not_found"
        assert await get_error(comments.list_revisions, actor, comment) == "not_found"
        assert await get_error(comments.restore, actor, comment) == refused
    assert (await get_comment_view(cast.bob, comment)).text == "Better said."
    async with read_session() as session:
        history = await comments.list_revisions(session, cast.bob, comment_id=comment.id)
    assert [item.text for item in history.items] == ["Bob's words."]
    assert await get_error(comments.restore, cast.bob, comment) == ""
    assert (await get_comment_view(cast.guest, comment)).text == "Better said."


async def test_moderators_can_delete_a_thread_whose_first_comment_its_author_deleted(
    cast: Cast, moved: MovedPost
) -> None:
    root = await reply(cast.bob, moved.post)
    await reply(cast.bob, moved.post, parent=root)
    await delete_comment(cast.bob, root)
    assert await run(comments.destroy_branch, cast.charlie, comment_id=root.id) == 1
    assert await get_error(comments.restore, cast.charlie, root) == "not_found"


async def test_a_comment_that_a_moderator_deleted_is_hidden_from_its_author(
    cast: Cast, moved: MovedPost
) -> None:
    comment = await reply(cast.bob, moved.post)
    await delete_comment(cast.charlie, comment)
    assert await get_error(read, cast.bob, comment) == "not_found"
    assert await get_error(comments.restore, cast.bob, comment) == "forbidden"
    assert (await get_comment_view(cast.charlie, comment)).text == "Well said."


async def test_no_user_can_reply_or_react_to_a_comment_that_its_author_deleted(
    cast: Cast, moved: MovedPost
) -> None:
    comment = await reply(cast.bob, moved.post)
    await delete_comment(cast.bob, comment)
    with pytest.raises(DomainError):
        await reply(cast.bob, moved.post, parent=comment)
    with pytest.raises(DomainError):
        await react(cast.bob, comment)


async def test_deleted_comments_without_replies_do_not_exist_for_other_users(
    cast: Cast, moved: MovedPost
) -> None:
    comment = await reply(cast.bob, moved.post)
    await delete_comment(cast.bob, comment)
    for function in (comments.list_replies, comments.get_with_context):
        for actor in (cast.guest, cast.alice, cast.charlie, cast.olga):
            async with read_session() as session:
                with pytest.raises(NotFound):
                    await function(session, actor, comment_id=comment.id)


async def test_a_banned_author_cannot_restore_a_comment(cast: Cast, moved: MovedPost) -> None:
    comment = await reply(cast.bob, moved.post)
    await delete_comment(cast.bob, comment)
    banned = replace(cast.bob, banned_at=clock.now())
    assert await get_error(comments.restore, banned, comment) == "banned"
