"""The settings for registration and for the sign-in with other services."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field, SecretStr, create_model

from community.domain.site.definitions.definition import Setting, SettingsPart, SettingsSection
from community.domain.site.definitions.validation import NO_SECRET, HttpUrl, Line, Secret
from community.i18n import gettext as _, noop

Provider = Literal["google", "facebook", "github", "x", "vk", "yandex", "openid"]
RegistrationMode = Literal["open", "invitation", "closed"]

_Enabled = Annotated[bool, Setting(noop("Enabled"))]
_ClientId = Annotated[Line, Setting(noop("Client ID"))]
_ClientSecret = Annotated[Secret, Setting(noop("Client secret"))]


def _define_address(label: str) -> Any:
    """Return the type of an address of a service. `label` is marked with `noop`."""
    help_text = noop("Change it only if the service has moved it.")
    setting = Setting(label, help_text, kind="url", is_advanced=True)
    return Annotated[HttpUrl, Field(min_length=1), setting]


_AuthorizeUrl = _define_address(noop("Sign-in address of the service"))
_TokenUrl = _define_address(noop("Address that issues access tokens"))
_UserinfoUrl = _define_address(noop("Address of the profile"))
_Issuer = _define_address(noop("Issuer"))
_ScriptUrl = _define_address(noop("Script of the quick sign-in"))


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
        ),
    ] = "open"
    require_verified_email: Annotated[
        bool,
        Setting(
            noop("Require a confirmed email"),
            noop("People can post and comment only after they confirm their email."),
        ),
    ] = False


class AdministratorSignIn(SettingsPart):
    title: ClassVar[str] = noop("Administrators")

    require_admin_second_factor: Annotated[
        bool,
        Setting(
            noop("Administrators need two-step sign-in"),
            noop("Without it, they can't open the Admin Panel until they have set it up."),
        ),
    ] = False


class QuickSignIn(SettingsPart):
    title: ClassVar[str] = noop("Quick sign-in")
    description: ClassVar[str] = noop(
        "Guests see a prompt to sign in with one click. The service must be enabled below."
    )

    quick_sign_in_google: Annotated[bool, Setting(noop("Google"))] = False
    quick_sign_in_vk: Annotated[bool, Setting(noop("VK"))] = False


def _define_provider(
    provider: Provider, title: str, addresses: Mapping[str, tuple[object, str]]
) -> type[SettingsPart]:
    """Return the part with the settings of a service, whose names start with `provider`."""
    fields: dict[str, Any] = {
        f"{provider}_enabled": (_Enabled, False),
        f"{provider}_client_id": (_ClientId, ""),
        f"{provider}_client_secret": (_ClientSecret, NO_SECRET),
    }
    fields |= {f"{provider}_{name}": address for name, address in addresses.items()}
    part = create_model(f"{title}SignIn", __base__=SettingsPart, __module__=__name__, **fields)
    part.title, part.is_switched = title, True
    return part


def _define_oauth_provider(
    provider: Provider, title: str, authorize_url: str, token_url: str, userinfo_url: str
) -> type[SettingsPart]:
    addresses = {
        "authorize_url": (_AuthorizeUrl, authorize_url),
        "token_url": (_TokenUrl, token_url),
        "userinfo_url": (_UserinfoUrl, userinfo_url),
    }
    if provider == "vk":
        addresses["script_url"] = (
            _ScriptUrl,
            "https://unpkg.com/@vkid/sdk@2/dist-sdk/umd/index.js",
        )
    return _define_provider(provider, title, addresses)


class OpenIdSignIn(SettingsPart):
    title: ClassVar[str] = noop("OpenID Connect")
    description: ClassVar[str] = noop(
        "Any service that publishes its configuration at /.well-known/openid-configuration."
    )
    is_switched: ClassVar[bool] = True

    openid_enabled: _Enabled = False
    openid_label: Annotated[Line, Setting(noop("Name on the button"), placeholder="Acme")] = ""
    openid_issuer: Annotated[
        HttpUrl, Setting(noop("Issuer"), kind="url", placeholder="https://id.example.com")
    ] = ""
    openid_client_id: _ClientId = ""
    openid_client_secret: _ClientSecret = NO_SECRET


PROVIDER_PARTS: Final[Mapping[Provider, type[SettingsPart]]] = {
    "google": _define_provider(
        "google",
        noop("Google"),
        {
            "issuer": (_Issuer, "https://accounts.google.com"),
            "script_url": (_ScriptUrl, "https://accounts.google.com/gsi/client"),
        },
    ),
    "facebook": _define_oauth_provider(
        "facebook",
        noop("Facebook"),
        "https://www.facebook.com/v23.0/dialog/oauth",
        "https://graph.facebook.com/v23.0/oauth/access_token",
        "https://graph.facebook.com/v23.0/me",
    ),
    "github": _define_oauth_provider(
        "github",
        noop("GitHub"),
        "https://github.com/login/oauth/authorize",
        "https://github.com/login/oauth/access_token",
        "https://api.github.com/user",
    ),
    "x": _define_oauth_provider(
        "x",
        noop("X"),
        "https://x.com/i/oauth2/authorize",
        "https://api.x.com/2/oauth2/token",
        "https://api.x.com/2/users/me",
    ),
    "vk": _define_oauth_provider(
        "vk",
        noop("VK"),
        "https://id.vk.com/authorize",
        "https://id.vk.com/oauth2/auth",
        "https://id.vk.com/oauth2/user_info",
    ),
    "yandex": _define_oauth_provider(
        "yandex",
        noop("Yandex"),
        "https://oauth.yandex.com/authorize",
        "https://oauth.yandex.com/token",
        "https://login.yandex.ru/info",
    ),
    "openid": OpenIdSignIn,
}
PROVIDERS: Final[tuple[Provider, ...]] = tuple(PROVIDER_PARTS)


@dataclass(frozen=True, slots=True)
class ProviderSettings:
    """The configuration of the sign-in with one service."""

    is_enabled: bool
    client_id: str
    client_secret: SecretStr
    label: str = ""  # the name on the button, or "" for the name of the service
    # The issuer of the ID tokens of Google and of OpenID Connect. The other services have an
    # `authorize_url`, a `token_url` and a `userinfo_url` instead.
    issuer: str = ""
    authorize_url: str = ""
    token_url: str = ""
    userinfo_url: str = ""
    script_url: str = ""  # the script of the quick sign-in, or ""

    @property
    def url(self) -> str:
        return self.issuer or self.authorize_url

    @property
    def is_ready(self) -> bool:
        return bool(self.is_enabled and self.client_id and self.client_secret and self.url)


class AuthSettings(
    RegistrationSettings,
    AdministratorSignIn,
    QuickSignIn,
    *PROVIDER_PARTS.values(),  # type: ignore[misc]  # mypy does not know the number of bases
    SettingsSection,
):
    name: ClassVar[str] = "auth"
    title: ClassVar[str] = noop("Sign-in")

    def get_provider(self, provider: Provider) -> ProviderSettings:
        values = {
            item.name: getattr(self, f"{provider}_{item.name}")
            for item in fields(ProviderSettings)
            if hasattr(self, f"{provider}_{item.name}")
        }
        return ProviderSettings(is_enabled=getattr(self, f"{provider}_enabled"), **values)

    def list_ready_providers(self) -> list[Provider]:
        """Return the services with which people can sign in, in the order of the buttons."""
        return [provider for provider in PROVIDERS if self.get_provider(provider).is_ready]

    def list_quick_providers(self) -> list[Provider]:
        """Return the services whose prompts guests see."""
        is_on = {"google": self.quick_sign_in_google, "vk": self.quick_sign_in_vk}
        return [provider for provider in self.list_ready_providers() if is_on.get(provider)]

    def get_provider_name(self, provider: Provider) -> str:
        return self.get_provider(provider).label or _(PROVIDER_PARTS[provider].title)

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
            required["openid_issuer"] = configured.issuer
        message = _("Fill in this field to enable the service.")
        return {code: message for code, value in required.items() if not value}
