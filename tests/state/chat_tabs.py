"""Open tabs with private messages, for tests of their States."""

from dataclasses import replace
from typing import Any
from uuid import uuid4

from community import urls
from community.core.actor import Actor
from community.models import Chat
from community.state.pages.chat.chats import ChatsState
from community.state.pages.chat.open_chat import ChatState
from community.state.pages.chat.pushes import MessagePush
from community.state.pages.layout import LayoutState
from tests.cast import Cast
from tests.domain.subscriptions.grants import grant, load_actor
from tests.state.tabs import SocketServer, Tab


async def subscribe_writers(cast: Cast) -> Cast:
    """Give Alice and Bob a plan with private messages, also for the sessions of their tabs."""
    for user in (cast.alice, cast.bob):
        await grant(cast.olga, user, "private_messages")
    return replace(cast, alice=await load_actor(cast.alice), bob=await load_actor(cast.bob))


async def open_chat(server: SocketServer, actor: Actor, chat: Chat, query: str = "") -> Tab:
    """Open the page of a chat, and return its tab without the pushes of loading."""
    tab = await server.open(actor, urls.chat(chat.id) + query)
    await load_chat(tab)
    return tab


async def load_chat(tab: Tab) -> None:
    """Send the events with which the page of a chat opens, and forget the pushes."""
    for handler in (LayoutState.load, ChatsState.load, ChatState.load):
        await tab.send(handler)
    tab.pushes.clear()


async def open_home(server: SocketServer, actor: Actor) -> Tab:
    tab = await server.open(actor)
    await tab.send(LayoutState.load)
    tab.pushes.clear()
    return tab


async def send(tab: Tab, chat: Chat, text: str = "Hello", **fields: Any) -> None:
    message = {"client_id": str(uuid4()), "text": text, **fields}
    await tab.send(ChatState.send, chat_id=chat.id, message=message)


def list_texts(tab: Tab) -> list[str]:
    """Return the texts of the messages that the server pushed to a tab."""
    return [push["message"]["text"] for push in tab.get_pushes(MessagePush)]
