"""The HTTP routes of the stand-in for Stripe."""

import copy
import functools
import hashlib
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tests.stand_ins.stripe import parameters as schemas
from tests.stand_ins.stripe.browser import BROWSER_ROUTES
from tests.stand_ins.stripe.errors import CONFLICT, FORBIDDEN, ApiError
from tests.stand_ins.stripe.headers import check_headers
from tests.stand_ins.stripe.objects import StripeObject
from tests.stand_ins.stripe.parameters import ListParameters, P, Parameters, parse
from tests.stand_ins.stripe.returns import create_refund
from tests.stand_ins.stripe.setups import confirm_setup_intent, create_setup_intent
from tests.stand_ins.stripe.stand_in import StripeStandIn

_EXPANDABLE = frozenset(
    {"payment_method", "latest_attempt", "latest_charge", "customer", "payment_intent", "charge"}
)
_SERVER_ERROR = 500
Endpoint = Callable[[StripeStandIn, Request, str], Awaitable[StripeObject]]


def create_app(stand_in: StripeStandIn) -> Starlette:
    app = Starlette(routes=[*_ROUTES, *BROWSER_ROUTES])
    app.state.stand_in = stand_in
    return app


def _endpoint(act: Endpoint) -> Callable[[Request], Awaitable[Response]]:
    """Check the key, call a function with the encoded parameters, and expand its answer."""

    @functools.wraps(act)
    async def answer(request: Request) -> Response:
        stand_in: StripeStandIn = request.app.state.stand_in
        if stand_in.is_down:
            return JSONResponse({"error": {"type": "api_error"}}, _SERVER_ERROR)
        is_post = request.method == "POST"
        encoded = (await request.body()).decode() if is_post else request.url.query
        try:
            check_headers(stand_in, request.headers)
            _check_right(stand_in, request)
            status, body = await _answer_once(act, stand_in, request, encoded)
        except ApiError as error:
            status, body = error.status, error.body
        return JSONResponse(body, status)

    return answer


async def _answer_once(
    act: Endpoint, stand_in: StripeStandIn, request: Request, encoded: str
) -> tuple[int, StripeObject]:
    """Return the answer. The same request with the same idempotency key gets the same answer."""
    key = request.headers.get("idempotency-key") if request.method == "POST" else None
    content = f"{request.method} {request.url.path} {encoded}"
    fingerprint = hashlib.sha256(content.encode()).hexdigest()
    if key and (stored := stand_in.answers.get(key)) is not None:
        if stored[0] != fingerprint:
            raise ApiError(
                "Keys for idempotent requests can only be used with the same parameters.",
                type_="idempotency_error",
            )
        return stored[1], stored[2]
    try:
        with _run_with_key(stand_in, key):
            if key and stand_in.may_answer is not None:
                await stand_in.may_answer.wait()
            body = await act(stand_in, request, encoded)
        status = 200
    except ApiError as error:
        status, body = error.status, error.body
    # Invalid parameters and unknown objects do not use up the key.
    if key and status in {200, 402}:
        stand_in.answers[key] = fingerprint, status, copy.deepcopy(body)
    return status, body


@contextmanager
def _run_with_key(stand_in: StripeStandIn, key: str | None) -> Iterator[None]:
    """Refuse other requests with the same key while the block runs."""
    if not key:
        yield
        return
    if key in stand_in.running_keys:
        raise ApiError(
            "There is currently another in-progress request using this key.",
            status=CONFLICT,
            code="idempotency_key_in_use",
        )
    stand_in.running_keys.add(key)
    try:
        yield
    finally:
        stand_in.running_keys.discard(key)


def _check_right(stand_in: StripeStandIn, request: Request) -> None:
    if request.url.path.split("/")[2] in stand_in.forbidden:
        raise ApiError("The provided key does not have the required permissions", status=FORBIDDEN)


async def _read_account(stand_in: StripeStandIn, _request: Request, _encoded: str) -> StripeObject:
    return {"id": "acct_1", "object": "account", "business_profile": {"name": stand_in.name}}


def _expand(stand_in: StripeStandIn, item: StripeObject, names: list[str]) -> StripeObject:
    """Return a copy of an object in which the ids in some fields are replaced by the objects."""
    answer = {name: value for name, value in item.items() if name != "test_card"}
    for name in names:
        if name not in _EXPANDABLE or name not in item:
            raise ApiError(f"This property cannot be expanded ({name}).", param="expand")
        if item[name] is not None:
            answer[name] = _expand(stand_in, stand_in.objects[item[name]], [])
    return answer


def _list(
    stand_in: StripeStandIn, request: Request, kind: str, parameters: ListParameters
) -> StripeObject:
    """Return a page of the objects of a kind, newest first."""
    filters = parameters.model_dump(include={"customer", "payment_intent", "charge"})
    created = parameters.created.model_dump(exclude_none=True)
    found = [
        item
        for item in stand_in.list_kind(kind)
        if all(value is None or item[name] == value for name, value in filters.items())
        and all(_compare(name, item["created"], value) for name, value in created.items())
    ]
    if (last := parameters.starting_after) is not None:
        position = next((n for n, item in enumerate(found) if item["id"] == last), -1)
        found = found[position + 1 :]
    names = [name.removeprefix("data.") for name in parameters.expand]
    page = found[: parameters.limit]
    return {
        "object": "list",
        "url": request.url.path,
        "has_more": len(found) > len(page),
        "data": [_expand(stand_in, item, names) for item in page],
    }


def _compare(name: str, created: int, bound: int) -> bool:
    results = {"gt": created > bound, "gte": created >= bound}
    return {**results, "lt": created < bound, "lte": created <= bound}[name]


def _write(
    model: type[P], act: Callable[[StripeStandIn, str, P], StripeObject]
) -> Callable[[Request], Awaitable[Response]]:
    """Return the route of a request that changes something."""

    async def answer(stand_in: StripeStandIn, request: Request, encoded: str) -> StripeObject:
        parameters = parse(model, encoded)
        item = act(stand_in, request.path_params.get("id", ""), parameters)
        return _expand(stand_in, item, parameters.expand)

    return _endpoint(answer)


def _read(kind: str) -> Callable[[Request], Awaitable[Response]]:
    """Return the route that retrieves an object."""

    async def answer(stand_in: StripeStandIn, request: Request, encoded: str) -> StripeObject:
        item = stand_in.get(kind, request.path_params["id"])
        return _expand(stand_in, item, parse(Parameters, encoded).expand)

    return _endpoint(answer)


def _listing(
    kind: str, model: type[ListParameters] = schemas.MovementListParameters
) -> Callable[[Request], Awaitable[Response]]:
    async def answer(stand_in: StripeStandIn, request: Request, encoded: str) -> StripeObject:
        return _list(stand_in, request, kind, parse(model, encoded))

    return _endpoint(answer)


def _confirm(
    stand_in: StripeStandIn, reference: str, parameters: schemas.ConfirmParameters
) -> StripeObject:
    return stand_in.confirm(stand_in.get("payment_intent", reference), parameters)


def _update(
    kind: str,
) -> Callable[[StripeStandIn, str, Any], StripeObject]:
    return lambda stand_in, item_id, values: stand_in.update(stand_in.get(kind, item_id), values)


def _detach(stand_in: StripeStandIn, method_id: str, _parameters: Parameters) -> StripeObject:
    method = stand_in.get("payment_method", method_id)
    if method["customer"] is None:
        raise ApiError("The payment method is not attached to a customer")
    method["customer"] = None
    return method


def _cancel(
    stand_in: StripeStandIn, reference: str, parameters: schemas.CancelParameters
) -> StripeObject:
    intent = stand_in.get("payment_intent", reference)
    return stand_in.cancel(intent, parameters.cancellation_reason)


def _confirm_setup(
    stand_in: StripeStandIn, reference: str, parameters: schemas.SetupConfirmParameters
) -> StripeObject:
    intent = stand_in.get("setup_intent", reference)
    return confirm_setup_intent(stand_in, intent, parameters)


def _route(method: str, path: str, answer: Any) -> Route:
    return Route(f"/v1{path}", answer, methods=[method])


_INTENT = "/payment_intents/{id}"
_SETUP = "/setup_intents/{id}"
_create_customer = _write(
    schemas.CustomerParameters, lambda stand_in, _id, values: stand_in.create_customer(values)
)
_create_intent = _write(
    schemas.PaymentIntentParameters,
    lambda stand_in, _id, values: stand_in.create_payment_intent(values),
)
_create_setup = _write(
    schemas.SetupIntentParameters,
    lambda stand_in, _id, values: create_setup_intent(stand_in, values),
)
_create_refund = _write(
    schemas.RefundParameters, lambda stand_in, _id, values: create_refund(stand_in, values)
)
_ROUTES = [
    _route("GET", "/account", _endpoint(_read_account)),
    _route("GET", "/customers", _listing("customer")),
    _route("POST", "/customers", _create_customer),
    _route("GET", "/customers/{id}", _read("customer")),
    _route(
        "POST",
        "/customers/{id}",
        _write(schemas.CustomerUpdateParameters, _update("customer")),
    ),
    _route("POST", "/payment_intents", _create_intent),
    _route(
        "GET",
        "/payment_intents",
        _listing("payment_intent", schemas.PaymentIntentListParameters),
    ),
    _route("GET", _INTENT, _read("payment_intent")),
    _route(
        "POST",
        _INTENT,
        _write(schemas.PaymentIntentUpdateParameters, _update("payment_intent")),
    ),
    _route("POST", f"{_INTENT}/confirm", _write(schemas.ConfirmParameters, _confirm)),
    _route("POST", f"{_INTENT}/cancel", _write(schemas.CancelParameters, _cancel)),
    _route("POST", "/setup_intents", _create_setup),
    _route("GET", "/setup_intents", _listing("setup_intent")),
    _route("GET", _SETUP, _read("setup_intent")),
    _route("POST", f"{_SETUP}/confirm", _write(schemas.SetupConfirmParameters, _confirm_setup)),
    _route("GET", "/payment_methods/{id}", _read("payment_method")),
    _route("POST", "/payment_methods/{id}/detach", _write(Parameters, _detach)),
    _route("POST", "/refunds", _create_refund),
    _route("GET", "/refunds", _listing("refund")),
    _route("GET", "/charges", _listing("charge")),
    _route("GET", "/disputes", _listing("dispute")),
]
