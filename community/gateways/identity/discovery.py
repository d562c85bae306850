"""The configuration and the keys that an OpenID provider publishes (OpenID Connect Discovery 1.0).

Both are cached. The keys are loaded again when a token names a key that is not among them, because
providers change their keys without notice.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from community.core import clock
from community.core.cache import Cache
from community.gateways.identity.client import IdentityProviderError
from community.gateways.identity.http import request_object

PATH = "/.well-known/openid-configuration"
CACHE_SECONDS = 3_600.0
# A client that sends tokens with invented keys must not cause a request to the provider each time.
MIN_REFRESH_INTERVAL = timedelta(minutes=1)
_MAX_CACHED = 50


@dataclass(frozen=True, slots=True)
class Configuration:
    issuer: str
    authorize_url: str
    token_url: str
    keys_url: str
    userinfo_url: str
    takes_secret_in_header: bool


@dataclass(frozen=True, slots=True)
class _Keys:
    url: str
    key_set: KeySet
    loaded_at: datetime


_configurations: Cache[Configuration] = Cache(ttl_seconds=CACHE_SECONDS, max_size=_MAX_CACHED)
_keys: Cache[_Keys] = Cache(
    ttl_seconds=CACHE_SECONDS, max_size=_MAX_CACHED, get_topics=lambda keys: (keys.url,)
)


async def get_configuration(issuer: str) -> Configuration:
    """Return the configuration of the provider.

    Raise `IdentityProviderError` if the provider does not publish a valid configuration.
    """
    return await _configurations.get_or_load(issuer, lambda: _load_configuration(issuer))


async def get_signing_keys(
    configuration: Configuration, *, has_unknown_key: bool = False
) -> KeySet:
    """Return the keys with which the provider signs ID tokens.

    Args:
        has_unknown_key: Whether a token names a key that is not among them. Then the keys are
            loaded again, at most once in `MIN_REFRESH_INTERVAL`.
    """
    url = configuration.keys_url
    keys = await _keys.get_or_load(url, lambda: _load_keys(url))
    if has_unknown_key and keys.loaded_at <= clock.now() - MIN_REFRESH_INTERVAL:
        _keys.invalidate(url)
        keys = await _keys.get_or_load(url, lambda: _load_keys(url))
    return keys.key_set


def clear_caches() -> None:
    _configurations.clear()
    _keys.clear()


async def _load_configuration(issuer: str) -> Configuration:
    document = await request_object("GET", issuer.rstrip("/") + PATH)
    # OpenID Connect Discovery 1.0, 4.3. Without the check, a provider could pose as another one.
    if document.get("issuer") not in {issuer, issuer.rstrip("/"), issuer.rstrip("/") + "/"}:
        raise IdentityProviderError("the configuration belongs to another issuer")
    methods = document.get("token_endpoint_auth_methods_supported")
    return Configuration(
        issuer=document["issuer"],
        authorize_url=_get_url(document, "authorization_endpoint", issuer),
        token_url=_get_url(document, "token_endpoint", issuer),
        keys_url=_get_url(document, "jwks_uri", issuer),
        userinfo_url=(
            _get_url(document, "userinfo_endpoint", issuer)
            if "userinfo_endpoint" in document
            else ""
        ),
        takes_secret_in_header=not isinstance(methods, list) or "client_secret_basic" in methods,
    )


def _get_url(document: dict[str, Any], name: str, issuer: str) -> str:
    url = document.get(name)
    if not isinstance(url, str) or not url.startswith(("https://", "http://")):
        raise IdentityProviderError(f"the configuration has no {name}")
    # A stand-in on this machine has no certificate. Other providers need one.
    if urlsplit(url).scheme != "https" and urlsplit(issuer).scheme == "https":
        raise IdentityProviderError(f"{name} is not encrypted")
    return url


async def _load_keys(url: str) -> _Keys:
    document = await request_object("GET", url)
    try:
        return _Keys(url, KeySet.import_key_set(document), clock.now())  # type: ignore[arg-type]
    except (JoseError, ValueError, KeyError, TypeError) as error:
        raise IdentityProviderError("the keys are not valid") from error
