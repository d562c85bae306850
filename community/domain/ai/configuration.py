"""The endpoint that administrators have configured."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.domain import site
from community.gateways.ai import AiEndpoint


async def get_settings(session: AsyncSession) -> site.GeneralSettings:
    return await site.get_settings_section(session, site.GeneralSettings)


async def is_on(session: AsyncSession) -> bool:
    """Return whether the AI features are on. Without an endpoint, the site does not show them."""
    return (await get_settings(session)).is_ai_on


async def find_endpoint(session: AsyncSession) -> AiEndpoint | None:
    """Return the endpoint, or None if the AI features are off."""
    general = await get_settings(session)
    return build_endpoint(general) if general.is_ai_on else None


def build_endpoint(general: site.GeneralSettings) -> AiEndpoint:
    return AiEndpoint(
        base_url=general.ai_base_url,
        model=general.ai_model,
        key=general.ai_key,
        max_tokens=general.ai_max_tokens,
    )
