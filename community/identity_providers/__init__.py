"""The protocols of the services with which people sign in: OAuth 2.0 and OpenID Connect.

This package talks to the services and knows neither accounts nor settings. `begin` returns the URL
to which the browser is sent, and `fetch_profile` exchanges the code that the browser brings back.
"""

from community.identity_providers.challenge import Challenge, create_challenge
from community.identity_providers.client import Callback, Client, Provider
from community.identity_providers.errors import ProviderError
from community.identity_providers.http import MAX_RESPONSE_BYTES
from community.identity_providers.id_tokens import MAX_ID_TOKEN_LENGTH
from community.identity_providers.profile import ExternalProfile
from community.identity_providers.sign_in import begin, fetch_profile, verify_credential

__all__ = [
    "MAX_ID_TOKEN_LENGTH",
    "MAX_RESPONSE_BYTES",
    "Callback",
    "Challenge",
    "Client",
    "ExternalProfile",
    "Provider",
    "ProviderError",
    "begin",
    "create_challenge",
    "fetch_profile",
    "verify_credential",
]
