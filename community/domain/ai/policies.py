"""Who may use the AI features, and their limits."""

from datetime import timedelta
from typing import Final

from community.core.actor import Actor, make_banned_error
from community.core.errors import NotFound
from community.domain import posts, site
from community.i18n import gettext as _
from community.models import Post

# The features that a plan must include.
SUMMARIES: Final = "post_summaries"
ASSISTANT: Final = "assistant_comments"

# The limits of people and of the site count the requests of this time.
PERIOD: Final = timedelta(days=1)
# Requests are kept a little longer, so that administrators can explain the numbers of a month.
REQUEST_RETENTION: Final = timedelta(days=35)

# As much of the texts as the model gets. Together with the instructions and the answer they fit
# into the 16,000 tokens that small models accept.
MAX_POST_CHARACTERS: Final = 24_000
MAX_CONTEXT_POST_CHARACTERS: Final = 12_000
MAX_BRANCH_COMMENTS: Final = 12
MAX_BRANCH_COMMENT_CHARACTERS: Final = 1_500
MAX_SUMMARY_LENGTH: Final = 4_000


def is_summarized(general: site.GeneralSettings, post: Post | posts.ArticleView) -> bool:
    """Return whether readers with the feature can get a summary of the post."""
    is_long = post.reading_time >= general.ai_summary_min_minutes
    return general.is_ai_on and is_long and posts.is_published(post)


def may_read_summaries(actor: Actor) -> bool:
    return not actor.is_guest and actor.banned_at is None and actor.has_feature(SUMMARIES)


def ensure_may_read_summaries(actor: Actor) -> None:
    """Check that the actor may read summaries.

    Raise `PermissionDenied` with the code `unauthenticated`, `banned` or
    `subscription_feature_required`.
    """
    if actor.id and actor.banned_at is not None:
        raise make_banned_error(actor)
    actor.ensure_feature(SUMMARIES, _("Only subscribers can read summaries."))


def may_ask_assistant(actor: Actor) -> bool:
    return not actor.is_guest and actor.banned_at is None and actor.has_feature(ASSISTANT)


def ensure_may_ask_assistant(actor: Actor) -> None:
    """Raise the errors of `ensure_may_read_summaries` unless the actor may ask the assistant."""
    if actor.id and actor.banned_at is not None:
        raise make_banned_error(actor)
    actor.ensure_feature(ASSISTANT, _("Only subscribers can ask the assistant."))


def make_off_error() -> NotFound:
    """Return the error for features that are off. They do not exist for users then."""
    return NotFound(_("Nothing found at this address."))
