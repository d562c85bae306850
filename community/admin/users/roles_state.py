"""State of the role and the sections of the user in the side sheet."""

from typing import Annotated

import reflex as rx
from pydantic import Field

from community.admin.users.person_state import PersonState
from community.core.actor import ALL_SECTIONS
from community.domain import accounts, identity
from community.i18n import gettext as _
from community.state.runtime import request_context, toasts
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_action


class RolesState(rx.State):
    """What the viewer may grant to the user in the side sheet."""

    grantable: list[str] = []  # the codes of the sections that the viewer may grant and take away
    is_full: bool = False
    is_self: bool = False

    async def _load(self, user_id: int) -> None:
        actor = request_context.get_actor()
        self.grantable = [code for code in accounts.SECTIONS if actor.has_section(code)]
        self.is_full, self.is_self = actor.is_full_admin, actor.is_user(user_id)

    @rx.event
    @admin(identity.USERS_SECTION, limit="writes")
    async def grant(self) -> None:
        """Make the user an administrator who may open only the dashboard."""
        person = await self.get_state(PersonState)
        if person.person is not None and not person.person.is_admin:
            user_id = person.person.id
            await run_action(accounts.set_admin_sections, user_id=user_id, sections=())
            await person._load(user_id)
            await toasts.show_toast(self, _("Administrator added. Choose the sections."))

    @rx.event
    @admin(identity.USERS_SECTION, limit="writes")
    async def toggle(self, section: Annotated[str, Field(max_length=60)], is_granted: bool) -> None:
        person = await self.get_state(PersonState)
        if person.person is not None and person.person.is_admin:
            user_id = person.person.id
            await run_action(
                accounts.toggle_admin_section,
                user_id=user_id,
                section=section,
                is_granted=is_granted,
            )
            await person._load(user_id)

    @rx.event
    @admin(identity.USERS_SECTION, limit="writes")
    async def set_full(self, is_granted: bool) -> None:
        """Make the administrator a full one, or let them keep all present sections."""
        person = await self.get_state(PersonState)
        if person.person is not None and person.person.is_admin:
            sections = [ALL_SECTIONS] if is_granted else accounts.SECTIONS
            user_id = person.person.id
            await run_action(accounts.set_admin_sections, user_id=user_id, sections=sections)
            await person._load(user_id)

    @rx.event
    @admin(identity.USERS_SECTION, limit="writes")
    async def revoke(self) -> None:
        person = await self.get_state(PersonState)
        if person.person is not None:
            user_id = person.person.id
            if await run_action(accounts.remove_administrator, user_id=user_id):
                await toasts.show_toast(self, _("Administrator removed"))
            await person._load(user_id)
