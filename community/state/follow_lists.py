"""State of the pages that list a user's followers or the users that this user follows."""

from typing import ClassVar

import reflex as rx

from community import urls
from community.core import clock
from community.core.database import read_session, unit_of_work
from community.core.errors import NotFound
from community.domain import accounts, follows
from community.domain.accounts.schemas import UserSummary
from community.realtime import subscriptions
from community.state import location, request_context
from community.state.forms import Id
from community.state.lists import UserListPage, build_list_page
from community.state.location import Cursor
from community.state.policy import public, signed_in
from community.state.transient_vars import TransientVarsState


class FollowListState(TransientVarsState, rx.State):
    """The most recently loaded page of followers or followed users.

    Attributes:
        owner: The user whose followers or followed users are listed.
        is_following_by_id: Maps user ids to whether the viewer follows that user. Contains only
            users that the viewer followed or unfollowed after the page was loaded.
        path: The URL path for which the data was loaded.
        redirect_url: The current URL of the list if the owner's username has changed, else empty.
    """

    owner: UserSummary | None = None
    loaded_page: UserListPage | None = None
    is_following_by_id: dict[str, bool] = {}
    path: str = ""
    is_missing: bool = False
    redirect_url: str = ""
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"loaded_page"})

    @rx.event
    @public()
    async def load(self) -> None:
        subscriptions.set_topics(request_context.get_tab_token(), "page", ())
        self.path, self.is_missing, self.redirect_url = location.get_path(self), False, ""
        self.is_following_by_id = {}
        try:
            await self._load_list()
        except NotFound as error:
            slug = error.details.get("slug")
            self.owner, self.is_missing = None, slug is None
            self.redirect_url = self._build_list_url(slug) if slug else ""

    @rx.event
    @public()
    async def load_more(self, cursor: Cursor) -> None:
        if self.owner is not None:
            self.loaded_page = await self._read_page(self.owner.id, cursor, is_first=False)

    @rx.event
    @signed_in(limit="writes")
    async def follow(self, user_id: Id, enabled: bool) -> None:
        """Follow a user if `enabled` is True, else unfollow the user."""
        change = follows.follow if enabled else follows.unfollow
        async with unit_of_work() as session:
            await change(session, request_context.get_actor(), user_id=user_id)
        self.is_following_by_id = {**self.is_following_by_id, str(user_id): enabled}

    async def _load_list(self) -> None:
        _, slug, _ = location.get_path_parts(self)
        async with read_session() as session:
            profile = await accounts.get_profile_by_slug(session, request_context.get_actor(), slug)
        self.owner = UserSummary.model_validate(profile)
        self.loaded_page = await self._read_page(
            profile.id, location.get_query_param(self, "cursor"), is_first=True
        )

    async def _read_page(self, user_id: int, cursor: str, *, is_first: bool) -> UserListPage:
        read = (
            follows.list_followers if self.path.endswith("/followers") else follows.list_following
        )
        as_of = clock.now()
        async with read_session() as session:
            page = await read(session, request_context.get_actor(), user_id=user_id, cursor=cursor)
        return build_list_page(
            UserListPage, self, page, start_cursor=cursor, is_first=is_first, as_of=as_of
        )

    def _build_list_url(self, slug: str) -> str:
        get_url = urls.followers if self.path.endswith("/followers") else urls.following
        return get_url(slug)
