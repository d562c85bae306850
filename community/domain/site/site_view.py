"""What every page shows of the settings: the name and look of the site and its banners."""

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Final, Literal, get_args
from urllib.parse import urlsplit

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core import clock
from community.core.read_models import ReadModel
from community.core.settings import settings
from community.domain.site import definitions, queries, schemas

SitePageName = Literal["about", "terms", "privacy"]
# The pages that administrators write, by path.
SITE_PAGES: Final[Mapping[str, SitePageName]] = {
    urls.site_page(name): name for name in get_args(SitePageName)
}


class Announcement(ReadModel):
    """The line above every page. `id` changes with the text, so that a new text is shown again."""

    id: str
    text: str
    href: str = ""
    is_dismissible: bool = True


class ConsentBanner(ReadModel):
    """The cookie banner. Empty texts stand for the standard texts.

    If `is_choice` is false, the banner only informs and has one button. If `asks_again` is true,
    it is shown to visitors who chose with another `version`, which changes with the text.
    """

    text: str = ""
    accept_label: str = ""
    reject_label: str = ""
    policy_href: str = ""
    is_choice: bool = True
    version: str = ""
    asks_again: bool = True


class QuickSignInPrompt(ReadModel):
    """The prompt of a service with which guests sign in without leaving the page.

    `origins` are those of the script and of the frame that it opens.
    """

    provider: str
    script_url: str
    origins: tuple[str, ...]


class SiteView(ReadModel):
    """The site as all visitors see it. Empty values stand for the defaults."""

    name: str
    description: str = ""
    logo: str = ""
    icon: str = ""
    accent_color: str = ""
    default_theme: str = "system"
    contact_email: str = ""
    requires_verified_email: bool = False
    has_about_page: bool = False
    has_terms_page: bool = False
    has_privacy_page: bool = False
    announcement: Announcement | None = None
    consent_banner: ConsentBanner | None = None
    registration: definitions.RegistrationMode = "open"
    sign_in_providers: tuple[schemas.SignInProvider, ...] = ()
    quick_sign_in: tuple[QuickSignInPrompt, ...] = ()


async def get_site_view(session: AsyncSession) -> SiteView:
    """Return what every page shows of the settings. The settings are cached."""
    general = await queries.get_settings_section(session, definitions.GeneralSettings)
    consent = await queries.get_settings_section(session, definitions.CookieConsentSettings)
    auth = await queries.get_settings_section(session, definitions.AuthSettings)
    return SiteView(
        name=general.site_name or settings().site_name,
        description=general.site_description,
        logo=general.logo,
        icon=general.icon,
        accent_color=general.accent_color,
        default_theme=general.default_theme,
        contact_email=general.contact_email,
        requires_verified_email=auth.require_verified_email,
        has_about_page=bool(general.about_page_html),
        has_terms_page=bool(general.terms_page_html),
        has_privacy_page=bool(general.privacy_page_html),
        announcement=_build_announcement(general),
        consent_banner=_build_consent_banner(consent, has_privacy=bool(general.privacy_page_html)),
        registration=auth.registration,
        sign_in_providers=list_sign_in_providers(auth),
        quick_sign_in=_list_prompts(auth),
    )


async def get_site_page_html(session: AsyncSession, name: SitePageName) -> str:
    """Return the sanitized HTML of a page, or "" if administrators have not written it."""
    general = await queries.get_settings_section(session, definitions.GeneralSettings)
    html: str = getattr(general, f"{name}_page_html")
    return html


async def list_site_pages(session: AsyncSession) -> list[SitePageName]:
    names: tuple[SitePageName, ...] = get_args(SitePageName)
    return [name for name in names if await get_site_page_html(session, name)]


def list_sign_in_providers(auth: definitions.AuthSettings) -> tuple[schemas.SignInProvider, ...]:
    """Return the services with which people can sign in, in the order of the buttons."""
    return tuple(
        schemas.SignInProvider(provider=provider, name=auth.get_provider_name(provider))
        for provider in auth.list_ready_providers()
    )


async def has_announcement_changed(
    session: AsyncSession, *, since: datetime, now: datetime
) -> bool:
    """Return whether the announcement has appeared or disappeared by its times since then."""
    general = await queries.get_settings_section(session, definitions.GeneralSettings)
    times = (general.announcement_from, general.announcement_until)
    return bool(general.announcement_text) and any(
        time is not None and since < time <= now for time in times
    )


def _build_announcement(general: definitions.GeneralSettings) -> Announcement | None:
    now, text, href = clock.now(), general.announcement_text, general.announcement_link
    start, end = general.announcement_from, general.announcement_until
    if not text or (start and now < start) or (end and now >= end):
        return None
    return Announcement(
        id=hashlib.sha256(f"{text}\n{href}".encode()).hexdigest()[:12],
        text=text,
        href=href,
        is_dismissible=general.announcement_dismissible,
    )


def _build_consent_banner(
    consent: definitions.CookieConsentSettings, *, has_privacy: bool
) -> ConsentBanner | None:
    if not consent.enabled:
        return None
    # The default policy is a page that administrators may not have written yet.
    is_missing = consent.policy_link == "/about/privacy" and not has_privacy
    return ConsentBanner(
        text=consent.text,
        accept_label=consent.accept_label,
        reject_label=consent.reject_label,
        policy_href="" if is_missing else consent.policy_link,
        is_choice=consent.behavior == "opt_in",
        version=hashlib.sha256(f"{consent.text}\n{consent.behavior}".encode()).hexdigest()[:12],
        asks_again=consent.asks_again,
    )


def _list_prompts(auth: definitions.AuthSettings) -> tuple[QuickSignInPrompt, ...]:
    prompts = []
    for provider in auth.list_quick_providers():
        service = auth.get_provider(provider)
        origins = dict.fromkeys(map(_get_origin, (service.script_url, service.url)))
        prompts.append(
            QuickSignInPrompt(
                provider=provider, script_url=service.script_url, origins=tuple(origins)
            )
        )
    return tuple(prompts)


def _get_origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
