"""The clients of the identity providers that the settings turn on."""

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.errors import NotFound
from community.domain import site
from community.gateways.identity import Client
from community.i18n import gettext as _


async def get_client(session: AsyncSession, provider: str) -> Client:
    """Return this site as a client of the service. Raise `NotFound` if it is off."""
    client = await find_client(session, provider)
    if client is None:
        raise NotFound(_("You can't sign in with this service."))
    return client


async def get_quick_client(session: AsyncSession, provider: str) -> Client:
    """Return this site as a client of a service whose prompt guests see, or raise `NotFound`."""
    auth = await site.load_settings_section(session, site.AuthSettings)
    if provider not in auth.list_quick_providers():
        raise NotFound(_("You can't sign in with this service."))
    return await get_client(session, provider)


async def find_client(session: AsyncSession, provider: str) -> Client | None:
    """Return None if the provider is unknown, or not ready for sign-ins."""
    auth = await site.load_settings_section(session, site.AuthSettings)
    known = next((name for name in auth.list_ready_providers() if name == provider), None)
    if known is None:
        return None
    settings = auth.get_provider(known)
    return Client(
        provider=known,
        client_id=settings.client_id,
        client_secret=settings.client_secret.get_secret_value(),
        redirect_uri=urls.absolute(urls.sign_in_callback(known)),
        issuer=settings.issuer,
        authorize_url=settings.authorize_url,
        token_url=settings.token_url,
        userinfo_url=settings.userinfo_url,
    )


async def list_providers(session: AsyncSession) -> tuple[site.SignInProvider, ...]:
    """Return the services with which people can sign in, in the order of the buttons."""
    return site.list_sign_in_providers(await site.get_settings_section(session, site.AuthSettings))


async def get_provider_name(session: AsyncSession, provider: str) -> str:
    """Return the name of a service on the site, or "" if there is no such service."""
    auth = await site.get_settings_section(session, site.AuthSettings)
    return next((auth.get_provider_name(name) for name in site.PROVIDERS if name == provider), "")
