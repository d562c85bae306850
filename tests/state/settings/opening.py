"""The page of settings in a tab."""

from community.core.actor import Actor
from community.state.frame import Frame
from community.state.settings.page import Settings
from tests.state.tabs import Sockets, Tab


async def open_settings(live: Sockets, actor: Actor) -> Tab:
    tab = await live.open(actor, "/settings")
    await tab.send(Frame.arrive)
    await tab.send(Settings.open)
    return tab
