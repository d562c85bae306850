"""Which administrators may act on which users, and limits of moderation."""

from collections.abc import Callable
from datetime import timedelta

from community.core.actor import Actor
from community.core.errors import DomainError, Invalid, PermissionDenied
from community.core.text.normalization import clean_text
from community.domain import identity
from community.i18n import gettext as _
from community.models import User

REASON_MAX_LENGTH = 500
# A longer ban is probably a typing error, or means a ban without an end.
MAX_BAN = timedelta(days=3_650)
# How long an administrator sees the site as another user before it ends by itself.
VIEWING_LIFETIME = timedelta(minutes=30)


def ensure_may_moderate_users(actor: Actor) -> None:
    actor.ensure_section(identity.USERS_SECTION)


def ensure_may_edit(actor: Actor, user: User) -> None:
    """Raise an error unless the actor may edit the profile of the user.

    Administrators do not manage their own account this way, nor an administrator who has a section
    that they lack. Otherwise an administrator could take over that account, and with it its rights.
    """
    ensure_may_moderate_users(actor)
    if actor.is_user(user.id):
        raise PermissionDenied(_("You can't do this with your own account."))
    other = identity.build_actor(user)
    if other.is_admin and not actor.is_full_admin and not other.sections <= actor.sections:
        raise PermissionDenied(_("Only a full administrator can do this with an administrator."))


def ensure_may_manage(actor: Actor, user: User) -> None:
    """Raise an error unless the actor may ban, verify, sign out and view as the user.

    Only the profile of the assistant's account can be edited. A ban would stop the assistant
    without an explanation; the settings of the site switch it off.
    """
    ensure_may_edit(actor, user)
    if user.is_bot:
        raise make_bot_error()


def ensure_may_change_email(user: User) -> None:
    """Raise an error for the assistant's account, which the site finds by its email."""
    if user.is_bot:
        raise make_bot_error()


def make_bot_error() -> PermissionDenied:
    return PermissionDenied(
        _("The site writes with this account. You can edit its profile, but do nothing else.")
    )


def ensure_may_view_as(actor: Actor, user: User) -> None:
    """Raise an error unless the actor may see the site as the user.

    The pages of an administrator show what other administrators may not see.
    """
    ensure_may_manage(actor, user)
    if identity.build_actor(user).is_admin:
        raise PermissionDenied(_("You can't view the site as an administrator."))


def ensure_may_close(actor: Actor, source: User) -> None:
    """Raise an error unless the actor may close the account, by a merge or by its deletion.

    The rights of an administrator would end without notice.
    """
    ensure_may_manage(actor, source)
    if identity.build_actor(source).is_admin:
        raise PermissionDenied(_("This person is an administrator. Revoke their access first."))


def ensure_may_merge(actor: Actor, source: User, target: User) -> None:
    """Raise an error unless the actor may merge the account `source` into `target`.

    Raise `PermissionDenied` if the actor may not manage both accounts, or `source` is an
    administrator.
    """
    ensure_may_manage(actor, source)
    ensure_may_manage(actor, target)
    if source.id == target.id:
        raise Invalid.for_field("target", _("Choose another account."))
    ensure_may_close(actor, source)


def ensure_confirmed(actor: Actor) -> None:
    """Check that the administrator has recently confirmed their password.

    An operator on the command line has no password to confirm. Raise `PermissionDenied` with the
    code `confirmation_required`.
    """
    if actor.user_id is not None:
        identity.ensure_recently_confirmed(actor)


def is_allowed(ensure: Callable[[Actor, User], None], actor: Actor, user: User) -> bool:
    """Return whether one of the policies above allows an action. Each button asks it."""
    try:
        ensure(actor, user)
    except DomainError:
        return False
    return True


def clean_reason(reason: str, *, field: str = "reason", is_required: bool = True) -> str:
    cleaned = clean_text(reason, field=field, max_length=REASON_MAX_LENGTH)
    if is_required and not cleaned:
        raise Invalid.for_field(field, _("Enter a reason."))
    return cleaned
