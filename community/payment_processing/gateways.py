"""The gateways of the providers that administrators have configured."""

from community.core.db.sessions import read_session
from community.core.errors import NotFound
from community.core.settings import settings
from community.domain import site
from community.i18n import gettext as _
from community.payments import PaymentGateway
from community.payments.sandbox_gateway import SandboxGateway

PROVIDERS = ("sandbox",)


async def get_gateway(name: str) -> PaymentGateway:
    """Return the gateway of a provider, whether or not it takes new payments.

    Raises:
        NotFound: There is no such provider, or the sandbox is off on this site.
    """
    async with read_session() as session:
        await site.get_settings_section(session, site.PaymentSettings)
    if name == "sandbox" and settings().allows_sandbox_payments:
        return SandboxGateway()
    raise NotFound(_("Payment provider not found"))
