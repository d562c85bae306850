"""What administrators do with users: bans, changes to accounts, and the view as another user.

The package also shows which objects contain an uploaded image, and `reports` contains the reports
of users.

Each action is permitted by the section `users` of the Admin Panel, and stored in the audit log.
Actions that can harm a user also require that the administrator has recently confirmed their
password.
"""

from community.domain.moderation import reports
from community.domain.moderation.account_actions import (
    AccountFields,
    edit_user,
    lock_users_for_merge,
    record_merge,
    remove_second_factor,
    set_email_verified,
    sign_out_everywhere,
    start_password_reset,
    start_viewing,
    stop_viewing,
)
from community.domain.moderation.authored import list_comments, list_posts
from community.domain.moderation.bans import (
    ShownBan,
    ban,
    find_ban_mark,
    find_sanction_id,
    lift_ban,
)
from community.domain.moderation.events import BanLifted, UserBanned
from community.domain.moderation.locking import (
    lock_user_for_cleanup,
    lock_user_for_deletion,
    record,
)
from community.domain.moderation.media import get_media_record
from community.domain.moderation.personal_data import PERSONAL_DATA
from community.domain.moderation.policies import clean_reason, ensure_may_moderate_users
from community.domain.moderation.queries import (
    get_person,
    list_changes,
    list_sanctions,
    list_sign_ins,
)
from community.domain.moderation.schemas import (
    AuthoredItem,
    MediaRecord,
    Person,
    SanctionView,
    SignIn,
)
