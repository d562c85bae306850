"""The settings for registration and for the sign-in with other services."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field, SecretStr, create_model

from community.domain.site.definitions.definition import Setting, SettingsPart, SettingsSection
from community.domain.site.definitions.types import NO_SECRET, HttpUrl, Line, Secret
from community.i18n import gettext as _
from community.i18n import noop

Provider = Literal["google", "facebook", "github", "x", "vk", "yandex", "openid"]
RegistrationMode = Literal["open", "invitation", "closed"]

_Enabled = Annotated[bool, Setting(noop("Enabled"), is_live=True)]
_ClientId = Annotated[Line, Setting(noop("Client ID"), is_live=True)]
_ClientSecret = Annotated[Secret, Setting(noop("Client secret"))]
_AuthorizeUrl = Annotated[
    HttpUrl,
    Field(min_length=1),
    Setting(
        noop("Sign-in address of the service"),
        noop("Change it only if the service has moved it."),
        kind="url",
    ),
]


class RegistrationSettings(SettingsPart):
    title: ClassVar[str] = noop("Registration")

    registration: Annotated[
        RegistrationMode,
        Setting(
            noop("Who can create an account"),
            choices={
                "open": noop("Everyone"),
                "invitation": noop("Only people with an invitation"),
                "closed": noop("Nobody"),
            },
            is_live=True,
        ),
    ] = "open"
    require_verified_email: Annotated[
        bool,
        Setting(
            noop("Require a confirmed email"),
            noop("People can post and comment only after they confirm their email."),
            is_live=True,
        ),
    ] = False


class QuickSignIn(SettingsPart):
    title: ClassVar[str] = noop("Quick sign-in")
    description: ClassVar[str] = noop(
        "Guests see a prompt to sign in with one click. The service must be enabled below."
    )

    quick_sign_in_google: Annotated[bool, Setting(noop("Google"), is_live=True)] = False
    quick_sign_in_vk: Annotated[bool, Setting(noop("VK"), is_live=True)] = False


def _define_provider(provider: Provider, title: str, authorize_url: str) -> type[SettingsPart]:
    """Return the part with the settings of a service, whose names start with `provider`.

    Args:
        title: The name of the service, marked with `noop`.
    """
    fields: dict[str, Any] = {
        f"{provider}_enabled": (_Enabled, False),
        f"{provider}_client_id": (_ClientId, ""),
        f"{provider}_client_secret": (_ClientSecret, NO_SECRET),
        f"{provider}_authorize_url": (_AuthorizeUrl, authorize_url),
    }
    part = create_model(f"{title}SignIn", __base__=SettingsPart, __module__=__name__, **fields)
    part.title = title
    return part


class OpenIdSignIn(SettingsPart):
    title: ClassVar[str] = noop("OpenID Connect")
    description: ClassVar[str] = noop(
        "Any service that publishes its configuration at /.well-known/openid-configuration."
    )

    openid_enabled: _Enabled = False
    openid_label: Annotated[
        Line, Setting(noop("Name on the button"), placeholder="Acme", is_live=True)
    ] = ""
    openid_issuer: Annotated[
        HttpUrl, Setting(noop("Issuer"), kind="url", placeholder="https://id.example.com")
    ] = ""
    openid_client_id: _ClientId = ""
    openid_client_secret: _ClientSecret = NO_SECRET


PROVIDER_PARTS: Final[Mapping[Provider, type[SettingsPart]]] = {
    "google": _define_provider(
        "google", noop("Google"), "https://accounts.google.com/o/oauth2/v2/auth"
    ),
    "facebook": _define_provider(
        "facebook", noop("Facebook"), "https://www.facebook.com/v23.0/dialog/oauth"
    ),
    "github": _define_provider(
        "github", noop("GitHub"), "https://github.com/login/oauth/authorize"
    ),
    "x": _define_provider("x", noop("X"), "https://x.com/i/oauth2/authorize"),
    "vk": _define_provider("vk", noop("VK"), "https://id.vk.com/authorize"),
    "yandex": _define_provider("yandex", noop("Yandex"), "https://oauth.yandex.com/authorize"),
    "openid": OpenIdSignIn,
}
PROVIDERS: Final[tuple[Provider, ...]] = tuple(PROVIDER_PARTS)


@dataclass(frozen=True, slots=True)
class ProviderSettings:
    """The configuration of the sign-in with one service.

    Attributes:
        url: The authorization endpoint of the service, or the issuer for OpenID Connect.
    """

    is_enabled: bool
    client_id: str
    client_secret: SecretStr
    url: str


class AuthSettings(
    RegistrationSettings,
    QuickSignIn,
    *PROVIDER_PARTS.values(),  # type: ignore[misc]  # mypy does not know the number of bases
    SettingsSection,
):
    """Settings for registration and for the sign-in with other services."""

    name: ClassVar[str] = "auth"
    title: ClassVar[str] = noop("Sign-in")

    def get_provider(self, provider: Provider) -> ProviderSettings:
        url = "openid_issuer" if provider == "openid" else f"{provider}_authorize_url"
        return ProviderSettings(
            is_enabled=getattr(self, f"{provider}_enabled"),
            client_id=getattr(self, f"{provider}_client_id"),
            client_secret=getattr(self, f"{provider}_client_secret"),
            url=getattr(self, url),
        )

    def find_problems(self) -> Mapping[str, str]:
        problems: dict[str, str] = {}
        for provider in PROVIDERS:
            problems |= self._find_provider_problems(provider)
        for provider in ("google", "vk"):
            code = f"quick_sign_in_{provider}"
            if getattr(self, code) and not getattr(self, f"{provider}_enabled"):
                problems[code] = _("Enable this service first.")
        return problems

    def _find_provider_problems(self, provider: Provider) -> dict[str, str]:
        configured = self.get_provider(provider)
        if not configured.is_enabled:
            return {}
        required = {
            f"{provider}_client_id": configured.client_id,
            f"{provider}_client_secret": configured.client_secret.get_secret_value(),
        }
        if provider == "openid":
            required["openid_issuer"] = configured.url
        message = _("Fill in this field to enable the service.")
        return {code: message for code, value in required.items() if not value}
