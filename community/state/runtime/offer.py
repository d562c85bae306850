"""State of the dialog that offers plans when the plan of the user does not include a feature."""

from typing import Annotated

import reflex as rx
from pydantic import Field

from community.core.db.sessions import read_session
from community.core.errors import DomainError
from community.domain import subscriptions
from community.realtime import messages
from community.state.runtime import open_tabs, request_context
from community.state.runtime.policy import public, signed_in
from community.state.runtime.request_context import run_query

FeatureCode = Annotated[str, Field(max_length=subscriptions.CODE_MAX_LENGTH)]


class OfferState(rx.State):
    """The offer in one browser tab. It keeps its content while the dialog closes."""

    offer: subscriptions.Offer | None = None
    is_open: bool = False
    _feature: str = ""

    @rx.event
    @signed_in()
    async def show(self, feature: FeatureCode) -> None:
        """Open the dialog for a feature, unless the user has it."""
        await run_query(subscriptions.offers.ensure_feature, feature=feature)

    @rx.event
    @public()
    async def close(self) -> None:
        open_tabs.subscribe("offer")
        self.is_open = False

    @rx.event
    @public()
    async def refresh(self) -> None:
        """Reload the texts of the open dialog. The server triggers this event after a change."""
        if not self.is_open or self.offer is None:
            return
        async with read_session() as session:
            offer = await subscriptions.offers.find_feature_offer(
                session,
                request_context.get_actor(),
                self._feature,
                reason=self.offer.reason,
            )
        self.offer = offer or self.offer

    async def _show_for_error(self, error: DomainError) -> bool:
        """Open the dialog, and return True. If nothing is on sale, return False."""
        async with read_session() as session:
            offer = await subscriptions.offers.find_offer(
                session, request_context.get_actor(), error
            )
        if offer is not None:
            open_tabs.subscribe("offer", messages.page_part_topic("offer"))
            self.offer, self.is_open = offer, True
            self._feature = str(error.details["feature"])
        return offer is not None
