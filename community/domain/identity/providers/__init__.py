"""Accounts at other services, such as GitHub, with which users sign in.

A sign-in has these steps: `create_attempt`, whose token the browser keeps while it visits the
service; `read_attempt` and `ensure_unused` in the callback; `find_owner` of the profile. A known
identity signs its owner in (`record_sign_in`). An unknown one waits in a token of the browser
(`build_pending_token`) until the person creates an account (`register`) or adds the identity to
their own account (`connect`). It never joins an account by itself. The transaction that ends the
visit of the service calls `use_attempt`.
"""

from community.domain.identity.providers.attempts import (
    ATTEMPT_LIFETIME,
    ProviderAttempt,
    build_attempt_token,
    create_attempt,
    ensure_unused,
    get_problem_text,
    read_attempt,
    use_attempt,
)
from community.domain.identity.providers.clients import (
    get_client,
    get_provider_name,
    get_quick_client,
    list_providers,
)
from community.domain.identity.providers.connections import (
    Connection,
    connect,
    disconnect,
    ensure_own,
    find_owner,
    list_connections,
    record_sign_in,
)
from community.domain.identity.providers.pending import (
    PENDING_LIFETIME,
    PendingIdentity,
    build_pending_token,
    create_pending_identity,
    find_pending_identity,
    read_pending_token,
    use_pending,
)
from community.domain.identity.providers.sealed_tokens import make_expired_error
from community.domain.identity.providers.store import NewIdentity, add_identity, remove_identities
