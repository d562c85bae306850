"""The side sheet with one report, which links to the reported content and to its author."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import reflex as rx

from community import urls
from community.admin.blocks.side_sheet import fact, facts, record_sheet, sheet_section
from community.admin.blocks.table.record_dialog import ActionButton, record_button
from community.admin.reports.state import ReportTableState
from community.admin.reports.table import KIND_LABELS, STATE_LABELS
from community.admin.users.cleanup import cleanup_button
from community.components import ui
from community.components.reporting import REASON_LABELS
from community.i18n import gettext as _
from community.rendering import Node, el, group
from community.styles.admin import moderation as styles

# The sections that act on what was reported, by its kind.
_PICTURE_WIDTH: Final = 320
_TARGET_SECTIONS: Final = {
    "user": "users",
    "post": "posts",
    "comment": "comments",
    "advertisement": "advertisements",
}


def report_sheet(actions: Sequence[ActionButton]) -> rx.Component:
    state: Any = ReportTableState
    record = state.record
    return record_sheet(
        state,
        record,
        _actions(record, actions),
        _content(record),
        _details(record),
        _end(record),
        id="report-sheet",
        title=_("Report details"),
    )


def _actions(record: Any, actions: Sequence[ActionButton]) -> Node:
    def button(code: str) -> Node:
        return record_button(ReportTableState, actions, code, record.id)

    return group(
        rx.cond(
            record.state == "open",
            el.div(button("resolve"), button("reject"), class_name=styles.ACTIONS),
        ),
        rx.cond(
            record.content_status != "",
            sheet_section(
                el.div(_content_actions(record, button), class_name=styles.ACTIONS),
                title=_("Reported content"),
            ),
        ),
        rx.cond(
            record.can_manage_user,
            sheet_section(
                el.div(
                    button("warn"),
                    button("ban"),
                    cleanup_button(record.user.id),
                    class_name=styles.ACTIONS,
                ),
                title=_("Author"),
            ),
        ),
    )


def _content_actions(record: Any, button: Callable[[str], Node]) -> Node:
    """Return the buttons for the reported content. A private message can only be deleted."""
    status = record.content_status
    is_hidden = (status == "unpublished") | (status == "on_moderation") | (status == "deleted")
    return rx.cond(
        record.target_kind == "message",
        rx.cond(
            status == "deleted",
            el.span(_("Deleted"), class_name=styles.STATUS),
            button("delete_message"),
        ),
        rx.fragment(
            rx.cond(status == "published", button("hide")),
            rx.cond(status != "deleted", button("delete")),
            rx.cond(is_hidden, button("restore")),
        ),
    )


def _content(record: Any) -> Node:
    return rx.cond(record.target_kind == "message", _messages(record), _public_content(record))


def _messages(record: Any) -> Node:
    return sheet_section(
        rx.cond(
            record.messages.length() > 0,
            el.ol(rx.foreach(record.messages, _message), class_name=styles.CONVERSATION),
            el.p(_("The messages of old reports are erased."), class_name=styles.EMPTY),
        ),
        el.p(
            _("As they were when the report was sent. You can't see the rest of the conversation."),
            class_name=styles.EMPTY,
        ),
        title=_("Conversation"),
    )


def _message(message: Any) -> Node:
    return el.li(
        el.div(
            _person(message.author),
            ui.relative_time(message.created_at),
            rx.cond(message.is_reported, el.span(_("Reported"), class_name=styles.STATUS)),
            class_name=styles.HEAD,
        ),
        rx.cond(message.text != "", el.p(message.text, dir="auto", class_name=styles.REPORT_TEXT)),
        rx.cond(
            # The names of files that were deleted with their message.
            (message.files.length() > 0) & (message.attachments.length() == 0),
            el.p(
                _("Attached: {names}", names=message.files.join(", ")),
                dir="auto",
                class_name=styles.EMPTY,
            ),
        ),
        rx.foreach(message.attachments, _attachment),
        class_name=styles.ITEM,
    )


def _attachment(file: Any) -> Node:
    return rx.cond(
        file.is_picture,
        el.a(
            el.img(
                src=f"{file.url}?size={_PICTURE_WIDTH}",
                alt=file.name,
                loading="lazy",
                class_name=styles.REPORT_PICTURE,
            ),
            href=file.url,
            target="_blank",
        ),
        el.a(file.name, href=file.url, dir="auto", download=True, class_name=styles.LINK),
    )


def _public_content(record: Any) -> Node:
    links = {
        kind: f"{urls.admin_section(section)}?record={record.target_id}"
        for kind, section in _TARGET_SECTIONS.items()
    }
    return sheet_section(
        el.div(
            el.p(record.excerpt, dir="auto", class_name=styles.REASON), class_name=styles.COMMENT
        ),
        rx.cond(
            record.url != "",
            el.div(
                rx.cond(
                    record.target_kind != "advertisement",
                    el.a(_("View on the site"), href=record.url, class_name=styles.LINK),
                ),
                el.a(
                    _("Open in the Admin Panel"),
                    href=rx.match(record.target_kind, *links.items(), ""),
                    class_name=styles.LINK,
                ),
                class_name=styles.LINKS,
            ),
            el.p(_("No longer visible on the site."), class_name=styles.EMPTY),
        ),
        title=_labelled(KIND_LABELS, record.target_kind),
    )


def _details(record: Any) -> Node:
    by_user = f"{urls.admin_section('reports')}?user={record.user.id}"
    return sheet_section(
        facts(
            fact(_("Reason"), _labelled(REASON_LABELS, record.reason)),
            rx.cond(record.user, group(fact(_("Author"), _person(record.user)))),
            fact(
                _("Reported by"),
                rx.cond(
                    record.reporter,
                    _person(record.reporter),
                    rx.cond(record.user, _("Deleted account"), _("Guest or deleted account")),
                ),
            ),
            fact(_("Sent"), ui.relative_time(record.created_at)),
            # Translators: the number of open reports of the same content.
            fact(_("Open reports"), record.open_count),
        ),
        rx.cond(
            record.text != "",
            el.p(record.text, dir="auto", class_name=f"{styles.ITEM} {styles.REPORT_TEXT}"),
        ),
        rx.cond(
            record.user,
            el.div(
                el.a(
                    ui.plural_text(
                        "{n} report of this person",
                        "All {n} reports of this person",
                        record.user_count,
                    ),
                    href=by_user,
                    class_name=styles.LINK,
                ),
                class_name=styles.LINKS,
            ),
        ),
        title=_("Details"),
    )


def _end(record: Any) -> Node:
    return rx.cond(
        record.state != "open",
        sheet_section(
            el.div(
                el.span(_labelled(STATE_LABELS, record.state), class_name=styles.STATUS),
                rx.cond(record.closed_by, el.span(record.closed_by.name, dir="auto")),
                ui.relative_time(record.closed_at),
                class_name=styles.HEAD,
            ),
            rx.cond(record.note != "", el.p(record.note, class_name=styles.REASON, dir="auto")),
            title=_("Decision"),
        ),
    )


def _labelled(labels: Any, value: Any) -> Any:
    return rx.match(value, *((str(key), _(label)) for key, label in labels.items()), "")


def _person(user: Any) -> Node:
    return el.a(user.name, href=urls.profile(user.slug), class_name=styles.LINK, dir="auto")
