"""The banner that the page shows while the connection to the server is lost."""

import reflex as rx

from community.components import ui
from community.i18n import gettext as _
from community.rendering import react_component
from community.styles.ui import overlay as styles

_OfflineBanner = react_component("offline_banner.js", "OfflineBanner")


def offline_banner() -> rx.Component:
    return _OfflineBanner(
        ui.icon("alert", styles.TOAST_ICON),
        text=_("No connection. What you type is saved on this device."),
        blocked_text=_("No connection. This page can't be opened right now."),
        class_name=styles.OFFLINE_BANNER,
    )
