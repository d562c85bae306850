"""The page with the plans, at `/plans`."""

from typing import Any

import reflex as rx

from community import urls
from community.components import location, payments, skeletons, ui
from community.components.layout.page import page
from community.i18n import gettext as _
from community.rendering import present
from community.state.pages.payments.checkout import CheckoutState
from community.state.pages.payments.gift import GiftState
from community.state.pages.payments.plans import MAX_PROMO_CODE_INPUT_LENGTH, PlansState
from community.styles import payments as styles

_State: Any = PlansState
_Checkout: Any = CheckoutState


def plans_page() -> rx.Component:
    is_ready = location.is_loaded(PlansState.content)
    return page(
        present(GiftState.recipient, payments.gift_notice),
        rx.cond(
            is_ready,
            payments.plans_content(
                _State.content,
                _buy_button,
                _trial_button,
                gift_button=payments.gift_button,
                promo=rx.cond(_State.content.takes_promo_codes, _promo_field(), rx.fragment()),
            ),
            skeletons.list_skeleton(),
        ),
        location.redirect_component(GiftState.payment_url),
        payments.checkout_dialog(),
        payments.gift_dialog(),
        is_ready=is_ready,
        active_href=urls.PLANS,
        sidebar=None,
    )


def _buy_button(plan: Any) -> Any:
    def button(variant: Any) -> rx.Component:
        return _button(plan.action, variant, _Checkout.open(plan.id))

    return rx.cond(plan.trial != "", button("secondary"), button("primary"))


def _trial_button(plan: Any) -> Any:
    return _button(plan.trial, "primary", _Checkout.open_trial(plan.id))


def _button(label: Any, variant: Any, on_click: Any) -> rx.Component:
    return ui.button(
        ui.multiline_label(label), variant=variant, class_name=styles.PLAN_BUTTON, on_click=on_click
    )


def _promo_field() -> rx.Component:
    # The event of leaving the field arrives before that of the click on a plan. It shows no new
    # prices, because the button of the plan would move during the click.
    code = ui.text_input(
        name="promo_code",
        error=PlansState.promo_error,
        type="text",
        auto_complete="off",
        max_length=MAX_PROMO_CODE_INPUT_LENGTH,
        on_blur=_State.enter_promo_code,
    )
    return rx.el.form(
        ui.field(
            _("Promo code"),
            rx.el.div(code, ui.button(_("Apply"), type="submit"), class_name=styles.PROMO_ROW),
            name="promo_code",
            hint=_("Apply it to see the prices, then choose a plan."),
            error=PlansState.promo_error,
            optional=True,
        ),
        on_submit=_State.apply_promo_code,
        class_name=styles.PROMO,
    )
