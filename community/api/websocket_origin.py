"""Origin check for WebSocket connections. Only pages of this site may open a connection."""

from typing import Any

import reflex as rx

from community.api.csrf import is_same_origin


def restrict_websocket_origins(app: rx.App) -> None:
    """Reject WebSocket connections from other sites.

    Browsers send the session cookie with every connection, so another site could act as the user.
    """
    if app.sio is None:
        raise RuntimeError("The application has no state and therefore no sockets.")
    app.sio.eio.cors_allowed_origins = _is_allowed_origin


def _is_allowed_origin(_origin: str, environ: dict[str, Any]) -> bool:
    return is_same_origin(environ["asgi.scope"])
