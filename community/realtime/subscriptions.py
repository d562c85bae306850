"""Stores the topics that each browser tab is subscribed to, and its viewer."""

from collections import defaultdict
from collections.abc import Collection, Iterable

from community.core.actor import Actor

_topics_by_tab: dict[str, dict[str, frozenset[str]]] = {}
_tabs_by_topic: dict[str, set[str]] = defaultdict(set)
_viewers: dict[str, Actor] = {}


def set_topics(tab: str, viewer: Actor, page_part: str, topics: Iterable[str]) -> None:
    """Replace the topics that a browser tab needs for one part of its page.

    The tab stays subscribed to the topics that it needs for other parts of the page. The caller
    must first check that the viewer may read the data that the topics are about.

    Args:
        page_part: For example "page" for the main content or "bell" for the notifications.
    """
    _viewers[tab] = viewer
    new_topics = frozenset(topics)
    topics_by_part = _topics_by_tab.setdefault(tab, {})
    old_topics = topics_by_part.get(page_part, frozenset())
    topics_by_part[page_part] = new_topics
    for topic in new_topics - old_topics:
        _tabs_by_topic[topic].add(tab)
    for topic in old_topics - new_topics:
        _unsubscribe_if_unused(tab, topic)


def keep_topics(tab: str, page_parts: Collection[str]) -> None:
    """Unsubscribe a browser tab from the topics of all other parts of its page."""
    topics_by_part = _topics_by_tab.get(tab, {})
    for page_part in [part for part in topics_by_part if part not in page_parts]:
        for topic in topics_by_part.pop(page_part):
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


def find_viewer(tab: str) -> Actor | None:
    """Return the viewer of the tab, or None after `forget_viewer`."""
    return _viewers.get(tab)


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
