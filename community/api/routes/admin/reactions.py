"""HTTP routes for the list of reactions that users can choose."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path, Response
from pydantic import BaseModel, Field

from community import urls
from community.api.http import Session, SignedIn, error_responses, rate_limit, require_section
from community.core.db.pagination import Page
from community.domain import reactions

_PREFIX = f"{urls.ADMIN_API}/reactions"
_SECTION = require_section("like-reactions")

router = APIRouter(prefix=_PREFIX, tags=["Admin Panel"], dependencies=[_SECTION])
write_router = APIRouter(
    prefix=_PREFIX,
    tags=["Admin Panel"],
    dependencies=[_SECTION, rate_limit("writes")],
    responses=error_responses("conflict"),
)

# Higher than the limits of the domain, so that the domain reports which rule is violated.
ShortText = Annotated[str, Field(max_length=1_000)]
Code = Annotated[str, Path(max_length=reactions.CODE_MAX_LENGTH)]
KindCode = Annotated[str, Field(max_length=reactions.CODE_MAX_LENGTH)]


class NewReaction(BaseModel):
    """A reaction with an emoji or an uploaded image."""

    name: ShortText
    emoji: ShortText = ""
    image: Annotated[UUID | None, Field(description="The id of an upload.")] = None
    is_extended: bool = False
    code: Annotated[
        KindCode, Field(description="The permanent code. Derived from `name` by default.")
    ] = ""


class ReactionChanges(BaseModel):
    """The fields to change. `is_active: false` retires the reaction; `image: null` removes it."""

    name: ShortText = ""
    emoji: ShortText = ""
    image: UUID | None = None
    is_extended: bool = False
    is_active: bool = True


class ReactionOrder(BaseModel):
    """The codes of all reactions, also of retired ones, in their new order."""

    codes: Annotated[list[KindCode], Field(max_length=reactions.MAX_KINDS)]


@router.get("")
async def list_reactions(actor: SignedIn, session: Session) -> Page[reactions.ReactionKindView]:
    """List all reactions in display order, including retired ones."""
    return Page(items=await reactions.list_kinds(session, actor))


@write_router.post("", status_code=201)
async def create_reaction(
    new: NewReaction, actor: SignedIn, session: Session, response: Response
) -> reactions.ReactionKindView:
    """Add a reaction to the end of the list."""
    kind = await reactions.create_kind(session, actor, **new.model_dump())
    response.headers["Location"] = f"{_PREFIX}/{kind.code}"
    return kind


@write_router.put("/order")
async def reorder_reactions(
    order: ReactionOrder, actor: SignedIn, session: Session
) -> Page[reactions.ReactionKindView]:
    """Change the display order."""
    return Page(items=await reactions.reorder_kinds(session, actor, codes=order.codes))


@write_router.patch("/{code}", responses=error_responses("not_found"))
async def edit_reaction(
    code: Code, changes: ReactionChanges, actor: SignedIn, session: Session
) -> reactions.ReactionKindView:
    """Change the given fields of a reaction."""
    fields = changes.model_dump(exclude_unset=True)
    return await reactions.edit_kind(session, actor, code=code, **fields)


@write_router.delete("/{code}", status_code=204, responses=error_responses("not_found"))
async def delete_reaction(code: Code, actor: SignedIn, session: Session) -> None:
    """Delete a reaction that is not in use, or retire one that is."""
    await reactions.remove_kind(session, actor, code=code)
