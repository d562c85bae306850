"""A function that opens the settings page in a simulated browser tab."""

from community.core.actor import Actor
from community.state.pages.layout import LayoutState
from community.state.pages.settings.page import SettingsState
from tests.state.tabs import SocketServer, Tab


async def open_settings(socket_server: SocketServer, actor: Actor) -> Tab:
    tab = await socket_server.open(actor, "/settings")
    await tab.send(LayoutState.load)
    await tab.send(SettingsState.load)
    return tab
