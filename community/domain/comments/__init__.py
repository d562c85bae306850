"""Actions on comments, permission checks, and queries that load comments and threads."""

from community.domain.comments.audiences import Audience, find_addressees, find_audiences
from community.domain.comments.counters import lock_comments_by_id
from community.domain.comments.events import (
    CommentEdited,
    CommentHeld,
    CommentHidden,
    CommentMoved,
    CommentPinChanged,
    CommentPosted,
    CommentUnhidden,
)
from community.domain.comments.lists import (
    find,
    find_post_ids,
    find_quotes,
    get_latest_others,
    list_by_author,
    list_latest_author_ids,
    list_published_by_author,
    load_found,
)
from community.domain.comments.moderation.actions import (
    ModerationStatus,
    hold_reported,
    list_moderations,
    moderate,
)
from community.domain.comments.moderation.comment_table import (
    COMMENT_TABLE,
    count_of_author,
    count_posted_by_day,
    count_waiting,
    find_status,
    get_comment_record,
    select_days_of_authors,
)
from community.domain.comments.moderation.hiding import (
    count_for_cleanup,
    hide_in_cleanup,
    hide_with_author,
    show_after_cleanup,
    show_with_author,
)
from community.domain.comments.moderation.transition_policies import MAX_REASON_LENGTH
from community.domain.comments.personal_data import (
    PERSONAL_DATA,
    erase_unpublished,
    exist_on,
    select_ids_by_author,
)
from community.domain.comments.pinning import pin, unpin
from community.domain.comments.policies import (
    MAX_MEDIA,
    MAX_TEXT_LENGTH,
    ensure_media_count,
    has_published_status,
    is_published,
)
from community.domain.comments.schemas import (
    CommentModerationView,
    CommentRecord,
    CommentRevisionView,
    CommentView,
    Thread,
)
from community.domain.comments.threads.page import ThreadPage, get_thread_page, reload
from community.domain.comments.threads.queries import (
    get_readable,
    get_thread,
    get_view,
    get_with_context,
    list_replies,
    list_revisions,
)
from community.domain.comments.tree import REPLIES_PER_PAGE, ROOTS_PER_PAGE, Order
from community.domain.comments.writing import (
    CommentFormRules,
    delete,
    destroy_branch,
    edit,
    get_form_rules,
    render_text,
    reply,
    restore,
    set_reaction_counts,
)
