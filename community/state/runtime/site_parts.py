"""Reloads the parts of open pages that show changed settings of the site.

`domain/site/page_parts.py` lists the parts that show each setting. A page subscribes to the topics
of its parts, and the module of the State that shows a part registers the event that reloads it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from community.domain.site import PagePart
from community.realtime import hub, messages, subscriptions, topics
from community.state.runtime import open_tabs


@dataclass(frozen=True, slots=True)
class PartReload:
    """The event that reloads a part of pages, and the topic of the tabs that show it."""

    handler: Any
    topic: str
    must_forget_viewer: bool = False


_reloads: dict[PagePart, PartReload] = {}


def reload_on_change(
    part: PagePart, handler: Any, *, topic: str = "", must_forget_viewer: bool = False
) -> None:
    """Call an event handler in the tabs that show a part of pages when a setting in it changes.

    Args:
        topic: The topic of the tabs, if it is not `topics.page_part(part)`.
        must_forget_viewer: Whether the viewer may have more or fewer rights afterwards.
    """
    _reloads[part] = PartReload(handler, topic or topics.page_part(part), must_forget_viewer)


def get_reloads() -> Mapping[PagePart, PartReload]:
    return _reloads


def reload_parts(message: messages.SiteChanged) -> None:
    """Reload the changed parts, each once in every tab of this process that shows it."""
    tabs_by_handler: dict[Any, set[str]] = {}
    for reload in (found for part, found in _reloads.items() if part in message.parts):
        tabs = subscriptions.get_subscribed_tabs(reload.topic)
        tabs_by_handler.setdefault(reload.handler, set()).update(tabs)
        if reload.must_forget_viewer:
            for tab in tabs:
                subscriptions.forget_viewer(tab)
    for handler, found_tabs in tabs_by_handler.items():
        open_tabs.trigger(handler, sorted(found_tabs))


hub.subscribe(messages.SiteChanged, reload_parts)
