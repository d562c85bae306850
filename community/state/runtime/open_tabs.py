"""The open browser tabs of this process: their topics, and the pushes and events sent to them.

Each tab receives its pushes exactly once and in order, as long as it stays connected. After a
reconnection the tab reloads its page.
"""

import asyncio
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, ClassVar, Final

import reflex as rx

from community.core.actor import GUEST, Actor
from community.core.processes import background, metrics
from community.core.read_models import ReadModel
from community.reflex_adapter import events, socket
from community.reflex_adapter.build_plugins.pushes import PUSH_EVENT
from community.state.runtime import request_context

# The parts in `subscribe` that do not change when the tab opens another page.
_PARTS_OF_EVERY_PAGE: Final = ("bell", "frame")

_apps: list[rx.App] = []
# The topics that each tab needs for the parts of its page, and the viewers of the tabs.
_topics_by_tab: dict[str, dict[str, frozenset[str]]] = {}
_tabs_by_topic: dict[str, set[str]] = defaultdict(set)
_viewers: dict[str, Actor] = {}


@dataclass(frozen=True, slots=True)
class UserTabs:
    """A user, and some of the tabs that they have open. Their sessions have the same rights."""

    actor: Actor
    tabs: list[str] = field(default_factory=list)


class Push(ReadModel):
    """Data that the server sends to open pages, which receive it in `assets/ui/pushes.js`."""

    push_type: ClassVar[str]  # the name by which the browser selects the handlers


def connect(app: rx.App) -> None:
    """Use the sockets of this app. Keep their cookies out of the State."""
    _apps[:] = [app]
    socket.install_guarded_namespace(
        app, on_connect=request_context.take_cookies, on_disconnect=_remove_socket
    )


def count() -> int:
    """Return the number of browser tabs that are connected to this process."""
    return len(socket.get_socket_ids(_apps[0])) if _apps else 0


def subscribe(page_part: str, *topics: str) -> None:
    """Subscribe the tab that sent the current event to topics.

    The new topics replace those of earlier calls for the same part of the page. The caller must
    check that the viewer may read the data that the topics are about.

    Args:
        page_part: For example "page" for the main content or "bell" for the notifications.
    """
    actor = request_context.get_actor()
    # All guests are the same viewer, although the actors of their events have different addresses.
    viewer = GUEST if actor.is_guest else actor
    set_topics(request_context.get_tab_token(), viewer, page_part, topics)


def set_topics(tab: str, viewer: Actor, page_part: str, topics: Iterable[str]) -> None:
    """Replace the topics of a tab for one part of its page, as `subscribe` does."""
    _viewers[tab] = viewer
    new_topics = frozenset(topics)
    topics_by_part = _topics_by_tab.setdefault(tab, {})
    old_topics = topics_by_part.get(page_part, frozenset())
    topics_by_part[page_part] = new_topics
    for topic in new_topics - old_topics:
        _tabs_by_topic[topic].add(tab)
    for topic in old_topics - new_topics:
        _unsubscribe_if_unused(tab, topic)


def leave_page() -> None:
    """Unsubscribe the tab that sent the current event from all topics of the page that it showed.

    The tab stays subscribed to the parts that every page has.
    """
    tab = request_context.get_tab_token()
    topics_by_part = _topics_by_tab.get(tab, {})
    for part in [part for part in topics_by_part if part not in _PARTS_OF_EVERY_PAGE]:
        for topic in topics_by_part.pop(part):
            _unsubscribe_if_unused(tab, topic)


def get_subscribed_tabs(topic: str) -> list[str]:
    return list(_tabs_by_topic.get(topic, ()))


def get_topic_ids(prefix: str) -> set[int]:
    """Return the ids in all topics that start with `prefix` and have a subscribed tab.

    For example, with the prefix `feed:personal:` the topic `feed:personal:7` contains the id 7.
    """
    return {int(topic.removeprefix(prefix)) for topic in _tabs_by_topic if topic.startswith(prefix)}


def get_all_tabs() -> list[str]:
    return list(_topics_by_tab)


def forget_viewer(tab: str) -> None:
    """Forget the viewer of the tab, whose session or permissions have changed."""
    _viewers.pop(tab, None)


def remove_tab(tab: str) -> None:
    forget_viewer(tab)
    for topics in _topics_by_tab.pop(tab, {}).values():
        for topic in topics:
            _unsubscribe_if_unused(tab, topic)


def _unsubscribe_if_unused(tab: str, topic: str) -> None:
    if any(topic in topics for topics in _topics_by_tab.get(tab, {}).values()):
        return
    tabs = _tabs_by_topic.get(topic)
    if tabs is not None:
        tabs.discard(tab)
        if not tabs:
            del _tabs_by_topic[topic]


def _remove_socket(socket_id: str, tab: str | None) -> None:
    request_context.forget_cookies(socket_id)
    if tab is not None:
        remove_tab(tab)


async def group_by_viewer(topic: str) -> dict[Actor, list[str]]:
    """Return the tabs that are subscribed to a topic, grouped by their viewers.

    The viewer of a tab can have changed since the tab subscribed. Therefore the caller must check
    what each viewer may read.
    """
    namespace = socket.get_guarded_namespace(_apps[0])
    tabs_by_viewer: dict[Actor, list[str]] = defaultdict(list)
    for tab in get_subscribed_tabs(topic):
        if socket_id := namespace.get_socket_id(tab):
            tabs_by_viewer[await _get_viewer(tab, socket_id)].append(tab)
        else:
            remove_tab(tab)
    return tabs_by_viewer


async def group_by_user(*topics: str) -> dict[int, UserTabs]:
    """Return the tabs of signed-in users that are subscribed to one of the topics, by user id.

    Tabs in which an administrator sees the site as another user are left out. The caller must check
    what each user may read, as after `group_by_viewer`.
    """
    namespace = socket.get_guarded_namespace(_apps[0])
    found: dict[int, UserTabs] = {}
    for tab in dict.fromkeys(chain.from_iterable(map(get_subscribed_tabs, topics))):
        socket_id = namespace.get_socket_id(tab)
        if socket_id is None:
            remove_tab(tab)
            continue
        viewer = await _get_viewer(tab, socket_id)
        if viewer.user_id is not None and not viewer.is_read_only:
            found.setdefault(viewer.user_id, UserTabs(viewer)).tabs.append(tab)
    return found


async def find_viewers() -> dict[str, Actor]:
    socket_ids = socket.get_socket_ids(_apps[0])
    return {tab: await _get_viewer(tab, socket_id) for tab, socket_id in socket_ids.items()}


async def send(push: Push, tabs: Collection[str]) -> None:
    """Send a push to browser tabs. Tabs that are not connected to this process are left out."""
    if tabs:
        await _send_json(push.push_type, push.model_dump_json(), tabs)


async def send_each(pushes: Iterable[tuple[Push, Collection[str]]]) -> None:
    """Send each push to some tabs. Equal pushes are encoded and compressed once."""
    tabs_by_content: dict[tuple[str, str], list[str]] = defaultdict(list)
    for push, tabs in pushes:
        tabs_by_content[push.push_type, push.model_dump_json()].extend(tabs)
    for (push_type, content), tabs in tabs_by_content.items():
        await _send_json(push_type, content, tabs)
        # Between two of many pushes, other tasks run, such as one that sends a message.
        await asyncio.sleep(0)


async def _send_json(push_type: str, content: str, tabs: Collection[str]) -> None:
    data = f'{{"type":"{push_type}","data":{content}}}'
    await socket.get_guarded_namespace(_apps[0]).emit_to_tabs(PUSH_EVENT, data, tabs)
    metrics.pushes.labels(push_type).inc(len(tabs))


async def send_to_viewers(
    push: Push, viewers: Iterable[Actor], tabs_by_viewer: Mapping[Actor, list[str]]
) -> None:
    await send(push, [tab for viewer in viewers for tab in tabs_by_viewer[viewer]])


async def send_to_sender(push: Push) -> None:
    await send(push, [request_context.get_tab_token()])


def trigger(handler: Any, tabs: Sequence[str]) -> None:
    """Start a background task that calls an event handler in each of the tabs."""
    if tabs:
        background.start(_trigger_one_by_one(handler, tabs))


def repeat_event(name: str, payload: dict[str, Any]) -> None:
    """Start a background task that sends an event again, in the tab that sent the current event."""
    tab = request_context.get_tab_token()
    background.start(events.enqueue_by_name(_apps[0], tab, name, payload))


async def _trigger_one_by_one(handler: Any, tabs: Sequence[str]) -> None:
    for tab in tabs:
        await events.enqueue(_apps[0], tab, handler)


async def _get_viewer(tab: str, socket_id: str) -> Actor:
    viewer = _viewers.get(tab)
    return await request_context.authenticate_socket(socket_id) if viewer is None else viewer
