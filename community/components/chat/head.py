"""The header of the open chat: who is in it, the search and the menu."""

from typing import Any, Final

import reflex as rx

from community import urls
from community.components import ui
from community.components.chat.chat_list import chat_avatar
from community.components.chat.live_conversation import call, use_message_search
from community.components.people import person_name
from community.domain.chat import Folder
from community.i18n import gettext as _
from community.reflex_adapter.vars import js_function
from community.rendering import Node, choose, el, group, plural_text, react_component, when
from community.state.pages.chat.open_chat import ChatActionsState
from community.styles import chat as styles

DETAILS_ID: Final = "chat-details"
LEAVE_ID: Final = "leave-chat"
_SEARCH_ID, _MENU_ID = "chat-search", "chat-menu"

_SEARCH_MODULE: Final = "chat/search.js"
_SearchInput = react_component(_SEARCH_MODULE, "DelayedSearchInput")
_DateInput = react_component(_SEARCH_MODULE, "DateInput")


def conversation_head(chat: Any, summary: Any, typing: Any, *actions: Node) -> Node:
    """Return the header. `actions` are the buttons at its end."""
    return el.header(
        el.a(
            ui.icon("arrow_left"),
            href=_list_url(chat),
            class_name=styles.BACK,
            aria_label=_("Back to conversations"),
        ),
        el.button(
            chat_avatar(summary),
            el.span(
                el.h2(
                    el.span(_name(summary), class_name=styles.HEAD_NAME_TEXT, dir="auto"),
                    when(summary.is_muted, lambda: ui.icon("bell_off", styles.LIST_MUTED)),
                    class_name=styles.HEAD_NAME,
                ),
                _note(chat, summary, typing),
                class_name=styles.HEAD_TEXT,
            ),
            type="button",
            class_name=styles.HEAD_LINK,
            title=_("Details"),
            custom_attrs=ui.dialog_button_attrs(DETAILS_ID),
        ),
        el.div(*actions, class_name=styles.HEAD_ACTIONS),
        class_name=styles.HEAD,
    )


def live_head(conversation: Any) -> Node:
    chat, summary = conversation.chat, conversation.summary
    return conversation_head(
        chat, summary, conversation.typing, _search_menu(), _menu(chat, summary)
    )


def _list_url(chat: Any) -> Any:
    return choose(
        chat.is_request,
        urls.chats(Folder.REQUESTS),
        choose(chat.is_archived, urls.chats(Folder.ARCHIVED), urls.CHATS),
    )


def _name(summary: Any) -> Node:
    return when(
        summary.is_group, lambda: el.bdi(summary.name), lambda: person_name(summary.people[0])
    )


def _note(chat: Any, summary: Any, typing: Any) -> Node:
    return when(
        typing != "",
        lambda: el.span(typing, class_name=f"block {styles.HEAD_TYPING}"),
        lambda: el.span(
            when(
                summary.is_group,
                lambda: plural_text("{n} member", "{n} members", chat.members_count),
                lambda: _slug(summary.people[0]),
            ),
            class_name=f"block {styles.HEAD_NOTE}",
        ),
    )


def _slug(user: Any) -> Node:
    return when(user.is_deleted, lambda: _("Deleted account"), lambda: group("@", user.slug))


def _search_menu() -> Node:
    search = use_message_search()
    return ui.menu(
        ui.icon_button(
            "search",
            _("Search in conversation"),
            has_tooltip=False,
            **ui.menu_button_attrs(_SEARCH_ID),
        ),
        el.div(
            _search_field(),
            el.label(
                _("Go to date"),
                _DateInput(class_name=styles.SEARCH_DATE_INPUT),
                class_name=styles.SEARCH_DATE,
            ),
            class_name=styles.SEARCH_HEAD,
        ),
        rx.cond(search.is_open, _results(search)),
        id=_SEARCH_ID,
        label=_("Search in conversation"),
        class_name=styles.SEARCH_PANEL,
    )


def _search_field() -> Node:
    return el.div(
        ui.icon("search", styles.LIST_SEARCH_ICON),
        _SearchInput(
            placeholder=_("Search messages"),
            reset_key="",
            class_name=styles.LIST_SEARCH,
            custom_attrs={
                "aria-label": _("Search messages"),
                "autoFocus": True,
                "onSearch": js_function("searchChat", f"$/public/ui/{_SEARCH_MODULE}"),
            },
        ),
        class_name=styles.SEARCH_FRAME,
    )


def _results(search: Any) -> Node:
    return el.div(
        rx.cond(
            search.is_ready & (search.results.length() == 0),
            el.p(_("No messages found"), class_name=styles.HINT, role="status"),
        ),
        rx.foreach(search.results, _result),
        rx.cond(
            search.has_more,
            el.p(
                _("Only the latest matches are shown. Add a word to narrow the search."),
                class_name=styles.HINT,
            ),
        ),
        class_name=styles.SEARCH_RESULTS,
    )


def _result(found: Any) -> Node:
    message = found.message
    return el.button(
        ui.avatar_for(message.author),
        el.span(
            el.span(
                el.span(el.bdi(message.author.name), class_name=styles.LIST_NAME),
                el.span(found.time, class_name=styles.LIST_TIME),
                class_name=styles.LIST_LINE,
            ),
            el.span(found.text, class_name=styles.SEARCH_TEXT, dir="auto"),
            class_name=styles.LIST_BODY,
        ),
        key=message.id,
        type="button",
        class_name=styles.SEARCH_RESULT,
        data_close_popover="",
        custom_attrs=call("showMessage", message.id),
    )


def _mute_action(chat: Any, label: str, *, hours: int) -> Node:
    return ui.menu_action(
        label, icon_name="bell_off", on_click=ChatActionsState.mute(chat.id, hours)
    )


def _menu(chat: Any, summary: Any) -> Node:
    return ui.menu(
        ui.icon_button("more", _("More"), has_tooltip=False, **ui.menu_button_attrs(_MENU_ID)),
        ui.menu_action(
            _("Details"), icon_name="info", custom_attrs=ui.dialog_button_attrs(DETAILS_ID)
        ),
        rx.cond(
            summary.is_muted,
            ui.menu_action(
                _("Unmute"), icon_name="bell", on_click=ChatActionsState.unmute(chat.id)
            ),
            rx.fragment(
                _mute_action(chat, _("Mute for 1 hour"), hours=1),
                _mute_action(chat, _("Mute for 8 hours"), hours=8),
                _mute_action(chat, _("Mute for a week"), hours=24 * 7),
                _mute_action(chat, _("Mute"), hours=0),
            ),
        ),
        rx.cond(
            chat.is_archived,
            ui.menu_action(
                _("Move to inbox"),
                icon_name="undo",
                on_click=ChatActionsState.unarchive(chat.id),
            ),
            ui.menu_action(
                _("Archive"), icon_name="download", on_click=ChatActionsState.archive(chat.id)
            ),
        ),
        rx.cond(
            chat.can.leave,
            ui.menu_action(
                _("Leave group"),
                icon_name="log_out",
                is_danger=True,
                custom_attrs=ui.dialog_button_attrs(LEAVE_ID),
            ),
        ),
        id=_MENU_ID,
        label=_("More"),
    )
