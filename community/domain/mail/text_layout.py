"""The text part of mails, which contains the same as the HTML part."""

from community.domain.mail.brand import MailBrand
from community.domain.mail.content import Button, Facts, Link, Message, Note, Part
from community.i18n import gettext as _


def render_text(message: Message, brand: MailBrand) -> str:
    blocks = [message.subject, *(_render_part(part) for part in message.parts)]
    # Mail programs recognize the rest as the signature by the line "-- ".
    footer = ["-- ", message.reason]
    if message.unsubscribe_url:
        footer.append(f"{_('Unsubscribe')}: {message.unsubscribe_url}")
    footer.append(f"{brand.site_name}: {brand.site_url}")
    return "\n\n".join([*blocks, "\n".join(footer)]) + "\n"


def _render_part(part: Part) -> str:
    match part:
        case Button():
            return f"{part.label}:\n{part.url}"
        case Link():
            return f"{part.text} {part.label}:\n{part.url}"
        case Facts():
            return "\n".join(f"{label}: {value}" for label, value in part.rows)
        case Note():
            return part.text
        case _:
            return part
