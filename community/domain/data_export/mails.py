"""The mail with the link to the archive."""

from datetime import datetime

from community import urls
from community.domain.mail import Button, Facts, Link, Message, Note
from community.i18n import formats, gettext as _


def build_ready(name: str, *, size: int, expires_at: datetime, url: str) -> Message:
    date = formats.format_full_time(expires_at)
    return Message(
        subject=_("Your data is ready to download"),
        preheader=_("You can download it until {date}.", date=date),
        parts=[
            _("Hi {name},", name=name),
            _(
                "The archive with your data is ready: your posts, comments and images, and "
                "everything else that your account contains."
            ),
            Facts([(_("Size"), formats.format_size(size)), (_("Available until"), date)]),
            Button(_("Download my data"), url),
            Note(_("Only you can download it. The link asks you to sign in if you aren't.")),
            Link(
                _("If it wasn't you, choose a new password now:"),
                _("Choose a new password"),
                urls.absolute(urls.RESET_PASSWORD_PAGE),
            ),
        ],
        reason=_("You get this email because your data was requested on the site."),
    )
