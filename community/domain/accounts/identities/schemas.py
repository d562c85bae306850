"""The read model of a service with which a user signs in."""

from community.core.read_models import ReadModel, Timestamp


class Connection(ReadModel):
    """A service with which the user signs in, or can connect to sign in.

    `email` and `account_name` are those at the service. `can_disconnect` is false for the last way
    to sign in. `is_offered` tells whether people can sign in with the service now.
    """

    provider: str
    name: str
    is_connected: bool = False
    is_offered: bool = True
    can_disconnect: bool = False
    email: str = ""
    account_name: str = ""
    connected_at: Timestamp | None = None
    last_used_at: Timestamp | None = None
