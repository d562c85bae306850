"""The changed values of an entry of the audit log as texts, with names for people."""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from community.admin.audit_log.fields import FIELD_LABELS
from community.admin.navigation import NAV_ITEMS
from community.admin.settings.values import describe_value
from community.core.actor import ALL_SECTIONS
from community.core.money import CURRENCIES, format_amount
from community.core.read_models import ReadModel
from community.domain import audit, site
from community.domain.subscriptions.features import BUILT_IN
from community.domain.subscriptions.payments.refunds import REFUND_REASONS
from community.i18n import formats, gettext as _, noop

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d")
_DAY = re.compile(r"\d{4}-\d\d-\d\d$")
_AMOUNTS: Final = frozenset({"price", "refund", "returned", "journal", "provider"})
_SIZES: Final = frozenset({"bytes", "size"})
_REFERENCES: Final = frozenset(
    {"change", "community_id", "order", "owner_id", "plan_ids", "plan_version", "reports"}
)

# The texts of codes, by the name of the value. They are untranslated.
_CODES: Final[Mapping[str, Mapping[str, str]]] = {
    "action": {
        "approve": noop("Approve"),
        "ban": noop("Ban"),
        "close": noop("Close"),
        "delete": noop("Delete"),
        "drop": noop("Delete"),
        "extend": noop("Extend"),
        "hide": noop("Hide"),
        "lift": noop("Lift ban"),
        "publish": noop("Publish again"),
        "reject": noop("Reject"),
        "remove": noop("Remove"),
        "remove_unused": noop("Remove unused"),
        "reopen": noop("Reopen"),
        "resolve": noop("Resolve"),
        "restore": noop("Restore"),
        "retry": noop("Try again"),
        "revoke": noop("Revoke"),
        "sign_out": noop("Sign out everywhere"),
        "verify": noop("Verify email"),
    },
    "banned": {"until": noop("Until a day"), "permanently": noop("Permanent")},
    "content": {"delete": noop("Deleted"), "hide": noop("Hidden"), "keep": noop("Kept")},
    "features": {code: name for code, (name, _text) in BUILT_IN.items()},
    "fields": {
        "comments_enabled": noop("Comments"),
        "community_id": noop("Community"),
        "cover": noop("Cover"),
        "intro": noop("Intro"),
        "tags": noop("Tags"),
        "text": noop("Text"),
        "title": noop("Title"),
    },
    "kinds": {
        "comments": noop("Comments"),
        "posts": noop("Posts"),
        "profile": noop("Profile"),
    },
    "period": {"month": noop("Month"), "year": noop("Year")},
    "posting": {
        "everyone": noop("Everyone"),
        "members": noop("Members"),
        "moderators": noop("Moderators"),
    },
    "provider": {"stripe": noop("Stripe"), "yookassa": noop("YooKassa")},
    "reason": {str(code): text for code, text in REFUND_REASONS.items()},
    "sections": {
        ALL_SECTIONS: noop("Full administrator"),
        **{item.code: item.title for item in NAV_ITEMS},
    },
    "state": {
        "open": noop("Open"),
        "resolved": noop("Resolved"),
        "rejected": noop("Rejected"),
    },
    "status": {
        "deleted": noop("Deleted"),
        "draft": noop("Draft"),
        "hidden": noop("Hidden"),
        "on_moderation": noop("On moderation"),
        "published": noop("Published"),
        "unpublished": noop("Unpublished"),
    },
    "table": {"mails": noop("Email"), **{item.code: item.title for item in NAV_ITEMS}},
}


class ValueChange(ReadModel):
    """A value in the side sheet, before and after the action. An empty text means "no value"."""

    name: str
    before: str = ""
    after: str = ""


def list_changes(entry: audit.AuditEntryView) -> list[ValueChange]:
    """Return the values of an entry as texts, in the order of their names."""
    old, new = _to_mapping(entry.before), _to_mapping(entry.after)
    is_settings = entry.action == "settings.changed"
    settings = _list_settings(entry.target_id) if is_settings else {}
    changes = []
    for code in old.keys() | new.keys():
        if code in settings:
            name, definition = settings[code]
            before, after = (
                describe_value(definition, values[code]) if code in values else ""
                for values in (old, new)
            )
        else:
            name = _(FIELD_LABELS[code]) if code in FIELD_LABELS else code
            before, after = (_describe_in(values, code) for values in (old, new))
        changes.append(ValueChange(name=name, before=before, after=after))
    return sorted(changes, key=lambda change: change.name)


def _list_settings(section: str) -> dict[str, tuple[str, site.SettingDefinition]]:
    if (section_type := site.SECTIONS.get(section)) is None:
        return {}
    return {
        definition.code: (
            _("{part}: {setting}", part=_(part.title), setting=_(definition.setting.label)),
            definition,
        )
        for part in section_type.list_parts()
        for definition in site.iter_part_definitions(part)
    }


def _describe_in(values: Mapping[str, Any], code: str) -> str:
    value = values.get(code)
    return "" if value is None else _describe(code, value, str(values.get("currency", "")))


def _to_mapping(value: Any) -> Mapping[str, Any]:
    if value is None:
        return {}
    return value if isinstance(value, dict) else {"value": value}


def _describe(code: str, value: Any, currency: str) -> str:
    if isinstance(value, list):
        return ", ".join(_describe(code, item, currency) for item in value)
    if isinstance(value, bool):
        return _("Yes") if value else _("No")
    if isinstance(value, int):
        return _describe_number(code, value, currency)
    if not isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if text := _CODES.get(code, {}).get(value):
        return _(text)
    return _describe_time(value)


def _describe_number(code: str, value: int, currency: str) -> str:
    if code in _AMOUNTS and currency in CURRENCIES:
        return format_amount(value, currency)
    if code in _SIZES:
        return formats.format_size(value)
    return str(value) if code in _REFERENCES else formats.format_number(value)


def _describe_time(value: str) -> str:
    """Return a text, or the date and time that it contains in ISO format."""
    try:
        if _TIME.match(value):
            return formats.format_full_time(datetime.fromisoformat(value))
        if _DAY.match(value):
            return formats.format_full_date(datetime.fromisoformat(value).replace(tzinfo=UTC))
    except ValueError:  # a text of a user that looks like a time
        return value
    return value
