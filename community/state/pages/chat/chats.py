"""State of the list of chats, and of the forms that start one."""

from typing import Annotated, Any, ClassVar

import reflex as rx
from pydantic import BaseModel, Field

from community import urls
from community.domain import chat, search
from community.realtime import chat_changes
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.pages.chat.messages_page import ChatListPage, shorten_last_message
from community.state.pages.comments.comments import get_sortable_timestamp
from community.state.runtime import forms, location, open_tabs, request_context
from community.state.runtime.forms import Id
from community.state.runtime.policy import public, signed_in
from community.state.runtime.request_context import run_action, run_query

Search = Annotated[str, Field(max_length=200)]


class ChatsState(TransientVarsState, rx.State):
    """The most recently loaded page of the list of chats."""

    loaded_page: ChatListPage | None = None
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"loaded_page"})

    @rx.event
    @public()
    async def load(self) -> None:
        """Load the list beside the open chat, or the folder in the URL."""
        actor = request_context.get_actor()
        if actor.is_guest:
            self.loaded_page = None
            return
        open_tabs.subscribe("list", chat_changes.chat_list_topic(actor.id))
        await self._load_page(_parse_folder(location.get_query_param(self, "folder")))

    @rx.event
    @signed_in()
    async def open_folder(self, folder: chat.Folder) -> None:
        await self._load_page(folder)

    @rx.event
    @signed_in()
    async def load_more(self, folder: chat.Folder, search: Search, cursor: location.Cursor) -> None:
        await self._load_page(folder, search, cursor)

    @rx.event
    @signed_in(limit="search")
    async def search(self, folder: chat.Folder, text: Search) -> None:
        """Load the chats with a text in the name of the group or of a member."""
        await self._load_page(folder, text)

    async def _load_page(self, folder: chat.Folder, search: str = "", cursor: str = "") -> None:
        as_of = get_sortable_timestamp()
        page = await run_query(chat.list_chats, folder=folder, search=search, cursor=cursor or None)
        self.loaded_page = ChatListPage(
            folder=folder,
            search=search,
            start_cursor=cursor,
            next_cursor=page.next_cursor or "",
            as_of=as_of,
            rows=[shorten_last_message(view) for view in page.items],
        )


class StartChatState(rx.State):
    """Opens the chat with a user, from the button on their profile."""

    @rx.event
    @signed_in(limit="private_messages")
    async def start(self, user_id: Id) -> Any:
        started, _ = await run_action(chat.start, user_id=user_id)
        return rx.redirect(urls.chat(started.id))


class GroupFormData(BaseModel):
    """The form that creates a group. `user_ids` are the other members."""

    name: str = Field("", max_length=1_000)
    user_ids: list[Id] = Field([], max_length=2 * chat.MAX_MEMBERS)


class NewGroupState(rx.State):
    """The form that chooses the members of a new group, or new members of one."""

    people: list[dict[str, Any]] = []  # users that the form suggests as members
    # How often a form has succeeded. The form then becomes empty, and its dialog closes.
    successes: int = 0

    @rx.event
    @signed_in(limit="search")
    async def find_people(self, prefix: Annotated[str, Field(max_length=30)]) -> None:
        """Suggest users whose name or username starts with a text."""
        found = await run_query(search.suggest_people, q=prefix)
        self.people = [user.model_dump(mode="json") for user in found]

    @rx.event
    @signed_in(limit="private_messages")
    async def create(self, message: dict[str, Any]) -> Any:
        form = forms.parse(GroupFormData, message)
        created = await run_action(chat.create_group, user_ids=form.user_ids, name=form.name)
        self.successes += 1
        return rx.redirect(urls.chat(created.id))


def _parse_folder(text: str) -> chat.Folder:
    return chat.Folder(text) if text in list(chat.Folder) else chat.Folder.INBOX
