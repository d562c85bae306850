"""The caches that each message makes outdated."""

from collections.abc import Callable

from community import authentication
from community.domain import advertising, discovery, site
from community.realtime import messages

# With other settings, administrators may need a second factor, which `authentication` checks.
_CACHES_WITH_SETTINGS: tuple[Callable[[], None], ...] = (
    site.settings_cache.clear,
    authentication.clear_cache,
    discovery.invalidate_sidebar,
    advertising.clear_running_cache,
    advertising.clear_page_cache,
)
_CACHES: dict[type[messages.Message], tuple[Callable[[], None], ...]] = {
    messages.SiteChanged: _CACHES_WITH_SETTINGS,
    messages.SidebarChanged: (discovery.invalidate_sidebar,),
    messages.PlansChanged: (site.settings_cache.clear,),
    messages.AdvertisementsChanged: (advertising.clear_running_cache, advertising.clear_page_cache),
    # Messages were lost.
    messages.Resync: _CACHES_WITH_SETTINGS,
}


def clear_outdated_caches(message: messages.Message) -> None:
    """Clear the caches of this process that are outdated after a message.

    They are cleared when the change is committed and when the message arrives from another process.
    """
    if isinstance(message, messages.UserChanged):
        authentication.invalidate_cached_user(message.user_id)
    for clear in _CACHES.get(type(message), ()):
        clear()
