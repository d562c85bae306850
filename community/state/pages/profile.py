"""State of profiles: the header, the tabs, and the lists of followers."""

from typing import ClassVar, get_args

import reflex as rx

from community.core import clock, errors
from community.core.db.pagination import Page
from community.core.db.sessions import read_session
from community.domain import comments, discovery, follows, notifications, pages, people
from community.domain.comments.schemas import AuthoredComment
from community.domain.follows.queries import UserListItem
from community.domain.people.schemas import UserSummary
from community.i18n import gettext as _
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.pages.feed import FeedState
from community.state.runtime import lists, location, request_context, toasts
from community.state.runtime.forms import Id
from community.state.runtime.policy import public, signed_in
from community.state.runtime.request_context import run_action, run_query


class ProfileState(location.SlugPageState, rx.State):
    """The profile that the pages show. `is_own` says whether it belongs to the viewer."""

    profile: people.Profile | None = None
    is_own: bool = False
    about: discovery.AboutUser | None = None  # what only the page about the user shows

    @rx.event
    @public()
    async def load(self) -> None:
        """Load the profile, and what the tab in the URL shows."""
        self._start_loading()
        actor, tab = request_context.get_actor(), self._get_tab()
        feed, as_of = await self.get_state(FeedState), clock.now()
        try:
            slug = location.get_path_part(self, 0 if tab == "posts" else 1)
            async with read_session() as session:
                page = await lists.load_first_page(
                    self,
                    lambda cursor: pages.load_profile_page(
                        session,
                        actor,
                        slug,
                        tab,
                        cursor=cursor,
                        period=location.get_query_param(self, "period"),
                        on_feed=feed._open,
                    ),
                )
                if tab == "posts":
                    await feed._load_advertisements(session)
        except errors.NotFound as error:
            self.profile = None
            self._redirect_or_report_missing(error)
            return
        self.profile, self.is_own = page.profile, page.is_own
        if tab == "posts":
            feed._show(page.posts, as_of)
        elif tab == "comments":
            (await self.get_state(ProfileCommentsState))._show(page.comments)
        else:
            self.about = page.about

    @rx.event
    @signed_in(limit="writes")
    async def follow(self, user_id: Id, enabled: bool) -> None:
        await run_action(follows.follow if enabled else follows.unfollow, user_id=user_id)
        await self._reload_relation(user_id)

    @rx.event
    @signed_in(limit="writes")
    async def subscribe(self, user_id: Id, enabled: bool) -> None:
        await run_action(
            notifications.subscribe_to_author if enabled else notifications.unsubscribe_from_author,
            author=user_id,
        )
        await self._reload_relation(user_id)

    @rx.event
    @signed_in(limit="writes")
    async def ignore(self, user_id: Id, term: follows.IgnoreTerm) -> None:
        await run_action(follows.ignore, user_id=user_id, term=term)
        name = (await self._reload_profile(user_id)).name
        await toasts.show_toast(self, _("You're ignoring {name}", name=name))

    @rx.event
    @signed_in(limit="writes")
    async def stop_ignoring(self, user_id: Id) -> None:
        await run_action(follows.unignore, user_id=user_id)
        name = (await self._reload_profile(user_id)).name
        await toasts.show_toast(self, _("You've stopped ignoring {name}", name=name))

    def _get_tab(self) -> pages.ProfileTab:
        path = location.get_path_parts(self)
        return next((tab for tab in get_args(pages.ProfileTab) if path[2:] == [tab]), "posts")

    # The browser queues events while it is offline. When the browser sends an event, the tab can
    # already show another page.

    async def _reload_relation(self, user_id: int) -> None:
        """Show whether the viewer follows the user now, if the page belongs to this user."""
        if self.profile is not None and self.profile.id == user_id:
            relation = await run_query(people.get_relation, user_id)
            self.profile = self.profile.model_copy(update=dict(relation))

    async def _reload_profile(self, user_id: int) -> people.Profile:
        """Return the current profile of a user. Show the profile if the page belongs to this user.

        Ignoring also changes whether the viewer sees if the user is online.
        """
        profile = await run_query(people.get_profile, user_id)
        if self.profile is not None and self.profile.id == user_id:
            self.profile = profile
        return profile


class ProfileCommentsState(TransientVarsState, rx.State):
    """The most recently loaded page of the comments of a user."""

    loaded_page: lists.AuthoredCommentListPage | None = None
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"loaded_page"})

    @rx.event
    @public()
    async def load_more(self, cursor: location.Cursor) -> None:
        if (profile := (await self.get_state(ProfileState)).profile) is not None:
            page = await run_query(
                comments.list_published_by_author, author_id=profile.id, cursor=cursor
            )
            self._show(page, cursor)

    def _show(self, page: Page[AuthoredComment], cursor: str = "") -> None:
        self.loaded_page = lists.build_list_page(lists.AuthoredCommentListPage, self, page, cursor)


class FollowListState(location.SlugPageState, TransientVarsState, rx.State):
    """The most recently loaded page of followers or followed users."""

    owner: UserSummary | None = None  # the user whose followers or followed users are listed
    loaded_page: lists.UserListPage | None = None
    # Maps user ids to whether the viewer follows that user. Contains only users that the viewer
    # followed or unfollowed after the page was loaded.
    is_following_by_id: dict[str, bool] = {}
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"loaded_page"})

    @rx.event
    @public()
    async def load(self) -> None:
        self._start_loading()
        self.is_following_by_id = {}
        try:
            slug = location.get_path_part(self, 1)
            page = await lists.load_first_page(
                self,
                lambda cursor: run_query(
                    pages.load_follow_list_page, slug, self._get_name(), cursor=cursor
                ),
            )
        except errors.NotFound as error:
            self.owner = None
            self._redirect_or_report_missing(error)
            return
        self.owner = UserSummary.model_validate(page.owner)
        self._show(page.users)

    @rx.event
    @public()
    async def load_more(self, cursor: location.Cursor) -> None:
        if self.owner is not None:
            users = await run_query(
                pages.list_follows, self._get_name(), user_id=self.owner.id, cursor=cursor
            )
            self._show(users, cursor)

    @rx.event
    @signed_in(limit="writes")
    async def follow(self, user_id: Id, enabled: bool) -> None:
        await run_action(follows.follow if enabled else follows.unfollow, user_id=user_id)
        self.is_following_by_id = lists.remember_change(self.is_following_by_id, user_id, enabled)

    def _get_name(self) -> pages.FollowListName:
        return "followers" if self.path.endswith("/followers") else "following"

    def _show(self, page: Page[UserListItem], cursor: str = "") -> None:
        self.loaded_page = lists.build_list_page(lists.UserListPage, self, page, cursor)
