"""A word about a connection that is lost; see `assets/ui/away.js`."""

import reflex as rx

from community.components import ui
from community.looks import overlay as looks


class _Away(rx.Component):
    """Shows its children while the site cannot be reached."""

    library = "$/public/ui/away.js"
    tag = "Away"


def away() -> rx.Component:
    """Put it once into the frame of the page."""
    return _Away.create(
        ui.icon("alert", looks.TOAST_ICON),
        "No connection. What you type is kept.",
        class_name=looks.AWAY,
    )
