"""Joining, coming in and going out over HTTP: for programs, and for native forms."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import RedirectResponse, Response

from community import urls
from community.api import arrivals
from community.api.arrivals import NativeForm, Welcome, browser_of
from community.api.forms import body_of, see_other, submitted
from community.api.identity import Caller, drop_session_cookie
from community.api.limits import count_also, limited
from community.api.negotiation import is_form
from community.api.refusals import refusals
from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.domain import accounts
from community.domain.accounts import SignIn

router = APIRouter(tags=["Accounts"], route_class=NativeForm)

# Longer than the rules allow, so that the rules say what is wrong.
_LINE = 1_000
Line = Annotated[str, Field(max_length=_LINE)]
LeadsTo = Annotated[
    str,
    Field(
        max_length=arrivals.PATH_LENGTH,
        description="A path of this site to open then; for native forms.",
    ),
]


# What native forms get instead of JSON, whether they were refused or not.
_ELSEWHERE: dict[int | str, dict[str, Any]] = {
    303: {"description": "To a native form: the page that it leads to, or the form again."}
}


class Login(BaseModel):
    """Signing in."""

    login: Annotated[Line, Field(description="E-mail or slug.")] = ""
    password: Line = ""
    next: LeadsTo = ""


class Registration(BaseModel):
    """Joining."""

    name: Line = ""
    email: Line = ""
    password: Line = ""
    slug: Annotated[Line, Field(description="Made of the name when it is not given.")] = ""
    next: LeadsTo = ""


@router.get("/login", status_code=303, response_class=RedirectResponse)
@router.get("/register", status_code=303, response_class=RedirectResponse)
async def open_dialog(
    leads_to: Annotated[str, Query(alias="next", max_length=arrivals.PATH_LENGTH)] = "",
) -> RedirectResponse:
    """The dialog for signing in and joining is on the home page."""
    return see_other(arrivals.dialog(leads_to))


@router.post(
    "/login",
    response_model=Welcome,
    dependencies=[limited("login")],
    responses=_ELSEWHERE | refusals("invalid_credentials"),
    openapi_extra=body_of(Login),
)
async def log_in(
    request: Request, actor: Caller, form: Annotated[Login, Depends(submitted(Login))]
) -> Response:
    """Sign in by e-mail or slug. What the browser was signed in as before ends."""
    await _count_attempt(request, form.login.strip().lower())
    signed, welcome = await _let_in(actor, form, browser_of(request))
    return arrivals.enter(request, signed, welcome, leads_to=form.next)


@router.post(
    "/register",
    status_code=201,
    response_model=Welcome,
    dependencies=[limited("register")],
    responses=_ELSEWHERE | refusals("conflict"),
    openapi_extra=body_of(Registration),
)
async def register(
    request: Request, actor: Caller, form: Annotated[Registration, Depends(submitted(Registration))]
) -> Response:
    """Join, and be signed in."""
    signed, welcome = await _take_in(actor, form, browser_of(request))
    answer = arrivals.enter(request, signed, welcome, leads_to=form.next, status=201)
    answer.headers.setdefault("Location", urls.profile(signed.actor.slug))
    return answer


@router.post("/logout", status_code=204, response_class=Response, responses=_ELSEWHERE)
async def log_out(request: Request, actor: Caller) -> Response:
    """Sign this browser out. Doing it again changes nothing."""
    async with unit_of_work() as session:
        await accounts.sign_out(session, actor)
    answer: Response = see_other(urls.HOME) if is_form(request.scope) else Response(status_code=204)
    drop_session_cookie(answer)
    return answer


async def _count_attempt(request: Request, name: str) -> None:
    """Count an attempt by the name typed, and by the account that it is one of the names of.

    Where there is none something is counted in its place: it must not be told by the time it takes.
    """
    await count_also(request, "login", f"name:{name}")
    async with reading() as session:
        user = await accounts.find_by_login(session, name)
    await count_also(request, "login", f"account:{user.id}" if user else f"nobody:{name}")


async def _let_in(actor: Actor, form: Login, browser: str) -> tuple[SignIn, Welcome]:
    async with reading() as session:
        claim = await accounts.claim(session, login=form.login)
    # Comparing takes its time; nobody waits for a connection meanwhile.
    proof = await accounts.prove(claim, password=form.password)
    async with unit_of_work() as session:
        user = await accounts.accept(session, proof)
        signed = await accounts.sign_in(session, actor, user=user, user_agent=browser)
        return signed, await arrivals.greet(session, signed)


async def _take_in(actor: Actor, form: Registration, browser: str) -> tuple[SignIn, Welcome]:
    application = await accounts.apply(
        name=form.name, email=form.email, password=form.password, slug=form.slug or None
    )
    async with unit_of_work() as session:
        user = await accounts.register(session, application)
        signed = await accounts.sign_in(session, actor, user=user, user_agent=browser)
        return signed, await arrivals.greet(session, signed)
