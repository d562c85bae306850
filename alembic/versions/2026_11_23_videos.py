"""Add the size of videos to uploads."""

import sqlalchemy as sa
from alembic import op

revision = "c5a17d2e90b4"
down_revision = "c5a92e7d4f10"
branch_labels = None
depends_on = None


def upgrade() -> None:
    size = sa.Column("video_size", sa.Integer(), server_default="0", nullable=False)
    op.add_column("uploads", size)


def downgrade() -> None:
    op.drop_column("uploads", "video_size")
