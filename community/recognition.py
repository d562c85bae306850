"""Who is behind a cookie or a token: asked of the database at most once in a few seconds.

Both doors, the socket and HTTP, ask here at every event and request. A sign-out, a ban or a changed
profile is told to every process at once (`wiring.py`); `TRUSTED_SECONDS` bounds what a lost message
can do.
"""

import logging
import time
from dataclasses import replace

from community.core import cookies, ids
from community.core.actor import GUEST, Actor
from community.core.database import reading, unit_of_work
from community.core.outages import is_outage
from community.core.settings import settings
from community.domain import accounts

log = logging.getLogger(__name__)

TRUSTED_SECONDS = 3.0
REMEMBERED = 20_000

_known: dict[str, tuple[float, Actor | None]] = {}
# How often something was forgotten: what was read before that is not remembered after it.
_forgettings = [0]


def cookie_name() -> str:
    """The name of the session cookie: under https browsers guard the `__Host-` prefix."""
    return "__Host-session" if settings().is_https else "session"


def session_cookie_header(token: str) -> str:
    """The Set-Cookie that signs a browser in: only our own pages send it, no script reads it.

    Sent again with every page, so that it lasts as long as the sign-in: from its last use.
    """
    seconds = int(accounts.SESSION_TERM.total_seconds())
    secure = "; Secure" if settings().is_https else ""
    return f"{cookie_name()}={token}; HttpOnly; Max-Age={seconds}; Path=/; SameSite=lax{secure}"


def session_cookie(header: str) -> str | None:
    """The session token in a Cookie header, if there is one; nothing longer than one is kept."""
    token = cookies.find(header, cookie_name())
    return token if token is not None and len(token) <= ids.TOKEN_LENGTH else None


async def by_cookie(token: str | None, address: str) -> Actor:
    """The person with this session token, or a guest."""
    if not token:
        return _at(GUEST, address)
    return _at(await _recognise("cookie", token, address) or GUEST, address)


async def by_bearer(secret: str, address: str) -> Actor | None:
    """The person with this personal access token; None when it is not valid."""
    actor = await _recognise("bearer", secret, address)
    return None if actor is None else _at(actor, address)


def forget(user_id: int) -> None:
    """Ask the database again for everything that was known of this person."""
    _forgettings[0] += 1
    for key in [
        key for key, (_, actor) in _known.items() if actor is not None and actor.user_id == user_id
    ]:
        del _known[key]


def forget_all() -> None:
    """Ask the database again for everybody."""
    _forgettings[0] += 1
    _known.clear()


async def _recognise(kind: str, secret: str, address: str) -> Actor | None:
    key = f"{kind}:{ids.digest(secret)}"
    known = _known.get(key)
    if known is not None and known[0] > time.monotonic():
        return known[1]
    asked_after = _forgettings[0]
    async with reading() as session:
        look_up = accounts.actor_of_session if kind == "cookie" else accounts.actor_of_token
        actor = await look_up(session, secret, address=address)
    if actor is not None and accounts.is_seen_due(actor):
        await _note_seen(actor)
    if asked_after != _forgettings[0]:
        return actor
    if len(_known) >= REMEMBERED:
        _known.clear()
    _known[key] = (time.monotonic() + TRUSTED_SECONDS, actor)
    return actor


async def _note_seen(actor: Actor) -> None:
    """Keep the sign-in alive. A database that takes no writes just now does not stop a reader."""
    try:
        async with unit_of_work() as session:
            await accounts.note_seen(session, actor)
    except Exception as error:
        if not is_outage(error):
            raise
        log.warning("a sign-in could not be kept alive: %s", error)


def _at(actor: Actor, address: str) -> Actor:
    return actor if actor.address == address else replace(actor, address=address)
