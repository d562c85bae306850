"""The definitions of all settings that administrators can change, one module for each section."""

from community.domain.site.definitions.advertising import AdvertisingSettings
from community.domain.site.definitions.content import ContentSettings
from community.domain.site.definitions.cookie_consent import CookieConsentSettings
from community.domain.site.definitions.definition import (
    SettingDefinition,
    SettingsPart,
    SettingsSection,
    get_definitions,
    iter_part_definitions,
)
from community.domain.site.definitions.general import (
    DEFAULT_ACCENT_COLOR,
    ChecklistSettings,
    GeneralSettings,
)
from community.domain.site.definitions.offer import OfferSettings
from community.domain.site.definitions.payments import PaymentSettings
from community.domain.site.definitions.sign_in import (
    PROVIDERS,
    AuthSettings,
    Provider,
    ProviderSettings,
    RegistrationMode,
)
from community.domain.site.definitions.top_users import (
    DEFAULT_TOP_USERS_PERIOD,
    MAX_EXCLUDED_TOP_USERS,
    TopUsers,
    TopUsersPeriod,
    TopUsersSettings,
)

# The sections that the Admin Panel, the HTTP API and the command line offer.
SECTIONS: dict[str, type[SettingsSection]] = {
    section.name: section
    for section in (
        ContentSettings,
        AuthSettings,
        CookieConsentSettings,
        GeneralSettings,
        TopUsersSettings,
        PaymentSettings,
        OfferSettings,
        AdvertisingSettings,
    )
}
