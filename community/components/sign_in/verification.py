"""The button that sends another link to confirm the email of the viewer."""

from community.components import ui
from community.i18n import gettext as _
from community.rendering import Node
from community.state.pages.sign_in import VerificationState


def send_link_button() -> Node:
    return ui.button(_("Send link"), size="sm", on_click=VerificationState.send_link)
