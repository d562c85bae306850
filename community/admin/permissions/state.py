from typing import Annotated

import reflex as rx
from pydantic import Field

from community.core.actor import ALL_SECTIONS
from community.domain import accounts
from community.domain.people import UserSummary
from community.i18n import gettext as _
from community.realtime import messages
from community.state.runtime import open_tabs, request_context, toasts
from community.state.runtime.forms import Id, IdOrZero
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_action, run_query

SECTION = "admin-permissions"
SectionCode = Annotated[str, Field(max_length=60)]


class AdminPermissionsState(rx.State):
    administrators: list[accounts.Administrator] = []
    is_loaded: bool = False
    grantable: list[str] = []  # the codes of the sections that the viewer may grant and take away
    is_full: bool = False
    search_term: str = ""
    suggestions: list[UserSummary] = []  # the users that the search for a new administrator found
    removed_id: int = 0  # the administrator in the dialog that asks whether to remove them, or 0
    removed_name: str = ""

    @rx.event
    @admin(SECTION)
    async def load(self) -> None:
        open_tabs.subscribe("page", messages.ADMINISTRATORS_TOPIC)
        self.search_term, self.suggestions, self.removed_id = "", [], 0
        await self._load()
        self.is_loaded = True

    @rx.event
    @admin(SECTION)
    async def refresh(self) -> None:
        await self._load()

    @rx.event
    @admin(SECTION, limit="search")
    async def search(self, term: Annotated[str, Field(max_length=100)]) -> None:
        """Find users whose username starts with `term` and who are not administrators."""
        self.search_term = term.strip()
        self.suggestions = await run_query(accounts.suggest_administrators, term)

    @rx.event
    @admin(SECTION, limit="writes")
    async def add(self, user_id: Id) -> None:
        await run_action(accounts.set_admin_sections, user_id=user_id, sections=())
        self.search_term, self.suggestions = "", []
        await self._load()
        await toasts.show_toast(self, _("Administrator added. Choose the sections."))

    @rx.event
    @admin(SECTION, limit="writes")
    async def toggle(self, user_id: Id, section: SectionCode, is_granted: bool) -> None:
        await run_action(
            accounts.toggle_admin_section,
            user_id=user_id,
            section=section,
            is_granted=is_granted,
        )
        await self._load()

    @rx.event
    @admin(SECTION, limit="writes")
    async def set_full(self, user_id: Id, is_granted: bool) -> None:
        """Make a user a full administrator, or let them keep all present sections."""
        sections = [ALL_SECTIONS] if is_granted else accounts.SECTIONS
        await run_action(accounts.set_admin_sections, user_id=user_id, sections=sections)
        await self._load()

    @rx.event
    @admin(SECTION)
    async def show_remove_dialog(self, user_id: IdOrZero) -> None:
        names = {administrator.id: administrator.name for administrator in self.administrators}
        self.removed_id = user_id if user_id in names else 0
        self.removed_name = names.get(user_id, self.removed_name)

    @rx.event
    @admin(SECTION, limit="writes")
    async def remove(self, user_id: Id) -> None:
        self.removed_id = 0
        if await run_action(accounts.remove_administrator, user_id=user_id):
            await self._load()
            await toasts.show_toast(self, _("Administrator removed"))

    async def _load(self) -> None:
        actor = request_context.get_actor()
        if not actor.has_section(SECTION):  # after an administrator removed their own access
            self.administrators = []
            return
        self.administrators = await run_query(accounts.list_administrators)
        self.is_full = actor.is_full_admin
        self.grantable = [code for code in accounts.SECTIONS if actor.has_section(code)]
