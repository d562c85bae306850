"""Sends a test request to the endpoint."""

from dataclasses import dataclass

from community.core import rate_limits
from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.domain import ai
from community.gateways.ai import AiError, complete
from community.i18n import gettext as _

# The State of a tab is locked for at most 10 seconds.
TIMEOUT_SECONDS = 9.0
MAX_SHOWN_LENGTH = 200


@dataclass(frozen=True, slots=True)
class EndpointCheck:
    is_ok: bool
    message: str


async def check_endpoint(actor: Actor) -> EndpointCheck:
    """Send a test request to the saved endpoint. Return its answer or the reason of the error."""
    async with unit_of_work() as session:
        test = await ai.begin_test(session, actor)
    rate_limits.begin_work()
    try:
        completion = await complete(test.endpoint, test.prompt, max_seconds=TIMEOUT_SECONDS)
    except AiError as error:
        async with unit_of_work() as session:
            await ai.finish_test(session, test.request_id, completion=None, error=error.code)
        return EndpointCheck(is_ok=False, message=error.reason)
    async with unit_of_work() as session:
        await ai.finish_test(session, test.request_id, completion=completion)
    answer = completion.text[:MAX_SHOWN_LENGTH]
    return EndpointCheck(is_ok=True, message=_("The endpoint answers: {answer}", answer=answer))
