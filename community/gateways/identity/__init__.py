"""The protocols of the services with which people sign in: OAuth 2.0 and OpenID Connect.

This package talks to the services and knows neither accounts nor settings. `begin` returns the URL
to which the browser is sent, and `fetch_profile` exchanges the code that the browser brings back.
"""

from community.gateways.identity.client import (
    Callback,
    Challenge,
    Client,
    IdentityProviderError,
    Provider,
    create_challenge,
)
from community.gateways.identity.id_tokens import MAX_ID_TOKEN_LENGTH
from community.gateways.identity.profile import ExternalProfile
from community.gateways.identity.sign_in import begin, fetch_profile, verify_credential
