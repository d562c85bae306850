"""What the message after an action says, by the code of the table and of the action."""

from typing import Final

from community.i18n import ngettext, ngettext_noop

ACTION_RESULTS: Final = {
    ("users", "ban"): ngettext_noop("{n} user banned", "{n} users banned"),
    ("users", "lift"): ngettext_noop("{n} ban lifted", "{n} bans lifted"),
    ("users", "verify"): ngettext_noop(
        "{n} email marked as verified", "{n} emails marked as verified"
    ),
    ("users", "sign_out"): ngettext_noop("{n} user signed out", "{n} users signed out"),
    ("posts", "approve"): ngettext_noop("{n} post published", "{n} posts published"),
    ("posts", "reject"): ngettext_noop("{n} post rejected", "{n} posts rejected"),
    ("posts", "hide"): ngettext_noop("{n} post unpublished", "{n} posts unpublished"),
    ("posts", "publish"): ngettext_noop("{n} post published", "{n} posts published"),
    ("posts", "delete"): ngettext_noop("{n} post deleted", "{n} posts deleted"),
    ("posts", "restore"): ngettext_noop("{n} post restored", "{n} posts restored"),
    ("comments", "approve"): ngettext_noop("{n} comment approved", "{n} comments approved"),
    ("comments", "hide"): ngettext_noop("{n} comment hidden", "{n} comments hidden"),
    ("comments", "delete"): ngettext_noop("{n} comment deleted", "{n} comments deleted"),
    ("comments", "restore"): ngettext_noop("{n} comment restored", "{n} comments restored"),
    ("communities", "close"): ngettext_noop("{n} community closed", "{n} communities closed"),
    ("communities", "reopen"): ngettext_noop("{n} community reopened", "{n} communities reopened"),
    ("media", "remove"): ngettext_noop("{n} image deleted", "{n} images deleted"),
    ("media", "remove_unused"): ngettext_noop("{n} image deleted", "{n} images deleted"),
    ("reports", "resolve"): ngettext_noop("{n} report resolved", "{n} reports resolved"),
    ("reports", "reject"): ngettext_noop("{n} report rejected", "{n} reports rejected"),
    ("reports", "hide"): ngettext_noop(
        "Content of {n} report hidden", "Content of {n} reports hidden"
    ),
    ("reports", "delete"): ngettext_noop(
        "Content of {n} report deleted", "Content of {n} reports deleted"
    ),
    ("reports", "delete_message"): ngettext_noop(
        "Content of {n} report deleted", "Content of {n} reports deleted"
    ),
    ("reports", "restore"): ngettext_noop(
        "Content of {n} report restored", "Content of {n} reports restored"
    ),
    ("reports", "warn"): ngettext_noop("{n} author warned", "{n} authors warned"),
    ("reports", "ban"): ngettext_noop("{n} author banned", "{n} authors banned"),
    ("invitations", "revoke"): ngettext_noop("{n} invitation revoked", "{n} invitations revoked"),
    ("user-subscriptions", "extend"): ngettext_noop(
        "{n} subscription extended", "{n} subscriptions extended"
    ),
    ("user-subscriptions", "revoke"): ngettext_noop(
        "{n} subscription revoked", "{n} subscriptions revoked"
    ),
    ("jobs", "retry"): ngettext_noop("{n} job runs again", "{n} jobs run again"),
    ("jobs", "drop"): ngettext_noop("{n} job deleted", "{n} jobs deleted"),
    ("mails", "retry"): ngettext_noop("{n} email is sent again", "{n} emails are sent again"),
    ("mails", "drop"): ngettext_noop("{n} email deleted", "{n} emails deleted"),
}


def describe_action(table: str, action: str, count: int) -> str:
    """Return how many records an action has changed, and how."""
    return ngettext(*ACTION_RESULTS[table, action], count)
