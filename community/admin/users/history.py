"""The history of the user in the side sheet, in tabs."""

from typing import Any

import reflex as rx

from community.admin.users.history_state import HistoryRow, HistoryState, LoadedHistory
from community.components import lists, ui
from community.i18n import gettext as _
from community.rendering import Node
from community.styles.ui import data_table as styles

_State: Any = HistoryState


def user_history_tabs() -> Node:
    tabs = (
        ("sign_ins", _("Sign-ins")),
        ("posts", _("Posts")),
        ("comments", _("Comments")),
        ("sanctions", _("Bans")),
        ("changes", _("Changes")),
    )
    return rx.el.section(
        ui.tab_list(
            *(
                ui.tab(
                    label,
                    panel=f"history-{code}",
                    selected=_State.tab == code,
                    on_click=_State.select_tab(code),
                )
                for code, label in tabs
            ),
            label=_("History"),
        ),
        rx.el.div(
            *_rows(),
            id=f"panel-history-{_State.tab}",
            role="tabpanel",
            aria_labelledby=f"tab-history-{_State.tab}",
        ),
    )


def _rows() -> list[Node]:
    loaded = lists.use_appended_list("user_history", _State.loaded_page, LoadedHistory)
    return [
        rx.cond(
            loaded.rows.length() > 0,
            rx.el.ol(rx.foreach(loaded.rows, _row), class_name=styles.HISTORY),
            rx.el.p(_("Nothing yet."), class_name=styles.HISTORY_EMPTY),
        ),
        rx.cond(
            loaded.next_cursor != "",
            rx.el.button(
                lists.load_more_label(_("Load more")),
                type="button",
                class_name=styles.MORE,
                on_click=_State.show_older(loaded.next_cursor),
            ),
        ),
    ]


def _row(row: rx.Var[HistoryRow]) -> Node:
    item: Any = row
    return rx.el.li(
        rx.el.div(
            rx.cond(
                item.href != "",
                rx.el.a(item.title, href=item.href, class_name=styles.HISTORY_LINK, dir="auto"),
                rx.el.span(item.title, class_name=styles.HISTORY_TITLE, dir="auto"),
            ),
            rx.el.span(ui.relative_time(item.time), class_name=styles.HISTORY_TIME),
            class_name=styles.HISTORY_HEAD,
        ),
        rx.el.p(item.text, class_name=styles.HISTORY_TEXT, dir="auto"),
        key=item.id,
        class_name=styles.HISTORY_ROW,
    )
