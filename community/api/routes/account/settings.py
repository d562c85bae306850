"""HTTP routes for the caller's settings. Updates return all settings."""

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.responses import Response

from community.api.http import SignedIn, error_responses, login_responses, rate_limit
from community.api.http.login_responses import LoginResponse, Session
from community.api.http.responses import HtmlDefaultRoute
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import identity, notifications, people
from community.domain.notifications import NotificationPreferences

router = APIRouter(tags=["Settings"])
write_router = APIRouter(tags=["Settings"], dependencies=[rate_limit("writes")])
page_router = APIRouter(tags=["Settings"], route_class=HtmlDefaultRoute)

_Update = TypeVar("_Update", bound=Callable[..., Awaitable[None]])
_Password = Annotated[str, Field(max_length=1_000)]


class PasswordChange(BaseModel):
    """The caller's current password and the new password."""

    current_password: _Password
    password: _Password


class OnlineStatusUpdate(BaseModel):
    """Whether other users see when the caller is online."""

    shows_online: bool


class DefaultFeedUpdate(BaseModel):
    """The feed that the home page shows first."""

    default_feed: people.Feed


class IgnoredKeywordsUpdate(BaseModel):
    """The complete new list of ignored keywords. It replaces the previous list."""

    ignored_keywords: Annotated[
        list[Annotated[str, Field(max_length=1_000)]], Field(max_length=1_000)
    ]


class UserSettings(people.Preferences):
    """All settings of a user, including the notification settings."""

    notifications: NotificationPreferences


@page_router.get("/settings")
async def get_settings(actor: SignedIn, session: Session) -> UserSettings:
    """Retrieve the caller's settings."""
    return await _load_user_settings(session, actor)


def _update_route(method: str, path: str, **options: Any) -> Callable[[_Update], _Update]:
    """Add a route that changes settings. Its response contains all settings of the caller."""

    def add(update: _Update) -> _Update:
        @wraps(update)
        async def change_and_load(**values: Any) -> UserSettings:
            await update(**values)
            return await _load_user_settings(values["session"], values["actor"])

        write_router.add_api_route(
            path, change_and_load, methods=[method], response_model=UserSettings, **options
        )
        return update

    return add


@_update_route("POST", "/settings/profile")
async def update_profile(changes: people.ProfileChanges, actor: SignedIn, session: Session) -> None:
    """Update the caller's profile. Omitted fields keep their value.

    If the slug changes, the former slug redirects to the new one.
    """
    await people.change_profile(session, actor, changes)


@_update_route(
    "PATCH",
    "/settings/name-appearance",
    responses=error_responses("banned", "subscription_feature_required"),
)
async def update_name_appearance(
    appearance: people.name_appearance.NameAppearance, actor: SignedIn, session: Session
) -> None:
    """Choose the badge beside the caller's name, and the style of the name.

    The caller needs the feature `badge` for a badge, and `fancy_nickname` for a style. While their
    plan does not include the feature, others see neither, but the choice stays stored.
    """
    await people.name_appearance.change(session, actor, appearance)


@_update_route("POST", "/settings/online-status")
async def update_online_status(
    update: OnlineStatusUpdate, actor: SignedIn, session: Session
) -> None:
    """Show or hide the caller's online status."""
    await people.set_online_visibility(session, actor, is_visible=update.shows_online)


@_update_route("POST", "/settings/default-feed")
async def update_default_feed(update: DefaultFeedUpdate, actor: SignedIn, session: Session) -> None:
    """Set the feed that the home page shows first."""
    await people.set_default_feed(session, actor, feed=update.default_feed)


@_update_route("POST", "/settings/ignored-keywords")
async def update_ignored_keywords(
    update: IgnoredKeywordsUpdate, actor: SignedIn, session: Session
) -> None:
    """Replace the list of ignored keywords. The caller's feeds omit posts with these keywords."""
    await people.set_ignored_keywords(session, actor, keywords=update.ignored_keywords)


@router.post(
    "/settings/password",
    response_model=LoginResponse,
    dependencies=[login_responses.password_confirmation_limit],
    responses=error_responses("invalid_credentials"),
)
async def change_password(new: PasswordChange, actor: SignedIn, request: Request) -> Response:
    """Change the caller's password. Ends all sessions and starts a new session for this browser."""
    async with read_session() as session:
        credentials = await identity.find_own_credentials(session, actor)
        preferences = await people.get_preferences(session, actor)
    # Hashing is slow, so no database connection is held while it runs.
    verified = await identity.verify_own_password(credentials, password=new.current_password)
    user_attributes = (actor.name, actor.slug, preferences.email, preferences.email.split("@")[0])
    password_hash = await identity.hash_password(new.password, user_attributes=user_attributes)
    async with unit_of_work() as session:
        sign_in = await identity.change_password(
            session,
            actor,
            credentials=verified,
            password_hash=password_hash,
            user_agent=login_responses.get_user_agent(request),
        )
        return await login_responses.respond_with_session(session, request, sign_in)


async def _load_user_settings(session: AsyncSession, actor: Actor) -> UserSettings:
    preferences = await people.get_preferences(session, actor)
    notification_preferences = await notifications.get_preferences(session, actor)
    return UserSettings(**dict(preferences), notifications=notification_preferences)
