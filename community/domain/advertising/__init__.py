"""Functions that manage advertisements, choose those of a page, and count what readers saw.

Audiences depend on the page and the kind of reader, not on the person. Nothing is stored about
guests, and about members only how often they saw an advertisement with a daily limit.
"""

from community.domain.advertising.actions import (
    approve_advertisement,
    create_advertisement,
    create_report_link,
    edit_advertisement,
    remove_advertisement,
    reorder_advertisements,
    revoke_report_link,
)
from community.domain.advertising.counting import (
    PERSONAL_DATA,
    AdvertisementsChanged,
    Batch,
    CountKey,
    Measure,
    Slot,
    buffer,
    delete_past_counts,
    store_batch,
)
from community.domain.advertising.delivery import (
    clear_page_cache,
    exclude,
    find_exhausted,
    get_page_advertisements,
    get_shared_advertisements,
)
from community.domain.advertising.page_views import PAGE_VIEW_LENGTH, find_link, record
from community.domain.advertising.placements import MAX_TOKEN_LENGTH, Placement, read_placement
from community.domain.advertising.policies import (
    ALT_MAX_LENGTH,
    BUTTON_MAX_LENGTH,
    DEFAULT_EVERY_NTH,
    DEFAULT_WEIGHT,
    DEVICES,
    IMAGE_MAX_BYTES,
    LINK_MAX_LENGTH,
    MAX_ADVERTISEMENTS,
    NAME_MAX_LENGTH,
    PLACE_LABELS,
    PLACES,
    PLACES_BY_KIND,
    SECTION,
    TEXT_MAX_LENGTH,
    TITLE_MAX_LENGTH,
    Place,
    is_counted,
    may_see_advertisements,
)
from community.domain.advertising.queries import (
    clear_running_cache,
    get_advertisement,
    get_shown_name,
    has_started_or_ended,
    list_advertisements,
    list_running,
)
from community.domain.advertising.schemas import (
    AdvertisementView,
    PageAdvertisements,
    PlacedAdvertisement,
    PlacedImage,
    StatisticsRow,
    Status,
)
from community.domain.advertising.statistics import Grouping, get_report, get_statistics
from community.domain.advertising.targeting import PageContext, RunningAdvertisement
