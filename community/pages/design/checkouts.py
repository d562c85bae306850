"""Samples of what a buyer agrees to: purchases, changes of the plan, trials and gifts."""

from typing import Final

import reflex as rx

from community.components import payments, ui
from community.domain.subscriptions import PlanSummary
from community.domain.subscriptions.checkout.schemas import Checkout, CheckoutLine, CheckoutNote
from community.rendering import Node, el
from community.styles import payments as styles
from community.styles.ui import form, overlay

_CARD: Final = "The card is saved for the renewals. You can remove it in the settings."
_AGREEMENT: Final = "By continuing, you agree to the {terms} and the {privacy}."
PURCHASE: Final = Checkout(
    plan=PlanSummary(id=2, name="Patron"),
    kind="purchase",
    amount=545,
    currency="EUR",
    period="month",
    price=900,
    title="Get Patron",
    lines=[
        CheckoutLine(name="“Patron” for a month", amount="€9.00"),
        CheckoutLine(name="Your credit", amount="−€3.55"),
    ],
    total="€5.45",
    included_vat="Includes €0.87 VAT (19%)",
    notes=[
        CheckoutNote(
            kind="renewal",
            text="Renews on 31 January 2027 for €9.00 a month, until you cancel.",
        ),
        CheckoutNote(kind="card", text=_CARD),
    ],
    agreement=_AGREEMENT,
    has_terms=True,
    has_privacy=True,
    language="en",
    version="1",
)
CHANGE: Final = PURCHASE.model_copy(
    update={
        "kind": "upgrade",
        "amount": 0,
        "title": "Перейти на «Verlagsgesellschaftsmitgliedschaft»",
        "lines": [
            CheckoutLine(name="«Verlagsgesellschaftsmitgliedschaft» на год", amount="120 000,00 ₽"),
            CheckoutLine(name="Остаток плана «Читатель»", amount="−120 490,00 ₽"),
        ],
        "total": "0,00 ₽",
        "included_vat": "",
        "notes": [
            CheckoutNote(kind="credit", text="Остаток 490,00 ₽ станет вашим кредитом."),
            CheckoutNote(kind="plan", text="План начнётся сейчас и закончится 31 января 2028 г."),
        ],
        "has_terms": False,
    }
)
TRIAL: Final = PURCHASE.model_copy(
    update={
        "kind": "trial",
        "amount": 0,
        "title": "Try Reader for 14 days",
        "lines": [CheckoutLine(name="“Reader” for 14 days", amount="€0.00")],
        "total": "€0.00",
        "included_vat": "",
        "notes": [CheckoutNote(kind="plan", text="Ends by itself. You need no card.")],
        "has_terms": False,
        "has_privacy": False,
    }
)
GIFT: Final = PURCHASE.model_copy(
    update={
        "kind": "gift",
        "amount": 900,
        "title": "Give Patron",
        "lines": [CheckoutLine(name="“Patron” for a month", amount="€9.00")],
        "total": "€9.00",
        "notes": [CheckoutNote(kind="plan", text="It ends by itself. Nothing is renewed.")],
    }
)


def sample_checkouts() -> rx.Component:
    return rx.el.div(
        _static_checkout(PURCHASE, "Grace Okello, 12 Market Street, Kampala, Uganda"),
        _static_checkout(CHANGE, "", notice=payments.changed_notice()),
        _static_checkout(TRIAL, ""),
        _static_gift(),
        class_name="flex flex-wrap items-start gap-6",
    )


def _static_checkout(checkout: Checkout, address: str, *, notice: Node | None = None) -> Node:
    body = payments.checkout_body(
        checkout,
        notice=notice,
        billing=payments.billing_card(
            address, ui.button("Change" if address else "Add", size="sm")
        ),
        actions=rx.fragment(
            ui.button("Cancel"), ui.button(payments.confirm_label(checkout), variant="primary")
        ),
    )
    return _static_dialog(checkout.title, body)


def _static_gift() -> Node:
    body = el.div(
        payments.gift_fields(recipient="grace", recipient_error="This person already has a plan."),
        payments.checkout_summary(GIFT),
        class_name=f"{form.STACK} {overlay.DIALOG_BODY}",
    )
    return _static_dialog(GIFT.title, body)


def _static_dialog(title: str, body: Node) -> Node:
    heading = el.h3(title, class_name=overlay.DIALOG_TITLE, dir="auto")
    return el.div(heading, body, class_name=styles.STATIC)
