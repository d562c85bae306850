"""Actions on posts and drafts, permission checks, and queries that load posts and drafts."""

from community.domain.posts.counters import (
    adjust_comments_count,
    flush_views,
    lock_posts,
    record_view,
    set_reaction_counts,
    set_reaction_counts_of_posts,
)
from community.domain.posts.events import (
    PostDeleted,
    PostEdited,
    PostHeld,
    PostPinChanged,
    PostPublished,
    PostRestored,
    PostsMoved,
    PostUnpublished,
)
from community.domain.posts.moderation.actions import ModeratedPostStatus, list_held, moderate
from community.domain.posts.moderation.filter_lookups import AUTHOR_LOOKUP, COMMUNITY_LOOKUP
from community.domain.posts.moderation.hiding import (
    count_for_cleanup,
    hide_in_cleanup,
    hide_with_author,
    show_after_cleanup,
    show_with_author,
)
from community.domain.posts.moderation.post_table import (
    POST_TABLE,
    count_held,
    count_of_author,
    count_published_by_day,
    find_status,
    get_post_record,
    select_days_of_authors,
)
from community.domain.posts.personal_data import (
    PERSONAL_DATA,
    erase_drafts_of_published,
    erase_unpublished,
    select_ids_by_author,
)
from community.domain.posts.policies import (
    MAX_PINNED_ON_PROFILE,
    ensure_may_react,
    find_comment_restriction,
    has_published_status,
    is_held,
    is_published,
    is_submitted,
    listed_for,
    may_react,
    may_read,
    readable_by,
)
from community.domain.posts.reading.queries import (
    build_article,
    ensure_may_comment,
    filter_listed_ids,
    filter_moderators,
    filter_readers,
    find,
    find_summaries,
    get_article,
    get_draft,
    get_draft_html,
    get_readable,
    get_view,
    get_with_content,
    get_with_html,
    is_public,
    list_by_author,
    list_drafts,
    load_texts,
    may_moderate,
    parse_post_id,
)
from community.domain.posts.reading.rows import load_card_rows, select_card_rows
from community.domain.posts.reading.serializers import build_cards
from community.domain.posts.schemas import (
    ArticleView,
    DraftCard,
    DraftView,
    PostCard,
    PostRecord,
    PostSummary,
    PostView,
)
from community.domain.posts.writing.content import (
    MAX_INTRO_LENGTH,
    normalize_tag,
    render_text,
    suggest_cover,
    suggest_intro,
)
from community.domain.posts.writing.deletion import delete, restore
from community.domain.posts.writing.drafts import create_draft, discard_changes, save_draft
from community.domain.posts.writing.limits import PostLimitsView, get_limits
from community.domain.posts.writing.pinning import pin, unpin
from community.domain.posts.writing.publishing import edit, publish, unpublish
from community.domain.posts.writing.status_changes import hold_reported
