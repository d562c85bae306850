"""What somebody gets who signs in or is turned back: JSON for programs, pages for forms."""

from typing import Literal
from urllib.parse import urlencode, urlsplit

from fastapi import Request
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.responses import Response

from community import urls
from community.api.forms import see_other
from community.api.identity import set_session_cookie
from community.api.negotiation import header, is_form
from community.core import kept_form
from community.core.errors import Refusal
from community.core.kept_form import KeptForm
from community.core.settings import settings
from community.core.views import Timestamp, View
from community.domain import accounts
from community.domain.accounts import Preferences, SignIn

# They lead to the dialog, or out again.
_DOORS = frozenset({"login", "register", "logout"})


class Welcome(View):
    """Somebody is signed in: the cookie came with this answer."""

    user: Preferences
    expires_at: Timestamp


async def greet(session: AsyncSession, signed: SignIn) -> Welcome:
    """What a program learns of its new sign-in."""
    user = await accounts.get_preferences(session, signed.actor)
    return Welcome(user=user, expires_at=signed.expires_at)


def enter(
    request: Request, signed: SignIn, welcome: Welcome, *, leads_to: str = "", status: int = 200
) -> Response:
    """The answer to somebody who is signed in now, with the cookie."""
    if is_form(request.scope):
        answer: Response = see_other(safe_path(leads_to))
        answer.delete_cookie(kept_form.COOKIE)
    else:
        answer = Response(welcome.model_dump_json(), status, media_type="application/json")
    set_session_cookie(answer, signed.token)
    return answer


def turn_back(
    request: Request,
    refusal: Refusal,
    *,
    form: Literal["login", "register"],
    typed: dict[str, str],
    leads_to: str,
) -> Response:
    """The answer to a native form that was refused: the dialog again, with what was typed.

    Raises:
        Refusal: the same, for programs.
    """
    if not is_form(request.scope):
        raise refusal
    kept = KeptForm(form=form, values=typed, sentence=refusal.sentence, errors=refusal.fields)
    answer = see_other(dialog(leads_to))
    answer.set_cookie(
        kept_form.COOKIE,
        kept_form.pack(kept),
        max_age=kept_form.KEPT_SECONDS,
        secure=settings().is_https,
        httponly=True,
        samesite="lax",
    )
    return answer


def dialog(leads_to: str = "") -> str:
    """The address of the dialog for signing in and joining."""
    path = safe_path(leads_to)
    return urls.SIGN_IN if path == urls.HOME else f"{urls.SIGN_IN}&{urlencode({'next': path})}"


def safe_path(path: str) -> str:
    """The path if it is one of this site, else the home page: a link cannot lead people astray."""
    is_local = path.startswith("/") and not path.startswith("//")
    if not is_local or "\\" in path or not path.isprintable():
        return urls.HOME
    return urls.HOME if urlsplit(path).path.split("/")[1] in _DOORS else path


def browser_of(request: Request) -> str:
    """What the browser calls itself, for the list of devices."""
    return header(request.scope, b"user-agent")
