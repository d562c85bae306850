"""A tiny subject: notes on paper. It writes to the database as real subjects do."""

from typing import Annotated

from fastapi import APIRouter, Depends, Response
from pydantic import BaseModel, Field
from starlette.responses import JSONResponse

from community.api.forms import body_of, see_other, submitted
from community.api.identity import Caller, SignedIn
from community.api.limits import limited
from community.api.negotiation import JsonIfAsked, JsonUnlessPage
from community.api.paging import Paging
from community.api.refusals import refusals
from community.core.database import unit_of_work
from community.core.errors import NotAllowed, NotFound
from community.models import OwedJob

written: list[str] = []

plain = APIRouter(tags=["Notes"])
shared = APIRouter(route_class=JsonIfAsked)
inbox = APIRouter(route_class=JsonUnlessPage)


class NewNote(BaseModel):
    text: str = Field(min_length=1, max_length=20)
    stars: int = Field(0, ge=0, le=5)


class Note(BaseModel):
    number: int
    text: str


@plain.post("/notes", status_code=201, responses=refusals("forbidden"))
async def write(note: NewNote, actor: Caller, response: Response) -> Note:
    """Write a note down."""
    async with unit_of_work() as session:
        session.add(row := OwedJob(name=note.text))
        await session.flush()
    written.append(note.text)
    response.headers["Location"] = f"/notes/{row.id}"
    return Note(number=row.id, text=note.text)


@plain.get("/notes")
async def pages(cut: Paging) -> dict[str, str | int | None]:
    return {"cursor": cut.cursor, "limit": cut.limit}


@plain.get("/notes/{number}", responses=refusals("not_found"))
async def read(number: int) -> Note:
    raise NotFound("There is no such note.")


@plain.delete("/notes/{number}", status_code=204)
async def tear_up(number: int, actor: SignedIn) -> None:
    raise NotAllowed("Only its author may do that.", code="banned", details={"until": "never"})


@plain.get("/me")
async def who(actor: Caller) -> dict[str, str | int | None]:
    return {"user_id": actor.user_id, "address": actor.address}


@plain.post("/comments-like", dependencies=[limited("comments")])
async def limited_write() -> dict[str, bool]:
    return {"done": True}


@plain.post("/login-like", dependencies=[limited("login")])
async def broken_sometimes(note: NewNote) -> dict[str, bool]:
    if note.text == "break":
        raise RuntimeError("it broke, the password=hunter2 too")
    return {"done": True}


@plain.post("/broken")
async def broken() -> None:
    raise RuntimeError("it broke")


@plain.post("/away")
async def away() -> None:
    raise ConnectionRefusedError("nobody listens")


@plain.post("/sign", openapi_extra=body_of(NewNote))
async def sign(note: Annotated[NewNote, Depends(submitted(NewNote))]) -> Response:
    return see_other("/welcome") if note.stars else JSONResponse(note.model_dump())


@shared.get("/paper")
async def paper() -> dict[str, str]:
    return {"paper": "json"}


@inbox.get("/inbox")
async def box() -> dict[str, str]:
    return {"inbox": "json"}


router = APIRouter()
router.routes.extend([*plain.routes, *shared.routes, *inbox.routes])
