"""Renders the parts of a message. The text part contains the same as the HTML part."""

from community.domain.mail import content
from community.domain.mail.brand import MailBrand
from community.domain.mail.html_part import render_html
from community.i18n import gettext as _


def render(message: content.Message, brand: MailBrand) -> content.MailContent:
    return content.MailContent(
        subject=message.subject,
        text=render_text(message, brand),
        html=render_html(message, brand),
        unsubscribe_url=message.unsubscribe_url,
    )


def render_text(message: content.Message, brand: MailBrand) -> str:
    blocks = [message.subject, *(_render_part(part) for part in message.parts)]
    # Mail programs recognize the rest as the signature by the line "-- ".
    footer = ["-- ", message.reason]
    if message.unsubscribe_url:
        footer.append(f"{_('Unsubscribe')}: {message.unsubscribe_url}")
    footer.append(f"{brand.site_name}: {brand.site_url}")
    return "\n\n".join([*blocks, "\n".join(footer)]) + "\n"


def _render_part(part: content.Part) -> str:  # noqa: PLR0911  # one per type
    match part:
        case content.Button():
            return f"{part.label}:\n{part.url}"
        case content.Link():
            return f"{part.text} {part.label}:\n{part.url}"
        case content.Facts():
            return "\n".join(f"{label}: {value}" for label, value in part.rows)
        case content.Note():
            return part.text
        case content.Quote():
            return _quote(part.text)
        case content.Entry():
            quote = _quote(part.quote) if part.quote else ""
            return "\n".join(filter(None, ("* " + part.text, part.context, quote, part.url)))
        case _:
            return part


def _quote(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.splitlines())
