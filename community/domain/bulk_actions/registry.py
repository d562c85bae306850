"""The actions that administrators can perform on all records that match, by table and code."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from community.domain import (
    accounts,
    comments,
    communities,
    jobs,
    mail,
    moderation,
    posts,
    subscriptions,
    uploads,
)
from community.domain.bulk_actions import kinds
from community.domain.bulk_actions.kinds import BulkActionKind
from community.domain.tables import Table


def _moderate_comment(
    status: comments.ModerationStatus, expected: comments.ModerationStatus | None = None
) -> BulkActionKind:
    """Return the action that gives comments a status. Its undoing restores the earlier one."""

    async def perform(call: kinds.RecordCall) -> str | None:
        before = await comments.find_status(call.session, call.id)
        is_changed = await _change(call, status, expected)
        return before if is_changed else None

    async def undo(call: kinds.RecordCall) -> str | None:
        earlier: Any = call.mark
        return "" if await _change(call, earlier, status) else None

    async def _change(
        call: kinds.RecordCall,
        status: comments.ModerationStatus,
        expected: comments.ModerationStatus | None,
    ) -> bool:
        return await comments.moderate(
            call.session,
            call.actor,
            comment_id=call.id,
            status=status,
            reason=call.reason,
            expected_status=expected,
        )

    return BulkActionKind(perform, undo)


async def _ban(call: kinds.RecordCall) -> str | None:
    is_changed = await moderation.ban(
        call.session,
        call.actor,
        user_id=call.id,
        reason=call.reason,
        until=call.options.until,
        shown=moderation.ShownBan(),
    )
    return await moderation.find_ban_mark(call.session, user_id=call.id) if is_changed else None


async def _lift_same_ban(call: kinds.RecordCall) -> str | None:
    """Lift a ban, unless someone has replaced or lifted it."""
    if await moderation.find_ban_mark(call.session, user_id=call.id) != call.mark:
        return None
    return await kinds.of(moderation.lift_ban, "user_id")(call)


async def _extend(call: kinds.RecordCall) -> str | None:
    options: kinds.ExtensionOptions = call.options
    grants = subscriptions.grants
    if options.until is None:
        extend = kinds.of(grants.extend, "subscription_id", days=options.days)
    else:
        extend = kinds.of(grants.extend_until_day, "subscription_id", day=options.until)
    return await extend(call)


def _post(action: Any, **fixed: Any) -> kinds.Perform:
    return kinds.of(action, "post_id", **fixed)


def _verify(*, is_verified: bool) -> kinds.Perform:
    return kinds.of(moderation.set_email_verified, "user_id", is_verified=is_verified)


def _remove_upload(*, is_use_confirmed: bool) -> BulkActionKind:
    return BulkActionKind(kinds.of(uploads.remove, "upload_id", is_use_confirmed=is_use_confirmed))


@dataclass(frozen=True, slots=True)
class BulkTable:
    """A table whose records can be changed together."""

    table: Table
    actions: Mapping[str, BulkActionKind] = field(default_factory=dict)


_TABLES: Final = (
    BulkTable(
        accounts.USER_TABLE,
        {
            "ban": BulkActionKind(
                _ban,
                _lift_same_ban,
                needs_password=True,
                needs_reason=True,
                options=kinds.BanOptions,
            ),
            "lift": BulkActionKind(kinds.of(moderation.lift_ban, "user_id"), needs_password=True),
            "verify": BulkActionKind(
                _verify(is_verified=True), _verify(is_verified=False), needs_password=True
            ),
            "sign_out": BulkActionKind(
                kinds.of(moderation.sign_out_everywhere, "user_id"), needs_password=True
            ),
        },
    ),
    BulkTable(
        posts.POST_TABLE,
        {
            "approve": BulkActionKind(_post(posts.moderate, status="published")),
            "reject": BulkActionKind(_post(posts.moderate, status="unpublished")),
            "hide": BulkActionKind(_post(posts.unpublish), _post(posts.publish)),
            "publish": BulkActionKind(_post(posts.publish), _post(posts.unpublish)),
            "delete": BulkActionKind(_post(posts.delete), _post(posts.restore)),
            "restore": BulkActionKind(_post(posts.restore), _post(posts.delete)),
        },
    ),
    BulkTable(
        comments.COMMENT_TABLE,
        {
            "approve": _moderate_comment("published", "on_moderation"),
            "hide": _moderate_comment("on_moderation", "published"),
            "delete": _moderate_comment("deleted"),
            "restore": _moderate_comment("published", "deleted"),
        },
    ),
    BulkTable(
        communities.COMMUNITY_TABLE,
        {
            "close": BulkActionKind(
                kinds.of(communities.close, "community_id"),
                kinds.of(communities.reopen, "community_id"),
            ),
            "reopen": BulkActionKind(
                kinds.of(communities.reopen, "community_id"),
                kinds.of(communities.close, "community_id"),
            ),
        },
    ),
    BulkTable(
        moderation.reports.REPORT_TABLE,
        {
            outcome: BulkActionKind(kinds.of(moderation.reports.close, "report_id", outcome=stored))
            for outcome, stored in (("resolve", "resolved"), ("reject", "rejected"))
        },
    ),
    BulkTable(
        uploads.UPLOAD_TABLE,
        {
            "remove": _remove_upload(is_use_confirmed=True),
            "remove_unused": _remove_upload(is_use_confirmed=False),
        },
    ),
    BulkTable(
        accounts.invitations.INVITATION_TABLE,
        {"revoke": BulkActionKind(kinds.of(accounts.invitations.revoke, "invitation_id"))},
    ),
    BulkTable(
        subscriptions.SUBSCRIPTION_TABLE,
        {
            "extend": BulkActionKind(_extend, needs_reason=True, options=kinds.ExtensionOptions),
            "revoke": BulkActionKind(kinds.of(subscriptions.revoke, "subscription_id")),
        },
    ),
    BulkTable(
        jobs.JOB_TABLE,
        {
            "retry": BulkActionKind(kinds.of(jobs.retry, "job_id", has_reason=False)),
            "drop": BulkActionKind(kinds.of(jobs.drop, "job_id", has_reason=False)),
        },
    ),
    BulkTable(
        mail.MAIL_TABLE,
        {
            "retry": BulkActionKind(kinds.of(mail.retry, "mail_id", has_reason=False)),
            "drop": BulkActionKind(kinds.of(mail.drop, "mail_id", has_reason=False)),
        },
    ),
)

TABLES: Final = {entry.table.code: entry for entry in _TABLES}


def find_kind(table: str, action: str) -> tuple[Table, BulkActionKind] | None:
    entry = TABLES.get(table)
    if entry is None or action not in entry.actions:
        return None
    return entry.table, entry.actions[action]
