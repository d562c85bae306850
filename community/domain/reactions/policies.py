"""Permission checks for users who want to react to a post or comment."""

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
    """Raise an error unless the actor may react to a post or comment by this author.

    Guests and banned users may not react. Authors may not react to their own posts and comments,
    because they would improve their own ranking.

    Raises:
        PermissionDenied: The actor is a guest (error code `unauthenticated`), is banned (error code
            `banned`), or is the author (error code `forbidden`).
    """
    if actor.id == author_id:
        raise PermissionDenied(_("You can't react to your own posts and comments."))
    if actor.banned_at is not None:
        raise PermissionDenied(_("Your account is banned. You can't react."), code="banned")


def ensure_may_choose(actor: Actor, choice: ReactionChoice) -> None:
    """Raise an error unless the actor may choose this reaction.

    Raises:
        PermissionDenied: The reaction needs a subscription plan (error code
            `subscription_feature_required`). `details` contains the required `feature` and the
            `plans` that include the feature.
    """
    if choice.is_extended and not may_use_extended_reactions(actor):
        raise PermissionDenied(
            _("Only subscribers can use the reaction “{name}”.", name=choice.name),
            code="subscription_feature_required",
            details={"feature": EXTENDED_FEATURE, "plans": []},
        )


def may_use_extended_reactions(actor: Actor) -> bool:
    """Return whether the actor may use extended reactions.

    Extended reactions are part of subscription plans. The site does not sell plans yet, so only
    administrators may use these reactions.
    """
    return actor.is_admin
