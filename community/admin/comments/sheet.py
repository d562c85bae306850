"""The side sheet with one comment in its context. Each section of the sheet is a function."""

from collections.abc import Sequence
from typing import Any

import reflex as rx

from community import urls
from community.admin.blocks import sheet_facts
from community.admin.blocks.side_sheet import fact, facts, sheet_section, side_sheet
from community.admin.blocks.table.record_dialog import ActionButton, record_button
from community.admin.comments.state import CommentTableState
from community.components import ui
from community.i18n import gettext as _
from community.rendering import Node, el, sanitized_html
from community.styles.admin import moderation as styles
from community.styles.ui import data_table

SHEET_ID = "comment-sheet"
_SECTION_URL = urls.admin_section("comments")


def comment_sheet(actions: Sequence[ActionButton]) -> rx.Component:
    state: Any = CommentTableState
    record = state.record
    return side_sheet(
        rx.cond(
            record,
            rx.fragment(
                _actions(record, actions),
                _context(record),
                _details(record),
                _moderations(record),
                _revisions(record),
            ),
        ),
        id=SHEET_ID,
        title=_("Comment"),
        open=(state.record_id != 0) & (record != None),  # noqa: E711  # compared in the browser
        on_close=state.close_record,
    )


def _actions(record: Any, actions: Sequence[ActionButton]) -> Node:
    comment = record.comment

    def button(code: str) -> Node:
        return record_button(CommentTableState, actions, code, comment.id)

    buttons = rx.match(
        comment.moderation_status,
        ("published", rx.fragment(button("hide"), button("delete"))),
        ("on_moderation", rx.fragment(button("approve"), button("delete"))),
        button("restore"),
    )
    view = ui.link_button(
        _("View in discussion"),
        href=comment.url,
        icon_name="arrow_up_right",
        variant="quiet",
        size="sm",
    )
    return el.div(buttons, view, class_name=styles.ACTIONS)


def _context(record: Any) -> Node:
    return el.div(
        rx.cond(
            record.parent, _quoted(record.parent, styles.CONTEXT), el.span(class_name="hidden")
        ),
        _quoted(record.comment, styles.COMMENT),
        class_name=styles.THREAD,
    )


def _quoted(comment: Any, class_name: str) -> Node:
    hidden = el.p(_("The text is not available."), class_name=styles.EMPTY)
    return el.div(
        rx.cond(
            comment.author,
            el.div(
                ui.avatar(comment.author.name, comment.author.avatar, "sm"),
                el.a(
                    comment.author.name,
                    href=urls.profile(comment.author.slug),
                    class_name=styles.AUTHOR,
                    dir="auto",
                ),
                ui.relative_time(comment.created_at),
                class_name=styles.HEAD,
            ),
        ),
        rx.cond(comment.author, sanitized_html(comment.html, styles.TEXT), hidden),
        class_name=class_name,
    )


def _details(record: Any) -> Node:
    comment = record.comment
    labels = sheet_facts.get_status_labels()
    by_author = f"{_SECTION_URL}?author={record.author_id}"
    on_post = f"{_SECTION_URL}?post={comment.post_id}"
    return sheet_section(
        facts(
            fact(_("Status"), rx.match(comment.moderation_status, *labels.items(), "")),
            fact(_("Post"), el.a(record.post_title, href=comment.url, class_name=styles.LINK)),
            rx.cond(record.community != "", rx.fragment(*fact(_("Community"), record.community))),
        ),
        el.div(
            el.a(_("All comments of this author"), href=by_author, class_name=styles.LINK),
            el.a(_("All comments on this post"), href=on_post, class_name=styles.LINK),
            class_name=styles.LINKS,
        ),
        title=_("Details"),
    )


def _moderations(record: Any) -> Node:
    return rx.cond(
        record.moderations.length() > 0,
        sheet_section(
            el.ol(rx.foreach(record.moderations, _moderation), class_name=styles.LIST),
            title=_("Moderation"),
        ),
    )


def _moderation(item: Any) -> Node:
    rules = sheet_facts.get_rule_labels()
    return el.li(
        el.div(
            el.span(
                rx.match(item.status, *sheet_facts.get_status_labels().items(), ""),
                class_name=styles.STATUS,
            ),
            rx.cond(item.actor, el.span(item.actor.name, dir="auto"), el.span(_("Automatically"))),
            ui.relative_time(item.created_at),
            class_name=styles.HEAD,
        ),
        rx.cond(item.rule != "", el.p(rx.match(item.rule, *rules.items(), item.rule))),
        rx.cond(item.reason != "", el.p(item.reason, class_name=styles.REASON, dir="auto")),
        class_name=styles.ITEM,
    )


def _revisions(record: Any) -> Node:
    return rx.cond(
        record.revisions.length() > 0,
        sheet_section(
            el.ol(rx.foreach(record.revisions, _revision), class_name=styles.LIST),
            title=_("Edit history"),
        ),
    )


def _revision(item: Any) -> Node:
    return el.li(
        el.div(ui.relative_time(item.created_at), class_name=styles.HEAD),
        el.p(item.text, class_name=data_table.SHEET_TEXT, dir="auto"),
        class_name=styles.ITEM,
    )
