"""The sentence with links to the terms of use and the privacy policy of the site."""

from collections.abc import Callable
from typing import Any, Protocol

from community import urls
from community.components import ui
from community.domain.subscriptions.checkout.texts import get_page_names
from community.i18n import gettext as _
from community.rendering import Node, el, rich_text, when
from community.styles import sign_in as styles


class Describe(Protocol):
    """Returns the sentence with the placeholders `terms` and `privacy`."""

    def __call__(self, *, has_terms: bool, has_privacy: bool) -> str: ...


def registration_agreement(site: Any) -> Node:
    """Return the sentence below the registration form, if the site has these pages."""
    return agreement(
        site.has_terms_page,
        site.has_privacy_page,
        _describe_registration,
        lambda content: el.p(content, class_name=styles.AGREEMENT),
    )


def agreement(
    has_terms: Any, has_privacy: Any, describe: Describe, wrap: Callable[[Node], Node]
) -> Node:
    """Return the sentence about the pages that the site has, or nothing without them."""
    links = {
        name: ui.link(text, href=urls.site_page(name), target="_blank")
        for name, text in get_page_names().items()
    }

    def sentence(*, has_terms: bool, has_privacy: bool) -> Node:
        return wrap(rich_text(describe(has_terms=has_terms, has_privacy=has_privacy), **links))

    return when(
        has_terms,
        lambda: when(
            has_privacy,
            lambda: sentence(has_terms=True, has_privacy=True),
            lambda: sentence(has_terms=True, has_privacy=False),
        ),
        lambda: when(has_privacy, lambda: sentence(has_terms=False, has_privacy=True)),
    )


def _describe_registration(*, has_terms: bool, has_privacy: bool) -> str:
    if has_terms and has_privacy:
        return _("By creating an account, you agree to the {terms} and accept the {privacy}.")
    if has_terms:
        return _("By creating an account, you agree to the {terms}.")
    return _("By creating an account, you accept the {privacy}.")
