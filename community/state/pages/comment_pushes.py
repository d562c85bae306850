"""Pushes of comments to open pages."""

from collections.abc import Mapping
from typing import ClassVar

from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.domain import comments
from community.domain.comments import Audience
from community.domain.comments.schemas import CommentView
from community.domain.site.schemas import ReactionCount
from community.realtime import messages
from community.state.pages.discussion import get_sortable_timestamp, without_uneditable_text
from community.state.runtime import open_tabs
from community.state.runtime.actions import run_query
from community.state.runtime.live_updates import on_message
from community.state.runtime.open_tabs import Push


class CommentPush(Push):
    """A comment that was added or changed, as the viewer sees it.

    Attributes:
        comments_count: The number of comments on the post. None if it did not change.
        loaded_at: The result of `get_sortable_timestamp` from just before the comment was loaded.
        is_submitted_here: Whether the viewer has just submitted the comment in this tab.
    """

    push_type: ClassVar[str] = "comment"

    comment: CommentView
    comments_count: int | None = None
    loaded_at: str
    is_submitted_here: bool = False


class CommentReactionsPush(Push):
    """The reactions to a comment after the viewer has reacted to it in this tab."""

    push_type: ClassVar[str] = "comment_reactions"

    comment_id: int
    reactions: list[ReactionCount]
    my_reaction: str | None


@on_message(messages.CommentChanged)
async def push_comment(message: messages.CommentChanged) -> None:
    """Send a changed comment to the tabs that show its post."""
    tabs_by_viewer = await open_tabs.group_by_viewer(message.topic)
    if not tabs_by_viewer:
        return
    loaded_at = get_sortable_timestamp()
    async with read_session() as session:
        found = await comments.find_audiences(session, message.comment_id, tabs_by_viewer)
    if found is None:
        return
    # Small audiences first, because writing to a thousand sockets takes some 20 milliseconds.
    for audience in sorted(found.audiences, key=lambda one: _count_tabs(one, tabs_by_viewer)):
        push = CommentPush(
            comment=without_uneditable_text(audience.view),
            comments_count=found.comments_count,
            loaded_at=loaded_at,
        )
        await open_tabs.send_to_viewers(push, audience.actors, tabs_by_viewer)


def _count_tabs(audience: Audience, tabs_by_viewer: Mapping[Actor, list[str]]) -> int:
    return sum(len(tabs_by_viewer[actor]) for actor in audience.actors)


async def send_submitted_comment(comment_id: int) -> None:
    """Send a comment that the viewer wrote or edited to the tab that sent the current event."""
    loaded_at = get_sortable_timestamp()
    view = await run_query(comments.get_view, comment_id)
    push = CommentPush(comment=view, loaded_at=loaded_at, is_submitted_here=True)
    await open_tabs.send_to_sender(push)
