"""The section with the discussion under a post.

It contains the heading, the sort order, the comment composer, the pinned comment and the thread.
"""

from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.components.comments.comment_row import comment_row
from community.components.comments.controls import (
    LIBRARY,
    LoadMoreButton,
    SortSelect,
    ThreadNavigator,
)
from community.components.comments.dialogs import delete_thread_dialog, history_dialog
from community.components.comments.forms import comment_form
from community.components.comments.thread_rows import create_js_handler, use_discussion
from community.components.ui.plural import plural_text
from community.domain.comments import Order
from community.i18n import gettext as _
from community.state.comments import CommentsState
from community.state.layout import LayoutState
from community.state.post import PostState
from community.state.toasts import ToastsState
from community.styles import comment as styles
from community.styles import comment_texts as texts
from community.styles import form


def discussion() -> rx.Component:
    view = use_discussion()
    return rx.el.section(
        _heading(view),
        rx.el.div(_form_or_sign_in_prompt(), class_name=styles.FORM_ROOT),
        _partial_thread_banner(view),
        rx.cond(view.total == 0, rx.el.p(_(texts.EMPTY), class_name=styles.EMPTY)),
        rx.cond(
            view.pinned_rows.length() > 0,
            rx.el.div(
                rx.el.p(ui.icon("pin"), _("Pinned"), class_name=styles.PINNED_LABEL),
                rx.foreach(view.pinned_rows, _comment_row_with_key),
                class_name=styles.PINNED,
            ),
        ),
        rx.el.div(rx.foreach(view.thread_rows, _comment_row_with_key), class_name=styles.THREAD),
        _load_more_button(view),
        ThreadNavigator.create(
            announcement=view.announcement,
            focus_id=view.focus_id,
            thread_key=f"{CommentsState.loaded_page.post_id} {view.focus_id}",
            stale_ids=view.stale_ids,
            on_check_stale=CommentsState.refresh,
            class_name="sr-only",
        ),
        delete_thread_dialog(),
        history_dialog(),
        id="comments",
        class_name=styles.SECTION,
    )


def _heading(view: Any) -> rx.Component:
    return rx.el.div(
        rx.el.h2(
            _("Discussion"),
            " ",
            rx.el.span(ui.compact_number(view.total), class_name=styles.TITLE_COUNT),
            rx.cond(
                view.new_count > 0,
                rx.el.button(
                    # Translators: number of new comments, shown beside the heading "Discussion".
                    plural_text("{n} new", "{n} new", view.new_count),
                    type="button",
                    class_name=styles.NEW_SINCE_LAST_VISIT,
                    title=_("Next new comment (press N)"),
                    custom_attrs={"onClick": create_js_handler("goToNextNew", library=LIBRARY)},
                ),
            ),
            class_name=styles.TITLE,
        ),
        rx.cond(view.total > 1, _sort_select(view)),
        class_name=styles.HEADING,
    )


def _sort_select(view: Any) -> rx.Component:
    return rx.el.div(
        SortSelect.create(
            *(
                rx.el.option(label, value=order)
                for order, label in texts.sort_order_labels().items()
            ),
            value=view.order,
            default_order=Order.BEST.value,
            class_name=form.SELECT_QUIET,
            custom_attrs={"aria-label": _("Sort comments")},
        ),
        ui.icon("chevron_down", form.SELECT_ARROW),
        class_name=form.SELECT_QUIET_FRAME,
    )


def _form_or_sign_in_prompt() -> rx.Component:
    closed = rx.el.div(_("Comments are closed."), class_name=styles.SIGN_IN_PROMPT)
    sign_in_prompt = rx.el.div(
        rx.el.span(_("Have something to add?")),
        ui.button(_("Sign in to comment"), size="sm", on_click=ToastsState.open_sign_in_dialog),
        class_name=styles.SIGN_IN_PROMPT,
    )
    return rx.cond(
        LayoutState.is_signed_in,
        rx.cond(PostState.post.can.comment, comment_form(), closed),
        rx.cond(PostState.post.comments_enabled, sign_in_prompt, closed),
    )


def _partial_thread_banner(view: Any) -> rx.Component:
    partial = rx.el.p(
        rx.cond(view.is_continuation, _(texts.LATER_PAGE), _(texts.SINGLE_THREAD)),
        rx.el.a(
            _(texts.SHOW_ALL),
            href=urls.discussion(PostState.post.url),
            class_name=styles.BANNER_LINK,
        ),
        class_name=styles.BANNER,
    )
    return rx.cond(
        view.is_focus_missing,
        rx.el.p(_(texts.COMMENT_NOT_FOUND), class_name=styles.BANNER),
        rx.cond((view.focus_id != 0) | view.is_continuation, partial),
    )


def _comment_row_with_key(row: Any) -> rx.Component:
    return comment_row(row=row, key=row.key)


def _load_more_button(view: Any) -> rx.Component:
    return rx.cond(
        view.next_cursor != "",
        LoadMoreButton.create(
            ui.icon("chevron_down"),
            _("More comments"),
            parent_id=0,
            cursor=view.next_cursor,
            is_loading=view.is_loading,
            class_name=styles.MORE_LINK,
            on_load_more=CommentsState.load_more,
        ),
    )
