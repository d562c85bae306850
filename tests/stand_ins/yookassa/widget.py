"""The script of the checkout widget, and the requests that it sends."""

from pathlib import Path
from typing import Final

import orjson
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tests.stand_ins.yookassa.cards import CARDS
from tests.stand_ins.yookassa.errors import ApiError
from tests.stand_ins.yookassa.shop import Shop

SCRIPT_PATH = "/checkout-widget/v1/checkout-widget.js"
SCRIPT: Final = Path(__file__).with_name("widget.js")
_CORS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Headers": "Content-Type",
    "Access-Control-Allow-Methods": "POST",
}


def list_routes(shop: Shop) -> list[Route]:
    async def get_script(_request: Request) -> Response:
        cards = orjson.dumps({name: card.number for name, card in CARDS.items()}).decode()
        return Response(
            SCRIPT.read_text(encoding="utf-8").replace("__CARDS__", cards),
            media_type="text/javascript",
        )

    async def pay(request: Request) -> Response:
        if request.method == "OPTIONS":
            return Response(headers=_CORS)
        answer = await request.json()
        try:
            payment = shop.find_by_token(str(answer.get("token")))
            result = ""
            if "number" in answer:
                result = shop.pay(payment.id, str(answer["number"]))
            elif "accepts" in answer:
                result = shop.answer_bank(payment.id, accepts=answer["accepts"] is True)
        except ApiError as error:
            return JSONResponse(error.to_document(), error.status, headers=_CORS)
        return JSONResponse({"result": result, "status": payment.status}, headers=_CORS)

    return [
        Route(SCRIPT_PATH, get_script),
        Route("/checkout-widget/pay", pay, methods=["POST", "OPTIONS"]),
    ]
