"""Example HTTP routes for API tests. Together, they use every feature of `community.api`."""

from typing import Annotated

from fastapi import APIRouter, Depends, Response
from pydantic import BaseModel, Field
from starlette.responses import JSONResponse

from community.api.http.callers import Caller, SignedIn
from community.api.http.errors import error_responses
from community.api.http.forms import (
    build_json_or_form_parser,
    build_json_or_form_schema,
    redirect_with_303,
)
from community.api.http.login_responses import Session
from community.api.http.parameters import DefaultPageParams
from community.api.http.rate_limits import rate_limit
from community.api.http.responses import HtmlDefaultRoute, JsonDefaultRoute
from community.core import rate_limits
from community.core.db.sessions import unit_of_work
from community.core.errors import NotFound, PermissionDenied, Unavailable
from community.models import OutboxMessage

created_texts: list[str] = []

json_router = APIRouter(tags=["Notes"])
html_default_router = APIRouter(route_class=HtmlDefaultRoute)
json_default_router = APIRouter(route_class=JsonDefaultRoute)


class NewNote(BaseModel):
    text: str = Field(min_length=1, max_length=20)
    stars: int = Field(0, ge=0, le=5)


class Note(BaseModel):
    number: int
    text: str


@json_router.post(
    "/notes",
    status_code=201,
    dependencies=[rate_limit("writes")],
    responses=error_responses("forbidden"),
)
async def create_note(note: NewNote, actor: Caller, response: Response) -> Note:
    async with unit_of_work() as session:
        session.add(row := OutboxMessage(name=note.text))
        await session.flush()
    created_texts.append(note.text)
    response.headers["Location"] = f"/notes/{row.id}"
    return Note(number=row.id, text=note.text)


@json_router.get("/notes")
async def list_notes(page_params: DefaultPageParams) -> dict[str, str | int | None]:
    return {"cursor": page_params.cursor, "limit": page_params.limit}


@json_router.get("/notes/{number}", responses=error_responses("not_found"))
async def get_note(number: int) -> Note:
    raise NotFound("There is no such note.")


@json_router.delete("/notes/{number}", status_code=204)
async def delete_note(number: int, actor: SignedIn) -> None:
    raise PermissionDenied(
        "Only its author may do that.", code="banned", details={"until": "never"}
    )


@json_router.put("/numbered-notes/{number}", status_code=201)
async def insert_note(number: int, session: Session, response: Response) -> Note:
    response.headers["Location"] = f"/numbered-notes/{number}"
    session.add(OutboxMessage(id=number, name="new"))
    return Note(number=number, text="new")


@json_router.get("/me")
async def get_caller(actor: Caller) -> dict[str, str | int | None]:
    return {"user_id": actor.user_id, "address": actor.ip_address}


@json_router.post("/comments-like", dependencies=[rate_limit("comments")])
async def accept_rate_limited_request() -> dict[str, bool]:
    return {"done": True}


@json_router.post("/login-like", dependencies=[rate_limit("login")])
async def fail_as_requested(note: NewNote) -> dict[str, bool]:
    if note.text == "busy":
        raise Unavailable("Busy.", retry_after=7)
    if note.text == "work":
        rate_limits.begin_work()
        raise ConnectionRefusedError("connection refused")
    if note.text == "break":
        raise RuntimeError("failed with password=hunter2")
    return {"done": True}


@json_router.post("/broken", dependencies=[rate_limit("writes")])
async def fail_always() -> None:
    raise RuntimeError("secret detail")


@json_router.post("/away", dependencies=[rate_limit("login")])
async def fail_with_connection_error() -> None:
    raise ConnectionRefusedError("connection refused")


@json_router.post("/sign", openapi_extra=build_json_or_form_schema(NewNote))
async def submit_form(
    note: Annotated[NewNote, Depends(build_json_or_form_parser(NewNote))],
) -> Response:
    return redirect_with_303("/welcome") if note.stars else JSONResponse(note.model_dump())


@html_default_router.get("/paper")
async def get_json_at_html_default_url() -> dict[str, str]:
    return {"paper": "json"}


@json_default_router.get("/inbox")
async def get_json_at_json_default_url() -> dict[str, str]:
    return {"inbox": "json"}


router = APIRouter()
router.routes.extend(
    [*json_router.routes, *html_default_router.routes, *json_default_router.routes]
)
