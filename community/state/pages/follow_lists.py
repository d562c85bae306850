"""State of the pages that list a user's followers or the users that this user follows."""

from typing import ClassVar

import reflex as rx

from community import urls
from community.core import clock
from community.core.errors import NotFound
from community.domain import follows, people
from community.domain.people.schemas import UserSummary
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.runtime import location
from community.state.runtime.actions import run_action, run_query
from community.state.runtime.forms import Id
from community.state.runtime.lists import UserListPage, build_list_page, remember_change
from community.state.runtime.location import Cursor
from community.state.runtime.pages import SlugPageState
from community.state.runtime.policy import public, signed_in


class FollowListState(SlugPageState, TransientVarsState, rx.State):
    """The most recently loaded page of followers or followed users.

    Attributes:
        owner: The user whose followers or followed users are listed.
        is_following_by_id: Maps user ids to whether the viewer follows that user. Contains only
            users that the viewer followed or unfollowed after the page was loaded.
    """

    owner: UserSummary | None = None
    loaded_page: UserListPage | None = None
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
