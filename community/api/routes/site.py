"""HTTP routes for the cookie banner and for the icons of the site."""

from datetime import timedelta
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Depends, Request, Response
from pydantic import BaseModel, field_validator
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse

from community import urls
from community.api.http import Caller, Session, forms, rate_limit
from community.api.http.responses import has_form_body
from community.core import clock, errors
from community.core.db.sessions import read_session, unit_of_work
from community.core.http.cookies import Consent, ConsentChoice, build_consent_cookie_header
from community.core.settings import settings
from community.domain import people, site
from community.i18n import gettext as _
from community.reflex_adapter.build_output import BUILD_DIR
from community.styles import assets

# Contains the icons before the first front-end build.
SOURCE_DIR = Path("assets")

write_router = APIRouter(tags=["Site"], dependencies=[rate_limit("writes")])
icon_router = APIRouter(include_in_schema=False)

router = APIRouter(include_in_schema=False)

# RFC 9116 recommends less than a year.
LIFETIME = timedelta(days=180)


class CookieConsent(BaseModel):
    """Which cookies the visitor allows. Without a choice the site asks again."""

    choice: ConsentChoice | None = None

    @field_validator("choice", mode="before")
    @classmethod
    def empty_is_none(cls, value: object) -> object:
        return value or None


@write_router.post(
    urls.COOKIE_CONSENT,
    openapi_extra=forms.build_json_or_form_schema(CookieConsent),
    responses={303: {"description": "After a form was sent: the page that contains it."}},
)
async def choose_cookies(
    new: Annotated[CookieConsent, Depends(forms.build_json_or_form_parser(CookieConsent))],
    request: Request,
    response: Response,
    actor: Caller,
) -> CookieConsent:
    """Store the choice of the visitor in a cookie for 180 days. `choice: null` deletes it.

    The account of a signed-in visitor stores it too, and other devices get it at the sign-in.
    A native form is answered by a redirect to the page that contains it.
    """
    consent = await _build_consent(new.choice)
    if not actor.is_guest:
        async with unit_of_work() as session:
            await people.set_cookie_consent(session, actor, consent=consent)
    cookie = build_consent_cookie_header(consent, is_secure=settings().is_https)
    if has_form_body(request.scope):
        redirect = forms.redirect_with_303(_find_previous_path(request))
        redirect.headers.append("set-cookie", cookie)
        return redirect  # type: ignore[return-value]
    response.headers.append("set-cookie", cookie)
    return new


@icon_router.get(assets.FAVICON)
@icon_router.get("/favicon.ico")
@icon_router.get(assets.TOUCH_ICON)
async def get_icon(request: Request, session: Session) -> Response:
    """Return the icon that administrators have uploaded, or the default icon."""
    if icon := (await site.get_site_view(session)).icon:
        return RedirectResponse(icon, 302, headers={"Cache-Control": "no-cache"})
    name = request.url.path.lstrip("/")
    for file in (BUILD_DIR / name, SOURCE_DIR / name):
        if file.is_file():
            return FileResponse(file)
    raise errors.NotFound(_("File not found"))


async def _build_consent(choice: ConsentChoice | None) -> Consent | None:
    """Return the choice with the version of the text that the site shows now."""
    if choice is None:
        return None
    async with read_session() as session:
        banner = (await site.get_site_view(session)).consent_banner
    return Consent(choice, banner.version if banner else "")


def _find_previous_path(request: Request) -> str:
    referrer = urlsplit(request.headers.get("referer", ""))
    if f"{referrer.scheme}://{referrer.netloc}" != settings().base_url:
        return urls.HOME
    path = "/" + referrer.path.lstrip("/\\")
    return f"{path}?{referrer.query}" if referrer.query else path


@router.get(urls.SECURITY_TXT)
async def get_security_txt() -> PlainTextResponse:
    """Return the contact from the settings. Without a contact there is no such file."""
    if not settings().security_contact:
        raise errors.NotFound(_("File not found"))
    expires_at = (clock.now() + LIFETIME).replace(minute=0, second=0, microsecond=0)
    fields = {
        "Contact": settings().security_contact,
        "Expires": clock.format_iso(expires_at),
        "Canonical": urls.absolute(urls.SECURITY_TXT),
        "Preferred-Languages": ", ".join(dict.fromkeys(("en", settings().site_language))),
    }
    lines = [f"{name}: {value}\n" for name, value in fields.items()]
    return PlainTextResponse("".join(lines), headers={"Cache-Control": "public, max-age=3600"})
