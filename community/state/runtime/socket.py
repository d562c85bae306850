"""The session token of each socket, which stays secret, and what ends with a socket.

The session cookie is removed from the headers that Reflex copies into the State. Only
`event_authorization` reads the session token.
"""

import reflex as rx

from community import authentication
from community.realtime import subscriptions
from community.reflex_adapter.socket import install_guarded_namespace

_tokens: dict[str, str] = {}


def get_session_token(sid: str) -> str | None:
    """Return the session token of a socket, or None if the browser sent no session cookie."""
    return _tokens.get(sid)


def install_event_namespace(app: rx.App) -> None:
    """Let the app keep session tokens out of the State."""
    install_guarded_namespace(
        app, on_connect=_store_session_token, on_disconnect=_remove_socket_data
    )


def _store_session_token(sid: str, headers: dict[str, str]) -> None:
    """Remove the credentials from the headers of a new socket, and store the session token."""
    token = authentication.find_session_token(headers.pop("cookie", ""))
    headers.pop("authorization", None)
    if token is not None:
        _tokens[sid] = token


def _remove_socket_data(sid: str, tab: str | None) -> None:
    _tokens.pop(sid, None)
    if tab is not None:
        subscriptions.remove_tab(tab)
