"""The page of a payment, at `/plans/payments/{id}`."""

from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.components.layout.not_found import not_found_message
from community.components.layout.page import page
from community.components.location import is_current_path
from community.components.page_heading import page_heading
from community.components.payment import (
    payment_facts,
    payment_links,
    payment_status,
    sandbox_cards,
)
from community.components.payment_form import payment_form
from community.components.sign_in_prompts import sign_in_prompt
from community.components.skeletons import list_skeleton
from community.i18n import gettext as _
from community.state.pages.layout import LayoutState
from community.state.pages.payment import PaymentState
from community.styles import plans as styles

_State: Any = PaymentState


def payment_page() -> rx.Component:
    is_ready = is_current_path(PaymentState.path)
    content = _State.content
    return page(
        page_heading(_("Payment")),
        rx.cond(
            is_ready,
            rx.cond(
                content,
                _payment(content),
                rx.cond(
                    LayoutState.is_signed_in,
                    not_found_message(_("Payment not found")),
                    sign_in_prompt(urls.PLANS),
                ),
            ),
            list_skeleton(),
        ),
        is_ready=is_ready,
    )


def _payment(content: Any) -> rx.Component:
    return rx.el.div(
        payment_status(content),
        # Buyers see what they pay before they pay it.
        payment_facts(content),
        rx.cond(content.cards.length() > 0, sandbox_cards(content.cards, _State.pay)),
        rx.cond(content.has_form, payment_form(_State.form_step, on_finished=_State.refresh)),
        rx.cond(content.step == "confirm", _bank_question(content)),
        payment_links(content),
        rx.cond(
            content.is_unfinished & (content.step != "processing"),
            rx.el.div(
                ui.button(_("Cancel payment"), variant="quiet", on_click=_State.cancel),
                class_name=styles.ACTIONS,
            ),
        ),
        class_name=styles.PAYMENT,
    )


def _bank_question(content: Any) -> rx.Component:
    return rx.el.section(
        rx.el.h3(_("Test bank"), class_name=styles.GROUP_TITLE),
        rx.el.p(
            _("Do you confirm the payment of {amount}?", amount=content.amount),
            class_name=styles.GROUP_TEXT,
        ),
        rx.el.div(
            ui.button(_("Confirm"), variant="primary", on_click=_State.answer_bank("yes")),
            ui.button(_("Decline"), on_click=_State.answer_bank("no")),
            class_name=f"{styles.ACTIONS} mt-3",
        ),
    )
