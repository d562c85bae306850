"""Cards that are saved without a payment: the requests of the site, and the page of the user."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from html import escape
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from tests.stand_ins.yookassa import requests
from tests.stand_ins.yookassa.cards import BY_NUMBER, CARDS
from tests.stand_ins.yookassa.errors import ApiError, make_invalid, make_not_found
from tests.stand_ins.yookassa.objects import CONFIRMATION_LIFETIME, Method, make_id
from tests.stand_ins.yookassa.shop import Shop

PAGE_PATH: Final = "/checkout/payment-methods/v1/contract"
PARAMETERS: Final = frozenset(("card", "client_ip", "confirmation", "holder", "metadata", "type"))
_SEE_OTHER: Final = 303
_PAGE: Final = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><title>YooKassa stand-in</title>
<h1>Save a card</h1>
<p>{text}</p>
<form method="post">{buttons}</form></html>"""


@dataclass
class Binding:
    """A card that a user saves.

    Attributes:
        method: The card that the user has entered, or None.
    """

    shop: Shop
    return_url: str
    created_at: datetime
    metadata: dict[str, str]
    id: str = field(default_factory=make_id)
    status: str = "pending"
    method: Method | None = None

    def to_document(self) -> dict[str, Any]:
        document: dict[str, Any] = {
            "type": "bank_card",
            "id": self.id,
            "saved": self.status == "active",
            "status": self.status,
            "holder": {"account_id": self.shop.shop_id, "gateway_id": "100700"},
            "metadata": self.metadata,
        }
        if self.status == "active" and self.method:
            return document | self.method.to_document()
        if self.status == "pending":
            url = f"{self.shop.url}{PAGE_PATH}?paymentMethodId={self.id}"
            document["confirmation"] = {"type": "redirect", "confirmation_url": url}
        return document

    def enter_card(self, number: str) -> str:
        """Let the user enter a card. Return `confirm` if the bank asks, or the reason of a decline,
        or "".
        """
        card = BY_NUMBER.get(number)
        if self.status != "pending":
            raise requests.make_state_error(self.status, "confirmed")
        if card is None:
            return "invalid_card_number"
        if card.failure:
            if not self.shop.retries_declined:
                self.status = "inactive"
            return card.failure
        self.method = Method(card, id=self.id)
        if card.needs_confirmation:
            return "confirm"
        self._activate(self.method)
        return ""

    def answer_bank(self, *, accepts: bool) -> str:
        """Let the user answer the bank. Return the reason of a decline, or ""."""
        if self.status != "pending" or self.method is None:
            raise requests.make_state_error(self.status, "confirmed")
        if accepts:
            self._activate(self.method)
            return ""
        self.method = None
        if not self.shop.retries_declined:
            self.status = "inactive"
        return "3d_secure_failed"

    def _activate(self, method: Method) -> None:
        method.is_saved, self.status = True, "active"
        self.shop.methods[self.id] = method
        self.shop.notify("payment_method.active", self.to_document())


@dataclass
class Bindings:
    """The cards that users of a shop save. YooKassa reports only those that are saved."""

    shop: Shop
    items: dict[str, Binding] = field(default_factory=dict)

    def create(self, body: Mapping[str, Any]) -> Binding:
        requests.ensure_known(body, PARAMETERS)
        if not self.shop.allows_bindings:
            raise ApiError(403, "forbidden", "This store can't save payment methods.")
        if body.get("type") != "bank_card":
            raise make_invalid("type")
        if requests.read_confirmation(body) != "redirect":
            raise make_invalid("confirmation.type")
        return_url = body["confirmation"].get("return_url")
        if not isinstance(return_url, str) or not return_url.startswith(("http://", "https://")):
            raise make_invalid("confirmation.return_url")
        metadata = requests.read_metadata(body)
        binding = Binding(self.shop, return_url, self.shop.now(), metadata)
        self.items[binding.id] = binding
        return binding

    def get(self, binding_id: str) -> Binding:
        if (binding := self.items.get(binding_id)) is None:
            raise make_not_found("payment_method_id")
        is_over = self.shop.now() >= binding.created_at + CONFIRMATION_LIFETIME
        if binding.status == "pending" and is_over:
            binding.status = "inactive"
        return binding

    def list_routes(self) -> list[Route]:
        """Return the page on which users enter their cards."""
        return [Route(PAGE_PATH, self._show_page, methods=["GET", "POST"])]

    async def _show_page(self, request: Request) -> Response:
        try:
            binding = self.get(request.query_params.get("paymentMethodId", ""))
            if request.method == "GET":
                return _render_cards("No money is moved.")
            return _answer(binding, dict((await request.form()).items()))
        except ApiError as error:
            return JSONResponse(error.to_document(), error.status)


def _answer(binding: Binding, form: Mapping[str, Any]) -> Response:
    if "number" in form:
        result = binding.enter_card(str(form["number"]))
    else:
        result = binding.answer_bank(accepts=form.get("answer") == "yes")
    if result == "confirm":
        return _render("Your bank asks you to confirm the card.", answer=("yes", "no"))
    if result and binding.status == "pending":
        return _render_cards(f"The card was declined: {result}")
    return RedirectResponse(binding.return_url, _SEE_OTHER)


def _render_cards(text: str) -> Response:
    return _render(text, number=tuple(card.number for card in CARDS.values()))


def _render(text: str, **values: tuple[str, ...]) -> Response:
    buttons = [
        f'<button name="{name}" value="{value}">{value}</button>'
        for name, items in values.items()
        for value in items
    ]
    return HTMLResponse(_PAGE.format(text=escape(text), buttons="".join(buttons)))
