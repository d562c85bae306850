"""The names of the changed values in the audit log. Those of settings are in their definitions."""

from typing import Any, Final

from community.domain.audit.labels import ACTION_LABELS
from community.i18n import noop

FIELD_LABELS: Final = {
    "access_until": noop("Access until"),
    "act": noop("Action"),
    "avatar": noop("Picture"),
    "ban": noop("Ban"),
    "banned": noop("Ban"),
    "bio": noop("Bio"),
    "bytes": noop("Size"),
    "change": noop("Price change"),
    "cleanup": noop("Clean-up"),
    "code": noop("Code"),
    "community_id": noop("Community"),
    "content": noop("Content"),
    "currency": noop("Currency"),
    "days": noop("Days"),
    "description": noop("Description"),
    "done": noop("Changed records"),
    "email": noop("Email"),
    "email_verified": noop("Email verified"),
    "emoji": noop("Emoji"),
    "expires_at": noop("Expires"),
    "features": noop("Features"),
    "fields": noop("Changed fields"),
    "filters": noop("Search and filters"),
    "first_day": noop("First day"),
    "header": noop("Cover image"),
    "image": noop("Image"),
    "images": noop("Images"),
    "is_active": noop("Active"),
    "is_extended": noop("Only for subscribers"),
    "is_ok": noop("Successful"),
    "journal": noop("Amount in the journal"),
    "kinds": noop("Kinds of content"),
    "max_uses": noop("Number of uses"),
    "name": noop("Name"),
    "note": noop("Note"),
    "order": noop("Order"),
    "owner_id": noop("Owner"),
    "percent": noop("Discount in percent"),
    "period": noop("Period"),
    "periods": noop("Discounted payments"),
    "plan_ids": noop("Plans"),
    "plan_version": noop("Plan version"),
    "posting": noop("Who can publish"),
    "premoderates_comments": noop("Comments are reviewed first"),
    "price": noop("Price"),
    "provider": noop("Provider"),
    "reason": noop("Reason"),
    "refund": noop("Refund"),
    "reports": noop("Reports"),
    "returned": noop("Returned before"),
    "rules": noop("Rules"),
    "sections": noop("Sections"),
    "sessions": noop("Ended sessions"),
    "shown_by": noop("Shown by"),
    "size": noop("Size"),
    "slug": noop("Web address"),
    "source": noop("Merged account"),
    "state": noop("Status"),
    "status": noop("Status"),
    "subscribers": noop("Subscribers"),
    "table": noop("Section"),
    "target": noop("Remaining account"),
    "total": noop("Number of items"),
    "trial_days": noop("Trial days"),
    "until": noop("Until"),
}


def find_unnamed(action: str, *values: Any) -> list[str]:
    """Return the action and the names of values that people would see as a code."""
    unnamed = [] if action in ACTION_LABELS else [action]
    if action == "settings.changed":
        return unnamed
    names = {name for value in values if isinstance(value, dict) for name in value}
    return [*unnamed, *sorted(names - FIELD_LABELS.keys())]
