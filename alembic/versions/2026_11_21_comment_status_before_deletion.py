"""Add a column for the moderation status that a comment had before its deletion.

The site uses the status to restore a comment that waited for moderation.
"""

import sqlalchemy as sa
from alembic import op

revision = "c3d81f20b6a7"
down_revision = "a1f0c2d3e4b5"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "comments", sa.Column("status_before_deletion", sa.String(length=13), nullable=True)
    )


def downgrade() -> None:
    op.drop_column("comments", "status_before_deletion")
