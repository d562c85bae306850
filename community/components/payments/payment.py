"""The parts of the page of a payment: its state, its facts, and how the buyer pays."""

from collections.abc import Mapping
from typing import Any, Final

import reflex as rx

from community import urls
from community.components import ui
from community.i18n import active_language, gettext as _
from community.rendering import (
    Node,
    each,
    el,
    group,
    length,
    present,
    react_component,
    rich_text,
    switch,
    when,
)
from community.styles import payments as styles
from community.styles.ui import button, form
from community.styles.ui.icons import IconName

_ICONS: Final[Mapping[str, tuple[IconName, str]]] = {
    "billing": ("credit_card", "neutral"),
    "agree": ("credit_card", "neutral"),
    "pay": ("credit_card", "neutral"),
    "confirm": ("shield", "neutral"),
    "succeeded": ("success", "success"),
    "failed": ("alert", "danger"),
    "canceled": ("ban", "neutral"),
    "refunded": ("undo", "neutral"),
}
_PaymentProviderForm = react_component(
    "payment/provider_form.js", "PaymentProviderForm", on_finished=None
)


def payment_status(content: Any) -> Node:
    """Return what has happened. Screen readers announce changes."""
    icons = {
        step: ui.icon(name, styles.STATUS_ICONS[tone]) for step, (name, tone) in _ICONS.items()
    }
    return el.div(
        switch(content.step, icons, ui.icon("clock", styles.STATUS_ICONS["neutral"])),
        el.div(
            el.h2(content.title, class_name=styles.STATUS_TITLE),
            present(content.reason, lambda text: el.p(text, class_name=styles.STATUS_TEXT)),
            el.p(content.text, class_name=styles.STATUS_TEXT),
        ),
        class_name=styles.STATUS,
        role="status",
        data_payment=content.step,
    )


def payment_facts(content: Any) -> Node:
    return el.dl(
        *_fact(_("Plan"), content.plan),
        present(content.recipient, lambda name: group(*_fact(_("Gift for"), name))),
        *_fact(_("Amount"), content.amount),
        present(content.credit, lambda amount: group(*_fact(_("Paid with credit"), amount))),
        present(content.period, lambda text: group(*_fact(_("Period"), text))),
        present(content.renewal, lambda text: group(*_fact(_("Renewal"), text))),
        present(content.refunded, lambda amount: group(*_fact(_("Returned"), amount))),
        when(
            content.lacks_invoice,
            lambda: group(*_fact(_("Invoice"), _("None was issued for this payment"))),
        ),
        *_fact(_("Started"), ui.relative_time(content.created_at, in_sentence=True)),
        *_fact(_("Number"), content.id),
        class_name=styles.FACTS,
    )


def payment_consent(content: Any) -> Node:
    """Return what the buyer has agreed to, word for word."""
    return when(
        length(content.consent) > 0,
        lambda: el.details(
            el.summary(_("What you agreed to"), class_name=styles.CONSENT_TITLE),
            el.div(
                each(content.consent, lambda line: el.p(line, key=line, dir="auto")),
                el.p(
                    rich_text(
                        _("You agreed {time}"),
                        time=ui.relative_time(content.agreed_at, in_sentence=True),
                    ),
                    class_name=styles.CONSENT_TIME,
                ),
                class_name=styles.CONSENT,
            ),
        ),
    )


def payment_links(content: Any, *, pay_button: Node, other_card_button: Node) -> Node:
    """Return what a buyer does after the payment has ended."""
    again = ui.link_button(_("Try again"), href=urls.PLANS, variant="primary")
    plans = ui.link_button(_("See plans"), href=urls.PLANS)
    links = {
        "succeeded": when(
            content.recipient != "",
            lambda: plans,
            lambda: ui.link_button(_("Show my plan"), href=urls.PLANS, variant="primary"),
        ),
        "failed": again,
        "canceled": plans,
        "expired": again,
        "refunded": plans,
    }
    own_plan = ui.link_button(_("Show my plan"), href=urls.SUBSCRIPTION_SETTINGS)
    is_lost = (
        (content.step == "failed") | (content.step == "canceled") | (content.step == "expired")
    )
    return el.div(
        when(content.can_pay, lambda: pay_button),
        when(content.can_use_other_card, lambda: other_card_button),
        # The page with the plans does not sell a plan that the buyer has.
        when(
            content.is_renewal & is_lost,
            lambda: own_plan,
            lambda: switch(content.step, links, group()),
        ),
        present(content.invoice_url, invoice_link),
        class_name=styles.ACTIONS,
    )


def invoice_link(url: Any) -> Node:
    """Return a link to an invoice, which is a document outside of the React app."""
    return ui.link_button(_("Invoice"), href=url, icon_name="download", target="_blank")


def sandbox_cards(cards: Any, pay: Any) -> Node:
    return el.section(
        el.h3(_("Test cards"), class_name=styles.GROUP_TITLE),
        el.p(_("This is a sandbox: no money is moved."), class_name=styles.GROUP_TEXT),
        el.div(
            each(
                cards,
                lambda card: el.button(
                    el.span(card.number, class_name=styles.CARD_NUMBER),
                    el.span(card.text, class_name=styles.CARD_TEXT),
                    type="button",
                    key=card.code,
                    on_click=pay(card.code),
                    class_name=styles.CARD,
                ),
            ),
            class_name=styles.CARDS,
        ),
    )


def bank_question(question: str, answer: Any) -> Node:
    return el.section(
        el.h3(_("Test bank"), class_name=styles.GROUP_TITLE),
        el.p(question, class_name=styles.GROUP_TEXT),
        el.div(
            ui.button(_("Confirm"), variant="primary", on_click=answer("yes")),
            ui.button(_("Decline"), on_click=answer("no")),
            class_name=f"{styles.ACTIONS} mt-3",
        ),
    )


def payment_form(step: Any, *, label: str, on_finished: Any) -> rx.Component:
    """Return the form with which the buyer pays, or saves a card.

    Args:
        label: The text of the button, unless the form of the provider has its own.
        on_finished: Called when the buyer has paid. The server then asks the provider.
    """
    return _PaymentProviderForm(
        step=step,
        label=label,
        language=active_language(),
        on_finished=on_finished,
        class_names={
            "form": styles.PROVIDER_FORM,
            "host": styles.PROVIDER_HOST,
            "error": f"{form.ERROR} empty:hidden",
            "button": button.class_names("primary", "lg"),
        },
    )


def _fact(name: str, value: Any) -> tuple[Node, Node]:
    return (
        el.dt(name, class_name=styles.FACT_NAME),
        el.dd(value, class_name=styles.FACT_VALUE, dir="auto"),
    )
