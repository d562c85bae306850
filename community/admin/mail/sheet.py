"""The side sheet with one email and a preview of its text."""

from typing import Any

import reflex as rx

from community.admin.blocks.side_sheet import fact, facts, sheet_section, side_sheet
from community.admin.mail.state import MailsState
from community.components import ui
from community.i18n import gettext as _
from community.rendering import Node, el
from community.styles.admin import sections as styles


def mail_sheet() -> rx.Component:
    state: Any = MailsState
    mail = state.mail
    return side_sheet(
        rx.cond(mail, rx.fragment(_delivery(mail), _buttons(state, mail), _preview(mail))),
        id="mail-sheet",
        title=rx.cond(mail, mail.subject, ""),
        open=(state.record_id != 0) & (mail != None),  # noqa: E711  # compared in the browser
        on_close=state.close_record,
    )


def _delivery(mail: Any) -> Node:
    status = rx.match(
        mail.state,
        (
            "sent",
            rx.cond(
                mail.transport == "file",
                ui.badge(_("Saved as a file")),
                ui.badge(_("Sent"), tone="success"),
            ),
        ),
        ("failed", ui.badge(_("Failed"), tone="danger")),
        ui.badge(_("Queued"), tone="accent"),
    )
    is_sent = (mail.state == "sent") & (mail.transport != "file")
    return sheet_section(
        facts(
            fact(_("Recipient"), mail.recipient),
            fact(_("Status"), status),
            fact(_("Reason"), rx.cond(mail.last_error != "", mail.last_error, "–")),
            fact(_("Attempts"), mail.attempts),
            fact(_("Created"), ui.relative_time(mail.created_at)),
            fact(_("Sent"), rx.cond(is_sent, ui.relative_time(mail.sent_at), _("Not sent"))),
        ),
        title=_("Delivery"),
    )


def _buttons(state: Any, mail: Any) -> Node:
    return rx.cond(
        mail.state == "sent",
        rx.fragment(),
        el.div(
            ui.button(_("Try again"), size="sm", on_click=state.retry(mail.id)),
            ui.button(_("Delete"), size="sm", variant="danger", on_click=state.drop(mail.id)),
            class_name=styles.BUTTONS,
        ),
    )


def _preview(mail: Any) -> Node:
    """Return the text in a frame that runs no scripts, opens no links and sends no forms."""
    frame = el.iframe(src_doc=mail.html, sandbox="", title=_("Preview"), class_name=styles.PREVIEW)
    private = el.p(
        _("This email contains a private link, so its text is not shown."),
        class_name=styles.PRIVATE,
    )
    return sheet_section(rx.cond(mail.is_private, private, frame), title=_("Preview"))
