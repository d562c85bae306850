"""Permission checks for reactions that only some users can choose."""

from community.core.actor import Actor

# The feature that a subscription plan must include so that its users may use extended reactions.
EXTENDED_FEATURE = "reactions"


def may_use_extended_reactions(actor: Actor) -> bool:
    """Return whether the actor may use extended reactions, which subscription plans include."""
    return actor.has_feature(EXTENDED_FEATURE)
