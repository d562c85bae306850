"""The list of chats: its rows, and the column with the search field and the folders."""

from typing import Any

import reflex as rx

from community import urls
from community.components import people, ui
from community.components.chat.live_conversation import use_chat_list
from community.components.chat.people_form import NEW_GROUP_DIALOG_ID
from community.components.chat.placeholders import chat_list_skeleton
from community.components.chat.rows import ChatListRow, ChatSummary
from community.components.chat.texts import group_change_text
from community.domain.chat import Folder
from community.i18n import gettext as _, pgettext
from community.reflex_adapter.build_plugins.pushes import PUSHES_LIBRARY
from community.reflex_adapter.vars import hook_var
from community.rendering import Node, choose, el, first_of, group, present, react_component, when
from community.state.pages.chat.chats import ChatsState
from community.styles import chat as styles
from community.styles.ui.avatar import DotSize

_SearchInput = react_component("chat/search.js", "DelayedSearchInput", on_search=str)
_LoadMoreLink = react_component("load_more.js", "LoadMoreLink", on_load_more=str)


def chat_list_column(*, class_name: Any) -> Node:
    return el.div(_head(), _folders(), _list(), class_name=class_name)


def chat_avatar(summary: ChatSummary | Any, size: DotSize = "md") -> Node:
    """Return the picture of a chat: that of the other person, or the picture of a group."""
    return when(
        summary.is_group,
        lambda: ui.avatar(summary.name, summary.picture, size, "community"),
        lambda: ui.user_avatar(summary.people[0], size),
    )


def chat_list_row(row: ChatListRow | Any, **props: Any) -> Node:
    return el.a(
        chat_avatar(row),
        el.span(
            el.span(
                el.span(_name(row), class_name=styles.LIST_NAME, dir="auto"),
                when(row.is_muted, lambda: ui.icon("bell_off", styles.LIST_MUTED)),
                when(row.state != "", lambda: _state_icon(row.state)),
                el.span(row.time, class_name=styles.LIST_TIME),
                class_name=styles.LIST_LINE,
            ),
            el.span(
                el.span(_excerpt(row), class_name=styles.LIST_TEXT, dir="auto"),
                when(row.unread != "", lambda: _unread_badge(row)),
                class_name=styles.LIST_LINE,
            ),
            class_name=styles.LIST_BODY,
        ),
        href=row.href,
        class_name=styles.LIST_ROW,
        aria_current=choose(row.is_active, "page", "false"),
        **props,
    )


def _name(row: Any) -> Node:
    return when(row.is_group, lambda: el.bdi(row.name), lambda: people.person_name(row.people[0]))


def _excerpt(row: Any) -> Node:
    prefix = when(
        row.prefix != "",
        lambda: group(
            el.span(
                row.prefix,
                class_name=choose(row.is_draft, styles.LIST_DRAFT, styles.LIST_PREFIX),
            ),
            " ",
        ),
    )
    return group(prefix, row.excerpt, present(row.change, group_change_text))


def _state_icon(state: Any) -> Node:
    return when(
        state == "read",
        lambda: ui.icon("check_double", styles.LIST_STATE_READ),
        lambda: ui.icon("check", styles.LIST_STATE),
    )


def _unread_badge(row: Any) -> Node:
    return el.span(
        row.unread,
        el.span(" ", _("unread"), class_name="sr-only"),
        class_name=choose(row.is_muted, styles.UNREAD_MUTED, styles.UNREAD),
    )


def _head() -> Node:
    return group(
        el.div(
            el.h1(_("Messages"), class_name=styles.LIST_TITLE),
            ui.icon_button(
                "plus", _("New group"), custom_attrs=ui.dialog_button_attrs(NEW_GROUP_DIALOG_ID)
            ),
            class_name=styles.LIST_HEAD,
        ),
        el.div(
            ui.icon("search", styles.LIST_SEARCH_ICON),
            _SearchInput(
                on_search=lambda text: ChatsState.search(_folder(), text),
                reset_key=_folder(),
                placeholder=_("Search conversations"),
                class_name=styles.LIST_SEARCH,
                custom_attrs={"aria-label": _("Search conversations")},
            ),
            class_name=styles.LIST_SEARCH_FRAME,
        ),
    )


def _folder() -> Any:
    return first_of(use_chat_list().folder, Folder.INBOX.value)


def _folders() -> Node:
    requests = hook_var("messageRequests", "useMessageRequests", PUSHES_LIBRARY, int)
    return el.div(
        # Translators: the folder with all conversations except requests and archived ones.
        _folder_button(Folder.INBOX, pgettext("conversations", "All")),
        _folder_button(
            Folder.REQUESTS,
            # Translators: the folder with first messages by strangers.
            _("Requests"),
            when(requests > 0, lambda: el.span(requests, class_name=styles.FOLDER_COUNT)),
        ),
        _folder_button(Folder.ARCHIVED, _("Archived")),
        class_name=styles.FOLDERS,
        role="group",
        aria_label=_("Folders"),
    )


def _folder_button(folder: Folder, label: str, count: Node = None) -> Node:
    return el.button(
        label,
        count,
        type="button",
        class_name=styles.FOLDER,
        aria_pressed=choose(_folder() == folder.value, "true", "false"),
        on_click=ChatsState.open_folder(folder.value),
    )


def _list() -> Node:
    chats = use_chat_list()
    return el.nav(
        when(
            chats.is_ready,
            lambda: when(
                chats.rows.length() > 0,
                lambda: rx.foreach(chats.rows, lambda row: _live_row(row=row, key=row.key)),
                lambda: _empty_message(chats),
            ),
            chat_list_skeleton,
        ),
        rx.cond(
            chats.next_cursor != "",
            _LoadMoreLink(
                _("Older conversations"),
                cursor=chats.next_cursor,
                on_load_more=lambda cursor: ChatsState.load_more(
                    chats.folder, chats.search, cursor
                ),
                class_name=styles.LIST_MORE,
            ),
        ),
        class_name=styles.LIST,
        aria_label=_("Conversations"),
    )


@rx.memo
def _live_row(
    row: rx.Var[ChatListRow],
    rest: rx.RestProp,  # noqa: ARG001  # contains `key`, which React reads
) -> rx.Component:
    component: rx.Component = chat_list_row(row)
    return component


def _empty_message(chats: Any) -> Node:
    return when(
        chats.search != "",
        lambda: ui.empty_state(
            _("No conversations found"), _("Try another name or word."), icon_name="search"
        ),
        lambda: rx.match(
            chats.folder,
            (
                Folder.REQUESTS.value,
                ui.empty_state(
                    _("No requests"),
                    _("First messages from people you don't know show up here."),
                    icon_name="user_plus",
                ),
            ),
            (
                Folder.ARCHIVED.value,
                ui.empty_state(
                    _("Nothing archived"),
                    _("An archived conversation returns when someone writes in it."),
                    icon_name="bookmark",
                ),
            ),
            ui.empty_state(
                _("No messages yet"),
                _("To write to someone, open their profile and choose “Message”."),
                icon_name="mail",
                action=ui.link_button(_("Find people"), href=urls.TOP_AUTHORS),
            ),
        ),
    )
