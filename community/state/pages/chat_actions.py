"""State with the actions on a chat: accept, mute, archive, leave, and manage a group."""

from datetime import timedelta
from typing import Annotated
from uuid import UUID

import reflex as rx
from pydantic import Field

from community.core import clock
from community.domain import chat
from community.domain.chat import MAX_MEMBERS, GroupChanges
from community.state.runtime.actions import run_action
from community.state.runtime.forms import Id
from community.state.runtime.policy import signed_in

UserIds = Annotated[list[Id], Field(min_length=1, max_length=MAX_MEMBERS)]
Hours = Annotated[int, Field(ge=0, le=24 * 366)]
GroupName = Annotated[str, Field(max_length=1_000)]


class ChatActionsState(rx.State):
    """Changes a chat in the list or the open one. The pages show the result after a push."""

    @rx.event
    @signed_in(limit="writes")
    async def accept(self, chat_id: Id) -> None:
        await run_action(chat.accept, chat_id=chat_id)

    @rx.event
    @signed_in(limit="writes")
    async def decline(self, chat_id: Id) -> None:
        await run_action(chat.decline, chat_id=chat_id)

    @rx.event
    @signed_in(limit="writes")
    async def mute(self, chat_id: Id, hours: Hours = 0) -> None:
        """Turn off notifications of a chat. `hours=0` means without an end."""
        until = clock.now() + timedelta(hours=hours) if hours else None
        await run_action(chat.mute, chat_id=chat_id, until=until)

    @rx.event
    @signed_in(limit="writes")
    async def unmute(self, chat_id: Id) -> None:
        await run_action(chat.unmute, chat_id=chat_id)

    @rx.event
    @signed_in(limit="writes")
    async def archive(self, chat_id: Id) -> None:
        await run_action(chat.archive, chat_id=chat_id)

    @rx.event
    @signed_in(limit="writes")
    async def unarchive(self, chat_id: Id) -> None:
        await run_action(chat.unarchive, chat_id=chat_id)

    @rx.event
    @signed_in(limit="writes")
    async def leave(self, chat_id: Id) -> None:
        await run_action(chat.leave, chat_id=chat_id)

    @rx.event
    @signed_in(limit="writes")
    async def add_members(self, chat_id: Id, user_ids: UserIds) -> None:
        await run_action(chat.add_members, chat_id=chat_id, user_ids=user_ids)

    @rx.event
    @signed_in(limit="writes")
    async def remove_member(self, chat_id: Id, user_id: Id) -> None:
        await run_action(chat.remove_member, chat_id=chat_id, user_id=user_id)

    @rx.event
    @signed_in(limit="writes")
    async def rename(self, chat_id: Id, name: GroupName) -> None:
        await self._edit(chat_id, GroupChanges(name=name))

    @rx.event
    @signed_in(limit="writes")
    async def set_picture(self, chat_id: Id, upload_id: UUID | None) -> None:
        """Show an uploaded picture as that of a group, or none."""
        await self._edit(chat_id, GroupChanges(picture=upload_id))

    @rx.event
    @signed_in(limit="writes")
    async def hand_over(self, chat_id: Id, user_id: Id) -> None:
        """Make another member the owner of a group."""
        await self._edit(chat_id, GroupChanges(owner_id=user_id))

    @rx.event
    @signed_in(limit="writes")
    async def show_history_to_newcomers(self, chat_id: Id, is_shown: bool) -> None:
        await self._edit(chat_id, GroupChanges(newcomers_see_history=is_shown))

    async def _edit(self, chat_id: int, changes: GroupChanges) -> None:
        await run_action(chat.edit_group, chat_id=chat_id, changes=changes)
