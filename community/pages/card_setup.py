"""The page on which a user replaces the card that renewals charge, at `/plans/cards/{id}`."""

from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.components.location import redirect_component
from community.components.payment import bank_question, payment_status, sandbox_cards
from community.components.payment_form import payment_form
from community.i18n import gettext as _
from community.pages.own_object_page import own_object_page
from community.rendering import present
from community.state.pages.payments.card_setup import CardSetupState
from community.state.pages.settings.subscription import SubscriptionState
from community.styles import payments as styles

_State: Any = CardSetupState
_Subscription: Any = SubscriptionState


def card_setup_page() -> rx.Component:
    return own_object_page(
        CardSetupState,
        title=_("Replace card"),
        not_found_text=_("Card not found"),
        view=_setup,
    )


def _setup(content: Any) -> rx.Component:
    question = bank_question(_("Do you confirm this card?"), _State.answer_bank)
    return rx.el.div(
        redirect_component(_Subscription.next_url),
        payment_status(content),
        present(content.saved_by, lambda text: rx.el.p(text, class_name=styles.SAVED_BY)),
        rx.cond(content.cards.length() > 0, sandbox_cards(content.cards, _State.enter)),
        rx.cond(content.step == "confirm", question),
        rx.cond(
            content.has_form,
            payment_form(_State.form_step, label=_("Save card"), on_finished=_State.refresh),
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
