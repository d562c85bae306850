"""The card with the comparison of the journal of money with the providers."""

from typing import Any

import reflex as rx

from community import urls
from community.admin.blocks.record_list.view import text_field
from community.admin.subscription_payments.reconciliation_state import SECTION, ReconciliationState
from community.components import ui
from community.domain.subscriptions.policies import REFUND_NOTE_MAX_LENGTH
from community.i18n import gettext as _
from community.rendering import Node, choose, el, present
from community.styles.admin import sections as dashboard_styles
from community.styles.ui import data_table as styles, display, form, overlay

_State: Any = ReconciliationState
_DIALOG_ID = "explain-difference"


def reconciliation_card() -> Node:
    return rx.cond(
        _State.runs.length() > 0,
        el.section(
            el.h2(_("Comparison with the providers"), class_name=dashboard_styles.CARD_TITLE),
            el.ul(rx.foreach(_State.runs, _run), class_name=styles.HISTORY),
            rx.cond(
                _State.findings.length() > 0,
                el.ul(rx.foreach(_State.findings, _finding), class_name=styles.HISTORY),
            ),
            class_name=f"{display.CARD} {styles.CARD_ABOVE}",
        ),
    )


def explanation_dialog() -> rx.Component:
    is_open = _State.explained_id != 0
    return ui.dialog(
        rx.el.form(
            text_field(
                _State.errors,
                "note",
                _("Note"),
                max_length=REFUND_NOTE_MAX_LENGTH,
                auto_complete="off",
            ),
            rx.el.div(
                ui.button(_("Cancel"), custom_attrs=ui.command_attrs(_DIALOG_ID, "close")),
                ui.button(_("Save"), type="submit", variant="primary"),
                class_name=overlay.DIALOG_ACTIONS,
            ),
            key=choose(is_open, "open", "closed"),
            on_submit=_State.explain,
            no_validate=True,
            class_name=f"{form.STACK} {overlay.DIALOG_BODY}",
        ),
        id=_DIALOG_ID,
        title=_("Explain the difference"),
        text=_("It then no longer needs attention, until the amounts change. No money is moved."),
        size="sm",
        open=is_open,
        guards_input=True,
        on_close=_State.close_form,
    )


def _run(run: Any) -> Node:
    return el.li(
        el.div(
            el.span(
                run.provider,
                " ",
                rx.cond(
                    run.has_failed,
                    ui.badge(run.text, tone="danger"),
                    ui.badge(run.text, tone="success"),
                ),
                class_name=styles.HISTORY_TITLE,
            ),
            el.span(ui.relative_time(run.at), class_name=styles.HISTORY_TIME),
            class_name=styles.HISTORY_HEAD,
        ),
        key=run.provider,
        class_name=styles.HISTORY_ROW,
    )


def _finding(finding: Any) -> Node:
    link = f"{urls.admin_section(SECTION)}?record={finding.payment_id}"
    return el.li(
        el.div(
            el.span(finding.title, class_name=styles.HISTORY_TITLE),
            el.span(ui.relative_time(finding.at), class_name=styles.HISTORY_TIME),
            class_name=styles.HISTORY_HEAD,
        ),
        el.span(finding.amounts, class_name=styles.HISTORY_TEXT),
        rx.cond(
            finding.payment_id != "",
            el.a(finding.reference, href=link, class_name=styles.HISTORY_LINK),
            el.span(finding.reference, class_name=styles.HISTORY_TEXT),
        ),
        present(
            finding.note,
            lambda note: el.span(
                _("Explained: {note}", note=note), class_name=styles.HISTORY_TEXT, dir="auto"
            ),
        ),
        rx.cond(
            finding.is_explained,
            rx.fragment(),
            ui.button(
                _("Explain"),
                size="sm",
                class_name=styles.HISTORY_BUTTON,
                on_click=_State.open_form(finding.id),
            ),
        ),
        key=finding.id,
        class_name=styles.HISTORY_ROW,
    )
