"""State of the post editor.

The browser keeps the text and sends only the changes (`assets/ui/writing/post`). Each message
contains everything that the server needs to save the changes. Therefore the browser can repeat a
message after a lost connection, even if another server process receives the message.
"""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, ClassVar

import reflex as rx
from pydantic import Field
from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import DomainError, NotFound
from community.domain import communities, posts
from community.domain.communities.schemas import CommunitySummary
from community.domain.posts import PostLimitsView
from community.domain.posts.schemas import DraftView, PostChanges
from community.models import Post
from community.realtime import messages
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.pages.posts import draft_updates
from community.state.pages.posts.draft_updates import DraftRejected, DraftSaved, DraftUpdate
from community.state.runtime import forms, location, open_tabs, request_context
from community.state.runtime.forms import Id
from community.state.runtime.policy import public, signed_in
from community.state.runtime.request_context import run_action, run_query

MAX_COMMUNITY_OPTIONS = 12


class WritingState(TransientVarsState, rx.State):
    """The draft that is open in the editor, and the server's responses to changes."""

    path: str = ""  # the URL path for which `draft` was loaded
    draft: DraftView | None = None  # the stored draft; None for a new post
    # The community that the editor selects for a new post. The URL contains the slug of the
    # community.
    initial_community: CommunitySummary | None = None
    is_missing: bool = False
    # Whether the user is the author. The server saves changes by the author in a draft first, and
    # publishes changes by administrators directly.
    is_author: bool = True
    # The beginning of the stored text. `suggested_cover` is its first image.
    suggested_intro: str = ""
    suggested_cover: str = ""
    preview_url: str = ""  # the URL of the post; empty until the post is saved for the first time
    saved: DraftSaved | None = None  # the response to the last update that the server saved
    # The error in the last update. None if the server saved the last update.
    rejected: DraftRejected | None = None
    # Whether the server rejected the last update because the user has not confirmed their email
    needs_verification: bool = False
    limits: PostLimitsView = PostLimitsView()  # the limits that apply to posts of the user
    # The communities that the user can select in the publish dialog
    community_options: list[CommunitySummary] = []
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"community_options", "draft"})

    @rx.event
    @public()
    async def load(self) -> None:
        """Load the draft of the post in the URL, or prepare the editor for a new post.

        The server creates a new post only when the user makes the first change.
        """
        open_tabs.subscribe("page", messages.page_part_topic("editor"))
        self.draft, self.initial_community = None, None
        self.is_missing, self.is_author = False, True
        self.saved, self.rejected, self.needs_verification = None, None, False
        self.preview_url = self.suggested_intro = self.suggested_cover = ""
        try:
            if not request_context.get_actor().is_guest:
                async with read_session() as session:
                    await self._load_draft(session)
        except DomainError:
            self.is_missing = True
        self.path = location.get_path(self)

    @rx.event
    @signed_in()
    async def load_limits(self) -> None:
        """Reload the limits of posts. The server triggers this event after they changed."""
        self.limits = await run_query(posts.get_limits)

    @rx.event
    @signed_in()
    async def reload_draft(self, post_id: Id) -> None:
        self._show_draft(await run_query(posts.get_draft, post_id))

    @rx.event
    @signed_in(limit="writes")
    async def save(self, message: dict[str, Any]) -> None:
        await self._store(draft_updates.save_update, message)

    @rx.event
    @signed_in(limit="writes")
    async def publish(self, message: dict[str, Any]) -> None:
        await self._store(draft_updates.save_and_publish, message, is_publishing=True)

    @rx.event
    @signed_in(limit="writes")
    async def discard_changes(self, post_id: Id) -> None:
        await run_action(posts.discard_changes, post_id=post_id)
        self._show_draft(await run_query(posts.get_draft, post_id))

    @rx.event
    @signed_in(limit="search")
    async def search_communities(self, name: Annotated[str, Field(max_length=100)]) -> None:
        """Set `community_options` to those named like `name` in which the user may post."""
        self.community_options = await run_query(
            communities.list_allowed_for_posting, search=name, limit=MAX_COMMUNITY_OPTIONS
        )

    async def _load_draft(self, session: AsyncSession) -> None:
        actor = request_context.get_actor()
        self.limits = await posts.get_limits(session, actor)
        self.community_options = await communities.list_allowed_for_posting(
            session, actor, limit=MAX_COMMUNITY_OPTIONS
        )
        if location.get_path(self) == urls.WRITE:
            self.initial_community = await self._find_initial_community(session)
            return
        post_id = posts.parse_post_id(location.get_path_part(self, 1))
        self._show_draft(await posts.get_draft(session, actor, post_id))
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

    async def _store(
        self,
        store: Callable[[AsyncSession, DraftUpdate, PostChanges], Awaitable[Post]],
        message: dict[str, Any],
        *,
        is_publishing: bool = False,
    ) -> None:
        update = forms.parse(DraftUpdate, message)
        try:
            changed = await update.render_changes()
            async with unit_of_work() as session:
                post = await store(session, update, changed)
                draft = await posts.get_draft(session, request_context.get_actor(), post.id)
        except DomainError as error:
            self.rejected = DraftRejected.build(update, error)
            self.needs_verification = error.code == "email_unverified"
            return
        redirect_to = urls.post(post.id, post.slug) if is_publishing else ""
        self.saved = DraftSaved.build(update, draft, redirect_to=redirect_to)
        self.rejected, self.needs_verification = None, False
        self._set_derived_vars(draft)

    def _show_draft(self, draft: DraftView) -> None:
        self.draft = draft
        self._set_derived_vars(draft)

    def _set_derived_vars(self, draft: DraftView) -> None:
        self.preview_url = urls.post(draft.id, draft.slug)
        self.suggested_intro = posts.suggest_intro(draft.text)
        self.suggested_cover = posts.suggest_cover(draft.text)
