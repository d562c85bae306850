"""HTTP route that tells researchers how to report a weakness (RFC 9116)."""

from datetime import timedelta

from fastapi import APIRouter
from starlette.responses import PlainTextResponse

from community import urls
from community.core import clock
from community.core.errors import NotFound
from community.core.settings import settings
from community.i18n import gettext as _

router = APIRouter(include_in_schema=False)

# RFC 9116 recommends less than a year.
LIFETIME = timedelta(days=180)


@router.get(urls.SECURITY_TXT)
async def get_security_txt() -> PlainTextResponse:
    """Return the contact from the settings. Without a contact there is no such file."""
    if not settings().security_contact:
        raise NotFound(_("File not found"))
    expires_at = (clock.now() + LIFETIME).replace(minute=0, second=0, microsecond=0)
    fields = {
        "Contact": settings().security_contact,
        "Expires": clock.format_iso(expires_at),
        "Canonical": urls.absolute(urls.SECURITY_TXT),
        "Preferred-Languages": ", ".join(dict.fromkeys(("en", settings().site_language))),
    }
    lines = [f"{name}: {value}\n" for name, value in fields.items()]
    return PlainTextResponse("".join(lines), headers={"Cache-Control": "public, max-age=3600"})
