"""What the site shows of people: profiles, names, badges, preferences and presence."""

from community.domain.people import name_appearance, online_status, video_avatars
from community.domain.people.events import (
    DefaultFeedChanged,
    IgnoredKeywordsChanged,
    NameAppearanceChanged,
    ProfileChanged,
)
from community.domain.people.names import ensure_name_is_free, ensure_registration_allowed, set_name
from community.domain.people.personal_data import PERSONAL_DATA
from community.domain.people.policies import (
    AVATAR_MAX_BYTES,
    BIO_MAX_LENGTH,
    BOT_EMAIL,
    FORMER_SLUG_RESERVATION,
    HEADER_MAX_BYTES,
    MAX_SUBMITTED_KEYWORDS,
    SUMMARY_COLUMNS,
    is_active_and_banned,
    is_listed,
)
from community.domain.people.preferences import (
    get_ignored_keywords,
    get_preferences,
    set_cookie_consent,
    set_default_feed,
    set_ignored_keywords,
    set_online_visibility,
)
from community.domain.people.profiles import (
    PROFILE_IMAGES,
    change_profile,
    clean_bio,
    get_profile,
    get_profile_by_slug,
    get_relation,
)
from community.domain.people.queries import (
    MAX_SUGGESTIONS,
    adjust_posts_count,
    find_user,
    find_user_summaries,
    find_users,
    find_users_by_slug,
    get_rating,
    get_user,
    get_user_ids,
    lock_users,
    make_user_not_found_error,
    suggest_users,
    to_user_summary,
)
from community.domain.people.schemas import Feed, Preferences, Profile, ProfileChanges, UserSummary
from community.domain.people.slugs import (
    change_slug,
    claim_former_slug,
    claim_slug,
    clean_slug,
    find_current_slug,
    list_slug_candidates,
    make_slug_taken_error,
    move_former_slugs,
    reserve_former_slug,
    suggest_slug,
)
