"""State of the suggestions in an empty Personal feed."""

from typing import ClassVar

import reflex as rx
from sqlalchemy.ext.asyncio import AsyncSession

from community.domain import communities, discovery, follows
from community.realtime import topics
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.runtime import open_tabs, request_context
from community.state.runtime.actions import run_action, run_query
from community.state.runtime.forms import Id
from community.state.runtime.lists import remember_change
from community.state.runtime.policy import signed_in
from community.state.runtime.site_parts import reload_on_change


class FollowSuggestionsState(TransientVarsState, rx.State):
    """Communities and authors that the viewer can follow.

    Attributes:
        is_member_by_id: Maps community ids to whether the viewer is a member. Contains only
            memberships that changed after the suggestions were loaded.
        is_following_by_id: The same for the ids of authors.
        has_followed: Whether the viewer follows at least one of the suggestions.
    """

    suggestions: discovery.FollowSuggestions = discovery.FollowSuggestions()
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"suggestions"})
    is_member_by_id: dict[str, bool] = {}
    is_following_by_id: dict[str, bool] = {}
    has_followed: bool = False

    @rx.event
    @signed_in(limit="writes")
    async def join(self, community_id: Id, enabled: bool) -> None:
        change = communities.join if enabled else communities.leave
        await run_action(change, community_id=community_id)
        self.is_member_by_id = remember_change(self.is_member_by_id, community_id, enabled)
        self._update_has_followed()

    @rx.event
    @signed_in(limit="writes")
    async def follow(self, user_id: Id, enabled: bool) -> None:
        await run_action(follows.follow if enabled else follows.unfollow, user_id=user_id)
        self.is_following_by_id = remember_change(self.is_following_by_id, user_id, enabled)
        self._update_has_followed()

    @rx.event
    @signed_in()
    async def refresh(self) -> None:
        """Reload the suggestions. The server triggers this event after a change of the settings."""
        self.suggestions = await run_query(discovery.get_follow_suggestions)

    def _update_has_followed(self) -> None:
        changed = (self.is_member_by_id, self.is_following_by_id)
        self.has_followed = any(any(states.values()) for states in changed)

    async def _load(self, session: AsyncSession) -> None:
        open_tabs.subscribe("follow_suggestions", topics.page_part("follow_suggestions"))
        self.is_member_by_id, self.is_following_by_id, self.has_followed = {}, {}, False
        self.suggestions = await discovery.get_follow_suggestions(
            session, request_context.get_actor()
        )


reload_on_change("follow_suggestions", FollowSuggestionsState.refresh)
