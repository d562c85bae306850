from typing import Any

from community.core.read_models import ReadModel, Timestamp


class AuditEntryView(ReadModel):
    """An entry of the audit log.

    Attributes:
        actor_id: The administrator, or None if an operator ran a command on the server.
        target_kind: For example `user` or `settings`. Empty if the action has no target.
        before: The changed values before the action, or None.
        after: The same values after the action, or None.
        address: The IP address of the administrator.
    """

    id: int
    actor_id: int | None
    actor_name: str
    actor_slug: str
    action: str
    target_kind: str
    target_id: str
    target_name: str
    before: Any = None
    after: Any = None
    reason: str
    address: str
    created_at: Timestamp
