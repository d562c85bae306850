"""What somebody gets who signs in or is turned back: JSON for programs, pages for forms."""

from collections.abc import Callable, Coroutine
from typing import Any
from urllib.parse import urlencode, urlsplit

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.responses import Response

from community import urls
from community.api.errors import UNUSABLE, limits_told
from community.api.forms import see_other
from community.api.identity import set_session_cookie
from community.api.negotiation import header, is_form
from community.core import kept_form
from community.core.errors import Invalid, Refusal
from community.core.kept_form import KeptForm, Kind
from community.core.sentences import by_field
from community.core.settings import settings
from community.core.views import Timestamp, View
from community.domain import accounts
from community.domain.accounts import Preferences, SignIn

# They lead to the dialog, or out again.
_DOORS = frozenset({"login", "register", "logout"})
# The fields that a form has again when it was refused; never a password.
_KEPT: dict[Kind, tuple[str, ...]] = {"login": ("login",), "register": ("name", "email", "slug")}
# A path that somebody was at is shorter.
PATH_LENGTH = 2_000


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


class NativeForm(APIRoute):
    """A route whose native form, refused for whatever reason, leads back to the dialog."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Answer as routes do, but for refused forms: those of `_KEPT`."""
        handle = super().get_route_handler()
        form = next((each for each in _KEPT if self.path == f"/{each}"), None)
        if form is None:
            return handle

        async def answer(request: Request) -> Response:
            try:
                return await handle(request)
            except (Refusal, RequestValidationError) as refused:
                if not is_form(request.scope):
                    raise
                return await _turn_back(request, refused, form)

        return answer


async def _turn_back(
    request: Request, refused: Refusal | RequestValidationError, form: Kind
) -> Response:
    """The dialog again, with what was typed and why that was refused."""
    if isinstance(refused, RequestValidationError):
        refused = Invalid(UNUSABLE, fields=by_field(refused.errors()))
    values = {name: str(value) for name, value in (await request.form()).items()}
    kept = KeptForm(
        form=form,
        values={name: values[name] for name in _KEPT[form] if name in values},
        sentence=refused.sentence,
        errors=refused.fields,
    )
    answer = see_other(dialog(values.get("next", "")))
    answer.headers.update(limits_told(refused))
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
    if len(path) > PATH_LENGTH or not is_local or "\\" in path or not path.isprintable():
        return urls.HOME
    return urls.HOME if urlsplit(path).path.split("/")[1] in _DOORS else path


def browser_of(request: Request) -> str:
    """What the browser calls itself, for the list of devices."""
    return header(request.scope, b"user-agent")
