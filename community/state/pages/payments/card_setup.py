"""State of the page on which a user replaces the card that renewals charge."""

from typing import Final, Literal, cast
from uuid import UUID

import reflex as rx

from community import urls
from community.core.errors import NotFound
from community.core.read_models import ReadModel
from community.domain.subscriptions import UNFINISHED_STATUSES
from community.i18n import gettext as _, noop
from community.realtime import messages
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.pages.payments import payment_content
from community.state.pages.settings.subscription import SubscriptionState
from community.state.runtime import location, open_tabs, request_context
from community.state.runtime.policy import public, signed_in
from community.workflows import payments

CardStep = payment_content.UnfinishedStep | Literal["succeeded", "failed", "canceled", "expired"]

_NOT_SAVED = (noop("The card was not saved"), noop("Nothing has changed. You can try again."))
_SAVED_BY: Final[dict[str, str]] = {
    "stripe": noop(
        "Stripe saves the card. Your renewals are charged to it until you remove it or cancel. "
        "This site never sees its number."
    ),
    "yookassa": noop(
        "YooKassa saves the card. Your renewals are charged to it until you remove it or cancel. "
        "This site never sees its number."
    ),
    "sandbox": noop("The sandbox saves the test card for your renewals. No money is moved."),
}
_TEXTS: Final[dict[CardStep, tuple[str, str]]] = {
    "pay": (noop("Enter another card"), noop("You are not charged now.")),
    "confirm": (noop("Your bank asks you to confirm the card"), noop("You are not charged now.")),
    "processing": (
        noop("The card is being checked"),
        noop("It can take a few seconds. This page updates by itself."),
    ),
    "succeeded": (noop("Card saved"), noop("Renewals are charged to this card from now on.")),
    "failed": (noop("Card declined"), noop("Nothing has changed. You can try again.")),
    "canceled": _NOT_SAVED,
    "expired": _NOT_SAVED,
}


class CardSetupContent(ReadModel):
    id: str
    step: CardStep
    title: str
    text: str
    reason: str = ""  # why the card was declined, or ""
    cards: list[payment_content.SandboxCardView] = []
    has_form: bool = False  # whether the user enters the card in the form of a provider
    saved_by: str = ""  # who saves the card and for what, while the user enters it; otherwise ""
    provider_url: str = ""  # the page of the provider on which the user enters the card, or ""
    can_try_again: bool = False


class CardSetupState(TransientVarsState, rx.State):
    """The card at `path` that the user saves. Only they can see it."""

    _transient_vars = frozenset({"form_step"})

    path: str = ""
    content: CardSetupContent | None = None  # the setup, or None if the viewer has no such setup
    # What the form of the provider needs. It is sent only to the user.
    form_step: payment_content.ProviderStep | None = None

    @rx.event
    @public(limit="writes")  # it asks the provider about an unfinished setup
    async def load(self) -> None:
        # Otherwise the settings would lead back to this page.
        (await self.get_state(SubscriptionState)).next_url = ""
        path = location.get_path(self).rstrip("/")
        if request_context.get_actor().is_guest:
            self.content = None
        else:
            try:
                await self._load_content(self._get_setup_id())
            except NotFound:
                self.content = None
        self.path = path

    @rx.event
    @signed_in(limit="writes")
    async def refresh(self) -> None:
        await self._load_content(self._get_setup_id())

    @rx.event
    @signed_in(limit="writes")
    async def enter(self, card: payment_content.CardCode) -> None:
        setup_id = self._get_setup_id()
        await payments.enter_card_at_sandbox(request_context.get_actor(), setup_id, card=card)
        await self._load_content(setup_id)

    @rx.event
    @signed_in(limit="writes")
    async def answer_bank(self, answer: payment_content.BankAnswer) -> None:
        setup_id = self._get_setup_id()
        await payments.confirm_card_at_sandbox(
            request_context.get_actor(), setup_id, accepts=answer == "yes"
        )
        await self._load_content(setup_id)

    def _get_setup_id(self) -> UUID:
        return location.get_uuid(self, urls.card_setup, _("Card not found"))

    async def _load_content(self, setup_id: UUID) -> None:
        started = await payments.continue_setup(request_context.get_actor(), setup_id)
        open_tabs.subscribe("page", messages.card_setup_topic(str(setup_id)))
        self.content = build_content(started)
        self.form_step = payment_content.build_form_step(started.next_step)


def build_content(started: payments.StartedSetup) -> CardSetupContent:
    setup, step = started.setup, _get_step(started)
    # YooKassa does not say whether the bank has declined the card.
    is_unexplained = step == "failed" and not setup.failure
    title, text = _NOT_SAVED if is_unexplained else _TEXTS[step]
    form_step, values = payment_content.build_form_step(started.next_step), {}
    if started.next_step is not None and started.next_step.kind == "redirect":
        values = dict(started.next_step.values)
    return CardSetupContent(
        id=str(setup.id),
        step=step,
        title=_(title),
        text=_(text),
        reason=setup.failure,
        cards=payment_content.list_cards() if step == "pay" and setup.provider == "sandbox" else [],
        has_form=form_step is not None,
        saved_by=_(_SAVED_BY[setup.provider]) if step == "pay" else "",
        provider_url=values.get("url", ""),
        can_try_again=step in {"failed", "canceled", "expired"},
    )


def _get_step(started: payments.StartedSetup) -> CardStep:
    if started.setup.status not in UNFINISHED_STATUSES:
        return cast("CardStep", started.setup.status)
    return payment_content.get_unfinished_step(started.next_step)
