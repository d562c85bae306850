"""Who may open a live socket: pages of this site, at whichever address it was reached."""

from typing import Any

import reflex as rx

from community.api.origin import is_from_here


def guard_sockets(app: rx.App) -> None:
    """Refuse sockets that a page of another site opens: they would carry the reader's cookie."""
    if app.sio is None:
        raise RuntimeError("The application has no state, so it has no sockets to guard.")
    app.sio.eio.cors_allowed_origins = _is_ours


def _is_ours(_origin: str, environ: dict[str, Any]) -> bool:
    return is_from_here(environ["asgi.scope"])
