"""Permission rules for reactions."""

from community.core.actor import Actor
from community.core.errors import PermissionDenied
from community.domain.site.schemas import ReactionChoice
from community.i18n import gettext as _

# The feature that a subscription plan must include so that its users may use extended reactions.
EXTENDED_FEATURE = "reactions"


def may_react(actor: Actor, *, author_id: int) -> bool:
    try:
        ensure_may_react(actor, author_id=author_id)
    except PermissionDenied:
        return False
    return True


def ensure_may_react(actor: Actor, *, author_id: int) -> None:
    """Check that the actor may react to a post or comment by this author.

    Guests and banned users may not react. Authors may not react to their own posts and comments,
    because this would raise their own ranking.

    Raises:
        PermissionDenied: With the code `unauthenticated`, `banned`, or, for the author,
            `forbidden`.
    """
    if actor.id == author_id:
        raise PermissionDenied(_("You can't react to your own posts and comments."))
    if actor.banned_at is not None:
        raise PermissionDenied(_("Your account is banned. You can't react."), code="banned")


def ensure_may_choose(actor: Actor, choice: ReactionChoice) -> None:
    """Check that the actor may use this reaction.

    Raises:
        PermissionDenied: With the code `subscription_feature_required`. `details` contains the
            required `feature` and the `plans` that include it.
    """
    if choice.is_extended and not may_use_extended(actor):
        raise PermissionDenied(
            _("Only subscribers can use the reaction “{name}”.", name=choice.name),
            code="subscription_feature_required",
            details={"feature": EXTENDED_FEATURE, "plans": []},
        )


def may_use_extended(actor: Actor) -> bool:
    """Return whether the actor may use extended reactions.

    Only administrators may use them, because the site does not sell subscription plans yet.
    """
    return actor.is_admin
