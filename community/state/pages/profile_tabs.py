"""State of the pages with the comments of a user and with more about a user.

Their handlers run after `ProfileState.load`, which loads the profile.
"""

from typing import ClassVar

import reflex as rx

from community.core import clock
from community.core.db.sessions import read_session
from community.core.errors import Invalid
from community.domain import comments, discovery
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.pages.profile import ProfileState
from community.state.runtime import location
from community.state.runtime.actions import run_query
from community.state.runtime.lists import AuthoredCommentListPage, build_list_page
from community.state.runtime.location import Cursor
from community.state.runtime.policy import public


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
