"""The HTTP interface of the stand-in."""

import base64
import hmac
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

import orjson
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tests.stand_ins.yookassa import lists, widget
from tests.stand_ins.yookassa.bindings import Bindings
from tests.stand_ins.yookassa.errors import ApiError, make_invalid, make_not_found
from tests.stand_ins.yookassa.shop import Shop

KEY_LIFETIME: Final = timedelta(hours=24)
MAX_KEY_LENGTH: Final = 64
Endpoint = Callable[[Request], Awaitable[Response]]


@dataclass
class StoredResponse:
    """The answer to the first request with an idempotency key."""

    fingerprint: bytes
    document: dict[str, Any]
    created_at: datetime


@dataclass
class Api:
    """The API of a shop.

    Attributes:
        failures: What happens to the next requests that change something: `before` answers 500
            without doing anything, `after` answers 500 although the request was executed.
        requests: The methods and paths of all requests.
        bindings: The cards that are saved without a payment.
    """

    shop: Shop
    failures: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    answers: dict[str, StoredResponse] = field(default_factory=dict)
    bindings: Bindings = field(init=False)

    def __post_init__(self) -> None:
        self.bindings = Bindings(self.shop)

    def list_routes(self) -> list[Route]:
        get, post = self._get, self._post
        return [
            Route("/v3/me", get(self._me)),
            Route("/v3/payments", get(self._list_payments)),
            Route("/v3/payments", post(self._create_payment), methods=["POST"]),
            Route("/v3/payments/{id}", get(self._find_payment)),
            Route("/v3/payments/{id}/capture", post(self._capture), methods=["POST"]),
            Route("/v3/payments/{id}/cancel", post(self._cancel), methods=["POST"]),
            Route("/v3/payment_methods", post(self._create_binding), methods=["POST"]),
            Route("/v3/payment_methods/{id}", get(self._find_binding)),
            Route("/v3/refunds", get(self._list_refunds)),
            Route("/v3/refunds", post(self._create_refund), methods=["POST"]),
            Route("/v3/refunds/{id}", get(self._find_refund)),
        ]

    def _get(self, answer: Callable[[Request], dict[str, Any]]) -> Endpoint:
        async def endpoint(request: Request) -> Response:
            self._record(request)
            return JSONResponse(answer(request))

        return endpoint

    def _post(self, answer: Callable[[Request, Mapping[str, Any]], dict[str, Any]]) -> Endpoint:
        async def endpoint(request: Request) -> Response:
            self._record(request)
            body = await request.body()
            failure = self.failures.pop(0) if self.failures else ""
            if failure == "before":
                raise _make_failure()
            document = self._answer_once(
                request, body, lambda: answer(request, _parse(request, body))
            )
            if failure:
                raise _make_failure()
            return JSONResponse(document)

        return endpoint

    def _record(self, request: Request) -> None:
        self.requests.append(f"{request.method} {request.url.path}")
        credentials = base64.b64encode(f"{self.shop.shop_id}:{self.shop.secret_key}".encode())
        expected = f"Basic {credentials.decode()}"
        if not hmac.compare_digest(request.headers.get("Authorization", ""), expected):
            description = (
                "Error in shopId or secret key. Check their validity. You can reissue the key in "
                "the Merchant Profile"
            )
            raise ApiError(401, "invalid_credentials", description, "Authorization")

    def _answer_once(
        self, request: Request, body: bytes, answer: Callable[[], dict[str, Any]]
    ) -> dict[str, Any]:
        """Return the first answer to a request that is repeated with its key."""
        key = request.headers.get("Idempotence-Key", "")
        if not key:
            raise make_invalid("Idempotence-Key", "Idempotence key is missing")
        if len(key) > MAX_KEY_LENGTH:
            raise make_invalid("Idempotence-Key")
        fingerprint = b" ".join([request.url.path.encode(), _normalize(body)])
        stored = self.answers.get(key)
        if stored is None or self.shop.now() - stored.created_at >= KEY_LIFETIME:
            stored = StoredResponse(fingerprint, answer(), self.shop.now())
            self.answers[key] = stored
        if stored.fingerprint != fingerprint:
            raise make_invalid("Idempotence-Key", "Idempotence key duplicated")
        return stored.document

    def _me(self, _request: Request) -> dict[str, Any]:
        status = "enabled" if self.shop.is_enabled else "disabled"
        return {
            "account_id": self.shop.shop_id,
            "status": status,
            "test": True,
            "fiscalization_enabled": False,
            "payment_methods": ["bank_card"],
        }

    def _create_payment(self, _request: Request, body: Mapping[str, Any]) -> dict[str, Any]:
        return self.shop.create_payment(body).to_document()

    def _find_payment(self, request: Request) -> dict[str, Any]:
        return self.shop.get_payment(request.path_params["id"]).to_document()

    def _capture(self, request: Request, body: Mapping[str, Any]) -> dict[str, Any]:
        return self.shop.capture(request.path_params["id"], body).to_document()

    def _cancel(self, request: Request, _body: Mapping[str, Any]) -> dict[str, Any]:
        return self.shop.cancel(request.path_params["id"]).to_document()

    def _create_refund(self, _request: Request, body: Mapping[str, Any]) -> dict[str, Any]:
        return self.shop.create_refund(body).to_document()

    def _find_refund(self, request: Request) -> dict[str, Any]:
        if (refund := self.shop.refunds.get(request.path_params["id"])) is None:
            raise make_not_found("refund_id")
        return refund.to_document()

    def _create_binding(self, _request: Request, body: Mapping[str, Any]) -> dict[str, Any]:
        return self.bindings.create(body).to_document()

    def _find_binding(self, request: Request) -> dict[str, Any]:
        return self.bindings.get(request.path_params["id"]).to_document()

    def _list_payments(self, request: Request) -> dict[str, Any]:
        payments = [self.shop.get_payment(key) for key in self.shop.payments]
        return lists.make_page(payments, request.query_params, lists.PAYMENT_FILTERS)

    def _list_refunds(self, request: Request) -> dict[str, Any]:
        refunds = list(self.shop.refunds.values())
        return lists.make_page(refunds, request.query_params, lists.REFUND_FILTERS)


def create_app(shop: Shop, api: Api | None = None) -> Starlette:
    """Return the app with the API of a shop, and with what it serves to browsers."""
    api = api or Api(shop)
    routes = [*api.list_routes(), *api.bindings.list_routes(), *widget.list_routes(shop)]
    return Starlette(routes=routes, exception_handlers={ApiError: _answer_error})


def _answer_error(_request: Request, error: Exception) -> Response:
    assert isinstance(error, ApiError)
    return JSONResponse(error.to_document(), error.status)


def _parse(request: Request, body: bytes) -> Mapping[str, Any]:
    if not request.headers.get("Content-Type", "").startswith("application/json"):
        raise ApiError(415, "invalid_request", "Unsupported content type.", "Content-Type")
    try:
        document = orjson.loads(body or b"{}")
    except ValueError:
        document = None
    if not isinstance(document, dict):
        raise make_invalid("body", "The request body is not a JSON object.")
    return document


def _normalize(body: bytes) -> bytes:
    """Return the body with a fixed order of its parameters."""
    try:
        return orjson.dumps(orjson.loads(body or b"{}"), option=orjson.OPT_SORT_KEYS)
    except ValueError:
        return body


def _make_failure() -> ApiError:
    return ApiError(500, "internal_server_error", "The result is unknown. Repeat the request.")
