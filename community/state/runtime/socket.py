"""The secret cookies of each socket, and what ends with a socket.

The session cookie is removed from the headers that Reflex copies into the State. Only
`event_authorization` reads the session token.
"""

import reflex as rx

from community import authentication
from community.core.http import sign_in_cookies
from community.realtime import subscriptions
from community.reflex_adapter.socket import install_guarded_namespace

_tokens: dict[str, str] = {}
# The identities that wait for an account (`core/http/sign_in_cookies.py`).
_pending_identities: dict[str, str] = {}


def get_session_token(sid: str) -> str | None:
    """Return the session token of a socket, or None if the browser sent no session cookie."""
    return _tokens.get(sid)


def get_pending_identity(sid: str) -> str | None:
    """Return the token of the identity that the browser keeps, or None."""
    return _pending_identities.get(sid)


def install_event_namespace(app: rx.App) -> None:
    """Let the app keep session tokens out of the State, and release closed sockets at once."""
    install_guarded_namespace(
        app, on_connect=_store_session_token, on_disconnect=_remove_socket_data
    )


def _store_session_token(sid: str, headers: dict[str, str]) -> None:
    """Remove the credentials from the headers of a new socket, and store the session token."""
    cookie_header = headers.pop("cookie", "")
    token = authentication.find_session_token(cookie_header)
    pending_identity = sign_in_cookies.find_pending_token(cookie_header)
    headers.pop("authorization", None)
    if token is not None:
        _tokens[sid] = token
    if pending_identity is not None:
        _pending_identities[sid] = pending_identity


def _remove_socket_data(sid: str, tab: str | None) -> None:
    _tokens.pop(sid, None)
    _pending_identities.pop(sid, None)
    if tab is not None:
        subscriptions.remove_tab(tab)
