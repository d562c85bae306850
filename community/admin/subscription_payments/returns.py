"""The parts of the side sheet with the disputes and the refunds of a payment."""

from typing import Any

import reflex as rx

from community.admin.blocks.side_sheet import fact, facts, sheet_section
from community.admin.subscription_payments.models import DISPUTE_STATUSES, REFUND_STATUSES
from community.components import ui
from community.i18n import gettext as _
from community.rendering import Node, el, present
from community.styles.ui import data_table as styles


def dispute_sections(disputes: Any) -> Node:
    return rx.foreach(disputes, _dispute)


def _dispute(dispute: Any) -> Node:
    badges = [
        (code, ui.badge(_(badge.label), tone=badge.tone))
        for code, badge in DISPUTE_STATUSES.items()
    ]
    return sheet_section(
        facts(
            fact(_("Status"), rx.match(dispute.status, *badges, rx.fragment())),
            fact(_("Answer by"), rx.cond(dispute.due_by != "", ui.local_time(dispute.due_by), "–")),
            fact(_("Reason"), dispute.reason),
            fact(_("Amount"), dispute.amount),
            fact(_("Begun"), ui.relative_time(dispute.opened_at)),
        ),
        rx.cond(
            dispute.url != "",
            el.div(
                ui.link_button(
                    _("Open at Stripe"),
                    href=dispute.url,
                    size="sm",
                    icon_name="arrow_up_right",
                    target="_blank",
                    rel="noopener noreferrer",
                ),
                class_name=styles.SHEET_LINK_ROW,
            ),
        ),
        title=_("Dispute"),
    )


def refund_section(refunds: Any) -> Node:
    return rx.cond(
        refunds.length() > 0,
        sheet_section(
            el.ul(rx.foreach(refunds, _refund), class_name=styles.HISTORY), title=_("Refunds")
        ),
    )


def _refund(refund: Any) -> Node:
    badges = [
        (code, ui.badge(_(badge.label), tone=badge.tone)) for code, badge in REFUND_STATUSES.items()
    ]
    return el.li(
        el.div(
            el.span(
                refund.amount,
                " ",
                rx.match(refund.status, *badges, rx.fragment()),
                class_name=styles.HISTORY_TITLE,
            ),
            el.span(ui.relative_time(refund.at), class_name=styles.HISTORY_TIME),
            class_name=styles.HISTORY_HEAD,
        ),
        el.span(refund.reason, class_name=styles.HISTORY_TEXT),
        present(
            refund.note, lambda note: el.span(note, class_name=styles.HISTORY_TEXT, dir="auto")
        ),
        present(refund.failure, lambda text: el.span(text, class_name=styles.HISTORY_ERROR)),
        key=refund.id,
        class_name=styles.HISTORY_ROW,
    )
