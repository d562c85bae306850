"""The request with which an administrator tests the endpoint."""

from dataclasses import dataclass, replace

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.errors import Invalid
from community.domain import site
from community.domain.ai import configuration, limits
from community.gateways.ai import AiEndpoint, Completion, Prompt
from community.i18n import gettext as _
from community.models import AiRequest

PROMPT = Prompt(instructions="Answer with one short sentence.", content="Say hello.")
# Enough for a greeting, even after the thoughts of a small model that reasons.
MAX_TOKENS = 300


@dataclass(frozen=True, slots=True)
class ConnectionTest:
    request_id: int
    endpoint: AiEndpoint
    prompt: Prompt = PROMPT


async def begin_test(session: AsyncSession, actor: Actor) -> ConnectionTest:
    """Count a test request to the saved endpoint.

    Raises:
        Invalid: No endpoint is saved.
        LimitReached: The site may send no more requests today.
    """
    site.ensure_may_change(actor, site.GeneralSettings)
    general = await site.load_settings_section(session, site.GeneralSettings)
    if not general.is_ai_on:
        raise Invalid(_("Save the address, the model and limits above 0 first."))
    endpoint = replace(configuration.build_endpoint(general), max_tokens=MAX_TOKENS)
    request = await limits.add_request(session, "test", user_id=actor.id, tokens=PROMPT.tokens)
    return ConnectionTest(request.id, endpoint)


async def finish_test(
    session: AsyncSession, request_id: int, *, completion: Completion | None, error: str = ""
) -> None:
    request = await session.get(AiRequest, request_id)
    if request is not None:
        tokens = completion.tokens if completion is not None else None
        limits.finish_request(request, tokens=tokens, error=error)
