"""The HTTP route that payment providers call."""

from typing import Annotated, Final

from fastapi import APIRouter, Path, Request, Response

from community.api.http.errors import error_responses
from community.api.http.rate_limits import finish_counting, get_counted_hits, mark_as_rate_limit
from community.core import errors, rate_limits
from community.core.http.client_ip import get_client_ip, get_client_network
from community.gateways.payments import InvalidSignature, InvalidWebhook, WebhookEvent
from community.i18n import gettext as _
from community.workflows import payments

GROUP: Final = "payment_webhooks"
ProviderName = Annotated[str, Path(max_length=20)]


async def _read_event(request: Request, provider: ProviderName) -> WebhookEvent | None:
    """Return the event in a message, and count the message for its network.

    Messages that a provider has signed are counted apart, so that strangers cannot use up its
    limit, even if they share an address with it.
    """
    is_signed = provider not in payments.UNSIGNED_PROVIDERS
    body = await request.body()
    try:
        if not is_signed:
            await _count(request, "unsigned")
        event = await payments.read_event(provider, body, dict(request.headers))
    except (InvalidSignature, errors.NotFound) as error:
        if is_signed:
            await _count(request, "unsigned")
        if isinstance(error, errors.NotFound):
            raise
        raise _make_error() from error
    except InvalidWebhook as error:
        raise _make_error() from error
    if is_signed:
        await _count(request, provider)
    await finish_counting(request)
    return event


async def _count(request: Request, sender: str) -> None:
    network = get_client_network(get_client_ip(request.scope))
    result = await rate_limits.count_hit(GROUP, f"{sender}:{network}")
    get_counted_hits(request.scope).reported.append(result)


def _make_error() -> errors.Invalid:
    return errors.Invalid(_("This message was not sent by the payment provider."), code="malformed")


router = APIRouter(tags=["Payments"])


@router.post(
    "/payments/{provider}/result",
    response_class=Response,
    responses=error_responses("not_found", "malformed"),
)
async def receive_result(
    provider: ProviderName,
    event: Annotated[WebhookEvent | None, mark_as_rate_limit(_read_event, GROUP)],
) -> Response:
    """Receive a message of a payment provider.

    The message is stored once for each event of the provider, and applied by a job, which asks the
    provider for the state of the payment. Messages over the limit get 429 and are sent again by
    the provider.
    """
    if event is not None:
        await payments.store_event(provider, event)
    return Response(status_code=200)
