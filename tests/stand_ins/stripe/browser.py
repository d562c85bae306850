"""What the stand-in for Stripe serves to browsers: its script, and the page of a bank."""

from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from tests.stand_ins.stripe.cards import CARDS_BY_NUMBER
from tests.stand_ins.stripe.errors import PAYMENT_REQUIRED, UNAUTHORIZED, ApiError
from tests.stand_ins.stripe.objects import StripeObject
from tests.stand_ins.stripe.parameters import (
    BrowserConfirmParameters,
    ConfirmParameters,
    SetupConfirmParameters,
    parse,
)
from tests.stand_ins.stripe.setups import authenticate_setup, confirm_setup_intent
from tests.stand_ins.stripe.stand_in import StripeStandIn

SCRIPT_PATH = "/v3/"
_SCRIPT = Path(__file__).with_name("stripe.js")
_CORS = {"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*"}
_KINDS = {"payment_intents": "payment_intent", "setup_intents": "setup_intent"}
_SEE_OTHER = 303
_BANK_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><title>Test bank</title>
<h1>Test bank</h1>
<p>Do you confirm {reference}?</p>
<form method="post">
<button name="answer" value="yes">Complete</button>
<button name="answer" value="no">Fail</button>
</form></html>"""


async def get_script(_request: Request) -> Response:
    return Response(_SCRIPT.read_text(), media_type="text/javascript")


async def confirm_in_browser(request: Request) -> Response:
    """Confirm a payment or save a card with the publishable key and the client secret."""
    if request.method == "OPTIONS":
        return Response(headers=_CORS)
    stand_in: StripeStandIn = request.app.state.stand_in
    try:
        values = parse(BrowserConfirmParameters, (await request.body()).decode())
        kind = _KINDS[request.path_params["kind"]]
        intent = _find_intent(stand_in, kind, request.path_params["id"], values)
        body: Any = _confirm(stand_in, intent, values)
        status = 200
    except ApiError as error:
        status, body = error.status, error.body
    return JSONResponse(body, status, headers=_CORS)


async def show_bank(request: Request) -> Response:
    """Show the question of the bank, or apply the answer and return to the site."""
    stand_in: StripeStandIn = request.app.state.stand_in
    reference = request.path_params["id"]
    try:
        kind = "setup_intent" if reference.startswith("seti_") else "payment_intent"
        intent = stand_in.get(kind, reference)
        if request.method == "GET":
            return HTMLResponse(_BANK_PAGE.format(reference=escape(reference)))
        return_url = (intent["next_action"] or {}).get("redirect_to_url", {}).get("return_url", "")
        accepts = "answer=yes" in (await request.body()).decode()
        if kind == "setup_intent":
            authenticate_setup(stand_in, reference, accepts=accepts)
        else:
            stand_in.authenticate(reference, accepts=accepts)
    except ApiError as error:
        return JSONResponse(error.body, error.status)
    query = urlencode(
        {
            kind: reference,
            f"{kind}_client_secret": intent["client_secret"],
            "redirect_status": "succeeded" if accepts else "failed",
        }
    )
    return RedirectResponse(f"{return_url}?{query}", _SEE_OTHER)


def _confirm(
    stand_in: StripeStandIn, intent: StripeObject, values: BrowserConfirmParameters
) -> StripeObject:
    token = values.payment_method or _find_token(values.card_number or "")
    if intent["object"] == "setup_intent":
        setup = SetupConfirmParameters(payment_method=token, return_url=values.return_url)
        return confirm_setup_intent(stand_in, intent, setup)
    parameters = ConfirmParameters(payment_method=token, return_url=values.return_url)
    return stand_in.confirm(intent, parameters)


def _find_token(card_number: str) -> str:
    card = CARDS_BY_NUMBER.get(card_number.replace(" ", ""))
    if card is None:
        raise ApiError(
            "Your card number is invalid.",
            status=PAYMENT_REQUIRED,
            type_="card_error",
            code="incorrect_number",
        )
    return card.token


def _find_intent(
    stand_in: StripeStandIn, kind: str, reference: str, values: BrowserConfirmParameters
) -> StripeObject:
    if values.key != stand_in.publishable_key:
        raise ApiError("Invalid API Key provided", status=UNAUTHORIZED)
    intent = stand_in.get(kind, reference)
    if values.client_secret != intent["client_secret"]:
        raise ApiError("The client_secret does not match", param="client_secret")
    return intent


BROWSER_ROUTES = [
    Route(SCRIPT_PATH, get_script),
    Route("/browser/{kind}/{id}/confirm", confirm_in_browser, methods=["POST", "OPTIONS"]),
    Route("/bank/{id}", show_bank, methods=["GET", "POST"]),
]
