"""The post that this tab has open."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

import reflex as rx
from pydantic import Field

from community import urls
from community.core.database import reading, unit_of_work
from community.core.errors import NotFound
from community.domain import posts, reactions
from community.domain.posts.schemas import PostView
from community.domain.site.schemas import ReactionCount
from community.realtime import topics, watchers
from community.state import identity, place
from community.state.comments import Comments
from community.state.discussion import moment
from community.state.forms import Id
from community.state.passing import Passing
from community.state.policy import public, signed_in


@dataclass(frozen=True)
class Opened:
    """What the server keeps of the post that a tab shows."""

    author_id: int
    is_watched: bool


class Post(Passing, rx.State):
    """An article and what the viewer may do with it.

    Attributes:
        path: the address that was opened: what is shown belongs to it and to no other.
        moved: the address that the post has now, if that is another.
        reactions: as they are now; what others choose is pushed here (`state/live.py`).
    """

    post: PostView | None = None
    path: str = ""
    missing: bool = False
    moved: str = ""
    reactions: list[ReactionCount] = []
    my_reaction: str = ""
    _passing: ClassVar[frozenset[str]] = frozenset({"post"})
    _opened: Opened | None = None

    @rx.event
    @public()
    async def open(self) -> None:
        """The page of a post was opened: listen to it, then load it with its discussion."""
        self.path = place.path(self)
        discussion, as_of = await self.get_state(Comments), moment()
        try:
            post_id = place.post_id(self)
            watchers.watch(identity.tab(), "page", (topics.post(post_id),))
            async with reading() as session:
                self.post = await posts.get_view(session, identity.actor(), post_id)
                await discussion._open(session, post_id, as_of)
        except NotFound:
            self.post, self.missing, self.moved, self._opened = None, True, "", None
            return
        posts.note_view(identity.actor(), post_id)
        self.missing = False
        self._opened = Opened(self.post.author.id, self.post.is_watching)
        self.reactions, self.my_reaction = self.post.reactions, self.post.my_reaction or ""
        self.moved = (
            urls.elsewhere(self.post.url, place.address(self)) if self.post.url != self.path else ""
        )

    @rx.event
    @signed_in(limit="writes")
    async def react(self, post_id: Id, code: Annotated[str, Field(max_length=30)]) -> None:
        """Choose a reaction to a post; an empty code takes it back.

        Pressed without a connection, it may arrive when the tab shows another page.
        """
        async with unit_of_work() as session:
            summary = await reactions.react(
                session, identity.actor(), target="post", target_id=post_id, code=code or None
            )
        if not place.is_post(self, post_id):
            return
        self.reactions, self.my_reaction = summary.reactions, summary.my_reaction or ""
