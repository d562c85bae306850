"""Follows and ignore lists over HTTP."""

from fastapi import APIRouter

from community.api.identity import Caller, SignedIn
from community.api.limits import limited
from community.api.negotiation import JsonIfAsked
from community.api.paging import Paging
from community.api.refusals import refusals
from community.core.database import reading, unit_of_work
from community.core.pagination import Page
from community.domain import accounts, follows
from community.domain.follows import ListedPerson, Relation

router = APIRouter(tags=["Follows"])
pages = APIRouter(tags=["Follows"], route_class=JsonIfAsked)

_changes = [limited("writes")]


@router.post(
    "/follows/{user}",
    dependencies=_changes,
    responses=refusals("banned", "ignored", "not_found", "validation"),
)
async def follow(user: str, actor: SignedIn) -> Relation:
    """Have somebody's posts in one's Personal feed; following twice answers the same."""
    async with unit_of_work() as session:
        person = await accounts.get_user(session, user)
        await follows.follow(session, actor, user_id=person.id)
        return await follows.get_relation(session, actor, user_id=person.id)


@router.delete(
    "/follows/{user}",
    status_code=204,
    dependencies=_changes,
    responses=refusals("not_found"),
)
async def unfollow(user: str, actor: SignedIn) -> None:
    """Take somebody's posts out of one's Personal feed."""
    async with unit_of_work() as session:
        person = await accounts.get_user(session, user)
        await follows.unfollow(session, actor, user_id=person.id)


@router.get("/ignore")
async def list_ignored(actor: SignedIn, cut: Paging) -> Page[ListedPerson]:
    """Whom one ignores, the newest first; nobody sees the list of another."""
    async with reading() as session:
        return await follows.ignored(session, actor, cursor=cut.cursor, limit=cut.limit)


@router.post("/ignore/{user}", dependencies=_changes, responses=refusals("not_found", "validation"))
async def ignore(user: str, actor: SignedIn) -> Relation:
    """Put somebody on one's ignore list. Neither follows the other afterwards."""
    async with unit_of_work() as session:
        person = await accounts.get_user(session, user)
        await follows.ignore(session, actor, user_id=person.id)
        return await follows.get_relation(session, actor, user_id=person.id)


@router.delete(
    "/ignore/{user}", status_code=204, dependencies=_changes, responses=refusals("not_found")
)
async def unignore(user: str, actor: SignedIn) -> None:
    """Take somebody off one's ignore list."""
    async with unit_of_work() as session:
        person = await accounts.get_user(session, user)
        await follows.unignore(session, actor, user_id=person.id)


@pages.get("/profile/{user}/followers", responses=refusals("not_found"))
async def list_followers(user: str, actor: Caller, cut: Paging) -> Page[ListedPerson]:
    """Who follows somebody, the newest first."""
    async with reading() as session:
        person = await accounts.get_user(session, user)
        return await follows.followers(
            session, actor, user_id=person.id, cursor=cut.cursor, limit=cut.limit
        )


@pages.get("/profile/{user}/following", responses=refusals("not_found"))
async def list_following(user: str, actor: Caller, cut: Paging) -> Page[ListedPerson]:
    """Whom somebody follows, the newest first."""
    async with reading() as session:
        person = await accounts.get_user(session, user)
        return await follows.following(
            session, actor, user_id=person.id, cursor=cut.cursor, limit=cut.limit
        )
