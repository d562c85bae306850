"""State of the page on which a user replaces the card that renewals charge."""

from typing import Annotated, Final, Literal
from uuid import UUID

import reflex as rx
from pydantic import Field

from community import payment_processing, urls
from community.core import ids
from community.core.errors import NotFound
from community.core.read_models import ReadModel
from community.i18n import gettext as _
from community.i18n import noop
from community.payment_processing import StartedSetup
from community.state.pages.payment_content import SandboxCardView, list_cards
from community.state.pages.settings.subscription import SubscriptionState
from community.state.runtime import location, request_context
from community.state.runtime.policy import public, signed_in

# The position of the id in `/plans/cards/{id}`.
_ID_POSITION = 2
CardStep = Literal["pay", "confirm", "processing", "succeeded", "failed", "canceled", "expired"]
BankAnswer = Literal["yes", "no"]
CardCode = Annotated[str, Field(max_length=40)]

_NOT_SAVED = (noop("The card was not saved"), noop("Nothing has changed. You can try again."))
_TEXTS: Final[dict[CardStep, tuple[str, str]]] = {
    "pay": (noop("Enter another card"), noop("You are not charged now.")),
    "confirm": (noop("Your bank asks you to confirm the card"), noop("You are not charged now.")),
    "processing": (
        noop("The card is being checked"),
        noop("It can take a few seconds. Reload the page to see the result."),
    ),
    "succeeded": (noop("Card saved"), noop("Renewals are charged to this card from now on.")),
    "failed": (noop("Card declined"), noop("Nothing has changed. You can try again.")),
    "canceled": _NOT_SAVED,
    "expired": _NOT_SAVED,
}


class CardSetupContent(ReadModel):
    """The saving of a card as its page shows it.

    Attributes:
        reason: Why the card was declined, or "".
        cards: The cards that the user can enter at the sandbox.
    """

    id: str
    step: CardStep
    title: str
    text: str
    reason: str = ""
    cards: list[SandboxCardView] = []


class CardSetupState(rx.State):
    """The card at `path` that the user saves. Only they can see it.

    Attributes:
        content: The setup, or None if the viewer has no such setup.
    """

    path: str = ""
    content: CardSetupContent | None = None

    @rx.event
    @public(limit="writes")  # it asks the provider about an unfinished setup
    async def load(self) -> None:
        # Otherwise the settings would lead back to this page.
        (await self.get_state(SubscriptionState)).card_url = ""
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
    async def enter(self, card: CardCode) -> None:
        """Enter one of the cards of the sandbox."""
        setup_id = self._get_setup_id()
        await payment_processing.enter_card_at_sandbox(
            request_context.get_actor(), setup_id, card=card
        )
        await self._load_content(setup_id)

    @rx.event
    @signed_in(limit="writes")
    async def answer_bank(self, answer: BankAnswer) -> None:
        """Answer the question of the bank at the sandbox."""
        setup_id = self._get_setup_id()
        await payment_processing.confirm_card_at_sandbox(
            request_context.get_actor(), setup_id, accepts=answer == "yes"
        )
        await self._load_content(setup_id)

    def _get_setup_id(self) -> UUID:
        """Return the id in the URL.

        Raises:
            NotFound: The URL is not that of a setup.
        """
        path = location.get_path(self)
        setup_id = ids.parse_uuid(location.get_path_part(self, _ID_POSITION))
        if setup_id is None or path.rstrip("/") != urls.card_setup(setup_id):
            raise NotFound(_("Card not found"))
        return setup_id

    async def _load_content(self, setup_id: UUID) -> None:
        started = await payment_processing.continue_setup(request_context.get_actor(), setup_id)
        self.content = build_content(started)


def build_content(started: StartedSetup) -> CardSetupContent:
    setup, step = started.setup, _get_step(started)
    title, text = _TEXTS[step]
    return CardSetupContent(
        id=str(setup.id),
        step=step,
        title=_(title),
        text=_(text),
        reason=setup.failure,
        cards=list_cards() if step == "pay" and setup.provider == "sandbox" else [],
    )


def _get_step(started: StartedSetup) -> CardStep:
    status, next_step = started.setup.status, started.next_step
    if status not in {"created", "pending"}:
        return status  # type: ignore[return-value]  # the remaining states are steps
    if next_step is None:
        return "processing"
    return "confirm" if next_step.values.get("status") == "requires_action" else "pay"
