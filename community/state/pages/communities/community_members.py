"""State of the page that lists the members of a community, where the owner manages them."""

from typing import Annotated, Any, ClassVar

import reflex as rx
from pydantic import BaseModel, Field

from community import urls
from community.core.db.sessions import read_session
from community.core.errors import Invalid, NotFound
from community.domain import communities, pages
from community.i18n import gettext as _
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.runtime import forms, lists, location, toasts
from community.state.runtime.forms import Id, IdOrZero
from community.state.runtime.policy import public, signed_in
from community.state.runtime.request_context import run_action, run_query


class MemberSearchData(BaseModel):
    q: str = Field("", max_length=1000)


class CommunityMembersState(location.SlugPageState, TransientVarsState, rx.State):
    """The community, and the most recently loaded page of its members."""

    community: communities.CommunityView | None = None
    loaded_page: lists.MemberListPage | None = None
    only_moderators: bool = False
    search: str = ""
    # Maps user ids to roles. Contains only roles that the viewer changed after the page was loaded.
    role_by_id: dict[str, str] = {}
    # The member in the dialog that transfers the community. 0 if the dialog is closed.
    transfer_target_id: int = 0
    transfer_target_name: str = ""
    transfer_error: str = ""
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"loaded_page"})

    @rx.event
    @public()
    async def load(self) -> None:
        self._start_loading()
        self.role_by_id, self.transfer_target_id = {}, 0
        try:
            slug = location.get_path_part(self, 1)
            page = await lists.load_first_page(
                self,
                lambda cursor: run_query(
                    pages.load_community_members_page,
                    slug,
                    role=location.get_query_param(self, "role"),
                    search=location.get_query_param(self, "q"),
                    cursor=cursor,
                ),
            )
        except NotFound as error:
            self.community = None
            self._redirect_or_report_missing(error)
            return
        self.community, self.search = page.community, page.search
        self.only_moderators = page.only_moderators
        self.loaded_page = lists.build_list_page(lists.MemberListPage, self, page.members)

    @rx.event
    @public()
    async def load_more(self, cursor: location.Cursor) -> None:
        if self.community is None:
            return
        async with read_session() as session:
            page = await communities.list_members(
                session,
                self.community,
                only_moderators=self.only_moderators,
                search=self.search,
                cursor=cursor,
            )
        self.loaded_page = lists.build_list_page(lists.MemberListPage, self, page, cursor)

    @rx.event
    @public(limit="search")
    async def submit_search(self, message: dict[str, Any]) -> Any:
        search = forms.parse(MemberSearchData, message).q.strip()
        if self.community is None:
            return None
        url = urls.community_members(
            self.community.slug, only_moderators=self.only_moderators, search=search
        )
        return rx.redirect(url)

    @rx.event
    @signed_in(limit="writes")
    async def set_moderator(self, user_id: Id, enabled: bool) -> None:
        if self.community is None:
            return
        change = communities.add_moderator if enabled else communities.remove_moderator
        await run_action(change, community_id=self.community.id, user_id=user_id)
        self._set_role(user_id, "moderator" if enabled else "member")
        await toasts.show_toast(self, _("Moderator added") if enabled else _("Moderator removed"))

    @rx.event
    @signed_in()
    async def show_transfer_dialog(
        self, user_id: IdOrZero, name: Annotated[str, Field(max_length=100)]
    ) -> None:
        """Ask whether to make a member the owner. `user_id=0` closes the dialog."""
        self.transfer_target_id, self.transfer_target_name = user_id, name
        self.transfer_error = ""

    @rx.event
    @signed_in(limit="writes")
    async def transfer(self, message: dict[str, Any]) -> None:
        """Make the member in the open dialog the owner, if the user typed the community's name."""
        form, community = forms.parse(forms.ConfirmationData, message), self.community
        if community is None or not self.transfer_target_id:
            return
        try:
            forms.ensure_name_confirmed(form.confirmation, community.name)
        except Invalid as error:
            self.transfer_error = error.message
            return
        user_id, self.transfer_target_id = self.transfer_target_id, 0
        await run_action(communities.transfer, community_id=community.id, user_id=user_id)
        self.community = await run_query(communities.get_view, community.id)
        self._set_role(community.owner.id, "moderator")
        self._set_role(user_id, "owner")
        await toasts.show_toast(self, _("Community transferred"))

    def _set_role(self, user_id: int, role: communities.MemberRole) -> None:
        self.role_by_id = lists.remember_change(self.role_by_id, user_id, role)
