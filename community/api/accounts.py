"""Joining, coming in and going out over HTTP, from programs and from native forms."""

from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import JSONResponse, RedirectResponse, Response

from community import urls
from community.api.destinations import safe_path
from community.api.forms import body_of, see_other, submitted
from community.api.identity import Caller, drop_session_cookie, set_session_cookie
from community.api.kept_forms import drop_kept, keep
from community.api.limits import count_also, limited
from community.api.negotiation import header, is_form
from community.api.refusals import refusals
from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.core.errors import Refusal
from community.core.kept_form import KeptForm
from community.core.views import Timestamp, View
from community.domain import accounts
from community.domain.accounts import Preferences, SignIn

router = APIRouter(tags=["Accounts"])

# Longer than anything that the rules allow, so that the rules say what is wrong.
_LINE = 1_000


class Login(BaseModel):
    """Signing in. `next` is the page to open afterwards, for native forms."""

    login: str = Field("", max_length=_LINE, description="E-mail or slug.")
    password: str = Field("", max_length=_LINE)
    next: str = Field("", max_length=2_000, description="A path of this site.")


class Registration(BaseModel):
    """Joining. The slug is made of the name when it is not given."""

    name: str = Field("", max_length=_LINE)
    email: str = Field("", max_length=_LINE)
    password: str = Field("", max_length=_LINE)
    slug: str | None = Field(None, max_length=_LINE)
    next: str = Field("", max_length=2_000, description="A path of this site.")


class Welcome(View):
    """Somebody is signed in: the cookie came with this answer."""

    user: Preferences
    expires_at: Timestamp


@router.get("/login", status_code=303, response_class=RedirectResponse)
@router.get("/register", status_code=303, response_class=RedirectResponse)
async def open_dialog(
    next: Annotated[str, Query(max_length=2_000, description="A path of this site.")] = "",
) -> RedirectResponse:
    """The dialog for signing in and joining is on the home page."""
    return see_other(_dialog(next))


@router.post(
    "/login",
    response_model=Welcome,
    dependencies=[limited("login")],
    responses=refusals("invalid_credentials"),
    openapi_extra=body_of(Login),
)
async def log_in(
    request: Request, actor: Caller, form: Annotated[Login, Depends(submitted(Login))]
) -> Response:
    """Sign in by e-mail or slug. What the browser was signed in as before ends."""
    await count_also(request, "login", f"name:{form.login.strip().lower()}")
    try:
        async with reading() as session:
            proof = await accounts.prove(session, login=form.login, password=form.password)
        async with unit_of_work() as session:
            user = await accounts.accept(session, proof)
            signed = await accounts.sign_in(session, actor, user=user, user_agent=_browser(request))
            welcome = await _welcome(session, signed)
    except Refusal as refusal:
        return _back(request, KeptForm(form="login", **_said(refusal, login=form.login)), form.next, refusal)
    return _enter(request, signed, welcome, form.next)


@router.post(
    "/register",
    status_code=201,
    response_model=Welcome,
    dependencies=[limited("register")],
    responses=refusals("conflict"),
    openapi_extra=body_of(Registration),
)
async def register(
    request: Request,
    actor: Caller,
    form: Annotated[Registration, Depends(submitted(Registration))],
) -> Response:
    """Join, and be signed in."""
    try:
        application = await accounts.apply(
            name=form.name, email=form.email, password=form.password, slug=form.slug
        )
        async with unit_of_work() as session:
            user = await accounts.register(session, application)
            signed = await accounts.sign_in(session, actor, user=user, user_agent=_browser(request))
            welcome = await _welcome(session, signed)
    except Refusal as refusal:
        typed = {"name": form.name, "email": form.email, "slug": form.slug or ""}
        kept = KeptForm(form="register", **_said(refusal, **typed))
        return _back(request, kept, form.next, refusal)
    answer = _enter(request, signed, welcome, form.next, status=201)
    if not is_form(request.scope):
        answer.headers["Location"] = urls.profile(welcome.user.slug)
    return answer


@router.post("/logout", status_code=204)
async def log_out(request: Request, actor: Caller) -> Response:
    """Sign this browser out. Doing it again changes nothing."""
    async with unit_of_work() as session:
        await accounts.sign_out(session, actor)
    answer = see_other(urls.HOME) if is_form(request.scope) else Response(status_code=204)
    drop_session_cookie(answer)
    return answer
