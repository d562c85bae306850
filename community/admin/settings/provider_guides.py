"""Where administrators get the keys of each service with which people can sign in."""

from dataclasses import dataclass
from typing import Final

import reflex as rx

from community.domain import site
from community.i18n import gettext as _, noop
from community.styles.admin import form as styles


@dataclass(frozen=True, slots=True)
class Guide:
    """The steps at a service. The texts are untranslated."""

    steps: str
    console: str = ""  # the name of the page of the service
    url: str = ""


GUIDES: Final[dict[site.Provider, Guide]] = {
    "google": Guide(
        noop(
            "Create an OAuth client of the type “Web application”, and add the callback address "
            "to the authorized redirect URIs. The quick sign-in also needs the address of this "
            "site among the authorized JavaScript origins."
        ),
        noop("Google Cloud"),
        "https://console.cloud.google.com/apis/credentials",
    ),
    "facebook": Guide(
        noop(
            "Create an app with “Facebook Login”, and add the callback address to the valid OAuth "
            "redirect URIs. The keys are the App ID and the App secret in the basic settings."
        ),
        noop("Meta for Developers"),
        "https://developers.facebook.com/apps",
    ),
    "github": Guide(
        noop(
            "Create an OAuth app, enter the callback address as its authorization callback URL, "
            "and generate a client secret."
        ),
        noop("GitHub"),
        "https://github.com/settings/developers",
    ),
    "x": Guide(
        noop(
            "Create an app of the type “Web App”, set up user authentication with OAuth 2.0, and "
            "enter the callback address as its callback URI. The keys are those of OAuth 2.0, not "
            "the API key."
        ),
        noop("X Developer Portal"),
        "https://developer.x.com/en/portal/dashboard",
    ),
    "vk": Guide(
        noop(
            "Create a web app, and enter the callback address as a trusted redirect URL. The keys "
            "are the app ID and the protected key."
        ),
        noop("VK ID"),
        "https://id.vk.com/about/business/go",
    ),
    "yandex": Guide(
        noop(
            "Create an app for web services, enter the callback address as the Redirect URI, and "
            "give it access to the email address and the name."
        ),
        noop("Yandex OAuth"),
        "https://oauth.yandex.com/client/new",
    ),
    "openid": Guide(
        noop(
            "Register this site as a web client at your identity provider, with the callback "
            "address as its redirect URI."
        )
    ),
}


def provider_guide(provider: site.Provider) -> rx.Component:
    guide = GUIDES[provider]
    link = rx.el.a(
        _("Get the keys: {service}", service=_(guide.console)),
        href=guide.url,
        target="_blank",
        rel="noopener",
        class_name=styles.GUIDE_LINK,
    )
    return rx.el.div(
        rx.el.p(_(guide.steps), class_name=styles.GUIDE),
        rx.el.p(link, class_name=styles.GUIDE) if guide.url else None,
    )
