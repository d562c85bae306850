"""The pages of a payment, at `/plans/payments/{id}`, and of a new card for renewals."""

from collections.abc import Callable
from typing import Any

import reflex as rx

from community import urls
from community.components import location, payments, sign_in, skeletons, ui
from community.components.layout.not_found import not_found_message
from community.components.layout.page import page
from community.components.page_heading import page_heading
from community.i18n import gettext as _
from community.rendering import present
from community.state.pages.layout import LayoutState
from community.state.pages.payments.card_setup import CardSetupState
from community.state.pages.payments.payment import PaymentState
from community.state.pages.settings.billing import BillingState
from community.state.pages.settings.subscription import SubscriptionState
from community.styles import payments as styles

_Payment: Any = PaymentState
_Billing: Any = BillingState

_CardSetup: Any = CardSetupState
_Subscription: Any = SubscriptionState


def payment_page() -> rx.Component:
    return _own_object_page(
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
        payments.checkout_summary(content.checkout),
        class_name=styles.PROVIDER_FORM,
    )


def _agreement(checkout: Any) -> rx.Component:
    return rx.el.div(
        rx.cond(PaymentState.has_changed, payments.changed_notice()),
        payments.checkout_agreement(checkout),
        rx.el.div(
            ui.button(
                _("Continue to payment"),
                variant="primary",
                on_click=_Payment.agree(checkout.version),
            ),
            class_name=styles.ACTIONS,
        ),
        class_name=styles.PROVIDER_FORM,
    )


def _ways_to_pay(content: Any) -> rx.Component:
    return rx.fragment(
        rx.cond(content.step == "agree", _agreement(content.checkout)),
        rx.cond(content.cards.length() > 0, payments.sandbox_cards(content.cards, _Payment.pay)),
        rx.cond(
            content.has_form,
            payments.payment_form(
                _Payment.form_step, label=content.form_label, on_finished=_Payment.refresh
            ),
        ),
    )


def _payment(content: Any) -> rx.Component:
    question = _("Do you confirm the payment of {amount}?", amount=content.amount)
    return rx.el.div(
        location.redirect_component(_Payment.next_url),
        payments.payment_status(content),
        present(content.plan_state, lambda text: rx.el.p(text, class_name=styles.PLAN_STATE)),
        # Buyers see what they pay before they pay it.
        rx.cond(content.checkout, _order(content), payments.payment_facts(content)),
        rx.cond(
            content.can_change_billing & _Billing.is_open,
            payments.payment_page_billing_form(
                is_required=content.step == "billing", on_submit=_Payment.save_billing
            ),
            rx.fragment(
                rx.cond(content.can_change_billing, payments.billing_summary()),
                _ways_to_pay(content),
            ),
        ),
        rx.cond(content.has_question, payments.bank_question(question, _Payment.answer_bank)),
        payments.payment_consent(content),
        payments.payment_links(
            content, pay_button=_pay_button(), other_card_button=_other_card_button()
        ),
        rx.cond(
            content.can_cancel,
            rx.el.div(
                ui.button(_("Cancel payment"), variant="quiet", on_click=_Payment.cancel),
                class_name=styles.ACTIONS,
            ),
        ),
        class_name=styles.PAYMENT,
    )


def _pay_button() -> rx.Component:
    return ui.button(_("Pay now"), variant="primary", on_click=_Payment.pay_overdue)


def _other_card_button() -> rx.Component:
    return ui.button(_("Use another card"), on_click=_Payment.use_other_card)


def card_setup_page() -> rx.Component:
    return _own_object_page(
        CardSetupState,
        title=_("Replace card"),
        not_found_text=_("Card not found"),
        view=_setup,
    )


def _setup(content: Any) -> rx.Component:
    question = payments.bank_question(_("Do you confirm this card?"), _CardSetup.answer_bank)
    return rx.el.div(
        location.redirect_component(_Subscription.next_url),
        payments.payment_status(content),
        present(content.saved_by, lambda text: rx.el.p(text, class_name=styles.SAVED_BY)),
        rx.cond(
            content.cards.length() > 0, payments.sandbox_cards(content.cards, _CardSetup.enter)
        ),
        rx.cond(content.step == "confirm", question),
        rx.cond(
            content.has_form,
            payments.payment_form(
                _CardSetup.form_step, label=_("Save card"), on_finished=_CardSetup.refresh
            ),
        ),
        rx.el.div(
            present(
                content.provider_url,
                lambda url: ui.link_button(_("Enter card details"), href=url, variant="primary"),
            ),
            rx.cond(
                content.can_try_again,
                ui.button(_("Try again"), variant="primary", on_click=_Subscription.replace_card),
            ),
            ui.link_button(_("Back to settings"), href=urls.SUBSCRIPTION_SETTINGS),
            class_name=styles.ACTIONS,
        ),
        class_name=styles.PAYMENT,
    )


def _own_object_page(
    state: Any, *, title: str, not_found_text: str, view: Callable[[Any], rx.Component]
) -> rx.Component:
    is_ready = location.is_current_path(state.path)
    missing = rx.cond(
        LayoutState.is_signed_in,
        not_found_message(not_found_text),
        sign_in.sign_in_prompt(urls.PLANS),
    )
    return page(
        page_heading(title),
        rx.cond(
            is_ready,
            rx.cond(state.content, view(state.content), missing),
            skeletons.list_skeleton(),
        ),
        is_ready=is_ready,
    )
