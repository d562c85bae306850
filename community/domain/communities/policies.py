"""Permission checks for actions on communities, and validation of the fields of a community."""

import re

from sqlalchemy import ColumnElement, and_, false, or_, true
from sqlmodel import col

from community.core.actor import Actor, make_banned_error
from community.core.errors import Conflict, FieldErrors, Invalid, PermissionDenied
from community.core.text.normalization import clean_line, clean_text, ensure_max_length
from community.core.text.skeletons import build_skeleton
from community.domain.communities.schemas import CommunityChanges
from community.i18n import gettext as _, ngettext
from community.models import Community, Membership

NAME_MAX_LENGTH = 60
DESCRIPTION_MAX_LENGTH = 500
RULES_MAX_LENGTH = 10_000
AVATAR_MAX_BYTES = 2 * 1024 * 1024
HEADER_MAX_BYTES = 5 * 1024 * 1024
# More communities than one user can look after. With a higher limit, one user could block many
# names for others.
MAX_OWNED_COMMUNITIES = 10

_SLUG_MIN_LENGTH, SLUG_MAX_LENGTH = 3, 30
# Ignoring case would also match the letters ſ, ı and K (U+212A), which fold to ASCII.
_SLUG = re.compile(rf"[A-Za-z0-9_-]{{{_SLUG_MIN_LENGTH},{SLUG_MAX_LENGTH}}}")
# Community pages have URLs such as /c/slug. These slugs are reserved for other pages below /c/.
_RESERVED_SLUGS = frozenset({"all", "create", "edit", "joined", "mine", "new", "popular", "search"})
_RESERVED_SKELETONS = frozenset(map(build_skeleton, _RESERVED_SLUGS))


def clean_changes(changes: CommunityChanges) -> CommunityChanges:
    """Validate changes to a community, and return them with normalized texts."""
    cleaned = CommunityChanges(**changes)
    errors = FieldErrors()
    if "slug" in cleaned:
        with errors.collect():
            cleaned["slug"] = _clean_slug(cleaned["slug"])
    if "name" in cleaned:
        with errors.collect():
            cleaned["name"] = _clean_name(cleaned["name"])
    if "description" in cleaned:
        with errors.collect():
            cleaned["description"] = clean_text(
                cleaned["description"], field="description", max_length=DESCRIPTION_MAX_LENGTH
            )
    if "rules" in cleaned:
        with errors.collect():
            rules = cleaned["rules"].text
            ensure_max_length(rules, field="rules", max_length=RULES_MAX_LENGTH)
    if cleaned.get("posting", "everyone") not in {"everyone", "members", "moderators"}:
        errors.add("posting", _("Choose who can publish: everyone, members or moderators."))
    errors.raise_if_any()
    return cleaned


def _clean_name(name: str) -> str:
    cleaned = clean_line(name, field="name", max_length=NAME_MAX_LENGTH)
    if not cleaned:
        message = ngettext(
            "Enter a name of up to {n} character.",
            "Enter a name of up to {n} characters.",
            NAME_MAX_LENGTH,
        )
        raise Invalid.for_field("name", message)
    return cleaned


def _clean_slug(slug: str) -> str:
    cleaned = slug.strip()
    if message := _find_slug_error(cleaned):
        raise Invalid.for_field("slug", message)
    return cleaned


def is_slug(slug: str) -> bool:
    return _SLUG.fullmatch(slug) is not None


def _find_slug_error(slug: str) -> str | None:
    if not is_slug(slug):
        return _(
            "Use {least} to {most} Latin letters, digits, hyphens or underscores.",
            least=_SLUG_MIN_LENGTH,
            most=SLUG_MAX_LENGTH,
        )
    if slug.isdigit():
        return _("A web address can't have only digits.")
    if build_skeleton(slug) in _RESERVED_SKELETONS:
        return _("This web address is reserved. Choose another one.")
    return None


def ensure_may_create(actor: Actor, *, owned_count: int) -> None:
    """Raise an error unless the actor may create a community.

    Raise `Conflict` if the actor already owns `MAX_OWNED_COMMUNITIES` and is not an administrator.
    """
    if _is_banned(actor):
        raise make_banned_error(actor)
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
    if actor.id and not may_edit(actor, community):
        raise PermissionDenied(_("Only the owner of a community can do this."))


def may_reopen(actor: Actor, community: Community) -> bool:
    """Return whether the actor may reopen the closed community.

    Only administrators may reopen a community that an administrator closed.
    """
    return actor.is_admin or (may_edit(actor, community) and not community.closed_by_admin)


def ensure_may_reopen(actor: Actor, community: Community) -> None:
    ensure_may_edit(actor, community)
    if not may_reopen(actor, community):
        raise PermissionDenied(
            _("An administrator closed this community. Only an administrator can reopen it.")
        )


def ensure_may_own(user: Actor, *, owned_count: int) -> None:
    """Check that another user may become the owner of one more community.

    Raise `Conflict` if the user is banned or already owns `MAX_OWNED_COMMUNITIES`.
    """
    if user.banned_at is not None:
        raise Conflict(_("This account is banned."))
    if owned_count >= MAX_OWNED_COMMUNITIES and not user.is_admin:
        raise Conflict(
            ngettext(
                "They already own {n} community. They can't own more.",
                "They already own {n} communities. They can't own more.",
                MAX_OWNED_COMMUNITIES,
            )
        )


def ensure_may_join(actor: Actor, community: Community) -> None:
    """Raise an error unless the actor may join the community.

    Raise `Conflict` if the community is closed.
    """
    if _is_banned(actor):
        raise make_banned_error(actor)
    if community.closed_at is not None:
        raise Conflict(_("This community is closed."))


def is_moderator(actor: Actor, community: Community, membership: Membership | None) -> bool:
    """Return whether the actor may moderate the community.

    Administrators may moderate every community. The owner and the appointed moderators may moderate
    their community unless they are banned. `membership` is the actor's membership, if any.
    """
    if actor.is_admin or actor.is_guest or actor.banned_at is not None:
        return actor.is_admin
    is_appointed = membership is not None and membership.moderator_since is not None
    return is_appointed or actor.is_user(community.owner_id)


def may_post(actor: Actor, community: Community, membership: Membership | None) -> bool:
    """Return whether the actor may publish posts in the community.

    `allows_posts_by` implements the same rule as an SQL condition. If you change one of the two
    functions, also change the other.
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

    Raises:
        PermissionDenied: The actor is a guest, is banned (`banned`), or is excluded by the posting
            policy of the community (`forbidden`).
        Conflict: The community is closed.
    """
    if _is_banned(actor):
        raise make_banned_error(actor)
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
    """Return whether the actor is banned. Raise `PermissionDenied` if the actor is a guest."""
    return bool(actor.id) and actor.banned_at is not None
