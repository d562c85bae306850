"""Origin check for WebSocket connections. Only pages of this site may open a connection."""

import reflex as rx

from community.api.http.csrf import is_same_origin
from community.reflex_adapter import socket


def restrict_websocket_origins(app: rx.App) -> None:
    """Reject WebSocket connections from other sites.

    Browsers send the session cookie with every connection, so another site could act as the user.
    """
    socket.restrict_handshakes(app, is_same_origin)
