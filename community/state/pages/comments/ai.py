"""State of the AI summary of the open post, and of the answers of the assistant."""

import reflex as rx
from sqlalchemy.ext.asyncio import AsyncSession

from community.core.db.sessions import read_session
from community.core.errors import NotFound, PermissionDenied
from community.domain import ai, posts
from community.realtime import messages
from community.state.runtime import location, open_tabs, request_context
from community.state.runtime.forms import Id
from community.state.runtime.policy import public, signed_in
from community.state.runtime.request_context import run_action, run_query

_PAGE_PART = "summary"


class SummaryState(rx.State):
    """The summary, while the viewer has its box open."""

    is_offered: bool = False  # whether the page has the box; it is also shown without the feature
    is_open: bool = False
    summary: ai.SummaryView = ai.SummaryView(post_id=0)
    _post_id: int = 0

    def _show_closed(self, post_id: int, *, is_offered: bool) -> None:
        """Show the closed box, if the post has summaries. `PostState.load` calls this."""
        open_tabs.subscribe(_PAGE_PART)
        self._hide()
        self._post_id, self.is_offered = post_id, is_offered

    @rx.event
    @public()
    async def reload_offer(self) -> None:
        """Show or hide the box. The server triggers this event after a change of the settings."""
        async with read_session() as session:
            actor = request_context.get_actor()
            post = await posts.get_readable(session, actor, self._post_id)
            self.is_offered = await ai.is_summary_offered(session, post)
        if not self.is_offered:
            self._hide()

    @rx.event
    @signed_in(limit="writes")
    async def open(self, post_id: Id) -> None:
        """Show the summary of the post, and request it if there is none."""
        await run_action(ai.request_summary, post_id=post_id)
        if not location.is_post_open(self, post_id):
            return
        # Subscribe before loading, so that no part is missed.
        open_tabs.subscribe(_PAGE_PART, messages.post_summary_topic(post_id))
        self.summary = await run_query(ai.get_summary, post_id)
        self.is_open = True

    @rx.event
    @signed_in()
    async def close(self) -> None:
        open_tabs.subscribe(_PAGE_PART)
        self._hide()

    @rx.event
    @signed_in()
    async def refresh(self) -> None:
        """Load the summary again, because it was written further or removed."""
        if not self.is_open:
            return
        try:
            self.summary = await run_query(ai.get_summary, self.summary.post_id)
        except (NotFound, PermissionDenied):
            self._hide()

    def _hide(self) -> None:
        self.is_open, self.summary = False, ai.SummaryView(post_id=0)


class AssistantState(rx.State):
    """What has become of the viewer's latest question below the open post."""

    slug: str = ""  # the username with which people ask the assistant, or "" if it is off
    may_ask: bool = False  # whether the viewer may ask it; otherwise, the button offers plans
    question: ai.QuestionView = ai.QuestionView()
    _post_id: int = 0

    async def _load(self, session: AsyncSession, post_id: int) -> None:
        """Load the question, and subscribe to its changes. `PostState.load` calls this."""
        actor = request_context.get_actor()
        self._post_id = post_id
        await self._load_slug(session)
        self.may_ask = ai.may_ask_assistant(actor)
        self.question = await ai.find_question(session, actor, post_id)

    async def _load_slug(self, session: AsyncSession) -> None:
        actor, self.slug = request_context.get_actor(), await ai.find_assistant_slug(session)
        is_shown = bool(self.slug) and not actor.is_guest
        question_topics = [messages.assistant_topic(actor.id)] if is_shown else []
        open_tabs.subscribe("assistant", messages.page_part_topic("assistant"), *question_topics)

    @rx.event
    @public()
    async def reload_slug(self) -> None:
        """Show or hide the assistant. The server triggers this event after a change of settings."""
        async with read_session() as session:
            await self._load_slug(session)

    @rx.event
    @signed_in()
    async def allow(self) -> None:
        """Let the viewer ask, for example after they have bought a plan in another tab.

        The error of viewers without the feature opens the dialog that offers plans.
        """
        ai.ensure_may_ask_assistant(request_context.get_actor())
        self.may_ask = True

    @rx.event
    @signed_in()
    async def refresh(self) -> None:
        self.question = await run_query(ai.find_question, self._post_id)
