"""Settings of the app that the public interface of Reflex does not offer."""

import reflex as rx
from reflex.compiler import utils as compiler


def remove_connection_message(app: rx.App) -> None:
    """Remove the message that Reflex shows when the connection to the server is lost."""
    app.app_wraps[5, "Overlay"] = lambda _: None


def remove_scroll_restoration() -> None:
    """Remove the component of React Router that scrolls to the top when the first page hydrates."""
    compiler.ScrollRestoration = rx.Fragment
