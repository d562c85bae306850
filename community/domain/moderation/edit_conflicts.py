"""Detection of edits and bans of an account that another administrator has changed meanwhile."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import AwareDatetime, BaseModel, Field

from community.core.clock import format_iso
from community.core.errors import Conflict
from community.domain import identity
from community.domain.accounts import AccountChanges
from community.i18n import formats, gettext as _
from community.models import User

# As long as the fields of `AccountChanges`, which the values are compared with.
_Text = Annotated[str, Field(max_length=100_000)]


class AccountFields(BaseModel):
    """The fields of an account as a form showed them before the edit."""

    name: _Text
    slug: _Text
    email: _Text
    bio: _Text


class ShownBan(BaseModel):
    """The ban of a user as the caller saw it. The default stands for a user who is not banned."""

    until: AwareDatetime | None = None
    reason: _Text = ""


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


def ensure_same_ban(user: User, shown: ShownBan, *, until: datetime | None, reason: str) -> None:
    """Check that a new ban replaces no ban that the caller did not see.

    Raises:
        Conflict: Someone else has banned the user. `details` has the `conflicts`: for the fields of
            `ShownBan`, the value that is `saved` and the one that was `submitted`.
    """
    saved_until, saved_reason = user.banned_until, user.ban_reason
    is_shown = (_format(saved_until), saved_reason) == (_format(shown.until), shown.reason)
    if is_shown or not identity.is_banned(user):
        return
    values = {"reason": saved_reason}
    if saved_until is None:
        message = _(
            "Someone else has banned this user permanently. Their reason: {reason}. "
            "Ban again to replace it.",
            **values,
        )
    else:
        values["time"] = formats.format_full_time(saved_until)
        message = _(
            "Someone else has banned this user until {time}. Their reason: {reason}. "
            "Ban again to replace it.",
            **values,
        )
    conflicts = {
        "until": {
            "saved": _format(saved_until),
            "submitted": _format(until),
        },
        "reason": {"saved": saved_reason, "submitted": reason},
    }
    raise Conflict(message, details={"conflicts": conflicts})


def _format(time: datetime | None) -> str | None:
    return format_iso(time) if time is not None else None
