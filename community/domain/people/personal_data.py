"""What becomes of the row of a user and of their former usernames."""

from typing import Final

from sqlmodel import col

from community.core.db.export_parts import ExportPart
from community.core.db.personal_data import Delete, PersonalData
from community.i18n import noop
from community.models import FormerSlug, User

PERSONAL_DATA: Final = (
    PersonalData(
        User.id,
        export=(
            ExportPart(
                "account",
                noop("Your account: email, dates, consent to cookies, and roles"),
                key=User.id,
                fields=(
                    *(User.id, User.email, User.email_verified_at, User.email_undeliverable_at),
                    *(User.created_at, User.last_seen_at, User.admin_since, User.admin_sections),
                    *(User.banned_at, User.banned_until, User.ban_reason),
                    *(User.consent_choice, User.consent_version, User.consent_at),
                ),
                is_single=True,
            ),
            ExportPart(
                "profile",
                noop("Your profile"),
                key=User.id,
                fields=(
                    *(User.slug, User.name, User.bio, User.avatar, User.header),
                    *(User.chosen_badge, User.chosen_name_style),
                    *(User.followers_count, User.following_count, User.posts_count),
                ),
                is_single=True,
            ),
            ExportPart(
                "settings",
                noop("Your settings, with ignored words"),
                key=User.id,
                fields=(User.default_feed, User.shows_online, User.ignored_keywords),
                is_single=True,
            ),
        ),
        merge="The account is closed when the merge begins.",
        erase="The row stays, and is emptied after all other data.",
    ),
    PersonalData(
        FormerSlug.target_id,
        export=ExportPart(
            "former_usernames",
            noop("Usernames that you had before"),
            key=FormerSlug.slug,
            fields=(FormerSlug.slug, FormerSlug.created_at),
            conditions=(col(FormerSlug.kind) == "user",),
        ),
        merge="They lead to the target when the merge begins.",
        erase=Delete(where=col(FormerSlug.kind) == "user"),
    ),
)
