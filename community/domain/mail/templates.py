"""The layout of mails. Each mail has a text part and an HTML part with the same content."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

from community import urls
from community.i18n import gettext as _

# Mail programs support neither style sheets nor variables, so the styles are attributes. Both
# colors are legible if a mail program inverts them for its dark mode.
_BODY = "margin:0;padding:24px;background:#f6f5f3;font-family:system-ui,sans-serif;color:#26231f"
_CARD = "max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px"
_HEADING = "margin:0 0 16px;font-size:20px;line-height:1.3"
_PARAGRAPH = "margin:0 0 16px;font-size:16px;line-height:1.5"
_FOOTER = "max-width:560px;margin:16px auto 0;font-size:13px;line-height:1.5;color:#6b665e"


@dataclass(frozen=True, slots=True)
class MailContent:
    subject: str
    text: str
    html: str


def build_content(*, subject: str, paragraphs: Sequence[str], site_name: str) -> MailContent:
    """Return a mail with the given paragraphs, which are plain text."""
    footer = f"{site_name}\n{urls.absolute(urls.HOME)}"
    return MailContent(
        subject=subject,
        text="\n\n".join((*paragraphs, "-- \n" + footer)) + "\n",
        html=_build_html(subject, paragraphs, site_name),
    )


def build_test_mail(site_name: str, sender_name: str) -> MailContent:
    return build_content(
        subject=_("Test email from {site}", site=site_name),
        paragraphs=[
            _("This is a test email. If you can read it, {site} can send email.", site=site_name),
            _("{name} sent it from the Admin Panel.", name=sender_name),
        ],
        site_name=site_name,
    )


def _build_html(subject: str, paragraphs: Sequence[str], site_name: str) -> str:
    body = Markup("").join(
        Markup('<p style="{}">{}</p>').format(_PARAGRAPH, text) for text in paragraphs
    )
    return Markup(
        '<!doctype html><html><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>{subject}</title></head>'
        '<body style="{body_style}"><div style="{card_style}">'
        '<h1 style="{heading_style}">{subject}</h1>{body}</div>'
        '<p style="{footer_style}"><a href="{url}" style="color:inherit">{site}</a></p>'
        "</body></html>"
    ).format(
        subject=escape(subject),
        body_style=_BODY,
        card_style=_CARD,
        heading_style=_HEADING,
        body=body,
        footer_style=_FOOTER,
        url=urls.absolute(urls.HOME),
        site=site_name,
    )
