"""Who may react, and with what."""

from community.core.actor import Actor
from community.core.errors import NotAllowed
from community.domain.site.schemas import ReactionChoice

EXTENDED_FEATURE = "reactions"


def may_react(actor: Actor, *, author_id: int) -> bool:
    """Whether the button is there; `ensure_may_react` says why not."""
    try:
        ensure_may_react(actor, author_id=author_id)
    except NotAllowed:
        return False
    return True


def ensure_may_react(actor: Actor, *, author_id: int) -> None:
    """Anybody who is signed in, to what somebody else wrote: applause for oneself says nothing,
    and it would move one's own rating.

    Raises:
        NotAllowed: `unauthenticated`, `banned`, or `forbidden` for one's own.
    """
    if actor.id == author_id:
        raise NotAllowed("You cannot react to what you wrote yourself.")
    if actor.banned_at is not None:
        raise NotAllowed("Your account is banned: you can read, but not react.", code="banned")


def ensure_may_choose(actor: Actor, choice: ReactionChoice) -> None:
    """
    Raises:
        NotAllowed: `subscription_feature_required`, with the feature and the plans that have it.
    """
    if choice.is_extended and not may_use_extended(actor):
        raise NotAllowed(
            f"“{choice.name}” is one of the reactions for subscribers.",
            code="subscription_feature_required",
            details={"feature": EXTENDED_FEATURE, "plans": []},
        )


def may_use_extended(actor: Actor) -> bool:
    """Whether the actor has the feature `reactions`.

    Administrators have every feature; nobody else can have it before there are plans to buy.
    """
    return actor.is_admin
