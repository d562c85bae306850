"""The topics that the browser tabs connected to this process are subscribed to."""

from collections import defaultdict
from collections.abc import Iterable

_topics_by_tab: dict[str, dict[str, frozenset[str]]] = {}
_tabs_by_topic: dict[str, set[str]] = defaultdict(set)


def set_topics(tab: str, purpose: str, topics: Iterable[str]) -> None:
    """Replace the topics that one part of the page in a browser tab is subscribed to.

    Args:
        purpose: The part of the page that needs the topics, such as "page" or "bell".
    """
    new_topics = frozenset(topics)
    purposes = _topics_by_tab.setdefault(tab, {})
    old_topics = purposes.get(purpose, frozenset())
    purposes[purpose] = new_topics
    for topic in new_topics - old_topics:
        _tabs_by_topic[topic].add(tab)
    for topic in old_topics - new_topics:
        _unsubscribe_if_unused(tab, topic)


def get_tabs(topic: str) -> list[str]:
    return list(_tabs_by_topic.get(topic, ()))


def get_topic_ids(prefix: str) -> set[int]:
    """Return the ids at the end of all topics that start with `prefix` and have a subscriber.

    For example, the prefix `feed:personal:` and the topic `feed:personal:7` give the id 7.
    """
    return {int(topic.removeprefix(prefix)) for topic in _tabs_by_topic if topic.startswith(prefix)}


def get_all_tabs() -> list[str]:
    return list(_topics_by_tab)


def remove_tab(tab: str) -> None:
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
