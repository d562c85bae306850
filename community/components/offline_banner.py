"""The banner that the page shows while the connection to the server is lost."""

import reflex as rx

from community.components import ui
from community.i18n import gettext as _
from community.styles import overlay as styles


class _OfflineBanner(rx.Component):
    """Component that shows its children while the browser has no connection to the server.

    The script is `assets/ui/offline_banner.js`.
    """

    library = "$/public/ui/offline_banner.js"
    tag = "OfflineBanner"


def offline_banner() -> rx.Component:
    return _OfflineBanner.create(
        ui.icon("alert", styles.TOAST_ICON),
        _("No connection. What you type is saved on this device."),
        class_name=styles.OFFLINE_BANNER,
    )
