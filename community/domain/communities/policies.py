"""Permission checks for actions on communities, and validation of the fields of a community."""

import re
from datetime import timedelta

from sqlalchemy import ColumnElement, and_, false, or_, true
from sqlmodel import col

from community.core.actor import Actor
from community.core.errors import Conflict, Invalid, PermissionDenied
from community.core.text_normalization import normalize_line, normalize_text
from community.domain.communities.schemas import CommunityChanges
from community.i18n import gettext as _
from community.i18n import ngettext
from community.i18n.formats import format_number
from community.models import Community, Membership

NAME_MAX_LENGTH = 60
DESCRIPTION_MAX_LENGTH = 500
RULES_MAX_LENGTH = 10_000
AVATAR_MAX_BYTES = 2 * 1024 * 1024
HEADER_MAX_BYTES = 5 * 1024 * 1024
# More communities than one user can look after. With a higher limit, one user could block many
# names for others.
MAX_OWNED_COMMUNITIES = 10
# After a community changes its slug, the former slug redirects to the new one for this long, and no
# other community can take it.
FORMER_SLUG_RESERVATION = timedelta(days=180)

_SLUG_MIN_LENGTH, _SLUG_MAX_LENGTH = 3, 30
_SLUG = re.compile(rf"[a-z0-9_-]{{{_SLUG_MIN_LENGTH},{_SLUG_MAX_LENGTH}}}", re.IGNORECASE)
# Community pages have URLs such as /c/slug. These slugs are reserved for other pages below /c/.
_RESERVED_SLUGS = frozenset({"all", "create", "edit", "joined", "mine", "new", "popular", "search"})


def clean_changes(changes: CommunityChanges) -> CommunityChanges:
    """Validate changes to a community, and return them with normalized texts.

    Raises:
        Invalid: At least one value is invalid. `field_errors` contains an error for each invalid
            field.
    """
    cleaned = CommunityChanges(**changes)
    for line_field in ("slug", "name"):
        if line_field in cleaned:
            cleaned[line_field] = normalize_line(cleaned[line_field])
    for text_field in ("description", "rules"):
        if text_field in cleaned:
            cleaned[text_field] = normalize_text(cleaned[text_field]).strip()
    if errors := _find_errors(cleaned):
        raise Invalid(
            next(iter(errors.values())),
            field_errors={field: [message] for field, message in errors.items()},
        )
    return cleaned


def _find_errors(changes: CommunityChanges) -> dict[str, str]:
    errors: dict[str, str] = {}
    if "slug" in changes and (message := _find_slug_error(changes["slug"])):
        errors["slug"] = message
    if "name" in changes and not 1 <= len(changes["name"]) <= NAME_MAX_LENGTH:
        errors["name"] = ngettext(
            "Enter a name of up to {n} character.",
            "Enter a name of up to {n} characters.",
            NAME_MAX_LENGTH,
        )
    if len(changes.get("description", "")) > DESCRIPTION_MAX_LENGTH:
        errors["description"] = _make_too_long_message(DESCRIPTION_MAX_LENGTH)
    if len(changes.get("rules", "")) > RULES_MAX_LENGTH:
        errors["rules"] = _make_too_long_message(RULES_MAX_LENGTH)
    if changes.get("posting", "everyone") not in {"everyone", "members", "moderators"}:
        errors["posting"] = _("Choose who can publish: everyone, members or moderators.")
    return errors


def _make_too_long_message(limit: int) -> str:
    return ngettext(
        "Use at most {count} character.",
        "Use at most {count} characters.",
        limit,
        count=format_number(limit),
    )


def is_slug(slug: str) -> bool:
    return _SLUG.fullmatch(slug) is not None


def _find_slug_error(slug: str) -> str | None:
    if not is_slug(slug):
        return _(
            "Use {least} to {most} Latin letters, digits, hyphens or underscores.",
            least=_SLUG_MIN_LENGTH,
            most=_SLUG_MAX_LENGTH,
        )
    if slug.isdigit():
        return _("A web address can't have only digits.")
    if slug.lower() in _RESERVED_SLUGS:
        return _("This web address is reserved. Choose another one.")
    return None


def ensure_may_create(actor: Actor, *, owned_count: int) -> None:
    """Raise an error unless the actor may create a community.

    Args:
        owned_count: How many open communities the actor owns.

    Raises:
        PermissionDenied: The actor is a guest (error code `unauthenticated`) or is banned (error
            code `banned`).
        Conflict: The actor already owns `MAX_OWNED_COMMUNITIES` and is not an administrator.
    """
    if _is_banned(actor):
        raise PermissionDenied(
            _("You can't create communities while your account is banned."), code="banned"
        )
    if owned_count >= MAX_OWNED_COMMUNITIES and not actor.is_admin:
        raise Conflict(
            ngettext(
                "You can own up to {n} community.",
                "You can own up to {n} communities.",
                MAX_OWNED_COMMUNITIES,
            )
        )


def may_edit(actor: Actor, community: Community) -> bool:
    """Return whether the actor may edit the community.

    Administrators may edit every community. Owners may edit their own community unless they are
    banned.
    """
    return actor.is_admin or (actor.is_user(community.owner_id) and actor.banned_at is None)


def ensure_may_edit(actor: Actor, community: Community) -> None:
    """Raise an error unless `may_edit` returns True.

    Raises:
        PermissionDenied: The actor is a guest (error code `unauthenticated`) or may not edit the
            community (error code `forbidden`).
    """
    if actor.id and not may_edit(actor, community):
        raise PermissionDenied(_("Only the owner of a community can do this."))


def ensure_may_join(actor: Actor, community: Community) -> None:
    """Raise an error unless the actor may join the community.

    Raises:
        PermissionDenied: The actor is a guest (error code `unauthenticated`) or is banned (error
            code `banned`).
        Conflict: The community is closed.
    """
    if _is_banned(actor):
        raise PermissionDenied(
            _("You can't join communities while your account is banned."), code="banned"
        )
    if community.closed_at is not None:
        raise Conflict(_("This community is closed."))


def is_moderator(actor: Actor, community: Community, membership: Membership | None) -> bool:
    """Return whether the actor may moderate the community.

    Administrators may moderate every community. The owner and the appointed moderators may moderate
    their community unless they are banned.

    Args:
        membership: The actor's membership in the community, or None if the actor is not a member.
    """
    if actor.is_admin or actor.is_guest or actor.banned_at is not None:
        return actor.is_admin
    is_appointed = membership is not None and membership.moderator_since is not None
    return is_appointed or actor.is_user(community.owner_id)


def may_post(actor: Actor, community: Community, membership: Membership | None) -> bool:
    """Return whether the actor may publish posts in the community.

    `allows_posts_by` implements the same rule as an SQL condition. If you change one of the two
    functions, also change the other.

    Args:
        membership: The actor's membership in the community, or None if the actor is not a member.
    """
    try:
        ensure_may_post(actor, community, membership)
    except (PermissionDenied, Conflict):
        return False
    return True


def allows_posts_by(actor: Actor) -> ColumnElement[bool]:
    """Return the SQL condition for communities where the actor may publish posts.

    The condition implements the same rule as `may_post`, but it also matches closed communities.
    The query must contain an outer join of `Membership`, limited to the actor's memberships.
    """
    if actor.is_guest or actor.banned_at is not None:
        return false()
    if actor.is_admin:
        return true()
    return or_(
        col(Community.posting) == "everyone",
        col(Community.owner_id) == actor.id,
        and_(col(Community.posting) == "members", col(Membership.user_id).is_not(None)),
        col(Membership.moderator_since).is_not(None),
    )


def ensure_may_post(actor: Actor, community: Community, membership: Membership | None) -> None:
    """Raise an error unless the actor may publish posts in the community.

    Args:
        membership: The actor's membership in the community, or None if the actor is not a member.

    Raises:
        PermissionDenied: The actor is a guest (error code `unauthenticated`), is banned (error code
            `banned`), or is excluded by the posting policy of the community (error code
            `forbidden`).
        Conflict: The community is closed.
    """
    if _is_banned(actor):
        raise PermissionDenied(_("You can't post while your account is banned."), code="banned")
    if community.closed_at is not None:
        raise Conflict(
            _(
                "{name} is closed. Publish on your profile or in another community.",
                name=community.name,
            )
        )
    if community.posting == "everyone" or is_moderator(actor, community, membership):
        return
    if community.posting == "moderators":
        raise PermissionDenied(_("Only moderators can publish in {name}.", name=community.name))
    if membership is None:
        raise PermissionDenied(
            _("Only members can publish in {name}. Join it first.", name=community.name)
        )


def _is_banned(actor: Actor) -> bool:
    """Return whether a signed-in actor is banned.

    Raises:
        PermissionDenied: The actor is a guest (error code `unauthenticated`).
    """
    return bool(actor.id) and actor.banned_at is not None
