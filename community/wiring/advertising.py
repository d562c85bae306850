"""Registers the effects of changed advertisements."""

from community.core.events import after_commit, on_commit
from community.domain import advertising
from community.realtime import hub, messages


def wire_advertising() -> None:
    for clear in (advertising.clear_running_cache, advertising.clear_page_cache):
        on_commit(advertising.AdvertisementsChanged, clear)
        for message in (messages.AdvertisementsChanged, messages.SiteChanged, messages.Resync):
            hub.subscribe(message, clear, first=True)
    after_commit(advertising.AdvertisementsChanged, _publish_advertisements_changed)


async def _publish_advertisements_changed(_: advertising.AdvertisementsChanged) -> None:
    await hub.publish(messages.AdvertisementsChanged())
