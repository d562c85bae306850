"""Who may do what in a community, and what its fields may hold."""

import re
from datetime import timedelta

from sqlalchemy import ColumnElement, and_, false, or_, true
from sqlmodel import col

from community.core.actor import Actor
from community.core.errors import Conflict, Invalid, NotAllowed
from community.core.plain import plain_line, plain_text
from community.domain.communities.schemas import CommunityChanges
from community.models import Community, Membership

NAME_LIMIT = 60
DESCRIPTION_LIMIT = 500
RULES_LIMIT = 10_000
AVATAR_BYTES = 2 * 1024 * 1024
HEADER_BYTES = 5 * 1024 * 1024
# A person can care for a few places; more would be a way to keep names from others.
MAX_OWNED = 10
# Old links lead on from a former address; nobody else takes it while they are followed.
FORMER_SLUG_TERM = timedelta(days=180)

_SLUG = re.compile(r"[a-z0-9_-]{3,30}", re.IGNORECASE)
# Addresses of communities stand under /c/, so only what may stand there one day is kept free.
_RESERVED = frozenset({"all", "create", "edit", "joined", "mine", "new", "popular", "search"})


def checked(changes: CommunityChanges) -> CommunityChanges:
    """The fields as they are kept, without spaces around them.

    Raises:
        Invalid: with a sentence for each field that cannot be used.
    """
    kept = CommunityChanges(**changes)
    for line in ("slug", "name"):
        if line in kept:
            kept[line] = plain_line(kept[line])
    for text in ("description", "rules"):
        if text in kept:
            kept[text] = plain_text(kept[text]).strip()
    if found := _problems(kept):
        raise Invalid(
            next(iter(found.values())), fields={name: [each] for name, each in found.items()}
        )
    return kept


def _problems(kept: CommunityChanges) -> dict[str, str]:
    found: dict[str, str] = {}
    if "slug" in kept and (sentence := _slug_problem(kept["slug"])):
        found["slug"] = sentence
    if "name" in kept and not 1 <= len(kept["name"]) <= NAME_LIMIT:
        found["name"] = f"A name has 1 to {NAME_LIMIT} characters."
    if len(kept.get("description", "")) > DESCRIPTION_LIMIT:
        found["description"] = f"A description has up to {DESCRIPTION_LIMIT} characters."
    if len(kept.get("rules", "")) > RULES_LIMIT:
        found["rules"] = f"Rules have up to {RULES_LIMIT:,} characters."
    if kept.get("posting", "everyone") not in {"everyone", "members", "moderators"}:
        found["posting"] = "Choose who may publish: everyone, members or moderators."
    return found


def is_slug(slug: str) -> bool:
    """Whether the text has the form of an address at all."""
    return _SLUG.fullmatch(slug) is not None


def _slug_problem(slug: str) -> str | None:
    if not is_slug(slug):
        return "An address has 3 to 30 Latin letters, digits, hyphens or underscores."
    if slug.isdigit():
        return "An address cannot be a number only."
    if slug.lower() in _RESERVED:
        return "This address is reserved. Choose another one."
    return None


def ensure_may_create(actor: Actor, *, owned: int) -> None:
    """
    Raises:
        NotAllowed: `unauthenticated` or `banned`.
        Conflict: they have `MAX_OWNED` communities already.
    """
    _ensure_not_banned(actor, "open a community")
    if owned >= MAX_OWNED and not actor.is_admin:
        raise Conflict(
            f"You have {MAX_OWNED} communities, which is as many as one person can have."
        )


def may_edit(actor: Actor, community: Community) -> bool:
    """Its owner and administrators."""
    return actor.is_admin or (actor.is_person(community.owner_id) and actor.banned_at is None)


def ensure_may_edit(actor: Actor, community: Community) -> None:
    """
    Raises:
        NotAllowed: `unauthenticated`, or `forbidden`: only the owner and administrators may.
    """
    if actor.id and not may_edit(actor, community):
        raise NotAllowed("Only the owner of a community can do that.")


def ensure_may_join(actor: Actor, community: Community) -> None:
    """
    Raises:
        NotAllowed: `unauthenticated` or `banned`.
        Conflict: the community is closed.
    """
    _ensure_not_banned(actor, "join")
    if community.closed_at is not None:
        raise Conflict("This community is closed.")


def moderates(actor: Actor, community: Community, standing: Membership | None) -> bool:
    """Administrators, the owner and its moderators, unless they are banned from the site."""
    if actor.is_admin or actor.is_guest or actor.banned_at is not None:
        return actor.is_admin
    appointed = standing is not None and standing.moderator_since is not None
    return appointed or actor.is_person(community.owner_id)


def may_post(actor: Actor, community: Community, standing: Membership | None) -> bool:
    """Whether the button is there; `ensure_may_post` says why not."""
    try:
        ensure_may_post(actor, community, standing)
    except (NotAllowed, Conflict):
        return False
    return True


def open_for(actor: Actor) -> ColumnElement[bool]:
    """The same as a filter, over communities joined with the actor's own memberships."""
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


def ensure_may_post(actor: Actor, community: Community, standing: Membership | None) -> None:
    """
    Args:
        standing: the actor's membership, if they have one.

    Raises:
        NotAllowed: `unauthenticated`, `banned`, or `forbidden` to outsiders or to plain members.
        Conflict: the community is closed.
    """
    _ensure_not_banned(actor, "publish")
    if community.closed_at is not None:
        raise Conflict(
            f"{community.name} is closed. Publish in your profile or in another community."
        )
    if community.posting == "everyone" or moderates(actor, community, standing):
        return
    if community.posting == "moderators":
        raise NotAllowed(f"Only moderators publish in {community.name}.")
    if standing is None:
        raise NotAllowed(f"Only members publish in {community.name}. Join it first.")


def _ensure_not_banned(actor: Actor, verb: str) -> None:
    if actor.id and actor.banned_at is not None:
        raise NotAllowed(f"Your account is banned: you can read, but not {verb}.", code="banned")
