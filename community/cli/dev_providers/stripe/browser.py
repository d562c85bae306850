"""What the stand-in for Stripe serves to browsers: its script, and the page of a bank."""

from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from community.cli.dev_providers.stripe.cards import CARDS_BY_NUMBER
from community.cli.dev_providers.stripe.errors import PAYMENT_REQUIRED, UNAUTHORIZED, ApiError
from community.cli.dev_providers.stripe.parameters import (
    BrowserConfirmParameters,
    ConfirmParameters,
    parse,
)
from community.cli.dev_providers.stripe.stand_in import StripeStandIn

SCRIPT_PATH = "/v3/"
_SCRIPT = Path(__file__).with_name("stripe.js")
_CORS = {"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*"}
_SEE_OTHER = 303
_BANK_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><title>Test bank</title>
<h1>Test bank</h1>
<p>Confirm the payment {reference}?</p>
<form method="post">
<button name="answer" value="yes">Complete</button>
<button name="answer" value="no">Fail</button>
</form></html>"""


async def get_script(_request: Request) -> Response:
    return Response(_SCRIPT.read_text(), media_type="text/javascript")


async def confirm_in_browser(request: Request) -> Response:
    """Confirm a payment with the publishable key and the client secret of the payment."""
    if request.method == "OPTIONS":
        return Response(headers=_CORS)
    stand_in: StripeStandIn = request.app.state.stand_in
    try:
        values = parse(BrowserConfirmParameters, (await request.body()).decode())
        intent = _find_intent(stand_in, request.path_params["id"], values)
        token = _find_token(values.card_number)
        parameters = ConfirmParameters(payment_method=token, return_url=values.return_url)
        body: Any = stand_in.confirm(intent, parameters)
        status = 200
    except ApiError as error:
        status, body = error.status, error.body
    return JSONResponse(body, status, headers=_CORS)


async def show_bank(request: Request) -> Response:
    """Show the question of the bank, or apply the answer and return to the site."""
    stand_in: StripeStandIn = request.app.state.stand_in
    reference = request.path_params["id"]
    try:
        intent = stand_in.get("payment_intent", reference)
        if request.method == "GET":
            return HTMLResponse(_BANK_PAGE.format(reference=escape(reference)))
        return_url = (intent["next_action"] or {}).get("redirect_to_url", {}).get("return_url", "")
        accepts = "answer=yes" in (await request.body()).decode()
        stand_in.authenticate(reference, accepts=accepts)
    except ApiError as error:
        return JSONResponse(error.body, error.status)
    query = urlencode(
        {
            "payment_intent": reference,
            "payment_intent_client_secret": intent["client_secret"],
            "redirect_status": "succeeded" if accepts else "failed",
        }
    )
    return RedirectResponse(f"{return_url}?{query}", _SEE_OTHER)


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
    stand_in: StripeStandIn, reference: str, values: BrowserConfirmParameters
) -> dict[str, Any]:
    if values.key != stand_in.publishable_key:
        raise ApiError("Invalid API Key provided", status=UNAUTHORIZED)
    intent = stand_in.get("payment_intent", reference)
    if values.client_secret != intent["client_secret"]:
        raise ApiError("The client_secret does not match", param="client_secret")
    return intent


BROWSER_ROUTES = [
    Route(SCRIPT_PATH, get_script),
    Route("/browser/payment_intents/{id}/confirm", confirm_in_browser, methods=["POST", "OPTIONS"]),
    Route("/bank/{id}", show_bank, methods=["GET", "POST"]),
]
