"""Registers the effects of changed advertisements."""

from community.core.events import after_commit, on_commit
from community.domain import advertising
from community.realtime import hub, messages


def wire_advertising() -> None:
    on_commit(advertising.AdvertisementsChanged, advertising.clear_running_cache)
    for message in (messages.AdvertisementsChanged, messages.SiteChanged, messages.Resync):
        hub.subscribe(message, advertising.clear_running_cache, first=True)
    after_commit(advertising.AdvertisementsChanged, _publish_advertisements_changed)


async def _publish_advertisements_changed(_: advertising.AdvertisementsChanged) -> None:
    await hub.publish(messages.AdvertisementsChanged())
