"""The links at the end of the sidebar, and at the end of pages without it."""

from typing import Any

from community import urls
from community.components import ui
from community.domain.site import SitePageName
from community.i18n import gettext as _
from community.rendering import Node, el, group, present, when
from community.styles import layout as styles
from community.styles.ui.navigation import FOOTER_LINKS


def site_page_title(name: SitePageName) -> str:
    titles: dict[SitePageName, str] = {
        "about": _("About"),
        "terms": _("Terms of use"),
        "privacy": _("Privacy policy"),
    }
    return titles[name]


def footer_links(site: Any) -> Node:
    """Return the links to the pages that administrators have written, and to RSS and the API."""
    return el.div(
        when(site.has_about_page, lambda: _page_link("about")),
        when(site.has_terms_page, lambda: _page_link("terms")),
        when(site.has_privacy_page, lambda: _page_link("privacy")),
        present(
            site.contact_email,
            lambda email: _external_link(_("Contact"), "mailto:" + email),
        ),
        present(site.consent_banner, lambda _banner: _consent_button()),
        group(*(_external_link(name, href) for name, href in FOOTER_LINKS)),
        class_name=styles.FOOTER,
    )


def _page_link(name: SitePageName) -> Node:
    return el.a(site_page_title(name), href=urls.site_page(name), class_name=styles.FOOTER_LINK)


def _external_link(text: str, href: Any) -> Node:
    # These URLs are outside the React app.
    return el.a(
        text, href=href, class_name=styles.FOOTER_LINK, custom_attrs={"reloadDocument": True}
    )


def _consent_button() -> Node:
    """Return a button that forgets the choice, so that the cookie banner asks again."""
    return ui.native_form(
        el.button(
            _("Cookie settings"),
            type="submit",
            name="choice",
            value="",
            class_name=styles.FOOTER_LINK,
        ),
        action=urls.COOKIE_CONSENT,
        class_name="contents",
    )
