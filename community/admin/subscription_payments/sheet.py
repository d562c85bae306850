"""The side sheet with one payment, the messages of its provider and its journal."""

from typing import Any

import reflex as rx

from community.admin.blocks.sheet_facts import person_or_dash, text_or_dash, time_or_dash
from community.admin.blocks.side_sheet import fact, facts, record_sheet, sheet_section
from community.admin.subscription_payments.refund_dialog import refund_button
from community.admin.subscription_payments.returns import dispute_sections, refund_section
from community.admin.subscription_payments.state import PaymentsState
from community.admin.subscription_payments.table import PAYMENT_KINDS, PAYMENT_STATUSES, PROVIDERS
from community.components import ui
from community.i18n import gettext as _
from community.rendering import Node, el, present
from community.styles.ui import data_table as styles


def payment_sheet() -> rx.Component:
    state: Any = PaymentsState
    record = state.record
    return record_sheet(
        state,
        record,
        rx.cond(state.texts.refundable != "", refund_button()),
        dispute_sections(state.texts.disputes),
        _details(record, state.texts),
        refund_section(state.texts.refunds),
        _provider(record),
        _documents(state.texts.documents),
        payment_consent(record.consent),
        _journal(state.texts.movements),
        _events(record.events),
        id="payment-sheet",
        title=state.texts.amount,
    )


def _details(record: Any, texts: Any) -> Node:
    badges = [
        (code, ui.badge(_(badge.label), tone=badge.tone))
        for code, badge in PAYMENT_STATUSES.items()
    ]
    kinds = [(code, _(label)) for code, label in PAYMENT_KINDS.items()]
    return sheet_section(
        facts(
            fact(_("Person"), person_or_dash(record.user)),
            fact(_("Recipient"), person_or_dash(record.recipient)),
            fact(_("Plan"), record.plan.name),
            fact(_("Kind"), rx.match(record.kind, *kinds, "")),
            fact(_("Status"), rx.match(record.status, *badges, rx.fragment())),
            fact(_("Paid with credit"), text_or_dash(texts.credit)),
            fact(_("VAT"), text_or_dash(texts.vat)),
            fact(_("Returned"), text_or_dash(texts.refunded)),
            fact(_("Created"), ui.relative_time(record.created_at)),
            fact(_("Paid"), time_or_dash(record.succeeded_at)),
            fact(_("Ended"), time_or_dash(record.ended_at)),
        ),
        present(
            record.failure,
            lambda text: el.p(
                _("Shown to the buyer: {message}", message=text), class_name=styles.SHEET_TEXT
            ),
        ),
        title=_("Details"),
    )


def _provider(record: Any) -> Node:
    names = [(code, _(label)) for code, label in PROVIDERS.items()]
    return sheet_section(
        facts(
            fact(_("Provider"), rx.match(record.provider, *names, record.provider)),
            fact(_("Number at the provider"), text_or_dash(record.reference)),
            fact(_("Reason"), text_or_dash(record.failure_code)),
            fact(_("Last checked"), time_or_dash(record.checked_at)),
        ),
        title=_("Provider"),
    )


def _documents(documents: Any) -> Node:
    return _history(
        _("Invoices"),
        _("There is no invoice."),
        documents,
        lambda row: _entry(
            row.id, [ui.link(row.title, href=row.url, target="_blank")], row.at, row.amount
        ),
    )


def _journal(movements: Any) -> Node:
    return _history(
        _("Journal"),
        _("No money was moved."),
        movements,
        lambda row: _entry(row.id, [row.label, " ", row.amount], row.at, row.reference),
    )


def _events(events: Any) -> Node:
    return _history(
        _("Messages of the provider"),
        _("The provider has sent no messages."),
        events,
        lambda row: _entry(row.id, [row.kind], row.received_at, _outcome(row), _replay(row)),
    )


def _replay(event: Any) -> Node:
    state: Any = PaymentsState
    button = ui.button(
        _("Apply again"),
        size="sm",
        class_name=styles.HISTORY_BUTTON,
        on_click=state.replay(event.id),
    )
    return rx.cond(event.applied_at.to(bool), button)


def _outcome(event: Any) -> Any:
    is_applied = event.applied_at.to(bool)
    return rx.cond(is_applied, event.outcome, _("Not processed yet"))


def _history(title: str, empty: str, rows: Any, build_entry: Any) -> Node:
    return sheet_section(
        rx.cond(
            rows.length() > 0,
            el.ul(rx.foreach(rows, build_entry), class_name=styles.HISTORY),
            el.p(empty, class_name=styles.HISTORY_EMPTY),
        ),
        title=title,
    )


def _entry(key: Any, title: list[Any], at: Any, text: Any, action: Node = None) -> Node:
    return el.li(
        el.div(
            el.span(*title, class_name=styles.HISTORY_TITLE),
            el.span(ui.relative_time(at), class_name=styles.HISTORY_TIME),
            class_name=styles.HISTORY_HEAD,
        ),
        el.span(text, class_name=styles.HISTORY_TEXT),
        action,
        key=key,
        class_name=styles.HISTORY_ROW,
    )


def payment_consent(consent: Any) -> Node:
    return rx.cond(
        consent,
        sheet_section(
            facts(
                fact(_("Agreed"), ui.relative_time(consent.agreed_at)),
                fact(_("Language"), consent.language),
                fact(_("Version"), consent.version),
            ),
            el.p(consent.text, class_name=f"{styles.SHEET_TEXT} whitespace-pre-line", dir="auto"),
            title=_("What the buyer agreed to"),
        ),
    )
