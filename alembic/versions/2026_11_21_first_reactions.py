"""Insert the default reactions. Administrators can change them later."""

import sqlalchemy as sa
from alembic import op

revision = "a1f0c2d3e4b5"
down_revision = "859ae12d8c02"
branch_labels = None
depends_on = None

KINDS = sa.table(
    "reaction_kinds",
    sa.column("code", sa.String),
    sa.column("emoji", sa.String),
    sa.column("name", sa.String),
    sa.column("position", sa.Integer),
    sa.column("is_extended", sa.Boolean),
)
DEFAULTS = [
    ("like", "👍", "Like", False),
    ("love", "❤️", "Love", False),
    ("insight", "💡", "Insightful", False),
    ("laugh", "😄", "Funny", False),
    ("wow", "😮", "Surprising", False),
    ("sad", "😢", "Sad", False),
    ("fire", "🔥", "Fire", True),
    ("applause", "👏", "Applause", True),
    ("celebrate", "🎉", "Celebrate", True),
]


def upgrade() -> None:
    op.bulk_insert(
        KINDS,
        [
            {
                "code": code,
                "emoji": emoji,
                "name": name,
                "position": position,
                "is_extended": is_extended,
            }
            for position, (code, emoji, name, is_extended) in enumerate(DEFAULTS)
        ],
    )


def downgrade() -> None:
    op.execute(KINDS.delete().where(KINDS.c.code.in_([code for code, *_ in DEFAULTS])))
