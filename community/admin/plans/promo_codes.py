"""The list of promo codes below the plans, and the side sheet with the form of a new one."""

from typing import Any, Final

import reflex as rx

from community.admin.blocks.record_list.view import RecordListView
from community.admin.plans.promo_codes_state import FOR_EVER, PLAN_PREFIX, PromoCodesState
from community.components import ui
from community.domain.subscriptions import MAX_DISCOUNT_PERIODS, PROMO_CODE_MAX_LENGTH
from community.i18n import gettext as _, ngettext
from community.rendering import Node, el, present, when
from community.styles.admin import lists as styles
from community.styles.ui import form

_state: Any = PromoCodesState
_list: Final = RecordListView(PromoCodesState)


def promo_code_list() -> Node:
    return el.section(
        el.div(
            el.h2(_("Promo codes"), id="promo-codes", class_name=styles.TITLE),
            _list.add_button("secondary"),
            class_name=styles.HEADER,
        ),
        _list.rows(
            _row,
            hint=_(
                "A code lowers the price of the first payments for a plan, once for each buyer."
            ),
        ),
        class_name=styles.SECTION,
        aria_labelledby="promo-codes",
    )


def _row(code: Any) -> Node:
    return _list.row(
        code,
        el.div(
            el.div(
                el.span(code.code, class_name=styles.CODE_NAME),
                ui.badge(code.discount, tone="accent"),
                when(~code.is_active, lambda: ui.badge(_("Off"))),
                class_name=styles.TEXT,
            ),
            el.div(
                el.span(code.periods),
                el.span(code.uses),
                present(code.end, el.span),
                class_name=styles.DETAILS,
            ),
            el.div(code.plans, dir="auto", class_name=styles.NOTE),
            class_name=styles.COLUMN,
        ),
        controls=(_list.switch(code),),
    )


def promo_code_sheet() -> rx.Component:
    return _list.sheet(
        _list.input(
            "code",
            _("Code"),
            hint=_("Buyers can type it in upper or lower case."),
            max_length=PROMO_CODE_MAX_LENGTH,
            auto_complete="off",
            spell_check=False,
        ),
        _list.input("percent", _("Discount in percent"), type="number", min=1, max=99),
        _periods(),
        _list.input(
            "max_uses",
            _("Number of uses"),
            hint=_("How many payments can use the code. Empty for no limit."),
            optional=True,
            type="number",
            min=1,
        ),
        _list.input(
            "last_day",
            _("Last day"),
            hint=_("Including this day. Empty for no end."),
            optional=True,
            type="date",
        ),
        _plans(),
        submit_label=_("Create"),
    )


def _periods() -> Node:
    choices = [
        ("1", _("For the first payment")),
        *(
            (str(n), ngettext("For the first {n} payment", "For the first {n} payments", n))
            for n in range(2, MAX_DISCOUNT_PERIODS + 1)
        ),
        (FOR_EVER, _("For all payments")),
    ]
    return _list.input(
        "periods",
        _("Duration"),
        hint=_("A change of the plan ends the discount. A gift has one payment."),
        control=lambda **props: ui.select(choices, **props),
    )


def _plans() -> Node:
    return el.fieldset(
        el.legend(_("Plans"), class_name=form.GROUP_TITLE),
        el.p(_("Choose none to let the code work for all plans."), class_name=form.HINT),
        el.div(
            rx.foreach(
                _state.plans,
                lambda plan: ui.checkbox(
                    plan.name, name=f"{PLAN_PREFIX}{plan.id}", key=plan.id.to(str)
                ),
            ),
            class_name=f"{form.STACK} mt-4",
        ),
        class_name=form.GROUP,
    )
