"""The side sheet with one post."""

from collections.abc import Sequence
from typing import Any

import reflex as rx

from community import urls
from community.admin.blocks.sheet_facts import get_rule_labels
from community.admin.blocks.side_sheet import fact, facts, sheet_section, side_sheet
from community.admin.blocks.table.record_dialog import ActionButton, record_button
from community.admin.posts.state import PostTableState
from community.components import ui
from community.domain.communities import SLUG_MAX_LENGTH
from community.i18n import gettext as _
from community.rendering import Node, el, sanitized_html
from community.styles.admin import moderation as styles
from community.styles.ui import data_table

SHEET_ID = "post-sheet"


def post_sheet(actions: Sequence[ActionButton]) -> rx.Component:
    state: Any = PostTableState
    record = state.record
    return side_sheet(
        rx.cond(
            record,
            rx.fragment(
                _actions(record, actions), _summary(record), _numbers(record), _move(record)
            ),
        ),
        id=SHEET_ID,
        title=rx.cond(record, record.title, ""),
        open=(state.record_id != 0) & (record != None),  # noqa: E711  # compared in the browser
        on_close=state.close_record,
    )


def _actions(record: Any, actions: Sequence[ActionButton]) -> Node:
    def button(code: str) -> Node:
        return record_button(PostTableState, actions, code, record.id)

    return el.div(
        rx.cond(record.status == "on_moderation", rx.fragment(button("approve"), button("reject"))),
        rx.cond(record.status == "published", button("hide")),
        rx.cond(record.can_publish & (record.status == "unpublished"), button("publish")),
        rx.cond(record.can_restore, button("restore")),
        rx.cond(record.status != "deleted", button("delete")),
        rx.cond(
            record.status != "deleted",
            ui.link_button(
                _("View post"),
                href=record.url,
                icon_name="arrow_up_right",
                variant="quiet",
                size="sm",
            ),
        ),
        class_name=styles.ACTIONS,
    )


def _summary(record: Any) -> Node:
    status = rx.match(
        record.status,
        ("on_moderation", _("Waiting for review")),
        ("published", _("Published")),
        ("unpublished", _("Unpublished")),
        _("Deleted"),
    )
    rule = rx.match(record.hold_rule, *get_rule_labels().items(), "")
    author = el.a(
        record.author.name,
        href=urls.profile(record.author.slug),
        class_name=styles.LINK,
        dir="auto",
    )
    return sheet_section(
        facts(
            fact(_("Status"), status),
            rx.cond(record.hold_rule != "", rx.fragment(*fact(_("Reason"), rule))),
            fact(_("Author"), author),
            fact(_("Published"), ui.relative_time(record.published_at)),
            fact(_("Tags"), rx.cond(record.tags.length() > 0, record.tags.join(", "), "–")),
        ),
        rx.cond(
            record.html != "",
            el.div(sanitized_html(record.html, styles.TEXT), class_name=data_table.SHEET_TEXT),
            el.p(record.excerpt, class_name=data_table.SHEET_TEXT, dir="auto"),
        ),
        title=_("Details"),
    )


def _numbers(record: Any) -> Node:
    comments_url = f"{urls.admin_section('comments')}?post={record.id}"
    return sheet_section(
        facts(
            fact(_("Views"), record.views_count),
            fact(_("Reactions"), record.reactions_count),
            fact(
                _("Comments"),
                el.a(record.comments_count, href=comments_url, class_name=styles.LINK),
            ),
        ),
        title=_("Activity"),
    )


def _move(record: Any) -> Node:
    state: Any = PostTableState
    control = ui.text_input(
        name="community",
        error=state.move_error,
        default_value=rx.cond(record.community, record.community.slug, "").to(str),
        max_length=SLUG_MAX_LENGTH,
        auto_capitalize="none",
        spell_check=False,
    )
    return rx.cond(
        record.status != "deleted",
        sheet_section(
            rx.el.form(
                ui.field(
                    _("Web address of the community"),
                    control,
                    name="community",
                    hint=_("Leave it empty to move the post to the profile of its author."),
                    error=state.move_error,
                ),
                ui.button(_("Move"), type="submit", size="sm"),
                key=record.id,
                on_submit=state.move,
                class_name=styles.STACK,
            ),
            title=_("Community"),
        ),
    )
