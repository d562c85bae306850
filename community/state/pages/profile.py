"""State of profiles: the header, the tabs, and the lists of followers."""

from typing import ClassVar

import reflex as rx

from community import urls
from community.core import clock
from community.core.db.sessions import read_session
from community.core.errors import Invalid, NotFound
from community.domain import comments, discovery, follows, notifications, people
from community.domain.pages import FeedScope
from community.domain.people.schemas import UserSummary
from community.i18n import gettext as _
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.pages.feed import FeedState
from community.state.runtime import location, request_context
from community.state.runtime.actions import run_action, run_query
from community.state.runtime.forms import Id
from community.state.runtime.lists import (
    AuthoredCommentListPage,
    UserListPage,
    build_list_page,
    remember_change,
)
from community.state.runtime.location import Cursor
from community.state.runtime.pages import SlugPageState
from community.state.runtime.policy import public, signed_in
from community.state.runtime.toasts import show_toast


class ProfileState(SlugPageState, rx.State):
    """The profile that the pages show. `is_own` says whether it belongs to the viewer."""

    profile: people.Profile | None = None
    is_own: bool = False

    @rx.event
    @public()
    async def load(self) -> None:
        """Load the profile, and its posts if the page shows them."""
        actor = request_context.get_actor()
        self._start_loading()
        tab = location.get_path_parts(self)[2:]
        try:
            slug = location.get_path_part(self, 1 if tab else 0)
            async with read_session() as session:
                self.profile = await people.get_profile_by_slug(session, actor, slug)
                self.is_own = actor.is_user(self.profile.id)
                if not tab:
                    feed = await self.get_state(FeedState)
                    await feed._load_feed(session, FeedScope(author_id=self.profile.id))
        except NotFound as error:
            self.profile = None
            self._redirect_or_report_missing(
                error, urls.PROFILE_PAGES.get("".join(tab), urls.profile)
            )

    @rx.event
    @signed_in(limit="writes")
    async def follow(self, user_id: Id, enabled: bool) -> None:
        await run_action(follows.follow if enabled else follows.unfollow, user_id=user_id)
        await self._reload_profile(user_id)

    @rx.event
    @signed_in(limit="writes")
    async def subscribe(self, user_id: Id, enabled: bool) -> None:
        await run_action(
            notifications.subscribe_to_author if enabled else notifications.unsubscribe_from_author,
            author=user_id,
        )
        await self._reload_profile(user_id)

    @rx.event
    @signed_in(limit="writes")
    async def ignore(self, user_id: Id, term: follows.IgnoreTerm) -> None:
        await run_action(follows.ignore, user_id=user_id, term=term)
        name = (await self._reload_profile(user_id)).name
        await show_toast(self, _("You're ignoring {name}", name=name))

    @rx.event
    @signed_in(limit="writes")
    async def stop_ignoring(self, user_id: Id) -> None:
        await run_action(follows.unignore, user_id=user_id)
        name = (await self._reload_profile(user_id)).name
        await show_toast(self, _("You've stopped ignoring {name}", name=name))

    async def _reload_profile(self, user_id: int) -> people.Profile:
        """Return the current profile of a user. Show the profile if the page belongs to this user.

        The browser queues events while it is offline. When the browser sends an event, the tab can
        already show another page.
        """
        profile = await run_query(people.get_profile, user_id)
        if self.profile is not None and self.profile.id == user_id:
            self.profile = profile
        return profile


class ProfileCommentsState(TransientVarsState, rx.State):
    """The most recently loaded page of the comments of a user."""

    loaded_page: AuthoredCommentListPage | None = None
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"loaded_page"})

    @rx.event
    @public()
    async def load(self) -> None:
        cursor = location.get_query_param(self, "cursor")
        try:
            self.loaded_page = await self._read_page(cursor, is_first=True)
        except Invalid:
            self.loaded_page = await self._read_page("", is_first=True)

    @rx.event
    @public()
    async def load_more(self, cursor: Cursor) -> None:
        self.loaded_page = await self._read_page(cursor, is_first=False)

    async def _read_page(self, cursor: str, *, is_first: bool) -> AuthoredCommentListPage | None:
        profile = (await self.get_state(ProfileState)).profile
        if profile is None:
            return None
        as_of = clock.now()
        page = await run_query(
            comments.list_published_by_author, author_id=profile.id, cursor=cursor
        )
        return build_list_page(
            AuthoredCommentListPage,
            self,
            page,
            start_cursor=cursor,
            is_first=is_first,
            as_of=as_of,
        )


class ProfileAboutState(rx.State):
    """What the page about a user shows in addition to the profile."""

    path: str = ""
    about: discovery.AboutUser | None = None

    @rx.event
    @public()
    async def load(self) -> None:
        profile = (await self.get_state(ProfileState)).profile
        self.path = location.get_path(self)
        if profile is None:
            self.about = None
        else:
            period = location.get_query_param(self, "period")
            async with read_session() as session:
                self.about = await discovery.get_about(session, user_id=profile.id, period=period)


class FollowListState(SlugPageState, TransientVarsState, rx.State):
    """The most recently loaded page of followers or followed users."""

    owner: UserSummary | None = None  # the user whose followers or followed users are listed
    loaded_page: UserListPage | None = None
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
            await self._load_list()
        except NotFound as error:
            self.owner = None
            self._redirect_or_report_missing(error, self._build_list_url)

    @rx.event
    @public()
    async def load_more(self, cursor: Cursor) -> None:
        if self.owner is not None:
            self.loaded_page = await self._read_page(self.owner.id, cursor, is_first=False)

    @rx.event
    @signed_in(limit="writes")
    async def follow(self, user_id: Id, enabled: bool) -> None:
        await run_action(follows.follow if enabled else follows.unfollow, user_id=user_id)
        self.is_following_by_id = remember_change(self.is_following_by_id, user_id, enabled)

    async def _load_list(self) -> None:
        slug = location.get_path_part(self, 1)
        profile = await run_query(people.get_profile_by_slug, slug)
        self.owner = UserSummary.model_validate(profile)
        self.loaded_page = await self._read_page(
            profile.id, location.get_query_param(self, "cursor"), is_first=True
        )

    async def _read_page(self, user_id: int, cursor: str, *, is_first: bool) -> UserListPage:
        read = (
            follows.list_followers if self.path.endswith("/followers") else follows.list_following
        )
        as_of = clock.now()
        page = await run_query(read, user_id=user_id, cursor=cursor)
        return build_list_page(
            UserListPage, self, page, start_cursor=cursor, is_first=is_first, as_of=as_of
        )

    def _build_list_url(self, slug: str) -> str:
        get_url = urls.followers if self.path.endswith("/followers") else urls.following
        return get_url(slug)
