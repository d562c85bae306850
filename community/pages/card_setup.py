"""The page on which a user replaces the card that renewals charge, at `/plans/cards/{id}`."""

from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.components.layout.not_found import not_found_message
from community.components.layout.page import page
from community.components.location import is_current_path
from community.components.page_heading import page_heading
from community.components.payment import payment_status, sandbox_cards
from community.components.sign_in_prompts import sign_in_prompt
from community.components.skeletons import list_skeleton
from community.i18n import gettext as _
from community.state.pages.card_setup import CardSetupState
from community.state.pages.layout import LayoutState
from community.styles import plans as styles

_State: Any = CardSetupState


def card_setup_page() -> rx.Component:
    is_ready = is_current_path(CardSetupState.path)
    content = _State.content
    return page(
        page_heading(_("Replace card")),
        rx.cond(
            is_ready,
            rx.cond(
                content,
                _setup(content),
                rx.cond(
                    LayoutState.is_signed_in,
                    not_found_message(_("Card not found")),
                    sign_in_prompt(urls.PLANS),
                ),
            ),
            list_skeleton(),
        ),
        is_ready=is_ready,
    )


def _setup(content: Any) -> rx.Component:
    return rx.el.div(
        payment_status(content),
        rx.cond(content.cards.length() > 0, sandbox_cards(content.cards, _State.enter)),
        rx.cond(content.step == "confirm", _bank_question()),
        rx.el.div(
            ui.link_button(_("Back to settings"), href=urls.SUBSCRIPTION_SETTINGS),
            class_name=styles.ACTIONS,
        ),
        class_name=styles.PAYMENT,
    )


def _bank_question() -> rx.Component:
    return rx.el.section(
        rx.el.h3(_("Test bank"), class_name=styles.GROUP_TITLE),
        rx.el.p(_("Do you confirm this card?"), class_name=styles.GROUP_TEXT),
        rx.el.div(
            ui.button(_("Confirm"), variant="primary", on_click=_State.answer_bank("yes")),
            ui.button(_("Decline"), on_click=_State.answer_bank("no")),
            class_name=f"{styles.ACTIONS} mt-3",
        ),
    )
