"""The section with the discussion under a post in the browser."""

from typing import Any

import reflex as rx

from community.components import sign_in, ui
from community.components.comments import section, texts
from community.components.comments.assistant import assistant_line
from community.components.comments.dialogs import delete_thread_dialog, history_dialog
from community.components.comments.live_row import (
    CONTROLS_LIBRARY,
    comment_form,
    create_js_handler,
    live_row,
    load_more_button,
    sort_select,
    thread_navigator,
    use_discussion,
)
from community.domain.comments import Order
from community.i18n import gettext as _
from community.rendering import Node, plural_text
from community.state.pages.comments.ai import AssistantState
from community.state.pages.comments.comments import CommentsState
from community.state.pages.layout import LayoutState
from community.state.pages.posts.post import PostState
from community.state.runtime.toasts import ToastsState
from community.styles import comment as styles


def discussion() -> rx.Component:
    view = use_discussion()
    return rx.fragment(
        section.discussion_section(view, PostState.post.url, _LiveControls()),
        thread_navigator(
            announcement=view.announcement,
            focus_id=view.focus_id,
            thread_key=f"{CommentsState.loaded_page.post_id} {view.focus_id}",
            stale_ids=view.stale_ids,
            on_check_stale=CommentsState.refresh,
            class_name="sr-only",
        ),
        delete_thread_dialog(),
        history_dialog(),
    )


class _LiveControls(section.DiscussionControls):
    """The rows, forms and buttons of a discussion. All arguments are Vars."""

    def row(self, row: Any) -> Node:
        return live_row(row=row, key=row.key)

    def sort_select(self, order: Any, attributes: dict[str, Any]) -> Node:
        labels = texts.sort_order_labels()
        return sort_select(
            *(rx.el.option(label, value=value) for value, label in labels.items()),
            value=order,
            default_order=Order.BEST.value,
            **attributes,
        )

    def comment_form(self) -> Node:
        rules: Any = CommentsState.rules
        button = ui.button(
            _("Sign in to comment"),
            size="sm",
            on_click=ToastsState.open_sign_in_dialog,
            custom_attrs={"data-pending-action": "comment:0"},
        )
        return rx.cond(
            LayoutState.is_signed_in,
            rx.cond(
                rules.can_comment,
                rx.fragment(
                    comment_form(),
                    rx.cond(rules.is_reviewed, section.review_notice()),
                    _assistant_line(),
                ),
                section.restriction_notice(
                    rules.restriction, rx.cond(rules.needs_verification, sign_in.send_link_button())
                ),
            ),
            rx.cond(
                PostState.post.comments_enabled,
                section.sign_in_prompt(button),
                section.closed_notice(),
            ),
        )

    def load_more_link(self, view: Any, label: Node) -> Node:
        return load_more_button(
            label,
            parent_id=0,
            cursor=view.next_cursor,
            is_loading=view.is_loading,
            class_name=styles.MORE_LINK,
            on_load_more=CommentsState.load_more,
        )

    def new_comments_button(self, view: Any) -> Node:
        return rx.cond(
            view.new_count > 0,
            rx.el.button(
                # Translators: number of new comments, shown beside the heading "Discussion".
                plural_text("{n} new", "{n} new", view.new_count),
                type="button",
                class_name=styles.NEW_SINCE_LAST_VISIT,
                title=_("Next new comment (press N)"),
                custom_attrs={
                    "onClick": create_js_handler("goToNextNew", library=CONTROLS_LIBRARY)
                },
            ),
        )


def _assistant_line() -> rx.Component:
    state: Any = AssistantState
    return rx.cond(state.slug != "", assistant_line(state.slug, state.question))
