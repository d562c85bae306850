"""State of the list of communities, of the page of a community, and of closing it."""

from typing import Any, ClassVar

import reflex as rx
from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, errors
from community.core.actor import Actor
from community.core.db.pagination import Page
from community.core.db.sessions import read_session
from community.domain import communities, notifications, pages, posts
from community.i18n import gettext as _
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.pages.communities.community_form import CommunityFormState
from community.state.pages.feed import FeedState
from community.state.runtime import forms, lists, location, request_context, toasts
from community.state.runtime.forms import Id
from community.state.runtime.policy import public, signed_in
from community.state.runtime.request_context import run_action, run_query


class CommunitiesState(TransientVarsState, rx.State):
    """The most recently loaded page of the list of communities."""

    loaded_page: lists.CommunityListPage | None = None
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"loaded_page"})
    # Maps community ids to whether the viewer is a member. Contains only memberships that changed
    # after the page was loaded.
    is_member_by_id: dict[str, bool] = {}

    @rx.event
    @public()
    async def load(self) -> None:
        self.is_member_by_id = {}
        self._show(await lists.load_first_page(self, self._list))

    @rx.event
    @public()
    async def load_more(self, cursor: location.Cursor) -> None:
        self._show(await self._list(cursor), cursor)

    @rx.event
    @signed_in(limit="writes")
    async def join(self, community_id: Id, enabled: bool) -> None:
        change = communities.join if enabled else communities.leave
        await run_action(change, community_id=community_id)
        self.is_member_by_id = lists.remember_change(self.is_member_by_id, community_id, enabled)

    async def _list(self, cursor: str) -> Page[communities.CommunityView]:
        return _copy_without_rules(await run_query(communities.list_largest, cursor=cursor))

    def _show(self, page: Page[communities.CommunityView], cursor: str = "") -> None:
        self.loaded_page = lists.build_list_page(lists.CommunityListPage, self, page, cursor)


def _copy_without_rules(page: Page[communities.CommunityView]) -> Page[communities.CommunityView]:
    """Return the page without the rules, which can be long and are not shown in the list."""
    items = [view.model_copy(update={"rules": "", "rules_html": ""}) for view in page.items]
    return Page(items=items, next_cursor=page.next_cursor)


class CommunityState(location.SlugPageState, rx.State):
    """The community that the page shows, including the viewer's membership and permissions."""

    community: communities.CommunityView | None = None
    # The first posts that wait for review, if the viewer is a moderator
    held_posts: list[posts.PostCard] = []

    @rx.event
    @public()
    async def load(self) -> None:
        self._start_loading()
        actor, as_of = request_context.get_actor(), clock.now()
        feed = await self.get_state(FeedState)
        try:
            slug = location.get_path_part(self, 1)
            async with read_session() as session:
                page = await lists.load_first_page(
                    self,
                    lambda cursor: pages.load_community_page(
                        session,
                        actor,
                        slug,
                        is_new=self.path.endswith("/new"),
                        cursor=cursor,
                        on_feed=feed._open,
                    ),
                )
                self.held_posts = await _list_held_posts(session, actor, page.community)
                await feed._load_advertisements(session)
        except errors.NotFound as error:
            self.community, self.held_posts = None, []
            self._redirect_or_report_missing(error)
            return
        self.community = page.community
        feed._show(page.posts, as_of)

    @rx.event
    @signed_in(limit="writes")
    async def join(self, community_id: Id, enabled: bool) -> None:
        change = communities.join if enabled else communities.leave
        await run_action(change, community_id=community_id)
        await self._reload_community_if_shown(community_id)

    @rx.event
    @signed_in(limit="writes")
    async def subscribe(self, community_id: Id, enabled: bool) -> None:
        await run_action(
            notifications.subscribe_to_community
            if enabled
            else notifications.unsubscribe_from_community,
            community=community_id,
        )
        await self._reload_community_if_shown(community_id)

    async def _reload_community_if_shown(self, community_id: int) -> None:
        """Reload the community if the page still shows it (see `ProfileState._reload_profile`)."""
        if self.community is not None and self.community.id == community_id:
            self.community = await run_query(communities.get_view, community_id)


async def _list_held_posts(
    session: AsyncSession, actor: Actor, community: communities.CommunityView
) -> list[posts.PostCard]:
    """Return the held posts for a moderator. Only live pages, in which they can act, show them."""
    if not community.is_moderator or actor.is_read_only:
        return []
    return (await posts.list_held(session, actor, community_id=community.id)).items


class CommunityClosingState(rx.State):
    """The dialog that asks whether to close the community, and the error below its input."""

    is_dialog_open: bool = False
    error: str = ""

    @rx.event
    @signed_in()
    async def show_dialog(self, is_open: bool) -> None:
        self.is_dialog_open, self.error = is_open, ""

    @rx.event
    @signed_in(limit="writes")
    async def close(self, message: dict[str, Any]) -> None:
        """Close the community in the form, if the user typed its name."""
        typed = forms.parse(forms.ConfirmationData, message).confirmation
        form = await self.get_state(CommunityFormState)
        if form.community is None:
            return
        try:
            forms.ensure_name_confirmed(typed, form.community.name)
        except errors.Invalid as error:
            self.error = error.message
            return
        self.is_dialog_open = False
        await run_action(communities.close, community_id=form.community.id)
        form.community = await run_query(communities.get_view, form.community.id)
        await toasts.show_toast(self, _("Community closed"))

    @rx.event
    @signed_in(limit="writes")
    async def reopen(self) -> None:
        form = await self.get_state(CommunityFormState)
        if form.community is None:
            return
        await run_action(communities.reopen, community_id=form.community.id)
        form.community = await run_query(communities.get_view, form.community.id)
        await toasts.show_toast(self, _("Community reopened"))
