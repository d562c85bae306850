"""Which tabs of this process watch which topics."""

from collections import defaultdict
from collections.abc import Iterable

_topics_of: dict[str, dict[str, frozenset[str]]] = {}
_tabs_of: dict[str, set[str]] = defaultdict(set)


def watch(tab: str, purpose: str, topics: Iterable[str]) -> None:
    """From now on `tab` watches exactly these topics for this purpose ("page", "bell")."""
    wanted = frozenset(topics)
    purposes = _topics_of.setdefault(tab, {})
    before = purposes.get(purpose, frozenset())
    purposes[purpose] = wanted
    for topic in wanted - before:
        _tabs_of[topic].add(tab)
    for topic in before - wanted:
        _leave(tab, topic)


def watching(topic: str) -> list[str]:
    """The tabs that watch a topic."""
    return list(_tabs_of.get(topic, ()))


def numbers_behind(prefix: str) -> set[int]:
    """The numbers that end the watched topics which begin like this."""
    return {int(topic.removeprefix(prefix)) for topic in _tabs_of if topic.startswith(prefix)}


def everybody() -> list[str]:
    """Every tab that watches anything."""
    return list(_topics_of)


def forget(tab: str) -> None:
    """The tab is gone."""
    for topics in _topics_of.pop(tab, {}).values():
        for topic in topics:
            _leave(tab, topic)


def _leave(tab: str, topic: str) -> None:
    if any(topic in topics for topics in _topics_of.get(tab, {}).values()):
        return
    tabs = _tabs_of.get(topic)
    if tabs is not None:
        tabs.discard(tab)
        if not tabs:
            del _tabs_of[topic]
