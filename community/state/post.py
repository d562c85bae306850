"""State of the post page in one browser tab."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

import reflex as rx
from pydantic import Field

from community import urls
from community.core.database import read_session, unit_of_work
from community.core.errors import NotFound
from community.domain import posts, reactions
from community.domain.posts.schemas import PostView
from community.domain.site.schemas import ReactionCount
from community.realtime import subscriptions, topics
from community.state import location, request_context
from community.state.comments import CommentsState
from community.state.discussion import get_sortable_timestamp
from community.state.forms import Id
from community.state.policy import public, signed_in
from community.state.transient_vars import TransientVarsState


@dataclass(frozen=True)
class OpenedPost:
    """The fields of the open post that the server still needs after sending the post."""

    author_id: int
    is_watching: bool


class PostState(TransientVarsState, rx.State):
    """The open post, the viewer's permissions for it, and its reactions.

    Attributes:
        path: The URL path for which the post was loaded.
        redirect_url: The current URL of the post if its path differs from `path`, else empty.
        reactions: The reaction counts. When they change, `push_dispatcher` sends the new counts to
            the browser.
    """

    post: PostView | None = None
    path: str = ""
    is_missing: bool = False
    redirect_url: str = ""
    reactions: list[ReactionCount] = []
    my_reaction: str = ""
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"post"})
    _opened_post: OpenedPost | None = None

    @rx.event
    @public()
    async def load(self) -> None:
        """Load the post in the URL and its discussion, and subscribe the browser tab to changes."""
        self.path = location.get_path(self)
        discussion, as_of = await self.get_state(CommentsState), get_sortable_timestamp()
        try:
            post_id = location.get_post_id(self)
            subscriptions.set_topics(
                request_context.get_tab_token(), "page", (topics.post(post_id),)
            )
            async with read_session() as session:
                self.post = await posts.get_view(session, request_context.get_actor(), post_id)
                await discussion._load(session, post_id, as_of)
        except NotFound:
            self.post, self.is_missing, self.redirect_url, self._opened_post = None, True, "", None
            return
        posts.record_view(request_context.get_actor(), post_id)
        self.is_missing = False
        self._opened_post = OpenedPost(self.post.author.id, self.post.is_watching)
        self.reactions, self.my_reaction = self.post.reactions, self.post.my_reaction or ""
        self.redirect_url = (
            urls.copy_query_string(self.post.url, location.get_full_path(self))
            if self.post.url != self.path
            else ""
        )

    @rx.event
    @signed_in(limit="writes")
    async def react(self, post_id: Id, code: Annotated[str, Field(max_length=30)]) -> None:
        """Set the viewer's reaction to a post. An empty `code` removes the reaction.

        The browser queues events while it is offline. When the browser sends the event, the tab can
        already show another page. Then the reaction is stored, but the page stays unchanged.
        """
        async with unit_of_work() as session:
            summary = await reactions.react(
                session,
                request_context.get_actor(),
                target="post",
                target_id=post_id,
                code=code or None,
            )
        if not location.is_post_open(self, post_id):
            return
        self.reactions, self.my_reaction = summary.reactions, summary.my_reaction or ""
