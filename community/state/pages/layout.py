"""State that all pages share: the viewer, their unseen notifications, and site-wide settings."""

from typing import ClassVar

import reflex as rx
from sqlalchemy.ext.asyncio import AsyncSession

from community.core.db.sessions import read_session
from community.core.settings import settings
from community.domain import (
    accounts,
    chat,
    identity,
    notifications,
    people,
    site,
    subscriptions as paid_plans,
)
from community.domain.people import UserSummary
from community.domain.site import SiteView
from community.domain.site.schemas import ReactionChoice
from community.realtime import chat_changes, messages
from community.reflex_adapter.events import RELOAD_PAGE
from community.state.pages.account_notice import AccountNotice, get_account_notice
from community.state.pages.advertisements import PageAdvertisementsState
from community.state.pages.chat.unread_messages import UnreadMessagesPush
from community.state.pages.notifications import UnseenCountPush
from community.state.runtime import open_tabs, request_context
from community.state.runtime.offer import OfferState
from community.state.runtime.policy import public
from community.state.runtime.toasts import ToastsState


class LayoutState(rx.State):
    """Data for the header and the navigation, which are part of every page."""

    viewer: UserSummary | None = None
    is_loaded: bool = False
    is_signed_in: bool = False
    is_admin: bool = False
    shows_plans: bool = False
    notice: AccountNotice | None = None
    reactions: list[ReactionChoice] = []
    site: SiteView = SiteView(name=settings().site_name)

    @rx.event
    @public()
    async def load(self) -> None:
        """Load the data of the viewer, and subscribe the browser tab to notifications.

        The browser sends this event whenever a page opens, before the other events of the page.
        The tab no longer receives updates of the page that it showed before.
        """
        open_tabs.leave_page()
        await self._load_viewer()
        self.is_loaded = True
        toasts = await self.get_state(ToastsState)
        toasts._remove_expired_toasts()
        (await self.get_state(OfferState)).is_open = False
        self._open_sign_in_dialog_from_url(toasts, request_context.get_actor().is_guest)
        await self._load_invitation(toasts)

    @rx.event
    @public()
    async def refresh(self) -> None:
        """Reload the viewer, whose account has changed or who signed out in another tab."""
        await self._load_viewer()
        await (await self.get_state(PageAdvertisementsState))._refresh()

    @rx.event
    @public()
    async def load_site(self) -> None:
        """Reload what all viewers see alike. The server triggers this event after a change."""
        async with read_session() as session:
            await self._load_site(session)

    async def _load_site(self, session: AsyncSession) -> None:
        if (reactions := await site.list_all_reactions(session)) != self.reactions:
            self.reactions = reactions
        if (view := await site.get_site_view(session)) != self.site:
            self.site = view

    async def _load_viewer(self) -> None:
        actor = request_context.get_actor()
        # Subscribe before reading the counts. In the opposite order, a notification that is created
        # between the two steps would be missed.
        bell_topics = (
            ()
            if actor.is_guest
            else (
                messages.user_topic(actor.id),
                messages.INBOXES_TOPIC,
                chat_changes.chats_topic(actor.id),
            )
        )
        open_tabs.subscribe("bell", *bell_topics)
        viewer_part = messages.page_part_topic("sign_in" if actor.is_guest else "account")
        open_tabs.subscribe("frame", messages.page_part_topic("frame"), viewer_part)
        self.is_signed_in, self.is_admin = not actor.is_guest, actor.is_shown_admin_panel
        async with read_session() as session:
            await self._load_site(session)
            self.notice = get_account_notice(
                actor,
                is_verification_required=self.site is not None
                and self.site.requires_verified_email,
            )
            if actor.is_guest:
                self.viewer, self.shows_plans, unseen_count = None, False, 0
                unread = chat.UnreadCounts(chats=0, messages=0)
            else:
                self.viewer = (await people.find_user_summaries(session, [actor.id])).get(actor.id)
                self.shows_plans = await paid_plans.shows_plans(session, actor)
                unseen_count = (await notifications.get_counts(session, actor)).unseen
                unread = await chat.count_unread(session, actor)
        await open_tabs.send_to_sender(UnseenCountPush(unseen_count=unseen_count))
        await open_tabs.send_to_sender(UnreadMessagesPush.build(unread))

    def _open_sign_in_dialog_from_url(self, toasts: ToastsState, is_guest: bool) -> None:
        """Open the sign-in dialog if the viewer is a guest and the URL contains `?modal=auth`.

        The query parameter `next` contains the URL that the browser opens after the sign-in. With
        `form=register`, the dialog shows the registration form.
        """
        params = self.router.url.query_parameters
        toasts.is_registering = params.get("form") == "register"
        toasts.is_sign_in_open = is_guest and params.get("modal") == "auth"
        toasts.next_url = params.get("next", "")
        toasts.sign_in_problem = identity.providers.get_problem_text(params.get("problem", ""))

    async def _load_invitation(self, toasts: ToastsState) -> None:
        """Check the invitation in the URL, so that the dialog says at once if it has expired."""
        token = self.router.url.query_parameters.get("invitation", "")
        toasts.invitation = token[: accounts.invitations.MAX_TOKEN_LENGTH]
        toasts.invitation_problem = ""
        if toasts.is_sign_in_open and toasts.invitation:
            async with read_session() as session:
                toasts.invitation_problem = await accounts.invitations.find_problem(
                    session, toasts.invitation
                )


class AuthorChangedPush(open_tabs.Push):
    """What open pages now show as the author of the posts and comments of a user.

    After a merge, `account` is the account to which they now belong.
    """

    push_type: ClassVar[str] = "author_changed"

    user_id: int
    account: UserSummary


async def push_merged_account(message: messages.AccountsMerged) -> None:
    """Tell all tabs which account the closed account was merged into."""
    await _push_author(message.source_id, account_id=message.target_id)


async def push_changed_author(message: messages.AuthorChanged) -> None:
    """Show all tabs the current name of an author, for example of a deleted account."""
    await _push_author(message.user_id, account_id=message.user_id)


async def _push_author(user_id: int, *, account_id: int) -> None:
    async with read_session() as session:
        found = await people.find_user_summaries(session, [account_id], with_deleted=True)
    for account in found.values():
        push = AuthorChangedPush(user_id=user_id, account=account)
        await open_tabs.send(push, open_tabs.get_all_tabs())


def refresh_tabs_of_user(message: messages.UserChanged) -> None:
    """Reload the viewer, or the page, in the tabs of a user whose data has changed."""
    tabs = open_tabs.get_subscribed_tabs(messages.user_topic(message.user_id))
    for tab in tabs:
        open_tabs.forget_viewer(tab)
    open_tabs.trigger(RELOAD_PAGE if message.must_reload else LayoutState.refresh, tabs)
