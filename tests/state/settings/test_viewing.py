"""Test of the settings page for an administrator who sees the site as another user."""

from datetime import timedelta

from sqlmodel import col, update

from community import authentication
from community.admin.users.person_state import PersonState
from community.core import clock
from community.core.db.sessions import unit_of_work
from community.models import UserSession
from community.state.pages.layout import LayoutState
from community.state.pages.settings.page import SettingsState
from community.state.pages.settings.preferences import PreferencesState
from community.state.pages.settings.security import DevicesState
from community.state.runtime.toasts import ToastsState
from tests.cast import Cast
from tests.state.tabs import SocketServer


async def test_a_view_shows_the_settings_that_are_not_private(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab = await socket_server.open(cast.olga, "/settings")
    async with unit_of_work() as session:
        await session.execute(
            update(UserSession)
            .where(col(UserSession.user_id) == cast.olga.id)
            .values(viewed_user_id=cast.bob.id, viewing_until=clock.now() + timedelta(minutes=5))
        )
    authentication.clear_cache()
    await tab.send(LayoutState.load)
    await tab.send(SettingsState.load)
    assert tab[LayoutState]["notice"]["kind"] == "view"
    assert (tab[SettingsState]["is_loaded"], tab[SettingsState]["is_view"]) == (True, True)
    assert tab[SettingsState]["user_id"] == cast.bob.id
    assert not tab[ToastsState].get("toasts")
    assert tab[PreferencesState]["default_feed"]
    assert not tab[SettingsState].get("email")
    assert not tab[DevicesState].get("devices")
    # The Admin Panel closes its dialogs after the view has begun.
    await tab.send(PersonState.close_dialog)
    assert not tab[ToastsState].get("toasts")
