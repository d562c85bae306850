"""Permission checks for reactions that only some users can choose.

`posts.ensure_may_react` checks whether a user may react at all.
"""

from community.core.actor import Actor
from community.domain.site.schemas import ReactionChoice
from community.i18n import gettext as _

# The feature that a subscription plan must include so that its users may use extended reactions.
EXTENDED_FEATURE = "reactions"


def ensure_may_choose(actor: Actor, choice: ReactionChoice) -> None:
    """Raise an error unless the actor may choose this reaction.

    Raises:
        PermissionDenied: The reaction needs a subscription plan (error code
            `subscription_feature_required`). `details` contains the required `feature` and the
            `plans` that include the feature.
    """
    if choice.is_extended:
        actor.ensure_feature(
            EXTENDED_FEATURE, _("Only subscribers can use the reaction “{name}”.", name=choice.name)
        )


def may_use_extended_reactions(actor: Actor) -> bool:
    """Return whether the actor may use extended reactions, which subscription plans include."""
    return actor.has_feature(EXTENDED_FEATURE)
