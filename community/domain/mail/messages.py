"""The mail with which administrators test the mail server."""

from community.domain.mail.content import Message
from community.i18n import gettext as _


def build_test_message(site_name: str, sender_name: str) -> Message:
    return Message(
        subject=_("Test email from {site}", site=site_name),
        preheader=_("If you can read it, the mail server works."),
        parts=[
            _("This is a test email. If you can read it, {site} can send email.", site=site_name)
        ],
        reason=_("{name} sent it from the Admin Panel.", name=sender_name),
    )
