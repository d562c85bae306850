"""The list of promo codes below the plans, and the side sheet with the form of a new one."""

from typing import Any

import reflex as rx

from community.admin.blocks.lists import row_actions, row_switch, text_field
from community.admin.blocks.side_sheet import sheet_footer, side_sheet
from community.admin.plans.promo_codes_state import FOR_EVER, PLAN_PREFIX, PromoCodesState
from community.components import ui
from community.domain.subscriptions import MAX_DISCOUNT_PERIODS, PROMO_CODE_MAX_LENGTH
from community.i18n import gettext as _
from community.i18n import ngettext
from community.rendering import Node, each, el, present, when
from community.styles.admin import lists as styles
from community.styles.ui import form

SHEET_ID = "promo-code-form"
_state: Any = PromoCodesState


def promo_code_list() -> Node:
    return el.section(
        el.div(
            el.h2(_("Promo codes"), id="promo-codes", class_name=styles.TITLE),
            ui.button(_("Add promo code"), icon_name="plus", size="sm", on_click=_state.open_form),
            class_name=styles.HEADER,
        ),
        el.p(
            _("A code lowers the price of the first payments for a plan, once for each buyer."),
            class_name=styles.HINT,
        ),
        when(
            _state.codes.length() > 0,
            lambda: el.ul(each(_state.codes, _row), class_name=styles.LIST),
        ),
        class_name=styles.SECTION,
        aria_labelledby="promo-codes",
    )


def promo_code_sheet() -> rx.Component:
    return side_sheet(
        rx.cond(_state.is_form_open, _form()),
        id=SHEET_ID,
        title=_("New promo code"),
        open=_state.is_form_open,
        on_close=_state.close_form,
        is_form=True,
    )


def _row(code: Any) -> Node:
    return el.li(
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
        row_actions(
            row_switch(
                code.code,
                checked=code.is_active,
                on_change=lambda value: _state.set_active(code.id, value),
            )
        ),
        key=code.id,
        class_name=styles.ROW,
    )


def _form() -> rx.Component:
    return rx.el.form(
        text_field(
            _state.errors,
            "code",
            _("Code"),
            hint=_("Buyers can type it in upper or lower case."),
            max_length=PROMO_CODE_MAX_LENGTH,
            auto_complete="off",
            spell_check=False,
        ),
        text_field(
            _state.errors, "percent", _("Discount in percent"), type="number", min=1, max=99
        ),
        _periods(),
        text_field(
            _state.errors,
            "max_uses",
            _("Number of uses"),
            hint=_("How many payments can use the code. Empty for no limit."),
            optional=True,
            type="number",
            min=1,
        ),
        text_field(
            _state.errors,
            "last_day",
            _("Last day"),
            hint=_("Including this day. Empty for no end."),
            optional=True,
            type="date",
        ),
        _plans(),
        sheet_footer(ui.button(_("Create"), type="submit", variant="primary")),
        on_submit=_state.create,
        no_validate=True,
        class_name=form.STACK,
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
    return text_field(
        _state.errors,
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
