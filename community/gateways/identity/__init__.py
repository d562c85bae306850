"""The protocols of the services with which people sign in: OAuth 2.0 and OpenID Connect.

This package talks to the services and knows neither accounts nor settings. `sign_in.begin` returns
the URL to which the browser is sent, and `sign_in.fetch_profile` exchanges the code that the
browser brings back. Callers import that module when they need it, because its libraries take 5 MB.
"""

from community.gateways.identity.client import (
    MAX_ID_TOKEN_LENGTH,
    Callback,
    Challenge,
    Client,
    IdentityProviderError,
    Provider,
    create_challenge,
)
from community.gateways.identity.profile import ExternalProfile
