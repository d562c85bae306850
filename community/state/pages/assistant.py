"""State of the assistant at the comment forms of the open post."""

import reflex as rx
from sqlalchemy.ext.asyncio import AsyncSession

from community.core.db.sessions import read_session
from community.domain import ai
from community.domain.ai import QuestionView
from community.realtime import hub, messages, subscriptions, topics
from community.state.runtime import open_tabs, request_context
from community.state.runtime.actions import run_query
from community.state.runtime.policy import public, signed_in
from community.state.runtime.site_parts import reload_on_change


class AssistantState(rx.State):
    """What has become of the viewer's latest question below the open post.

    Attributes:
        slug: The username with which people ask the assistant, or "" if it is off.
        may_ask: Whether the viewer may ask it. Otherwise, the button offers plans.
    """

    slug: str = ""
    may_ask: bool = False
    question: QuestionView = QuestionView()
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
        question_topics = [topics.assistant(actor.id)] if is_shown else []
        open_tabs.subscribe("assistant", topics.page_part("assistant"), *question_topics)

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
        """Load the question again. The server triggers this event after a change."""
        self.question = await run_query(ai.find_question, self._post_id)


def refresh_questions(message: messages.QuestionChanged) -> None:
    """Load the question again in the open tabs of the user."""
    open_tabs.trigger(AssistantState.refresh, subscriptions.get_subscribed_tabs(message.topic))


hub.subscribe(messages.QuestionChanged, refresh_questions)
reload_on_change("assistant", AssistantState.reload_slug)
