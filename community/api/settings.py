"""People's own settings over HTTP. Each change answers all of them as they are now."""

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.responses import Response

from community.api import arrivals
from community.api.arrivals import Welcome, browser_of
from community.api.identity import SignedIn
from community.api.limits import limited
from community.api.negotiation import JsonIfAsked
from community.api.refusals import refusals
from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.domain import accounts, notifications
from community.domain.accounts import Feed, Preferences, ProfileChanges
from community.domain.notifications import NotificationSwitches

router = APIRouter(tags=["Settings"])
pages = APIRouter(tags=["Settings"], route_class=JsonIfAsked)

_changes = [limited("writes")]
_Password = Annotated[str, Field(max_length=1_000)]


class NewPassword(BaseModel):
    """A new password, and the present one."""

    current_password: _Password
    password: _Password


class OnlineStatus(BaseModel):
    """Whether others see that somebody is here."""

    shows_online: bool


class DefaultFeed(BaseModel):
    """What the home page opens with."""

    default_feed: Feed


class IgnoredKeywords(BaseModel):
    """Words whose posts are left out of one's feeds: the whole list."""

    ignored_keywords: Annotated[
        list[Annotated[str, Field(max_length=1_000)]], Field(max_length=1_000)
    ]


class Settings(Preferences):
    """All settings of somebody, with what they are told of."""

    notifications: NotificationSwitches


@pages.get("/settings")
async def show(actor: SignedIn) -> Settings:
    """One's own settings."""
    async with reading() as session:
        return await _all(session, actor)


@router.post(
    "/settings/profile", dependencies=_changes, responses=refusals("conflict", "too_large")
)
async def change_profile(changes: ProfileChanges, actor: SignedIn) -> Settings:
    """Change the fields of the profile that are given. A former slug leads to the new one."""
    async with unit_of_work() as session:
        await accounts.change_profile(session, actor, changes)
        return await _all(session, actor)


@router.post(
    "/settings/password",
    response_model=Welcome,
    dependencies=[limited("login")],
    responses=refusals("invalid_credentials"),
)
async def change_password(new: NewPassword, actor: SignedIn, request: Request) -> Response:
    """Take a new password. Every sign-in ends; this browser gets a new one."""
    async with reading() as session:
        claim = await accounts.claim_oneself(session, actor)
        preferences = await accounts.get_preferences(session, actor)
    # Comparing takes its time; nobody waits for a connection meanwhile.
    proof = await accounts.prove_oneself(claim, password=new.current_password)
    personal = (actor.name, actor.slug, preferences.email, preferences.email.split("@")[0])
    hashed = await accounts.hash_password(new.password, personal=personal)
    async with unit_of_work() as session:
        signed = await accounts.change_password(
            session, actor, proof=proof, password=hashed, user_agent=browser_of(request)
        )
        welcome = await arrivals.greet(session, signed)
    return arrivals.enter(request, signed, welcome)


@router.post("/settings/online-status", dependencies=_changes)
async def show_online(choice: OnlineStatus, actor: SignedIn) -> Settings:
    """Show or hide that one is here."""
    async with unit_of_work() as session:
        await accounts.show_online(session, actor, shown=choice.shows_online)
        return await _all(session, actor)


@router.post("/settings/default-feed", dependencies=_changes)
async def choose_feed(choice: DefaultFeed, actor: SignedIn) -> Settings:
    """Choose the feed that the home page opens with."""
    async with unit_of_work() as session:
        await accounts.choose_feed(session, actor, feed=choice.default_feed)
        return await _all(session, actor)


@router.post("/settings/ignored-keywords", dependencies=_changes)
async def ignore_keywords(choice: IgnoredKeywords, actor: SignedIn) -> Settings:
    """Choose words whose posts are left out of one's feeds; replaces the list."""
    async with unit_of_work() as session:
        await accounts.ignore_keywords(session, actor, keywords=choice.ignored_keywords)
        return await _all(session, actor)


async def _all(session: AsyncSession, actor: Actor) -> Settings:
    preferences = await accounts.get_preferences(session, actor)
    switches = await notifications.switches(session, actor)
    return Settings(**dict(preferences), notifications=switches)
