"""Renders a message with the layout of the site."""

from community.domain.mail.brand import MailBrand
from community.domain.mail.content import MailContent, Message
from community.domain.mail.html_layout import render_html
from community.domain.mail.text_layout import render_text


def render(message: Message, brand: MailBrand) -> MailContent:
    return MailContent(
        subject=message.subject,
        text=render_text(message, brand),
        html=render_html(message, brand),
        unsubscribe_url=message.unsubscribe_url,
    )
