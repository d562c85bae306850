"""State of the post editor.

The browser keeps the text and sends only the changes (`assets/ui/writing/post`). Each message
contains everything that the server needs to save the changes. Therefore the browser can repeat a
message after a lost connection, even if another server process receives the message.
"""

from typing import Annotated, Any

import reflex as rx
from pydantic import Field
from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.database import read_session, unit_of_work
from community.core.errors import DomainError, NotFound
from community.domain import communities, posts
from community.domain.communities.schemas import CommunitySummary
from community.domain.posts.schemas import DraftView
from community.realtime import subscriptions
from community.state import draft_updates, forms, location, request_context
from community.state.draft_updates import DraftRejected, DraftSaved, DraftUpdate
from community.state.forms import Id
from community.state.policy import public, signed_in

MAX_COMMUNITY_OPTIONS = 12


class WritingState(rx.State):
    """The draft that is open in the editor, and the server's responses to changes.

    Attributes:
        path: The URL path for which `draft` was loaded.
        draft: The stored draft. None for a new post.
        initial_community: The community that the editor selects for a new post. The URL contains
            the slug of the community.
        is_author: Whether the user is the author. The server saves changes by the author in a draft
            first, and publishes changes by administrators directly.
        preview_url: The URL of the post. Empty until the post is saved for the first time.
        saved: The response to the last update that the server saved.
        rejected: The error in the last update. None if the server saved the last update.
        community_options: The communities that the user can select in the publish dialog.
    """

    path: str = ""
    draft: DraftView | None = None
    initial_community: CommunitySummary | None = None
    is_missing: bool = False
    is_author: bool = True
    preview_url: str = ""
    saved: DraftSaved | None = None
    rejected: DraftRejected | None = None
    community_options: list[CommunitySummary] = []

    @rx.event
    @public()
    async def load(self) -> None:
        """Load the draft of the post in the URL, or prepare the editor for a new post.

        The server creates a new post only when the user makes the first change.
        """
        subscriptions.set_topics(request_context.get_tab_token(), "page", ())
        self.draft, self.initial_community = None, None
        self.is_missing, self.is_author = False, True
        self.saved, self.rejected, self.preview_url = None, None, ""
        try:
            if not request_context.get_actor().is_guest:
                async with read_session() as session:
                    await self._load_draft(session)
        except DomainError:
            self.is_missing = True
        self.path = location.get_path(self)

    @rx.event
    @signed_in()
    async def reload_draft(self, post_id: Id) -> None:
        """Reload the stored draft. The draft then replaces the text in the browser tab."""
        async with read_session() as session:
            self.draft = await posts.get_draft(session, request_context.get_actor(), post_id)

    @rx.event
    @signed_in(limit="writes")
    async def save(self, message: dict[str, Any]) -> None:
        update = forms.parse(DraftUpdate, message)
        try:
            async with unit_of_work() as session:
                post = await draft_updates.save_update(session, update)
                draft = await posts.get_draft(session, request_context.get_actor(), post.id)
        except DomainError as error:
            self.rejected = DraftRejected.build(update, error)
        else:
            self._set_saved_response(DraftSaved.build(update, draft), draft)

    @rx.event
    @signed_in(limit="writes")
    async def publish(self, message: dict[str, Any]) -> None:
        update = forms.parse(DraftUpdate, message)
        try:
            async with unit_of_work() as session:
                post = await draft_updates.save_and_publish(session, update)
                draft = await posts.get_draft(session, request_context.get_actor(), post.id)
        except DomainError as error:
            self.rejected = DraftRejected.build(update, error)
        else:
            url = urls.post(post.id, post.slug)
            self._set_saved_response(DraftSaved.build(update, draft, redirect_to=url), draft)

    @rx.event
    @signed_in(limit="writes")
    async def discard_changes(self, post_id: Id) -> None:
        async with unit_of_work() as session:
            await posts.discard_changes(session, request_context.get_actor(), post_id=post_id)
            self.draft = await posts.get_draft(session, request_context.get_actor(), post_id)

    @rx.event
    @signed_in(limit="search")
    async def search_communities(self, name: Annotated[str, Field(max_length=100)]) -> None:
        """Set `community_options` to communities in which the user may post.

        Their names contain `name`.
        """
        async with read_session() as session:
            self.community_options = await communities.list_allowed_for_posting(
                session, request_context.get_actor(), search=name, limit=MAX_COMMUNITY_OPTIONS
            )

    async def _load_draft(self, session: AsyncSession) -> None:
        actor = request_context.get_actor()
        self.community_options = await communities.list_allowed_for_posting(
            session, actor, limit=MAX_COMMUNITY_OPTIONS
        )
        if location.get_path(self) == urls.WRITE:
            self.initial_community = await self._find_initial_community(session)
            return
        post_id = location.get_post_id(self)
        self.draft = await posts.get_draft(session, actor, post_id)
        self.preview_url = urls.post(self.draft.id, self.draft.slug)
        post = await posts.get_readable(session, actor, post_id)
        self.is_author = actor.is_user(post.author_id)

    async def _find_initial_community(self, session: AsyncSession) -> CommunitySummary | None:
        slug = location.get_query_param(self, "community")
        if not slug:
            return None
        try:
            community = await communities.get_view(session, request_context.get_actor(), slug)
        except NotFound:
            return None
        return CommunitySummary.model_validate(community) if community.can_post else None

    def _set_saved_response(self, response: DraftSaved, draft: DraftView) -> None:
        self.saved, self.rejected = response, None
        self.preview_url = urls.post(draft.id, draft.slug)
