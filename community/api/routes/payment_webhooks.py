"""The HTTP route that payment providers call."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from community import payment_processing, throttle
from community.api.http.error_responses import error_responses
from community.api.http.rate_limits import (
    count_guest_write,
    finish_counting,
    get_counted_hits,
    mark_as_rate_limit,
)
from community.core.actor import GUEST
from community.core.errors import Invalid
from community.i18n import gettext as _
from community.payments import InvalidSignature, InvalidWebhook

GROUP = "payment_webhooks"


async def _count_request(request: Request) -> None:
    """Count the request among those of its network. Those of the provider are counted later."""
    await count_guest_write(request, GUEST)
    await finish_counting(request)


_rate_limit: Any = mark_as_rate_limit(_count_request, GROUP)
router = APIRouter(tags=["Payments"], dependencies=[_rate_limit])


@router.post(
    "/payments/{provider}/result",
    response_class=Response,
    responses=error_responses("not_found", "malformed"),
)
async def receive_result(
    request: Request, provider: Annotated[str, Path(max_length=20)]
) -> Response:
    """Receive a message of a payment provider.

    The message is stored once for each event of the provider, and applied by a job, which asks the
    provider for the state of the payment. Messages over the limit get 429 and are sent again by
    the provider.
    """
    body = await request.body()
    try:
        event = await payment_processing.read_event(provider, body, dict(request.headers))
    except (InvalidSignature, InvalidWebhook) as error:
        message = _("This message was not sent by the payment provider.")
        raise Invalid(message, code="malformed") from error
    if event is not None:
        # Counted after the signature was checked, so that strangers cannot use up the limit.
        result = await throttle.count_hit(GROUP, f"provider:{provider}")
        get_counted_hits(request.scope).reported.append(result)
        await payment_processing.store_event(provider, event)
    return Response(status_code=200)
