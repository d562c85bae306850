"""The page of a payment, at `/plans/payments/{id}`."""

from typing import Any

import reflex as rx

from community.components import ui
from community.components.billing_form import billing_summary, page_billing_form
from community.components.checkout import changed_notice, checkout_agreement, checkout_summary
from community.components.location import redirect_component
from community.components.payment import (
    bank_question,
    payment_consent,
    payment_facts,
    payment_links,
    payment_status,
    sandbox_cards,
)
from community.components.payment_form import payment_form
from community.i18n import gettext as _
from community.pages.own_object_page import own_object_page
from community.rendering import present
from community.state.pages.payments.payment import PaymentState
from community.state.pages.settings.billing import BillingState
from community.styles import payments as styles

_State: Any = PaymentState
_Billing: Any = BillingState


def payment_page() -> rx.Component:
    return own_object_page(
        PaymentState,
        title=_("Payment"),
        not_found_text=_("Payment not found"),
        view=_payment,
    )


def _order(content: Any) -> rx.Component:
    return rx.el.div(
        present(
            content.recipient,
            lambda name: rx.el.p(_("Gift for {name}", name=name), class_name=styles.RECIPIENT),
        ),
        checkout_summary(content.checkout),
        class_name=styles.PROVIDER_FORM,
    )


def _agreement(checkout: Any) -> rx.Component:
    return rx.el.div(
        rx.cond(PaymentState.has_changed, changed_notice()),
        checkout_agreement(checkout),
        rx.el.div(
            ui.button(
                _("Continue to payment"),
                variant="primary",
                on_click=_State.agree(checkout.version),
            ),
            class_name=styles.ACTIONS,
        ),
        class_name=styles.PROVIDER_FORM,
    )


def _ways_to_pay(content: Any) -> rx.Component:
    return rx.fragment(
        rx.cond(content.step == "agree", _agreement(content.checkout)),
        rx.cond(content.cards.length() > 0, sandbox_cards(content.cards, _State.pay)),
        rx.cond(
            content.has_form,
            payment_form(_State.form_step, label=content.form_label, on_finished=_State.refresh),
        ),
    )


def _payment(content: Any) -> rx.Component:
    question = _("Do you confirm the payment of {amount}?", amount=content.amount)
    return rx.el.div(
        redirect_component(_State.next_url),
        payment_status(content),
        present(content.plan_state, lambda text: rx.el.p(text, class_name=styles.PLAN_STATE)),
        # Buyers see what they pay before they pay it.
        rx.cond(content.checkout, _order(content), payment_facts(content)),
        rx.cond(
            content.can_change_billing & _Billing.is_open,
            page_billing_form(is_required=content.step == "billing", on_submit=_State.save_billing),
            rx.fragment(
                rx.cond(content.can_change_billing, billing_summary()),
                _ways_to_pay(content),
            ),
        ),
        rx.cond(content.has_question, bank_question(question, _State.answer_bank)),
        payment_consent(content),
        payment_links(content, pay_button=_pay_button(), other_card_button=_other_card_button()),
        rx.cond(
            content.can_cancel,
            rx.el.div(
                ui.button(_("Cancel payment"), variant="quiet", on_click=_State.cancel),
                class_name=styles.ACTIONS,
            ),
        ),
        class_name=styles.PAYMENT,
    )


def _pay_button() -> rx.Component:
    return ui.button(_("Pay now"), variant="primary", on_click=_State.pay_overdue)


def _other_card_button() -> rx.Component:
    return ui.button(_("Use another card"), on_click=_State.use_other_card)
