"""The content of a page that a link in a mail opens, or that continues a sign-in."""

from typing import Literal

from community.core.read_models import ReadModel


class LinkPage(ReadModel):
    """A text, and a form or a link below it. A page with a form can have a link below the form.

    `form` is the field of the form, or `confirm` for a form with only a button, or empty. The
    browser opens `next_path` after it has sent the form. `is_note` tells that the page is a
    message, for example after a form was sent. `is_link_invalid` tells that the link in the mail
    is forged, expired or used.
    """

    title: str
    text: str
    form: Literal["", "email", "password", "confirm", "code", "recovery_code"] = ""
    action: str = ""
    submit: str = ""
    token: str = ""
    next_path: str = ""
    is_note: bool = False
    is_link_invalid: bool = False
    link_label: str = ""
    link_href: str = ""


def build_note_page(
    title: str, text: str, *, link_label: str = "", link_href: str = ""
) -> LinkPage:
    """Return a page that tells what happened, with a link to what the user can do next."""
    return LinkPage(
        title=title, text=text, is_note=True, link_label=link_label, link_href=link_href
    )
