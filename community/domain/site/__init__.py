"""Functions for the site-wide settings and for the list of reactions that users can choose."""

from community.domain.site.actions import (
    PERSONAL_DATA,
    ReactionKindsChanged,
    SiteSettingsChanged,
    change_settings,
    record_key_test,
    store_image_urls,
    update_settings,
)
from community.domain.site.changes import SettingsChanges, prepare_changes
from community.domain.site.definitions import (
    DEFAULT_ACCENT_COLOR,
    DEFAULT_TOP_USERS_PERIOD,
    MAX_EXCLUDED_TOP_USERS,
    PROVIDERS,
    SECTIONS,
    AdvertisingSettings,
    AuthSettings,
    ChecklistSettings,
    ContentSettings,
    CookieConsentSettings,
    GeneralSettings,
    OfferSettings,
    PaymentSettings,
    Provider,
    RegistrationMode,
    SettingDefinition,
    SettingsPart,
    SettingsSection,
    TopUsers,
    TopUsersPeriod,
    TopUsersSettings,
    get_definitions,
    iter_part_definitions,
)
from community.domain.site.page_parts import PARTS_WITH_REACTIONS, PagePart, list_page_parts
from community.domain.site.payment_providers import (
    delete_expired_keys,
    list_payment_origins,
    list_retired_keys,
)
from community.domain.site.provider_check import check_provider
from community.domain.site.queries import (
    build_reaction_counts,
    ensure_may_change,
    get_admin_section,
    get_content_settings,
    get_reaction_name,
    get_reactions_by_code,
    get_settings_section,
    get_settings_view,
    list_all_reactions,
    list_reaction_choices,
    load_settings_section,
    settings_cache,
)
from community.domain.site.schemas import (
    ReactionChoice,
    SettingChange,
    SettingsView,
    SignInProvider,
)
from community.domain.site.screening import (
    WrittenText,
    ensure_texts_allowed,
    find_account_hold,
    find_account_restriction,
    find_text_hold,
    is_new_account,
)
from community.domain.site.site_view import (
    SITE_PAGES,
    Announcement,
    ConsentBanner,
    SitePageName,
    SiteView,
    get_site_page_html,
    get_site_view,
    has_announcement_changed,
    list_sign_in_providers,
    list_site_pages,
)
from community.domain.site.transfer import export_settings, import_settings, prepare_import
