"""The messages that guests see instead of pages that only members can use."""

from community import urls
from community.components import ui
from community.components.sign_in.dialog import sign_in_button, sign_in_link
from community.i18n import gettext as _, noop
from community.rendering import Node
from community.rendering.elements import is_html_output
from community.styles.ui.icons import IconName

_PROMPTS: dict[str, tuple[IconName, str, str]] = {
    urls.DRAFTS: (
        "edit",
        noop("Sign in to see your drafts"),
        noop("Unfinished posts are saved here until you publish them."),
    ),
    urls.NOTIFICATIONS: (
        "bell",
        noop("Sign in to see your notifications"),
        noop("Replies, mentions, reactions and new followers show up here."),
    ),
    urls.CHATS: (
        "mail",
        noop("Sign in to see your messages"),
        noop("Write to people and groups, in private."),
    ),
    urls.SETTINGS: (
        "settings",
        noop("Sign in to see your settings"),
        noop("Manage your profile, notifications and devices"),
    ),
    urls.PLANS: (
        "credit_card",
        noop("Sign in to see your payment"),
        noop("Only the buyer can see a payment."),
    ),
    urls.WRITE: ("write", noop("Sign in to write"), noop("Your drafts are saved as you type.")),
}


def sign_in_prompt(page: str, next_path: str = "") -> Node:
    """Return the message for the page with the URL `page`.

    On server-rendered pages the button is a link. After signing in, the user gets to `next_path`,
    or to the page.
    """
    icon_name, title, text = _PROMPTS[page]
    button = sign_in_link(next_path or page) if is_html_output() else sign_in_button()
    return ui.empty_state(_(title), _(text), icon_name=icon_name, action=button)
