"""The buttons and prompts with which people sign in with other services."""

from collections.abc import Sequence
from typing import Any

import reflex as rx

from community import urls
from community.core.http import cookies
from community.domain.site import SignInProvider
from community.i18n import active_language, gettext as _
from community.rendering import Node, each, el, length, present, react_component, switch, when
from community.rendering.elements import is_html_output
from community.styles import brand, sign_in as styles
from community.styles.ui import form

_QuickSignIn = react_component("quick_sign_in.js", "QuickSignIn")


def provider_logo(provider: Any) -> Node:
    """Return the logo of a service. An unknown service has that of OpenID."""
    logos = {name: _logo(name) for name in ("google", *brand.PROVIDER_MARKS)}
    return switch(provider, logos, logos["openid"])


def provider_buttons(
    providers: Sequence[SignInProvider], *, next_url: Any = "", invitation: Any = ""
) -> Node:
    """Return a link to each service, and the divider before the form below. Nothing without any.

    On live pages without `next_url`, `assets/ajax_forms.js` adds the URL of the page.
    """
    return when(
        length(providers) > 0,
        lambda: el.div(
            el.div(
                each(providers, lambda item: _button(item, next_url, invitation)),
                class_name=styles.PROVIDERS,
            ),
            # Translators: between the buttons of services and the form with a password.
            el.div(_("or"), class_name=styles.DIVIDER),
        ),
    )


def sign_in_problem(text: Any) -> Node:
    """Return the message about a sign-in that failed. Nothing for an empty text."""
    return present(text, lambda value: el.p(value, role="alert", class_name=f"{form.ALERT} mb-4"))


def provider_link(provider: Any, *children: Node, next_url: Any = "", **attributes: Any) -> Node:
    href = urls.sign_in_redirect(provider)
    invitation = attributes.pop("invitation", "")
    if is_html_output():
        given = {"next": next_url, "invitation": invitation}
        query = urls.encode_query(**{name: value for name, value in given.items() if value})
        return el.a(*children, href=f"{href}?{query}" if query else href, **attributes)
    return el.a(
        *children,
        href=href,
        data_provider_link="",
        data_next=next_url,
        data_invitation=invitation,
        custom_attrs={"reloadDocument": True},
        **attributes,
    )


def quick_sign_in(site: Any) -> rx.Component:
    """Return what loads the scripts of the prompts. They wait for the consent to optional cookies.

    Args:
        site: A Var with the `SiteView`.
    """
    banner = site.consent_banner
    return _QuickSignIn(
        prompts=site.quick_sign_in,
        site_name=site.name,
        language=active_language(),
        consent_cookie=rx.cond(banner & banner.is_choice, cookies.CONSENT_COOKIE, ""),
        consent_version=rx.cond(banner & banner.asks_again, banner.version, ""),
    )


def _button(item: SignInProvider, next_url: Any, invitation: Any) -> Node:
    return provider_link(
        item.provider,
        provider_logo(item.provider),
        el.span(item.name, class_name=styles.PROVIDER_NAME),
        next_url=next_url,
        invitation=invitation,
        class_name=styles.PROVIDER,
        aria_label=_("Continue with {service}", service=item.name),
        rel="nofollow",
    )


def _logo(provider: str) -> Node:
    paths = (
        brand.GOOGLE_MARK
        if provider == "google"
        else (
            (brand.PROVIDER_COLORS.get(provider, "currentColor"), brand.PROVIDER_MARKS[provider]),
        )
    )
    return el.svg(
        *(el.path(d=path, fill=color, fill_rule="evenodd") for color, path in paths),
        class_name=styles.PROVIDER_MARK,
        view_box="0 0 24 24",
        aria_hidden="true",
    )
