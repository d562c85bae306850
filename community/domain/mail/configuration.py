"""The mail server and the sender that administrators have configured."""

from dataclasses import dataclass
from urllib.parse import urlsplit

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.settings import settings
from community.domain import site
from community.gateways.mail import SmtpServer


@dataclass(frozen=True, slots=True)
class Sender:
    """The address and the name in the header `From`."""

    address: str
    name: str
    return_path: str  # the address to which mail servers report mails that they cannot deliver


async def find_smtp_server(session: AsyncSession) -> SmtpServer | None:
    """Return the mail server, or None if no administrator has configured one."""
    general = await site.get_settings_section(session, site.GeneralSettings)
    if not general.smtp_host:
        return None
    return SmtpServer(
        host=general.smtp_host,
        port=general.smtp_port,
        encryption=general.smtp_security,
        username=general.smtp_user,
        password=general.smtp_password,
    )


async def get_sender(session: AsyncSession) -> Sender:
    """Return the sender of all mails. By default it is `noreply@` and the host of the site."""
    general = await site.get_settings_section(session, site.GeneralSettings)
    host = urlsplit(settings().base_url).hostname or "localhost"
    address = general.smtp_sender or f"noreply@{host}"
    return Sender(
        address=address,
        name=general.site_name or settings().site_name,
        return_path=general.smtp_bounce_address or address,
    )
