"""The side sheet with one subscription."""

from collections.abc import Sequence
from typing import Any

import reflex as rx

from community.admin.blocks.sheet_facts import person_or_dash, text_or_dash, time_or_dash
from community.admin.blocks.side_sheet import fact, facts, record_sheet, sheet_section
from community.admin.blocks.table.record_dialog import ActionButton, record_button
from community.admin.user_subscriptions.state import UserSubscriptionsState
from community.admin.user_subscriptions.table import ORIGINS, STATUSES
from community.components import ui
from community.i18n import gettext as _
from community.rendering import Node, el, present
from community.styles.ui import data_table as styles


def subscription_sheet(actions: Sequence[ActionButton]) -> rx.Component:
    state: Any = UserSubscriptionsState
    record = state.record
    return record_sheet(
        state,
        record,
        _buttons(record, actions),
        _details(record, state.texts),
        _dates(record),
        id="subscription-sheet",
        title=record.plan.name,
    )


def _buttons(record: Any, actions: Sequence[ActionButton]) -> Node:
    buttons = [
        record_button(UserSubscriptionsState, actions, action.code, record.id) for action in actions
    ]
    return rx.cond(record.is_live, el.div(*buttons, class_name=styles.SHEET_ACTIONS))


def _details(record: Any, texts: Any) -> Node:
    badges = [(code, ui.badge(_(badge.label), tone=badge.tone)) for code, badge in STATUSES.items()]
    origins = [(code, _(label)) for code, label in ORIGINS.items()]
    price = rx.cond(
        record.period == "year",
        _("{price} per year", price=texts.price),
        _("{price} per month", price=texts.price),
    )
    return sheet_section(
        facts(
            fact(_("Person"), person_or_dash(record.user)),
            fact(_("Status"), rx.match(record.status, *badges, rx.fragment())),
            fact(_("Origin"), rx.match(record.origin, *origins, "")),
            fact(_("Price"), price),
            fact(_("Credit"), text_or_dash(texts.credit)),
            fact(_("Card"), text_or_dash(texts.card)),
            fact(_("Granted or revoked by"), person_or_dash(record.changed_by)),
        ),
        present(
            record.cancel_reason,
            lambda reason: el.p(
                _("Canceled because: {reason}", reason=reason), class_name=styles.SHEET_TEXT
            ),
        ),
        title=_("Details"),
    )


def _dates(record: Any) -> Node:
    return sheet_section(
        facts(
            fact(_("Started"), ui.relative_time(record.created_at)),
            fact(_("Current period since"), ui.relative_time(record.period_start)),
            fact(_("Access until"), ui.relative_time(record.access_until)),
            present(record.paid_until, _paid_until),
            fact(_("Next charge"), time_or_dash(record.renews_at)),
            fact(_("Canceled"), time_or_dash(record.canceled_at)),
            fact(_("Ended"), time_or_dash(record.ended_at)),
        ),
        title=_("Dates"),
    )


def _paid_until(time: Any) -> Node:
    return fact(_("Paid until"), ui.relative_time(time))
