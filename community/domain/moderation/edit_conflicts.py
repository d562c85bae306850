"""Detection of edits of an account that another administrator has changed in the meantime."""

from typing import Annotated, Any

from pydantic import BaseModel, Field

from community.core.errors import Conflict
from community.domain.accounts import AccountChanges
from community.i18n import gettext as _
from community.models import User

# As long as the fields of `AccountChanges`, which the values are compared with.
_Text = Annotated[str, Field(max_length=100_000)]


class AccountFields(BaseModel):
    """The fields of an account as a form showed them before the edit."""

    name: _Text
    slug: _Text
    email: _Text
    bio: _Text


def keep_edited(changes: AccountChanges, shown: AccountFields) -> AccountChanges:
    """Return the changes without the fields that the form showed with the same value."""
    same = {
        field: None
        for field, value in shown.model_dump().items()
        if getattr(changes, field) == value
    }
    return changes.model_copy(update=same)


def ensure_not_stale(user: User, changes: AccountChanges, shown: AccountFields) -> None:
    """Check that the fields to change still have the values that the form showed.

    Raises:
        Conflict: Someone else has changed a field to a third value. `details` has the `conflicts`:
            for each field the value that is `saved` and the one that was `submitted`.
    """
    conflicts: dict[str, Any] = {}
    for field, value in shown.model_dump().items():
        saved, submitted = getattr(user, field), getattr(changes, field)
        if submitted is not None and saved not in {value, submitted}:
            conflicts[field] = {"saved": saved, "submitted": submitted}
    if conflicts:
        raise Conflict(
            _("Someone else has changed this account. Check the fields and save again."),
            field_errors={
                field: [_("Changed in the meantime to: {value}", value=conflict["saved"])]
                for field, conflict in conflicts.items()
            },
            details={"conflicts": conflicts},
        )
