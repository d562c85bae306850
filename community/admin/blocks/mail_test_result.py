"""What has become of a test email, until the mail server has answered."""

from typing import Any

import reflex as rx

from community.admin.blocks.refresh import refresh
from community.i18n import gettext as _
from community.rendering import Node, el
from community.styles.ui import form

_CHECK_SECONDS = 1


def test_result(mail: Any, *, on_refresh: Any) -> Node:
    """Return the result of the test email `mail`, a Var, or nothing if it is None.

    Args:
        on_refresh: The handler that loads the email again.
    """
    sent = rx.cond(
        mail.transport == "file",
        _("No mail server is configured. The email is saved as a file on the server."),
        _("Sent. The mail server has accepted the email."),
    )
    return rx.cond(
        mail,
        el.div(
            rx.match(
                mail.state,
                ("sent", el.p(sent, class_name=form.HINT)),
                ("failed", el.p(mail.last_error, class_name=form.ALERT)),
                rx.fragment(
                    el.p(_("Sending…"), class_name=form.HINT),
                    refresh(seconds=_CHECK_SECONDS, on_refresh=on_refresh),
                ),
            ),
            role="status",
        ),
        rx.fragment(),
    )
